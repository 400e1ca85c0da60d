//! The result of an analysis, as JSON and TypeScript.

use orrery_rules::Seat;
use serde::{Serialize, Serializer};

/// Defines serialisable types with TypeScript declarations.
macro_rules! results {
    ($($(#[$doc:meta])* $kind:ident $name:ident { $($body:tt)* })*) => {
        $(results! { @$kind $(#[$doc])* $name { $($body)* } })*
    };
    (@object $(#[$doc:meta])* $name:ident {
        $($(#[$fdoc:meta])* $field:ident: $type:ty $(as $typescript:literal with $with:literal)?;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct $name {
            $($(#[$fdoc])*
            $(#[serde(serialize_with = $with)] #[cfg_attr(test, ts(type = $typescript))])?
            pub $field: $type,)*
        }
    };
    (@keyword $(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum $name { $($(#[$vdoc])* $variant,)* }
    };
}

/// Writes a seat as its letter.
fn letter<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(seat)
}

/// Writes a seat as its letter, or `null`.
fn letter_or_null<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
    seat.map(|seat| seat.to_string()).serialize(serializer)
}

results! {
    /// The review of a game.
    ///
    /// Lists by seat have one entry per seat; in a solo game the second is the Rogue's. Chances,
    /// luck and losses are fractions of a victory (0.02 is two percentage points).
    object Review {
        /// The number of seats.
        seats: u8;
        /// Whether this is a solo game.
        solo: bool;
        /// The hash of the evaluator: equal hashes give comparable values.
        evaluator: String;
        /// The standard deviation of the result if all seats are equally strong. Thresholds are
        /// multiples of this spread.
        spread: f64;
        /// The number of steps of the game that were replayed.
        steps: u32;
        /// The number of steps analysed so far.
        analysed: u32;
        /// Whether the game is over; if not, the review uses the last chances to win as its result.
        over: bool;
        /// Caveats about the review, such as parts that could not be analysed.
        notes: Vec<Note>;
        /// The chances to win at the start and after each move and each chance outcome.
        graph: Vec<GraphPoint>;
        /// The moves.
        moves: Vec<MoveReview>;
        /// The chance outcomes.
        outcomes: Vec<OutcomeReview>;
        /// The account of each seat.
        accounts: Vec<Account>;
        /// The largest change of the chances to win.
        turning_point: Option<TurningPoint>;
        /// The luckiest and unluckiest roll of each seat, each with all possible rolls.
        rolls: Vec<RollMap>;
    }

    /// A caveat about the review.
    object Note {
        /// The kind.
        kind: NoteKind;
        /// The step that the note refers to, counted from 1.
        step: Option<u32>;
        /// The details in English.
        text: String;
    }

    /// The kind of a caveat.
    keyword NoteKind {
        /// The game is not over, so the review uses the last chances to win instead of a result.
        Unfinished,
        /// A step is illegal: only the steps before it were analysed.
        Illegal,
        /// The record was made with another revision of the rules.
        Revision,
        /// The network does not know some cards and evaluates them by their printed values.
        UnknownCards,
        /// The dice of the record are false.
        FalseDice,
        /// The record lacks the missions of some seats.
        HiddenMissions,
    }

    /// The chances to win at one moment.
    object GraphPoint {
        /// The number of applied steps.
        step: u32;
        /// The turn; 0 before the first.
        turn: u16;
        /// The chance of each seat.
        chances: Vec<f64>;
    }

    /// A move of a seat, with its loss.
    ///
    /// A move is an action with the choices that complete it. It ends with a chance outcome, with a
    /// decision of another seat, or when the seat can choose its next action.
    object MoveReview {
        /// The number of applied steps before the move.
        from: u32;
        /// The number of steps applied up to the end of the move.
        to: u32;
        /// The turn.
        turn: u16;
        /// The seat.
        seat: Seat as "Seat" with "letter";
        /// The kind of decision.
        kind: DecisionKind;
        /// The steps, in notation.
        steps: Vec<String>;
        /// The number of different moves.
        choices: u32;
        /// The seat's chance to win with this move, based on what the seat could know.
        chance: f64;
        /// The seat's chance to win with the best move.
        best: f64;
        /// The loss: the best chance less the chance of this move.
        loss: f64;
        /// The gift to each seat; the seat's own entry is the negative loss.
        gifts: Vec<f64>;
        /// The change of each seat's chance due to missions that the deciding seat could not know.
        hidden: Vec<f64>;
        /// The change of the chances that the evaluator cannot explain, by seat.
        unexplained: Vec<f64>;
        /// Whether the choice mattered: at least two moves differ by 0.01 spreads.
        decision: bool;
        /// The mark by the loss, or by rollouts once they have checked the move.
        ///
        /// A checked move has a mark only if its loss in the rollouts is significant and large enough.
        mark: Option<Mark>;
        /// The check of the first mark by rollouts.
        check: Option<Check>;
        /// The main gift of a loss that is large enough for a mark; `null` for other moves.
        gift: Option<Gift>;
        /// The best moves, best first, and the move played.
        alternatives: Vec<Alternative>;
    }

    /// The main gift of a bad move.
    object Gift {
        /// The seat that gained most.
        seat: Seat as "Seat" with "letter";
        /// Whether the seat took the gift: until the giver's next turn, its own losses were smaller.
        taken: bool;
    }

    /// The kind of a decision.
    keyword DecisionKind {
        /// The choice of a mission.
        Mission,
        /// Use of a die.
        Die,
        /// A reroll.
        Reroll,
        /// The converter.
        Convert,
        /// The end of the turn.
        EndTurn,
        /// The choice to follow or to pass.
        Follow,
        /// The answer to the Rogue.
        Rogue,
        /// Another question.
        Other,
    }

    /// The mark of a bad move.
    keyword Mark {
        /// A loss of at least 0.04 spreads: `?!`.
        Inaccuracy,
        /// A loss of at least 0.08 spreads: `?`.
        Mistake,
        /// A loss of at least 0.16 spreads: `??`.
        Blunder,
    }

    /// The check of a mark by rollouts.
    object Check {
        /// The result.
        verdict: CheckVerdict;
        /// The loss by rollouts.
        loss: f64;
        /// The standard error of the loss.
        error: f64;
        /// The games played for each of the two moves.
        games: u32;
    }

    /// The result of a check by rollouts.
    keyword CheckVerdict {
        /// The move played is worse: the loss is significant.
        Worse,
        /// The difference is not significant: too close to call.
        Close,
        /// The move played is better than the suggested one.
        Better,
    }

    /// A possible move.
    object Alternative {
        /// The steps, in notation.
        steps: Vec<String>;
        /// The chance of the deciding seat.
        chance: f64;
        /// Whether this is the move played.
        played: bool;
    }

    /// A chance outcome.
    object OutcomeReview {
        /// The number of steps applied up to and including the outcome.
        step: u32;
        /// The turn.
        turn: u16;
        /// The seat that rolls or draws; `null` for set-up.
        seat: Option<Seat> as "Seat | null" with "letter_or_null";
        /// The kind.
        kind: ChanceKind;
        /// The outcome, in notation.
        outcome: String;
        /// The probability of the outcome.
        probability: f64;
        /// The number of possible outcomes.
        possible: u32;
        /// The luck of each seat.
        luck: Vec<f64>;
        /// The change of the chances that the evaluator cannot explain, by seat.
        unexplained: Vec<f64>;
        /// The luck of `seat`, if it was remarkable.
        mark: Option<LuckMark>;
    }

    /// The kind of a chance outcome.
    keyword ChanceKind {
        /// The roll at the start of a turn.
        Roll,
        /// A reroll.
        Reroll,
        /// A planet card.
        Draw,
        /// A mission.
        Deal,
        /// The starting seat.
        Start,
        /// The Rogue's die.
        Rogue,
    }

    /// The rating of a chance outcome by its luck.
    keyword LuckMark {
        /// At most -0.6 spreads.
        VeryUnlucky,
        /// At most -0.3 spreads.
        Unlucky,
        /// At least 0.3 spreads.
        Lucky,
        /// At least 0.6 spreads.
        VeryLucky,
    }

    /// The account of a seat: `result - start = luck - losses + gifts + hidden + unexplained`.
    object Account {
        /// The seat.
        seat: Seat as "Seat" with "letter";
        /// The chance to win at the start.
        start: f64;
        /// The share of the victory, or the latest chance to win if the game is not over.
        result: f64;
        /// The luck.
        luck: f64;
        /// The losses by own moves.
        losses: f64;
        /// The gifts of other seats.
        gifts: f64;
        /// The change of its chance to win due to missions that the deciding seats could not know.
        hidden: f64;
        /// The change that the evaluator cannot explain.
        unexplained: f64;
        /// The luck by cause.
        luck_by: LuckBy;
        /// The result without luck; may lie outside 0 to 1.
        adjusted: f64;
        /// The moves.
        moves: u32;
        /// The real decisions.
        decisions: u32;
        /// 1000 times the mean loss of the real decisions.
        error_rate: Option<f64>;
        /// The accuracy in percent.
        accuracy: Option<f64>;
        /// The number of inaccuracies, mistakes and blunders.
        marks: [u32; 3];
        /// The cost of being followed: its chance if others had passed less its chance after follows.
        followed: f64;
        /// The number of gifts of which the seat was the one that gained most.
        gifts_received: u32;
        /// The number of these gifts that it took.
        gifts_taken: u32;
        /// The level that plays like this seat.
        plays_like: Option<PlaysLike>;
    }

    /// The luck of a seat by cause.
    object LuckBy {
        /// Own dice.
        own_dice: f64;
        /// The dice of other players.
        others_dice: f64;
        /// Planets, missions and the starting seat.
        cards: f64;
        /// The Rogue's dice.
        rogue: f64;
    }

    /// An estimate of strength from the choices of a seat.
    object PlaysLike {
        /// The temperature of the softmax that explains the choices best.
        temperature: f64;
        /// The lower end of the 95 % interval.
        low: f64;
        /// The upper end of the 95 % interval.
        high: f64;
        /// The nearest bot level.
        level: String;
        /// The bot level of the upper end of the interval, the weakest.
        weakest: String;
        /// The bot level of the lower end of the interval, the strongest.
        strongest: String;
        /// The number of choices used.
        choices: u32;
    }

    /// The largest change of the chances to win.
    object TurningPoint {
        /// The number of applied steps before the change.
        from: u32;
        /// The number of steps applied up to the end of the change.
        to: u32;
        /// The turn.
        turn: u16;
        /// The seat whose chance changed most.
        seat: Seat as "Seat" with "letter";
        /// The change of its chance.
        change: f64;
    }

    /// The luckiest or unluckiest roll of a seat, and all rolls that were possible.
    object RollMap {
        /// The number of steps applied up to and including the roll, equal to `step` of its outcome.
        step: u32;
        /// The seat whose luck is shown.
        seat: Seat as "Seat" with "letter";
        /// Whether this is the luckiest roll of the seat; otherwise the unluckiest.
        luckiest: bool;
        /// The luck of the seat.
        luck: f64;
        /// The possible rolls.
        rolls: Vec<PossibleRoll>;
    }

    /// A possible roll.
    object PossibleRoll {
        /// The roll, in notation.
        outcome: String;
        /// The probability of the roll.
        probability: f64;
        /// The chance of the seat after the roll.
        chance: f64;
        /// Whether this roll happened.
        rolled: bool;
    }
}
