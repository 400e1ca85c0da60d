//! The TypeScript types of requests and answers. The test fails when the file is stale;
//! `UPDATE_TYPES=1 cargo test -p orrery-wasm` writes it anew.

use crate::ask::REQUESTS;
use crate::forms::{
    About, Act, At, Beat, Branch, CheckDeck, Choose, Chosen, Close, Extend, Extended, ForCards,
    ForChances, ForCourse, ForHash, ForHint, ForPaths, ForPreview, ForRulebook, ForTimeline, Hint,
    Load, Look, Moment, New, Odds, Open, Opened, Position, Preview, Progress, Refusal, Replay,
    Rulebook, Save, Saved, Shut, Undo, Verdict, Verify, WhatIs, Why, Write,
};
use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = "../../web/src/lib/engine/asks.ts";
const HEAD: &str = "// Generated from crates/wasm by `UPDATE_TYPES=1 cargo test -p orrery-wasm`; do \
    not edit.\n\nimport type {\n  Cards, Edition, Outcome, Prompt, Seat, StepTaken, TableSettings, \
    Told, View,\n} from '../protocol';\n\n";

/// All types that can be reached, by name.
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
            self.found.insert(T::ident(&self.config), declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// What can be asked, and what comes back, by the word of the request.
fn requests() -> String {
    let line = |(word, fields, answer): &(&str, &str, &str)| {
        format!("  '{word}': {{ asks: {fields}; answers: {answer} }};\n")
    };
    let lines: String = REQUESTS.iter().map(line).collect();
    format!(
        "/** The requests by their words: what they ask, and what they are answered with. */\nexport interface Asks {{\n{lines}}}\n"
    )
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config, seen: HashSet::new(), found: BTreeMap::new() };
    types.visit::<(About, Act, At, Beat, Branch, CheckDeck, Choose, Chosen, Close, Extend)>();
    types.visit::<(ForCards, ForChances, ForCourse, ForHint, ForPaths, ForPreview)>();
    types.visit::<(Extended, ForHash, ForRulebook, Odds)>();
    types.visit::<(ForTimeline, Hint, Load, Look, Moment, New, Open, Opened, Position)>();
    types.visit::<(Preview, Progress, Refusal, Replay, Rulebook, Save, Saved, Shut)>();
    types.visit::<(Undo, Verdict, Verify, WhatIs, Why, Write)>();
    let bodies: Vec<&str> = types.found.values().map(String::as_str).collect();
    short(&format!("{HEAD}{}\n{}", requests(), bodies.join("\n")))
}

/// Comments of one line on one line.
fn short(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/**\n * ") {
        let (words, after) = comment.split_once("\n */").unwrap_or((comment, ""));
        out.push_str(before);
        out.push_str(&format!("/** {} */", words.replace("\n * ", " ")));
        rest = after;
    }
    out + rest
}

#[test]
fn the_typescript_types_are_those_of_this_crate() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let generated = generated();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, &generated).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let help = "stale; run UPDATE_TYPES=1 cargo test -p orrery-wasm";
    assert!(stored == generated, "{} is {help}", path.display());
}
