//! The fields of requests and answers. Seats, views, prompts and faults are those of
//! `orrery-protocol`, so that a page treats a game in the browser and one on a server alike.

use orrery_protocol::{Edition, Outcome, Prompt, Seat, StepTaken, TableSettings, Told, View};
use serde::{Deserialize, Serialize};

/// Fields of requests and answers.
macro_rules! forms {
    ($($(#[$doc:meta])* $kind:ident $name:ident {
        $($(#[$fdoc:meta])* $field:ident: $type:ty $(as $typescript:literal)? $(, $optional:ident)?;)*
    })*) => { $(forms! { @$kind $(#[$doc])* $name {
        $($(#[$fdoc])* $field: $type $(as $typescript)? $(, $optional)?;)*
    } })* };
    (@asked $(#[$doc:meta])* $name:ident {
        $($(#[$fdoc:meta])* $field:ident: $type:ty $(as $typescript:literal)? $(, $optional:ident)?;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct $name {
            $($(#[$fdoc])*
            $(#[serde(default)] #[cfg_attr(test, ts($optional))])?
            $(#[cfg_attr(test, ts(type = $typescript))])?
            pub $field: $type,)*
        }
    };
    (@told $(#[$doc:meta])* $name:ident {
        $($(#[$fdoc:meta])* $field:ident: $type:ty $(as $typescript:literal)? $(, $optional:ident)?;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct $name {
            $($(#[$fdoc])*
            $(#[cfg_attr(test, ts(type = $typescript))])?
            pub $field: $type,)*
        }
    };
}

forms! {
    /// What can be played, and by whom.
    asked About {}

    /// What is built in.
    told WhatIs {
        /// The version of the program.
        version: String;
        /// The editions.
        editions: Vec<Edition> as "Edition[]";
        /// The levels of the bots, the weakest first.
        bots: Vec<String>;
    }

    /// The cards of an edition, in words; or of a deck, a game, a replay.
    asked ForCards {
        /// An edition.
        edition: Option<String>, optional;
        /// A deck of one's own.
        deck: Option<String>, optional;
        /// The number of a game.
        game: Option<u32>, optional;
        /// The number of a replay.
        replay: Option<u32>, optional;
    }

    /// Reads a deck of one's own; a fault names everything that is wrong.
    asked CheckDeck {
        /// The file.
        deck: String;
    }

    /// The rules, numbered.
    asked ForRulebook {}

    /// The rules, in the language that is spoken.
    told Rulebook {
        /// The language they are in.
        language: String;
        /// The chapters.
        chapters: Vec<Rule>;
        /// The rules of all chapters; one belongs to the chapter of its number.
        rules: Vec<Rule>;
    }

    /// A chapter or a rule.
    told Rule {
        /// `R7`, or `R7.3`, or a part of it, `R7.3a`.
        number: String;
        /// The heading, or the rule.
        text: String;
    }

    /// A new game. It runs up to the first question.
    asked New {
        /// What is played, as for a table online; clocks and company mean nothing here.
        settings: TableSettings as "TableSettings";
        /// What the players are called, by seat; letters if left out.
        names: Option<Vec<String>>, optional;
        /// 32 bytes from a good source, in hexadecimal digits: the dice follow from them.
        seed: String;
        /// When it begins: `2026-01-31T19:30:00Z`.
        date: Option<String>, optional;
        /// What chance decides first, in words. Such a game cannot be verified.
        script: Option<Vec<String>>, optional;
        /// Through whose eyes; without it, a spectator's.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// A game from any position, as for lessons.
    asked Position {
        /// The position as the text of a set-up.
        text: String;
        /// What the players are called, by seat.
        names: Option<Vec<String>>, optional;
        /// 32 bytes in hexadecimal digits.
        seed: String;
        /// What chance decides first, in words.
        script: Option<Vec<String>>, optional;
        /// Through whose eyes.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Goes on with a game that was saved.
    asked Load {
        /// What was saved.
        saved: Saved;
        /// Through whose eyes.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// A game that can be played on.
    told Opened {
        /// Its number.
        game: u32;
        /// What has happened since it was opened.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// How it stands.
        moment: Moment;
        /// The game, to be put away.
        saved: Saved;
    }

    /// Forgets a game.
    asked Close {
        /// Its number.
        game: u32;
    }

    /// How a game stands.
    asked Look {
        /// Its number.
        game: u32;
        /// Through whose eyes.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// A game at one moment, through somebody's eyes.
    told Moment {
        /// How many steps were taken.
        version: u32;
        /// What the viewer may know.
        view: View as "View";
        /// What is asked of whom; the answers only if it is the viewer who is asked.
        prompt: Option<Prompt> as "Prompt | null";
        /// The version that one undo of the viewer goes back to, if it can take back anything.
        undo: Option<u32>;
    }

    /// Answers the question, and the next ones of the same seat: all steps are taken, or none.
    /// Then chance decides, up to the next question.
    asked Act {
        /// The game.
        game: u32;
        /// The version that was seen.
        version: u32;
        /// The steps, in words.
        steps: Vec<String>;
        /// Through whose eyes it is told.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// What came of it.
    told Progress {
        /// What happened, step by step.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// How it stands now.
        moment: Moment;
        /// The game, to be put away.
        saved: Saved;
    }

    /// Takes back steps of the viewer, at most up to the last new information.
    asked Undo {
        /// The game.
        game: u32;
        /// How many steps stay; without it, one undo.
        to: Option<u32>, optional;
        /// Who takes back.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Why a step is not legal; `null` if it is.
    asked Why {
        /// A game.
        game: Option<u32>, optional;
        /// Or the end of a replay.
        replay: Option<u32>, optional;
        /// In a replay: who asks.
        viewer: Option<Seat> as "Seat", optional;
        /// The steps before it that are legal.
        after: Option<Vec<String>>, optional;
        /// The step, in words.
        step: String;
    }

    /// Why something is not legal.
    told Refusal {
        /// The number of the rule.
        rule: String;
        /// The reason, in words.
        text: String;
        /// The rule itself.
        book: String;
    }

    /// What steps of the asked seat would bring. Nothing that chance decides is foretold. At the end
    /// of a replay it is the viewer who is asked: whoever is to answer a follow before him passes.
    asked ForPreview {
        /// A game.
        game: Option<u32>, optional;
        /// Or the end of a replay, as of a record that a server sends to a seat.
        replay: Option<u32>, optional;
        /// In a replay: who asks.
        viewer: Option<Seat> as "Seat", optional;
        /// The steps; none shows how it stands.
        steps: Vec<String>;
    }

    /// What steps would bring.
    told Preview {
        /// The steps; those of a path include answers that were the only ones.
        steps: Vec<String>;
        /// The same in words.
        texts: Vec<String>;
        /// What would happen.
        events: Vec<Told> as "Told[]";
        /// What would come next.
        next: Next;
        /// What would be seen then, by the seat that acts; not for paths.
        view: Option<View> as "View | null";
        /// What would be asked then; not for paths.
        prompt: Option<Prompt> as "Prompt | null";
    }

    /// Every way to carry out a step, down to its targets: die, ship, place.
    asked ForPaths {
        /// A game.
        game: Option<u32>, optional;
        /// Or the end of a replay.
        replay: Option<u32>, optional;
        /// In a replay: who asks.
        viewer: Option<Seat> as "Seat", optional;
        /// The first steps; without any, all answers to the question.
        steps: Option<Vec<String>>, optional;
    }

    /// Everything that is needed to go on later.
    asked Save {
        /// The game.
        game: u32;
    }

    /// What a bot of this level does now.
    asked Choose {
        /// The game.
        saved: Saved;
        /// The level.
        bot: String;
    }

    /// A choice.
    told Chosen {
        /// The step, in words of the notation.
        step: String;
    }

    /// What the strongest bot would do in the place of the asked seat.
    asked ForHint {
        /// The game.
        saved: Saved;
    }

    /// A piece of advice.
    told Hint {
        /// The chance to win after each legal answer. The first is the advice.
        answers: Vec<Weighed>;
    }

    /// An answer and what it is worth.
    told Weighed {
        /// The answer, and those that go with it: die, ship, place.
        steps: Vec<String>;
        /// The same in words.
        texts: Vec<String>;
        /// The chance to win, 0 to 1.
        chance: f32;
    }

    /// The chance of each seat to win, as a spectator would guess; `null` if unknown.
    asked ForChances {
        /// The game.
        saved: Saved;
    }

    /// How the chances to win went over a game.
    asked ForCourse {
        /// The record, text or JSON.
        record: String;
    }

    /// The chances at a moment.
    told Odds {
        /// The turn that has just ended; 0 before the first.
        turn: u16;
        /// How many steps were taken.
        version: u32;
        /// The chance of each seat to win, as a spectator would guess.
        chances: Vec<f32>;
    }

    /// Opens a record, text or JSON, to look at it.
    asked Open {
        /// The file.
        record: String;
    }

    /// A record that can be looked at.
    told Replay {
        /// Its number.
        replay: u32;
        /// The edition or deck.
        edition: String;
        /// The deck of one's own that it was played with.
        deck: Option<String>;
        /// How many people and bots played.
        seats: u8;
        /// Solo: the Rogue.
        rogue: Option<String>;
        /// Whether only missions were dealt that compare nobody.
        duel_missions: bool;
        /// Solo: whether the Rogue rerolled unusable dice.
        relentless: bool;
        /// What the players are called, by seat.
        names: Vec<String>;
        /// When it began.
        date: Option<String>;
        /// How many steps it has.
        length: u32;
        /// The turns, with the step that each begins at.
        turns: Vec<TurnMark>;
        /// Whether the whole game is there, or what one seat saw.
        whole: bool;
        /// The seat whose view it is.
        seen_by: Option<Seat> as "Seat | null";
        /// How it ended.
        outcome: Option<Outcome> as "Outcome | null";
    }

    /// Where a turn begins.
    told TurnMark {
        /// Its number; 0 is the opening.
        turn: u16;
        /// Whose it is.
        seat: Option<Seat> as "Seat | null";
        /// How many steps come before it.
        step: u32;
    }

    /// Goes on with a replay by what has happened since, as a server tells it to the seat whose
    /// record it is: all steps, or none.
    asked Extend {
        /// The replay.
        replay: u32;
        /// Through whose eyes; without it, a spectator's.
        viewer: Option<Seat> as "Seat", optional;
        /// The steps, in words; none to hear how it stands.
        steps: Vec<String>;
    }

    /// How a replay went on.
    told Extended {
        /// What happened, step by step.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// How it stands now. The viewer is asked as soon as a server does: who is before him is
        /// taken to pass, or to have chosen.
        moment: Moment;
    }

    /// Forgets a replay.
    asked Shut {
        /// Its number.
        replay: u32;
    }

    /// All that happened.
    asked ForTimeline {
        /// The replay.
        replay: u32;
        /// Through whose eyes.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// A step of a replay.
    told Beat {
        /// How many steps there are with it.
        version: u32;
        /// The turn it belongs to.
        turn: u16;
        /// What happened.
        step: StepTaken as "StepTaken";
        /// The points of each seat after it, missions not counted.
        points: Vec<u8>;
        /// What an annotator says about it.
        comment: Option<String>;
    }

    /// A replay after so many steps.
    asked At {
        /// The replay.
        replay: u32;
        /// How many steps.
        step: u32;
        /// Through whose eyes.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Plays on from a moment of a replay, with new dice.
    asked Branch {
        /// The replay.
        replay: u32;
        /// After how many steps.
        step: u32;
        /// 32 bytes in hexadecimal digits.
        seed: String;
        /// Through whose eyes.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Whether the dice were fair.
    asked Verify {
        /// The replay.
        replay: u32;
        /// What the page noted before the game, as in docs/FAIR-DICE.md.
        receipt: Option<String> as "string", optional;
    }

    /// The hash of a contribution to the dice.
    asked ForHash {
        /// The contribution, in hexadecimal digits.
        entropy: String;
    }

    /// What verifying found.
    told Verdict {
        /// What is known now.
        verdict: Known;
        /// What was found, in English.
        text: String;
        /// How much is proved, if it is.
        strength: Option<Proof>;
        /// Why not more.
        shortfall: Option<Lacking>;
        /// How many draws were aborted before the game.
        aborted: u32;
        /// Rolls that were proved.
        rolls: usize;
        /// Draws of planets that were proved.
        draws: usize;
        /// Missions dealt that were proved.
        deals: usize;
        /// Starting seats drawn that were proved.
        starts: usize;
    }

    /// A record as a file.
    asked Write {
        /// A replay.
        replay: u32;
        /// The form of the file.
        form: Form;
        /// Only what this seat may know.
        seen_by: Option<Seat> as "Seat", optional;
    }
}

/// A game in a drawer: with its seed, so keep it from those who play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Saved {
    /// The record so far.
    pub record: String,
    /// The seed of the dice, in hexadecimal digits.
    pub seed: String,
    /// What chance decides next, in words.
    #[serde(default)]
    pub script: Vec<String>,
}

/// What comes after a preview.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Next {
    /// The same seat goes on with its turn.
    Turn,
    /// The same seat must choose something more.
    Choice,
    /// Others are asked.
    Others,
    /// Something is rolled or drawn.
    Chance,
    /// The game is over.
    Over,
}

/// What verifying can find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Known {
    /// Every roll and draw follows from what was committed to.
    Proved,
    /// One does not.
    False,
    /// There is nothing to prove it by.
    Unknown,
}

/// How much verifying proves, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Proof {
    /// The record is consistent with itself.
    Consistent,
    /// The dice follow the commitment that the player was given before the game.
    Committed,
    /// And the player's own contribution is in them.
    Contributed,
}

/// Why verifying does not prove more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Lacking {
    /// There is no receipt.
    NoCommitment,
    /// The receipt has no contribution.
    NoContribution,
    /// The receipt does not say that the contributions of others were fixed before.
    OthersNotFixed,
    /// The key was changed in the middle of the game.
    Rekeyed,
}

/// The forms of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Form {
    /// For people: `.orr`.
    Text,
    /// For programs.
    Json,
}
