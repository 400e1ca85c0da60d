//! Generates the TypeScript types of requests and responses.
//!
//! The test fails if `web/src/lib/engine/asks.ts` is out of date; `UPDATE_TYPES=1 cargo test -p
//! orrery-wasm` updates it.

use crate::messages::{
    BotAction, EngineInfo, ExtendedReplay, GameProgress, Hint, Moment, OpenedGame, Preview,
    Refusal, Replay, ReplayStep, Rulebook, SavedGame, Verdict, WinChances,
};
use crate::puzzles::{PuzzleAnswer, PuzzleList, PuzzleSolution};
use crate::reasons::ReasonMessage;
use crate::requests::{REQUESTS, add_request_types};
use crate::review::{CheckedMark, MoveTexts, ReviewProgress};
use crate::tutor::Assessment;
use orrery_testing::generator;
use orrery_testing::typescript::{Collector, text};

const IMPORTS: &str = "\nimport type {\n  Cards, Edition, EditionDescription, Outcome, Prompt, Seat, StepTaken, TableSettings, \
    DescribedEvent, View,\n} from '../protocol';\nimport type { Check, Mark, MoveReview, Review } from './review';\n\n";

/// Returns the TypeScript interface of all requests.
fn requests() -> String {
    let line = |(keyword, fields, answer): &(&str, &str, &str)| {
        format!("  '{keyword}': {{ asks: {fields}; answers: {answer} }};\n")
    };
    let lines: String = REQUESTS.iter().map(line).collect();
    format!(
        "/** The requests by keyword, with their fields and responses. */\nexport interface Asks {{\n{lines}}}\n"
    )
}

fn generated() -> String {
    let mut types = Collector::new();
    add_request_types(&mut types);
    // The responses, except those of other crates.
    types.add::<(BotAction, EngineInfo, ExtendedReplay, GameProgress, Hint, Moment, OpenedGame)>();
    types.add::<(Preview, Refusal, Replay, ReplayStep, Rulebook, SavedGame, Verdict, WinChances)>();
    types.add::<(PuzzleAnswer, PuzzleList, PuzzleSolution, ReasonMessage, Assessment)>();
    types.add::<(CheckedMark, MoveTexts, ReviewProgress)>();
    format!("{IMPORTS}{}\n{}", requests(), text(&types.take()))
}

#[test]
fn the_typescript_types_are_up_to_date() {
    generator!().check("../../web/src/lib/engine/asks.ts", &generated());
}
