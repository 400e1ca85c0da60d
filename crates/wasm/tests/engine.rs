//! Tests of the engine's requests and responses, as a page uses them.

#[path = "../../rules/tests/common/child.rs"]
mod child;
#[path = "engine/help.rs"]
mod help;
#[path = "engine/page.rs"]
mod page;
#[path = "engine/play.rs"]
mod play;
#[path = "engine/records.rs"]
mod records;
#[path = "engine/reviews.rs"]
mod reviews;
