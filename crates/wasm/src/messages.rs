//! The fields of requests and responses. Seats, views, prompts and faults are those of
//! `orrery-protocol`, so that a page treats local and online games alike.

pub use crate::option_flags::OptionFlags;
use orrery_protocol::{
    DescribedEvent, Edition, Outcome, Prompt, Seat, StepTaken, TableSettings, View,
};
use serde::{Deserialize, Serialize};

/// Defines the fields of requests and responses.
macro_rules! messages {
    ($($(#[$doc:meta])* $kind:ident $name:ident {
        $($(#[$fdoc:meta])* $field:ident: $type:ty $(as $typescript:literal)? $(, $optional:ident)?;)*
    })*) => { $(messages! { @$kind $(#[$doc])* $name {
        $($(#[$fdoc])* $field: $type $(as $typescript)? $(, $optional)?;)*
    } })* };
    (@request $(#[$doc:meta])* $name:ident {
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
    (@response $(#[$doc:meta])* $name:ident {
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

messages! {
    /// Requests the built-in editions and bots.
    request EngineInfoRequest {}

    /// The built-in editions and bots.
    response EngineInfo {
        /// The version of the program.
        version: String;
        /// The editions.
        editions: Vec<Edition> as "Edition[]";
        /// The bot levels, weakest first.
        bots: Vec<String>;
    }

    /// Requests the cards of an edition, a deck, a game or a replay, with texts.
    request CardsRequest {
        /// An edition.
        edition: Option<String>, optional;
        /// A custom deck.
        deck: Option<String>, optional;
        /// The number of a game.
        game: Option<u32>, optional;
        /// The number of a replay.
        replay: Option<u32>, optional;
    }

    /// Requests descriptions of the built-in editions.
    request EditionsRequest {}

    /// Requests the description of an edition, a deck, or the edition of a game or a replay.
    request EditionRequest {
        /// An edition.
        edition: Option<String>, optional;
        /// A custom deck.
        deck: Option<String>, optional;
        /// The number of a game.
        game: Option<u32>, optional;
        /// The number of a replay.
        replay: Option<u32>, optional;
    }

    /// Validates a custom deck; the fault lists all problems.
    request CheckDeck {
        /// The file.
        deck: String;
    }

    /// Requests the rulebook.
    request RulebookRequest {}

    /// The rulebook in the selected language.
    response Rulebook {
        /// The language.
        language: String;
        /// The chapters.
        chapters: Vec<Rule>;
        /// The rules of all chapters. The number of a rule starts with the number of its chapter.
        rules: Vec<Rule>;
    }

    /// A chapter or a rule.
    response Rule {
        /// The number of a chapter (`R7`), a rule (`R7.3`) or a part of a rule (`R7.3a`).
        number: String;
        /// The heading, or the rule.
        text: String;
    }

    /// Starts a new game and runs it to the first decision.
    request NewGame {
        /// The settings, as for an online table; clocks and players are ignored.
        settings: TableSettings as "TableSettings";
        /// The names of the players, by seat; letters by default.
        names: Option<Vec<String>>, optional;
        /// The seed of the dice: 32 random bytes in hexadecimal digits.
        seed: String;
        /// The start time: `2026-01-31T19:30:00Z`.
        date: Option<String>, optional;
        /// The first chance outcomes, in notation. A scripted game cannot be verified.
        script: Option<Vec<String>>, optional;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Starts a game from a set-up, as for lessons.
    request NewGameFromSetup {
        /// The position as the text of a set-up.
        text: String;
        /// The names of the players, by seat.
        names: Option<Vec<String>>, optional;
        /// The seed of the dice: 32 bytes in hexadecimal digits.
        seed: String;
        /// The first chance outcomes, in notation.
        script: Option<Vec<String>>, optional;
        /// The viewer.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Loads a saved game.
    request LoadGame {
        /// The saved game.
        saved: SavedGame;
        /// The viewer.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// An open game.
    response OpenedGame {
        /// The number of the game.
        game: u32;
        /// The steps since the game was opened.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// The current moment.
        moment: Moment;
        /// The saved game.
        saved: SavedGame;
    }

    /// Closes a game.
    request CloseGame {
        /// The number of the game.
        game: u32;
    }

    /// Requests the current moment of a game.
    request MomentRequest {
        /// The number of the game.
        game: u32;
        /// The viewer.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// A game at one moment, as the viewer sees it.
    response Moment {
        /// The number of applied steps.
        version: u32;
        /// The view: everything that the viewer may know.
        view: View as "View";
        /// The pending decision, with the legal actions if the viewer decides.
        prompt: Option<Prompt> as "Prompt | null";
        /// The version that one undo of the viewer restores, if undo is possible.
        undo: Option<u32>;
    }

    /// Applies one or more actions of the deciding seat, all or none. Then chance decides, up to
    /// the next decision of a seat.
    request ActRequest {
        /// The game.
        game: u32;
        /// The version that the client has seen.
        version: u32;
        /// The steps, in notation.
        steps: Vec<String>;
        /// The viewer of the response.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// The result of a request that changed a game.
    response GameProgress {
        /// The applied steps.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// The current moment.
        moment: Moment;
        /// The saved game.
        saved: SavedGame;
    }

    /// Undoes steps of the viewer, at most back to the last new information.
    request UndoRequest {
        /// The game.
        game: u32;
        /// The version to restore; one undo by default.
        to: Option<u32>, optional;
        /// The seat that undoes.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Requests why a step is illegal; the response is `null` if it is legal.
    request RefusalRequest {
        /// A game.
        game: Option<u32>, optional;
        /// Or the end of a replay.
        replay: Option<u32>, optional;
        /// In a replay: the viewer.
        viewer: Option<Seat> as "Seat", optional;
        /// Legal steps to apply before the step.
        after: Option<Vec<String>>, optional;
        /// The step, in notation.
        step: String;
    }

    /// The reason why a step is illegal.
    response Refusal {
        /// The number of the rule.
        rule: String;
        /// The reason.
        text: String;
        /// The text of the rule.
        book: String;
    }

    /// Previews steps of the deciding seat, without predicting chance. At the end of a replay the
    /// viewer decides; seats that are asked to follow before the viewer are assumed to pass.
    request PreviewRequest {
        /// A game.
        game: Option<u32>, optional;
        /// Or the end of a replay, such as a record that a server sends to a seat.
        replay: Option<u32>, optional;
        /// In a replay: the viewer.
        viewer: Option<Seat> as "Seat", optional;
        /// The steps; none previews the current position.
        steps: Vec<String>;
    }

    /// A preview of steps.
    response Preview {
        /// The steps; those of a path include forced actions.
        steps: Vec<String>;
        /// The texts of the steps.
        texts: Vec<String>;
        /// The events that would happen.
        events: Vec<DescribedEvent> as "DescribedEvent[]";
        /// The next decision.
        next: PreviewNext;
        /// The resulting view of the acting seat; not for paths.
        view: Option<View> as "View | null";
        /// The resulting decision; not for paths.
        prompt: Option<Prompt> as "Prompt | null";
    }

    /// Requests every way to complete a step, down to its targets: die, ship, place.
    request PathsRequest {
        /// A game.
        game: Option<u32>, optional;
        /// Or the end of a replay.
        replay: Option<u32>, optional;
        /// In a replay: the viewer.
        viewer: Option<Seat> as "Seat", optional;
        /// The first steps; without any, all legal actions.
        steps: Option<Vec<String>>, optional;
    }

    /// Saves a game.
    request SaveGame {
        /// The game.
        game: u32;
    }

    /// Requests the action of a bot.
    request BotActionRequest {
        /// The game.
        saved: SavedGame;
        /// The level.
        bot: String;
    }

    /// The action of a bot.
    response BotAction {
        /// The step, in notation.
        step: String;
    }

    /// Requests a rating of the deciding seat's actions by the strongest bot.
    request HintRequest {
        /// The game.
        saved: SavedGame;
    }

    /// A hint.
    response Hint {
        /// The legal actions with their chance to win, best first.
        answers: Vec<RatedAnswer>;
        /// Up to three reasons why the best answer is better than the second one.
        reasons: Vec<crate::reasons::ReasonMessage>;
    }

    /// A rated action.
    response RatedAnswer {
        /// The action and the choices that complete it: die, ship, place.
        steps: Vec<String>;
        /// The texts of the steps.
        texts: Vec<String>;
        /// The chance to win, 0 to 1.
        chance: f32;
    }

    /// Requests each seat's chance to win, by public information; `null` if unknown.
    request ChancesRequest {
        /// The game.
        saved: SavedGame;
    }

    /// Requests the win probabilities after each turn of a game.
    request OddsHistoryRequest {
        /// The record, text or JSON.
        record: String;
    }

    /// The chances to win at one moment.
    response WinChances {
        /// The turn that just ended; 0 before the first.
        turn: u16;
        /// The number of applied steps.
        version: u32;
        /// Each seat's chance to win, by public information.
        chances: Vec<f32>;
    }

    /// Opens a record in text or JSON format as a replay.
    request OpenReplay {
        /// The file.
        record: String;
    }

    /// An open replay.
    response Replay {
        /// The number of the replay.
        replay: u32;
        /// The edition or deck.
        edition: String;
        /// The custom deck.
        deck: Option<String>;
        /// The number of players, including bots.
        seats: u8;
        /// The Rogue of a solo game.
        rogue: Option<String>;
        /// The options.
        options: OptionFlags;
        /// The names of the players, by seat.
        names: Vec<String>;
        /// The start time.
        date: Option<String>;
        /// The number of steps.
        length: u32;
        /// The turns, with the first step of each.
        turns: Vec<TurnMark>;
        /// Whether the record is complete, rather than redacted for a viewer.
        whole: bool;
        /// The viewer of a redacted record.
        seen_by: Option<Seat> as "Seat | null";
        /// The result.
        outcome: Option<Outcome> as "Outcome | null";
    }

    /// The start of a turn.
    response TurnMark {
        /// The number of the turn; 0 is the opening.
        turn: u16;
        /// The active seat.
        seat: Option<Seat> as "Seat | null";
        /// The number of steps before the turn.
        step: u32;
    }

    /// Adds steps to a replay, all or none.
    ///
    /// For example, a server sends these steps to the seat of the record.
    request ExtendReplay {
        /// The replay.
        replay: u32;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
        /// The steps, in notation; none to request the current moment.
        steps: Vec<String>;
    }

    /// The steps added to a replay.
    response ExtendedReplay {
        /// The applied steps.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// The current moment. The viewer is asked as soon as a server would ask: seats before the
        /// viewer are assumed to pass or to have chosen.
        moment: Moment;
    }

    /// Closes a replay.
    request CloseReplay {
        /// The number of the replay.
        replay: u32;
    }

    /// Requests all steps of a replay.
    request TimelineRequest {
        /// The replay.
        replay: u32;
        /// The viewer.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// A step of a replay.
    response ReplayStep {
        /// The number of steps up to and including this step.
        version: u32;
        /// The turn of the step.
        turn: u16;
        /// The step.
        step: StepTaken as "StepTaken";
        /// The points of each seat after the step, without missions.
        points: Vec<u8>;
        /// An annotator's comment.
        comment: Option<String>;
    }

    /// Requests a replay after a number of steps.
    request ReplayMomentRequest {
        /// The replay.
        replay: u32;
        /// The number of steps.
        step: u32;
        /// The viewer.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Starts a game from a position of a replay, with new dice.
    request BranchReplay {
        /// The replay.
        replay: u32;
        /// The number of steps before the branch.
        step: u32;
        /// The seed of the dice: 32 bytes in hexadecimal digits.
        seed: String;
        /// The viewer.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Verifies the dice of a replay.
    request VerifyReplay {
        /// The replay.
        replay: u32;
        /// The dice receipt, as described in docs/FAIR-DICE.md.
        receipt: Option<String> as "string", optional;
    }

    /// Requests the hash of a contribution to the dice.
    request HashRequest {
        /// The contribution, in hexadecimal digits.
        entropy: String;
    }

    /// The result of a verification.
    response Verdict {
        /// The verdict.
        verdict: VerdictKind;
        /// The details, in English.
        text: String;
        /// The proof level, if the dice are proved.
        proof_level: Option<ProofLevel>;
        /// The reason why the proof level is not higher.
        shortfall: Option<Shortfall>;
        /// The number of draws that were aborted before the game.
        aborted: u32;
        /// The number of proved rolls.
        rolls: usize;
        /// The number of proved planet draws.
        draws: usize;
        /// The number of proved mission deals.
        deals: usize;
        /// The number of proved draws of the starting seat.
        starts: usize;
    }

    /// Exports a record.
    request ExportRecord {
        /// A replay.
        replay: u32;
        /// The file format.
        form: RecordFormat;
        /// Redacts the record for this seat.
        seen_by: Option<Seat> as "Seat", optional;
    }
}

/// A saved game. It contains the secret seed, so do not show it to players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedGame {
    /// The record so far.
    pub record: String,
    /// The seed of the dice, in hexadecimal digits.
    pub seed: String,
    /// The remaining scripted outcomes, in notation.
    #[serde(default)]
    pub script: Vec<String>,
}

/// The decision after a preview.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PreviewNext {
    /// The same seat continues its turn.
    Turn,
    /// The same seat must choose something more.
    Choice,
    /// Other seats must decide.
    Others,
    /// A chance outcome is due.
    Chance,
    /// The game is over.
    Over,
}

/// The kinds of verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum VerdictKind {
    /// Every roll and draw follows from the commitment.
    Proved,
    /// A roll or draw does not follow from the commitment.
    False,
    /// The record cannot be verified.
    Unknown,
}

/// The proof levels, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProofLevel {
    /// The record is consistent with itself.
    Consistent,
    /// The dice also follow the commitment that the player received before the game.
    Committed,
    /// The dice also include the player's own contribution.
    Contributed,
}

/// The reason why the proof level is not higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Shortfall {
    /// There is no receipt.
    NoCommitment,
    /// The receipt has no contribution.
    NoContribution,
    /// The receipt does not show that other contributions were fixed before this one was revealed.
    OthersNotFixed,
    /// The game was re-keyed.
    Rekeyed,
}

/// The file formats of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RecordFormat {
    /// The text format: `.orr`.
    Text,
    /// The JSON format.
    Json,
}
