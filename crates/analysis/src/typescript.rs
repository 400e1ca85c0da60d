//! Generates the TypeScript types of a review. The test fails if the file is stale;
//! `UPDATE_TYPES=1 cargo test -p orrery-analysis` updates it.

use crate::Review;
use orrery_testing::generator;
use orrery_testing::typescript::{Collector, text};

#[test]
fn the_typescript_types_are_up_to_date() {
    let mut types = Collector::new();
    types.add::<Review>();
    let generated =
        format!("\nimport type {{ Seat }} from '../protocol';\n\n{}", text(&types.take()));
    generator!().check("../../web/src/lib/engine/review.ts", &generated);
}
