//! Generates the TypeScript types of requests and responses. The test fails if the file is stale;
//! `UPDATE_TYPES=1 cargo test -p orrery-wasm` updates it.

use crate::messages::{
    About, Act, At, Branch, CardsRequest, ChancesRequest, CheckDeck, Choose, Chosen, Close,
    EditionRequest, EditionsRequest, EngineInfo, Extend, Extended, HashRequest, Hint, HintRequest,
    Load, Look, Moment, New, OddsHistoryRequest, Open, Opened, PathsRequest, Position, Preview,
    PreviewRequest, Progress, Refusal, Replay, ReplayStep, Rulebook, RulebookRequest, Save, Saved,
    Shut, TimelineRequest, Undo, Verdict, Verify, Why, WinChances, Write,
};
use crate::requests::REQUESTS;
use crate::review::{
    AdvanceReview, CloseReview, MoveTexts, ReviewProgress, ReviewResult, ReviewTexts, StartReview,
};
use orrery_testing::generator;
use orrery_testing::typescript::{Collector, text};

const IMPORTS: &str = "\nimport type {\n  Cards, Edition, EditionDescription, Outcome, Prompt, Seat, StepTaken, TableSettings, \
    Told, View,\n} from '../protocol';\nimport type { Review } from './review';\n\n";

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
    let mut types = Collector::new();
    types.add::<(About, Act, At, ReplayStep, Branch, CheckDeck, Choose, Chosen, Close, Extend)>();
    types.add::<(
        CardsRequest,
        ChancesRequest,
        OddsHistoryRequest,
        HintRequest,
        PathsRequest,
        PreviewRequest,
    )>();
    types.add::<(EditionRequest, EditionsRequest, Extended, HashRequest, RulebookRequest, WinChances)>();
    types
        .add::<(TimelineRequest, Hint, Load, Look, Moment, MoveTexts, New, Open, Opened, Position)>(
        );
    types.add::<(Preview, Progress, Refusal, Replay, Rulebook, Save, Saved, Shut)>();
    types.add::<(AdvanceReview, CloseReview, MoveTexts, ReviewProgress)>();
    types.add::<(ReviewResult, ReviewTexts, StartReview)>();
    types.add::<(Undo, Verdict, Verify, EngineInfo, Why, Write)>();
    format!("{IMPORTS}{}\n{}", requests(), text(&types.take()))
}

#[test]
fn the_typescript_types_are_up_to_date() {
    generator!().check("../../web/src/lib/engine/asks.ts", &generated());
}
