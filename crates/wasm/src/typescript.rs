//! Generates the TypeScript types of requests and responses.
//!
//! The test fails if `web/src/lib/engine/asks.ts` is out of date; `UPDATE_TYPES=1 cargo test -p
//! orrery-wasm` updates it.

use crate::messages::{
    ActRequest, BotAction, BotActionRequest, BranchReplay, CardsRequest, ChancesRequest, CheckDeck,
    CloseGame, CloseReplay, EditionRequest, EditionsRequest, EngineInfo, EngineInfoRequest,
    ExportRecord, ExtendReplay, ExtendedReplay, GameProgress, HashRequest, Hint, HintRequest,
    LoadGame, Moment, MomentRequest, NewGame, NewGameFromSetup, OddsHistoryRequest, OpenReplay,
    OpenedGame, PathsRequest, Preview, PreviewRequest, Refusal, RefusalRequest, Replay,
    ReplayMomentRequest, ReplayStep, Rulebook, RulebookRequest, SaveGame, SavedGame,
    TimelineRequest, UndoRequest, Verdict, VerifyReplay, WinChances,
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
    types.add::<(
        EngineInfoRequest,
        ActRequest,
        ReplayMomentRequest,
        ReplayStep,
        BranchReplay,
        CheckDeck,
        BotActionRequest,
        BotAction,
        CloseGame,
        ExtendReplay,
    )>();
    types.add::<(
        CardsRequest,
        ChancesRequest,
        OddsHistoryRequest,
        HintRequest,
        PathsRequest,
        PreviewRequest,
    )>();
    types.add::<(
        EditionRequest,
        EditionsRequest,
        ExtendedReplay,
        HashRequest,
        RulebookRequest,
        WinChances,
    )>();
    types.add::<(
        TimelineRequest,
        Hint,
        LoadGame,
        MomentRequest,
        Moment,
        MoveTexts,
        NewGame,
        OpenReplay,
        OpenedGame,
        NewGameFromSetup,
    )>();
    types.add::<(
        Preview,
        GameProgress,
        Refusal,
        Replay,
        Rulebook,
        SaveGame,
        SavedGame,
        CloseReplay,
    )>();
    types
        .add::<(AdvanceReview, CheckedMark, CloseReview, MoveTexts, ReviewChecks, ReviewProgress)>(
        );
    types.add::<(ReviewResult, ReviewTexts, StartReview)>();
    types.add::<(Assess, Assessment)>();
    types.add::<(ReasonsRequest, ReasonMessage, PuzzlesRequest, PuzzleList, OpenPuzzle)>();
    types.add::<(JudgePuzzle, PuzzleAnswer, SolvePuzzle, PuzzleSolution)>();
    types.add::<(UndoRequest, Verdict, VerifyReplay, EngineInfo, RefusalRequest, ExportRecord)>();
    format!("{IMPORTS}{}\n{}", requests(), text(&types.take()))
}

#[test]
fn the_typescript_types_are_up_to_date() {
    generator!().check("../../web/src/lib/engine/asks.ts", &generated());
}
