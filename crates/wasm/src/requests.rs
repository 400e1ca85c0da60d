//! The requests and their handlers.

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
use crate::review::{
    AdvanceReview, CheckedMark, CloseReview, MoveTexts, ReviewChecks, ReviewProgress, ReviewResult,
    ReviewTexts, StartReview,
};
use crate::tutor::{Assess, Assessment};
use crate::workspace::Workspace;
use orrery_analysis::Review;
use orrery_protocol::{Cards, Edition, EditionDescription, Fault};
#[cfg(test)]
use orrery_testing::typescript::Collector;
use serde::{Deserialize, Serialize};

/// Defines the requests: keyword, fields, response and handler of each.
macro_rules! requests {
    ($($(#[$doc:meta])* $keyword:literal $name:ident => $answer:ty as $typescript:literal, $handler:path;)*) => {
        #[derive(Deserialize)]
        #[serde(tag = "do")]
        enum Request {
            $($(#[$doc])* #[serde(rename = $keyword)] $name($name),)*
        }

        fn dispatch(workspace: &mut Workspace, request: Request) -> String {
            match request {
                $(Request::$name(fields) => response_json::<$answer>(&$handler(workspace, fields)),)*
            }
        }

        /// The requests for the TypeScript generator: keyword, fields and response of each.
        #[cfg(test)]
        pub(crate) const REQUESTS: &[(&str, &str, &str)] =
            &[$(($keyword, stringify!($name), $typescript),)*];

        /// Adds the types of all requests to those of the TypeScript generator.
        #[cfg(test)]
        pub(crate) fn add_request_types(types: &mut Collector) {
            $(types.add::<$name>();)*
        }
    };
}

requests! {
    "about" EngineInfoRequest => EngineInfo as "EngineInfo", Workspace::engine_info;
    "cards" CardsRequest => Cards as "Cards", Workspace::cards;
    "edition" EditionRequest => EditionDescription as "EditionDescription", Workspace::edition;
    "editions" EditionsRequest => Vec<EditionDescription> as "EditionDescription[]", Workspace::editions;
    "deck" CheckDeck => Edition as "Edition", Workspace::check_deck;
    "rulebook" RulebookRequest => Rulebook as "Rulebook", Workspace::rulebook;
    "new" NewGame => OpenedGame as "OpenedGame", Workspace::new_game;
    "position" NewGameFromSetup => OpenedGame as "OpenedGame", Workspace::new_game_from_setup;
    "load" LoadGame => OpenedGame as "OpenedGame", Workspace::load;
    "close" CloseGame => () as "null", Workspace::close_game;
    "look" MomentRequest => Moment as "Moment", Workspace::moment;
    "act" ActRequest => GameProgress as "GameProgress", Workspace::act;
    "undo" UndoRequest => GameProgress as "GameProgress", Workspace::undo;
    "why" RefusalRequest => Option<Refusal> as "Refusal | null", Workspace::refusal;
    "preview" PreviewRequest => Preview as "Preview", Workspace::preview;
    "paths" PathsRequest => Vec<Preview> as "Preview[]", Workspace::paths;
    "save" SaveGame => SavedGame as "SavedGame", Workspace::save;
    "choose" BotActionRequest => BotAction as "BotAction", Workspace::bot_action;
    "hint" HintRequest => Hint as "Hint", Workspace::hint;
    "assess" Assess => Assessment as "Assessment", Workspace::assess;
    "chances" ChancesRequest => Option<Vec<f32>> as "number[] | null", Workspace::chances;
    "odds-history" OddsHistoryRequest => Vec<WinChances> as "WinChances[]", Workspace::odds_history;
    "open" OpenReplay => Replay as "Replay", Workspace::open;
    "extend" ExtendReplay => ExtendedReplay as "ExtendedReplay", Workspace::extend;
    "shut" CloseReplay => () as "null", Workspace::close_replay;
    "timeline" TimelineRequest => Vec<ReplayStep> as "ReplayStep[]", Workspace::timeline;
    "at" ReplayMomentRequest => Moment as "Moment", Workspace::replay_moment;
    "branch" BranchReplay => OpenedGame as "OpenedGame", Workspace::branch;
    "verify" VerifyReplay => Verdict as "Verdict", Workspace::verify;
    "entropy-hash" HashRequest => String as "string", Workspace::entropy_hash;
    "review" StartReview => ReviewProgress as "ReviewProgress", Workspace::start_review;
    "review-advance" AdvanceReview => ReviewProgress as "ReviewProgress", Workspace::advance_review;
    "review-checks" ReviewChecks => Vec<CheckedMark> as "CheckedMark[]", Workspace::review_checks;
    "review-result" ReviewResult => Review as "Review", Workspace::review_result;
    "review-texts" ReviewTexts => MoveTexts as "MoveTexts", Workspace::review_texts;
    "review-close" CloseReview => () as "null", Workspace::close_review;
    "reasons" ReasonsRequest => Vec<ReasonMessage> as "ReasonMessage[]", Workspace::reasons;
    "puzzles" PuzzlesRequest => PuzzleList as "PuzzleList", Workspace::puzzles;
    "puzzle-open" OpenPuzzle => OpenedGame as "OpenedGame", Workspace::open_puzzle;
    "puzzle-judge" JudgePuzzle => PuzzleAnswer as "PuzzleAnswer", Workspace::judge_puzzle;
    "puzzle-solve" SolvePuzzle => PuzzleSolution as "PuzzleSolution", Workspace::solve_puzzle;
    "write" ExportRecord => String as "string", Workspace::export_record;
}

/// Parses and handles a request, and returns the response as JSON.
pub(crate) fn answer(workspace: &mut Workspace, request: &str) -> String {
    match serde_json::from_str::<Request>(request) {
        Ok(request) => dispatch(workspace, request),
        Err(problem) => response_json::<()>(&Err(Fault::malformed(&problem))),
    }
}

/// Serializes a response as `{"ok": …}` or `{"fault": …}`.
pub(crate) fn response_json<T: Serialize>(answer: &Result<T, Fault>) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Response<'a, T> {
        Ok(&'a T),
        Fault(&'a Fault),
    }
    let response = match answer {
        Ok(answer) => Response::Ok(answer),
        Err(fault) => Response::Fault(fault),
    };
    serde_json::to_string(&response).expect("responses have only numbers, texts and lists")
}
