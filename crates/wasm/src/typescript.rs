//! Generates the TypeScript types of requests and responses. The test fails if the file is stale;
//! `UPDATE_TYPES=1 cargo test -p orrery-wasm` updates it.

use crate::messages::{
    About, Act, At, Branch, CardsRequest, ChancesRequest, CheckDeck, Choose, Chosen, Close,
    EditionRequest, EditionsRequest, EngineInfo, Extend, Extended, HashRequest, Hint, HintRequest,
    Load, Look, Moment, New, OddsHistoryRequest, Open, Opened, PathsRequest, Position, Preview,
    PreviewRequest, Progress, Refusal, Replay, ReplayStep, Rulebook, RulebookRequest, Save, Saved,
    Shut, TimelineRequest, Undo, Verdict, Verify, Why, WinChances, Write,
};
use crate::puzzles::{
    JudgePuzzle, OpenPuzzle, PuzzleAnswer, PuzzleList, PuzzleSolution, PuzzlesRequest, SolvePuzzle,
};
use crate::reasons::{ReasonMessage, ReasonsRequest};
use crate::requests::REQUESTS;
use crate::review::{
    AdvanceReview, CheckedMark, CloseReview, MoveTexts, ReviewChecks, ReviewProgress, ReviewResult,
    ReviewTexts, StartReview,
};
use crate::tutor::{Assess, Assessment};
use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = "../../web/src/lib/engine/asks.ts";
const HEAD: &str = "// Generated from crates/wasm by `UPDATE_TYPES=1 cargo test -p orrery-wasm`; do \
    not edit.\n\nimport type {\n  Cards, Edition, EditionDescription, Outcome, Prompt, Seat, StepTaken, TableSettings, \
    Told, View,\n} from '../protocol';\nimport type { Check, MoveReview, Review } from './review';\n\n";

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
            self.found.insert(T::ident(&self.config), declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Returns the TypeScript interface of all requests.
fn requests() -> String {
    let line = |(word, fields, answer): &(&str, &str, &str)| {
        format!("  '{word}': {{ asks: {fields}; answers: {answer} }};\n")
    };
    let lines: String = REQUESTS.iter().map(line).collect();
    format!(
        "/** The requests by keyword, with their fields and responses. */\nexport interface Asks {{\n{lines}}}\n"
    )
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config, seen: HashSet::new(), found: BTreeMap::new() };
    types.visit::<(About, Act, At, ReplayStep, Branch, CheckDeck, Choose, Chosen, Close, Extend)>();
    types.visit::<(
        CardsRequest,
        ChancesRequest,
        OddsHistoryRequest,
        HintRequest,
        PathsRequest,
        PreviewRequest,
    )>();
    types.visit::<(EditionRequest, EditionsRequest, Extended, HashRequest, RulebookRequest, WinChances)>();
    types.visit::<(TimelineRequest, Hint, Load, Look, Moment, MoveTexts, New, Open, Opened, Position)>();
    types.visit::<(Preview, Progress, Refusal, Replay, Rulebook, Save, Saved, Shut)>();
    types.visit::<(AdvanceReview, CheckedMark, CloseReview, MoveTexts, ReviewChecks)>();
    types.visit::<(ReviewProgress,)>();
    types.visit::<(ReviewResult, ReviewTexts, StartReview)>();
    types.visit::<(Assess, Assessment)>();
    types.visit::<(ReasonsRequest, ReasonMessage, PuzzlesRequest, PuzzleList, OpenPuzzle)>();
    types.visit::<(JudgePuzzle, PuzzleAnswer, SolvePuzzle, PuzzleSolution)>();
    types.visit::<(Undo, Verdict, Verify, EngineInfo, Why, Write)>();
    let bodies: Vec<&str> = types.found.values().map(String::as_str).collect();
    short(&format!("{HEAD}{}\n{}", requests(), bodies.join("\n")))
}

/// Joins one-line comments.
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
fn the_typescript_types_are_up_to_date() {
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
