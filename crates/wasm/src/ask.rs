//! What can be asked, and who answers it.

use crate::desk::Desk;
use crate::fault;
use crate::forms::{
    About, Act, At, Beat, Branch, CheckDeck, Choose, Chosen, Close, Extend, Extended, ForCards,
    ForChances, ForCourse, ForHash, ForHint, ForPaths, ForPreview, ForRulebook, ForTimeline, Hint,
    Load, Look, Moment, New, Odds, Open, Opened, Position, Preview, Progress, Refusal, Replay,
    Rulebook, Save, Saved, Shut, Undo, Verdict, Verify, WhatIs, Why, Write,
};
use orrery_protocol::{Cards, Edition, Fault};
use serde::{Deserialize, Serialize};

/// The requests: the word, the type of its fields, and what it is answered with.
macro_rules! requests {
    ($($(#[$doc:meta])* $word:literal $name:ident => $answer:ty as $typescript:literal, $run:path;)*) => {
        #[derive(Deserialize)]
        #[serde(tag = "do")]
        enum Request {
            $($(#[$doc])* #[serde(rename = $word)] $name($name),)*
        }

        fn dispatch(desk: &mut Desk, request: Request) -> String {
            match request {
                $(Request::$name(asked) => written::<$answer>(&$run(desk, asked)),)*
            }
        }

        /// The requests in TypeScript: the word, its fields, its answer.
        #[cfg(test)]
        pub(crate) const REQUESTS: &[(&str, &str, &str)] =
            &[$(($word, stringify!($name), $typescript),)*];
    };
}

requests! {
    "about" About => WhatIs as "WhatIs", Desk::about;
    "cards" ForCards => Cards as "Cards", Desk::cards;
    "deck" CheckDeck => Edition as "Edition", Desk::check_deck;
    "rulebook" ForRulebook => Rulebook as "Rulebook", Desk::rulebook;
    "new" New => Opened as "Opened", Desk::new_game;
    "position" Position => Opened as "Opened", Desk::position;
    "load" Load => Opened as "Opened", Desk::load;
    "close" Close => () as "null", Desk::close;
    "look" Look => Moment as "Moment", Desk::look;
    "act" Act => Progress as "Progress", Desk::act;
    "undo" Undo => Progress as "Progress", Desk::undo;
    "why" Why => Option<Refusal> as "Refusal | null", Desk::why;
    "preview" ForPreview => Preview as "Preview", Desk::preview;
    "paths" ForPaths => Vec<Preview> as "Preview[]", Desk::paths;
    "save" Save => Saved as "Saved", Desk::save;
    "choose" Choose => Chosen as "Chosen", Desk::choose;
    "hint" ForHint => Hint as "Hint", Desk::hint;
    "chances" ForChances => Option<Vec<f32>> as "number[] | null", Desk::chances;
    "course" ForCourse => Vec<Odds> as "Odds[]", Desk::course;
    "open" Open => Replay as "Replay", Desk::open;
    "extend" Extend => Extended as "Extended", Desk::extend;
    "shut" Shut => () as "null", Desk::shut;
    "timeline" ForTimeline => Vec<Beat> as "Beat[]", Desk::timeline;
    "at" At => Moment as "Moment", Desk::at;
    "branch" Branch => Opened as "Opened", Desk::branch;
    "verify" Verify => Verdict as "Verdict", Desk::verify;
    "entropy-hash" ForHash => String as "string", Desk::entropy_hash;
    "write" Write => String as "string", Desk::write;
}

/// Answers a request.
pub(crate) fn answer(desk: &mut Desk, request: &str) -> String {
    match serde_json::from_str::<Request>(request) {
        Ok(request) => dispatch(desk, request),
        Err(problem) => written::<()>(&Err(fault::malformed(&problem))),
    }
}

/// `{"ok": …}` or `{"fault": …}`.
pub(crate) fn written<T: Serialize>(answer: &Result<T, Fault>) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Written<'a, T> {
        Ok(&'a T),
        Fault(&'a Fault),
    }
    let form = match answer {
        Ok(answer) => Written::Ok(answer),
        Err(fault) => Written::Fault(fault),
    };
    // Forms of numbers, texts and lists can always be written.
    serde_json::to_string(&form).unwrap_or_default()
}
