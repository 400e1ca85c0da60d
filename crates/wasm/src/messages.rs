//! The fields of requests and responses. Seats, views, prompts and faults are those of
//! `orrery-protocol`, so that a page can handle local and online games in the same way.

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
        /// The version of Orrery.
        version: String;
        /// The editions.
        editions: Vec<Edition> as "Edition[]";
        /// The bot levels, weakest first.
        bots: Vec<String>;
    }

    /// Requests the cards of an edition, a deck, a game or a replay, with texts.
    request CardsRequest {
        /// The id of a built-in edition; `classic` by default.
        edition: Option<String>, optional;
        /// The text of a custom deck (TOML).
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
        /// The id of a built-in edition; `classic` by default.
        edition: Option<String>, optional;
        /// The text of a custom deck (TOML).
        deck: Option<String>, optional;
        /// The number of a game.
        game: Option<u32>, optional;
        /// The number of a replay.
        replay: Option<u32>, optional;
    }

    /// Validates a custom deck; if it is invalid, the fault lists all problems.
    request CheckDeck {
        /// The text of the deck (TOML).
        deck: String;
    }

    /// Requests the rulebook.
    request RulebookRequest {}

    /// The rulebook in the selected language.
    response Rulebook {
        /// The language as a tag: `en` or `de`.
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
        /// The heading of the chapter, or the text of the rule.
        text: String;
    }

    /// Starts a new game and runs it to the first decision.
    request NewGame {
        /// The settings, as for an online table. The engine ignores clocks and players.
        settings: TableSettings as "TableSettings";
        /// The names of the players, by seat; letters by default.
        names: Option<Vec<String>>, optional;
        /// The seed of the dice: 32 random bytes in hexadecimal digits.
        seed: String;
        /// The start time: `2026-01-31T19:30:00Z`.
        date: Option<String>, optional;
        /// The first chance outcomes, in notation. The dice of a scripted game cannot be verified.
        script: Option<Vec<String>>, optional;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Starts a game from a set-up; lessons use this.
    request NewGameFromSetup {
        /// The position as the text of a set-up.
        text: String;
        /// The names of the players, by seat.
        names: Option<Vec<String>>, optional;
        /// The seed of the dice: 32 bytes in hexadecimal digits.
        seed: String;
        /// The first chance outcomes, in notation. The dice of a scripted game cannot be verified.
        script: Option<Vec<String>>, optional;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Loads a saved game.
    request LoadGame {
        /// The saved game.
        saved: SavedGame;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// An open game.
    response OpenedGame {
        /// The number of the game; later requests refer to the game by it.
        game: u32;
        /// The chance outcomes that were applied when the game was opened.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// The current moment.
        moment: Moment;
        /// The current state of the game, to be stored.
        saved: SavedGame;
    }

    /// Closes a game; its number becomes invalid.
    request CloseGame {
        /// The number of the game.
        game: u32;
    }

    /// Requests the current moment of a game.
    request MomentRequest {
        /// The number of the game.
        game: u32;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// A game at one moment, as the viewer sees it.
    response Moment {
        /// The number of applied steps.
        version: u32;
        /// The view: everything that the viewer may know.
        view: View as "View";
        /// The pending decision, with the legal actions if the viewer decides; `null` if there is none.
        prompt: Option<Prompt> as "Prompt | null";
        /// The version that one undo of the viewer restores; `null` if the viewer cannot undo.
        undo: Option<u32>;
    }

    /// Applies actions of the deciding seat, all or none. Chance outcomes follow until a seat decides.
    request ActRequest {
        /// The number of the game.
        game: u32;
        /// The version that the client has seen; the request fails if the game has changed since.
        version: u32;
        /// The actions, in notation.
        steps: Vec<String>;
        /// The viewer of the response; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// The result of a request that changed a game.
    response GameProgress {
        /// The applied steps; empty after an undo.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// The current moment.
        moment: Moment;
        /// The current state of the game, to be stored.
        saved: SavedGame;
    }

    /// Undoes steps of the viewer, at most back to the point where new information was revealed.
    request UndoRequest {
        /// The number of the game.
        game: u32;
        /// The version to restore; by default, the one before the last choice.
        to: Option<u32>, optional;
        /// The seat that undoes its steps.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Requests why a step is illegal; the response is `null` if it is legal.
    request RefusalRequest {
        /// The number of a game; the alternative is `replay`.
        game: Option<u32>, optional;
        /// The number of a replay; its last position is used.
        replay: Option<u32>, optional;
        /// With `replay`: the seat that views the position.
        viewer: Option<Seat> as "Seat", optional;
        /// Legal steps to apply before the step.
        after: Option<Vec<String>>, optional;
        /// The step, in notation.
        step: String;
    }

    /// The reason why a step is illegal.
    response Refusal {
        /// The number of the rule that forbids the step, such as `R7.3`.
        rule: String;
        /// The reason.
        text: String;
        /// The text of this rule in the rulebook.
        book: String;
    }

    /// Previews steps of the deciding seat, up to the next chance outcome.
    ///
    /// At the end of a replay, the viewer is the deciding seat: seats that would be asked to follow
    /// before the viewer are assumed to pass.
    request PreviewRequest {
        /// The number of a game; the alternative is `replay`.
        game: Option<u32>, optional;
        /// The number of a replay, such as that of a seat's online game; its last position is used.
        replay: Option<u32>, optional;
        /// With `replay`: the seat that views the position.
        viewer: Option<Seat> as "Seat", optional;
        /// The steps, in notation; an empty list previews the current position.
        steps: Vec<String>;
    }

    /// A preview of steps.
    response Preview {
        /// The steps, in notation. The steps of a path include forced actions.
        steps: Vec<String>;
        /// The texts of the steps.
        texts: Vec<String>;
        /// The events that would happen.
        events: Vec<DescribedEvent> as "DescribedEvent[]";
        /// The kind of the next decision.
        next: PreviewNext;
        /// The resulting view of the acting seat; `null` in paths.
        view: Option<View> as "View | null";
        /// The resulting decision; `null` in paths.
        prompt: Option<Prompt> as "Prompt | null";
    }

    /// Requests every way to complete an action, down to its targets: die, ship, place.
    request PathsRequest {
        /// The number of a game; the alternative is `replay`.
        game: Option<u32>, optional;
        /// The number of a replay; its last position is used.
        replay: Option<u32>, optional;
        /// With `replay`: the seat that views the position.
        viewer: Option<Seat> as "Seat", optional;
        /// The first steps of the action, in notation; by default, all legal actions are completed.
        steps: Option<Vec<String>>, optional;
    }

    /// Requests the saved form of a game.
    request SaveGame {
        /// The number of the game.
        game: u32;
    }

    /// Requests the action of a bot.
    request BotActionRequest {
        /// The saved game.
        saved: SavedGame;
        /// The name of the bot, usually a level.
        bot: String;
    }

    /// The action of a bot.
    response BotAction {
        /// The step, in notation.
        step: String;
    }

    /// Requests a rating of the deciding seat's actions by the strongest bot.
    request HintRequest {
        /// The saved game.
        saved: SavedGame;
    }

    /// The response to a request for a hint.
    response Hint {
        /// The legal actions with their chances to win, best first.
        answers: Vec<RatedAnswer>;
        /// Up to three reasons why the best answer is better than the second-best one.
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

    /// Requests each seat's chance to win, based on public information.
    request ChancesRequest {
        /// The saved game.
        saved: SavedGame;
    }

    /// Requests the chances to win after each turn of a game.
    request OddsHistoryRequest {
        /// The record, in text or JSON format.
        record: String;
    }

    /// The chances to win at one moment.
    response WinChances {
        /// The turn that has just ended; 0 for the opening.
        turn: u16;
        /// The number of applied steps.
        version: u32;
        /// Each seat's chance to win (0 to 1), based on public information.
        chances: Vec<f32>;
    }

    /// Opens a record in text or JSON format as a replay.
    request OpenReplay {
        /// The text of the file.
        record: String;
    }

    /// An open replay.
    response Replay {
        /// The number of the replay; later requests refer to the replay by it.
        replay: u32;
        /// The id of the edition or deck.
        edition: String;
        /// The text of the custom deck; `null` for a built-in edition.
        deck: Option<String>;
        /// The number of players, including bots.
        seats: u8;
        /// The id of the Rogue; `null` unless the game is solo.
        rogue: Option<String>;
        /// The options.
        options: OptionFlags;
        /// The names of the players, by seat.
        names: Vec<String>;
        /// The start time, such as `2026-01-31T19:30:00Z`; `null` if unknown.
        date: Option<String>;
        /// The number of steps.
        length: u32;
        /// The turns, each with its first step.
        turns: Vec<TurnMark>;
        /// Whether the record is complete; otherwise it is redacted for a viewer.
        whole: bool;
        /// The seat for which the record is redacted; `null` if complete, or for a spectator.
        seen_by: Option<Seat> as "Seat | null";
        /// The result; `null` if the game is not finished.
        outcome: Option<Outcome> as "Outcome | null";
    }

    /// The start of a turn.
    response TurnMark {
        /// The number of the turn; 0 is the opening.
        turn: u16;
        /// The active seat; `null` in the opening.
        seat: Option<Seat> as "Seat | null";
        /// The number of steps before the turn.
        step: u32;
    }

    /// Adds steps to a replay, all or none.
    ///
    /// For example, a page adds the steps that a server sends to the seat of the record.
    request ExtendReplay {
        /// The number of the replay.
        replay: u32;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
        /// The steps, in notation; an empty list only requests the current moment.
        steps: Vec<String>;
    }

    /// The steps added to a replay.
    response ExtendedReplay {
        /// The applied steps.
        steps: Vec<StepTaken> as "StepTaken[]";
        /// The current moment. It asks the viewer as soon as a server would: seats that the rules
        /// ask before the viewer are assumed to have passed or chosen.
        moment: Moment;
    }

    /// Closes a replay; its number becomes invalid.
    request CloseReplay {
        /// The number of the replay.
        replay: u32;
    }

    /// Requests all steps of a replay.
    request TimelineRequest {
        /// The number of the replay.
        replay: u32;
        /// The viewer; a spectator by default.
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
        /// The comment of an annotator; `null` if there is none.
        comment: Option<String>;
    }

    /// Requests the moment of a replay after a number of steps.
    request ReplayMomentRequest {
        /// The number of the replay.
        replay: u32;
        /// The number of steps.
        step: u32;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Starts a game from a position of a replay, with new dice.
    request BranchReplay {
        /// The number of the replay.
        replay: u32;
        /// The number of steps before the branch.
        step: u32;
        /// The seed of the dice: 32 bytes in hexadecimal digits.
        seed: String;
        /// The viewer; a spectator by default.
        viewer: Option<Seat> as "Seat", optional;
    }

    /// Verifies the dice of a replay.
    request VerifyReplay {
        /// The number of the replay.
        replay: u32;
        /// The dice receipt (docs/FAIR-DICE.md); without one, only `consistent` can be proved.
        receipt: Option<String> as "string", optional;
    }

    /// Requests the hash of a contribution to the dice, which a player sends before revealing it.
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
        /// The proof level; `null` unless the dice are proved.
        proof_level: Option<ProofLevel>;
        /// The reason why the proof level is not higher; `null` at the highest level.
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

    /// Exports the record of a replay.
    request ExportRecord {
        /// The number of the replay.
        replay: u32;
        /// The file format.
        form: RecordFormat;
        /// The seat for which to redact the record; without one, the record is exported as it is.
        seen_by: Option<Seat> as "Seat", optional;
    }
}

/// A saved game. It contains the secret seed of the dice, so a page must not show it to players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedGame {
    /// The record so far, in text format.
    pub record: String,
    /// The seed of the dice, in hexadecimal digits.
    pub seed: String,
    /// The scripted chance outcomes that are left, in notation.
    #[serde(default)]
    pub script: Vec<String>,
}

/// The kind of the decision after a preview.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PreviewNext {
    /// The same seat continues its turn.
    Turn,
    /// The same seat must make another choice.
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
    /// At least one roll or draw does not follow from the commitment.
    False,
    /// The record cannot be verified, for example because it has no commitment.
    Unknown,
}

/// The proof levels, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProofLevel {
    /// The record is consistent with itself.
    Consistent,
    /// The dice also follow from the commitment that the player noted before the game.
    Committed,
    /// The dice also depend on the player's own contribution.
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
    /// Other players may have chosen their contributions after this one was revealed.
    OtherContributionsNotCommitted,
    /// The game was re-keyed: the server replaced the seed during the game.
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
