//! Generates the TypeScript types of a review. The test fails if the file is stale;
//! `UPDATE_TYPES=1 cargo test -p orrery-analysis` updates it.

use crate::Review;
use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = "../../web/src/lib/engine/review.ts";
const HEAD: &str = "// Generated from crates/analysis by `UPDATE_TYPES=1 cargo test -p \
    orrery-analysis`; do not edit.\n\nimport type { Seat } from '../protocol';\n\n";

/// All reachable types, by name.
struct Types {
    config: Config,
    seen: HashSet<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            self.found.insert(T::ident(&self.config), tidy(&declaration));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Removes spaces at line ends and joins one-line comments.
fn tidy(declaration: &str) -> String {
    let lines: Vec<&str> = declaration.lines().map(str::trim_end).collect();
    lines.join("\n").replace("/**\n * ", "/** ").replace("\n */", " */") + "\n"
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config, seen: HashSet::new(), found: BTreeMap::new() };
    types.visit::<Review>();
    let bodies: Vec<&str> = types.found.values().map(String::as_str).collect();
    format!("{HEAD}{}", bodies.join("\n"))
}

#[test]
fn the_typescript_types_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let generated = generated();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, &generated).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let help = "stale; run UPDATE_TYPES=1 cargo test -p orrery-analysis";
    assert!(stored == generated, "{} is {help}", path.display());
}
