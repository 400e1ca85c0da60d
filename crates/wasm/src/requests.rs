//! The requests and their handlers.

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
use crate::review::{
    AdvanceReview, CheckedMark, CloseReview, MoveTexts, ReviewChecks, ReviewProgress, ReviewResult,
    ReviewTexts, StartReview,
};
use crate::tutor::{Assess, Assessment};
use crate::workspace::Workspace;
use orrery_analysis::Review;
use orrery_protocol::{Cards, Edition, EditionDescription, Fault};
use serde::{Deserialize, Serialize};

/// Defines the requests: keyword, fields, response and handler.
macro_rules! requests {
    ($($(#[$doc:meta])* $word:literal $name:ident => $answer:ty as $typescript:literal, $run:path;)*) => {
        #[derive(Deserialize)]
        #[serde(tag = "do")]
        enum Request {
            $($(#[$doc])* #[serde(rename = $word)] $name($name),)*
        }

        fn dispatch(workspace: &mut Workspace, request: Request) -> String {
            match request {
                $(Request::$name(asked) => response_json::<$answer>(&$run(workspace, asked)),)*
            }
        }

        /// The requests for TypeScript: keyword, fields and response.
        #[cfg(test)]
        pub(crate) const REQUESTS: &[(&str, &str, &str)] =
            &[$(($word, stringify!($name), $typescript),)*];
    };
}

requests! {
    "about" About => EngineInfo as "EngineInfo", Workspace::about;
    "cards" CardsRequest => Cards as "Cards", Workspace::cards;
    "edition" EditionRequest => EditionDescription as "EditionDescription", Workspace::edition;
    "editions" EditionsRequest => Vec<EditionDescription> as "EditionDescription[]", Workspace::editions;
    "deck" CheckDeck => Edition as "Edition", Workspace::check_deck;
    "rulebook" RulebookRequest => Rulebook as "Rulebook", Workspace::rulebook;
    "new" New => Opened as "Opened", Workspace::new_game;
    "position" Position => Opened as "Opened", Workspace::position;
    "load" Load => Opened as "Opened", Workspace::load;
    "close" Close => () as "null", Workspace::close;
    "look" Look => Moment as "Moment", Workspace::look;
    "act" Act => Progress as "Progress", Workspace::act;
    "undo" Undo => Progress as "Progress", Workspace::undo;
    "why" Why => Option<Refusal> as "Refusal | null", Workspace::why;
    "preview" PreviewRequest => Preview as "Preview", Workspace::preview;
    "paths" PathsRequest => Vec<Preview> as "Preview[]", Workspace::paths;
    "save" Save => Saved as "Saved", Workspace::save;
    "choose" Choose => Chosen as "Chosen", Workspace::choose;
    "hint" HintRequest => Hint as "Hint", Workspace::hint;
    "assess" Assess => Assessment as "Assessment", Workspace::assess;
    "chances" ChancesRequest => Option<Vec<f32>> as "number[] | null", Workspace::chances;
    "odds-history" OddsHistoryRequest => Vec<WinChances> as "WinChances[]", Workspace::odds_history;
    "open" Open => Replay as "Replay", Workspace::open;
    "extend" Extend => Extended as "Extended", Workspace::extend;
    "shut" Shut => () as "null", Workspace::shut;
    "timeline" TimelineRequest => Vec<ReplayStep> as "ReplayStep[]", Workspace::timeline;
    "at" At => Moment as "Moment", Workspace::at;
    "branch" Branch => Opened as "Opened", Workspace::branch;
    "verify" Verify => Verdict as "Verdict", Workspace::verify;
    "entropy-hash" HashRequest => String as "string", Workspace::entropy_hash;
    "review" StartReview => ReviewProgress as "ReviewProgress", Workspace::start_review;
    "review-advance" AdvanceReview => ReviewProgress as "ReviewProgress", Workspace::advance_review;
    "review-checks" ReviewChecks => Vec<CheckedMark> as "CheckedMark[]", Workspace::review_checks;
    "review-result" ReviewResult => Review as "Review", Workspace::review_result;
    "review-texts" ReviewTexts => MoveTexts as "MoveTexts", Workspace::review_texts;
    "review-close" CloseReview => () as "null", Workspace::close_review;
    "reasons" ReasonsRequest => Vec<ReasonMessage> as "ReasonMessage[]", Workspace::reasons;
    "puzzles" PuzzlesRequest => PuzzleList as "PuzzleList", Workspace::puzzles;
    "puzzle-open" OpenPuzzle => Opened as "Opened", Workspace::open_puzzle;
    "puzzle-judge" JudgePuzzle => PuzzleAnswer as "PuzzleAnswer", Workspace::judge_puzzle;
    "puzzle-solve" SolvePuzzle => PuzzleSolution as "PuzzleSolution", Workspace::solve_puzzle;
    "write" Write => String as "string", Workspace::write;
}

/// Handles a request.
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
    let form = match answer {
        Ok(answer) => Response::Ok(answer),
        Err(fault) => Response::Fault(fault),
    };
    serde_json::to_string(&form).expect("responses have only numbers, texts and lists")
}
