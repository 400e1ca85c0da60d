//! What is fixed for a game: rules, options, dice, clocks. It comes from the table's settings.

use super::dice::GameDice;
use orrery_protocol::{ClockSetting, Code, Fault, Problem, Seat, TableSettings, TimeoutPolicy};
use orrery_record::Dealer;
use orrery_rules::{OptionProblem, Options, Rules, State};
use orrery_store::Outage;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most hours of a play-by-day clock.
const MAX_HOURS: u32 = 24 * 30;
/// Most seconds of a live clock's parts.
const MAX_SECONDS: u32 = 24 * 3600;
/// Longest beat, in milliseconds.
const MAX_BEAT: u16 = 5000;

/// What is fixed for a game.
#[derive(Clone, Debug)]
pub(crate) struct Terms<'r> {
    /// The cards and numbers.
    pub(crate) rules: &'r Rules,
    /// Seats, Rogue, who begins.
    pub(crate) options: Options,
    /// How much time there is.
    pub(crate) clock: ClockSetting,
    /// What becomes of absent players.
    pub(crate) absent: TimeoutPolicy,
    /// The shortest follow window, in milliseconds.
    pub(crate) beat: i64,
    /// When no server ran; it does not count for play by day.
    pub(crate) outages: Arc<[Outage]>,
}

impl<'r> Terms<'r> {
    /// The terms that settings and rules make, or all that is wrong with them.
    pub(crate) fn new(settings: &TableSettings, rules: &'r Rules) -> Result<Self, Fault> {
        let options = options(settings, rules)?;
        let (clock, absent) = (settings.clock, settings.absent.clone());
        let (beat, outages) = (i64::from(settings.beat_ms), Arc::default());
        Ok(Self { rules, options, clock, absent, beat, outages })
    }

    /// How long no server ran since then, in milliseconds.
    pub(crate) fn paused(&self, since: i64) -> i64 {
        let part = |outage: &Outage| (outage.until - outage.since.max(since)).max(0);
        self.outages.iter().map(part).sum()
    }

    /// How many seats people and bots have; the Rogue has none.
    pub(crate) const fn seats(&self) -> usize {
        self.options.seats
    }

    /// The game before its first step. The options were checked when the terms were made.
    pub(crate) fn origin(&self) -> Option<State<'r>> {
        State::new(self.rules, &self.options).ok()
    }

    /// The dice.
    pub(crate) fn dice(
        &self,
        dealer: Dealer,
        entropies: BTreeMap<orrery_rules::Seat, Vec<u8>>,
    ) -> GameDice {
        GameDice::new(self.options.seats as u8, dealer, entropies)
    }
}

/// The options that settings and rules make, or all that is wrong with the settings.
pub(crate) fn options(settings: &TableSettings, rules: &Rules) -> Result<Options, Fault> {
    check_numbers(settings)?;
    let rogue = match &settings.rogue {
        Some(id) => Some(rules.find_rogue(id).ok_or_else(|| no_rogue(rules))?),
        None => (settings.seats == 1 && !rules.rogues.is_empty()).then_some(0),
    };
    let options = Options {
        seats: settings.seats as usize,
        rogue,
        start: settings.start.and_then(Seat::rules),
        duel_missions: settings.duel_missions,
        relentless: settings.relentless,
    };
    let problems = options.problems(rules);
    if problems.is_empty() { Ok(options) } else { Err(unfit(&problems)) }
}

fn check_numbers(settings: &TableSettings) -> Result<(), Fault> {
    let bad = |field: &str, text: String| Fault {
        field: Some(field.to_owned()),
        ..Fault::new(Code::BadField, text)
    };
    match settings.clock {
        ClockSetting::Live { bank_s, move_s, follow_s }
            if bank_s > MAX_SECONDS
                || !(1..=MAX_SECONDS).contains(&move_s)
                || !(1..=MAX_SECONDS).contains(&follow_s) =>
        {
            Err(bad("clock", format!("each time of a live clock is 1 to {MAX_SECONDS} seconds")))
        }
        ClockSetting::Days { hours } if !(1..=MAX_HOURS).contains(&hours) => {
            Err(bad("clock", format!("play by day gives 1 to {MAX_HOURS} hours")))
        }
        _ if settings.beat_ms > MAX_BEAT => {
            Err(bad("beat_ms", format!("the beat is 0 to {MAX_BEAT} milliseconds")))
        }
        _ => match &settings.absent {
            TimeoutPolicy::Bot { level } if orrery_bots::named(level).is_none() => {
                Err(Fault { code: Code::NotFound, ..bad("absent", no_bot(level)) })
            }
            _ => Ok(()),
        },
    }
}

/// There is no bot of this name; which there are.
pub(crate) fn no_bot(level: &str) -> String {
    let level: String = level.chars().take(40).collect();
    format!("there is no bot `{level}`; there are: {}", orrery_bots::NAMES.join(", "))
}

fn no_rogue(rules: &Rules) -> Fault {
    let known: Vec<&str> = rules.rogues.iter().map(|rogue| rogue.id.as_str()).collect();
    let text = match known.is_empty() {
        true => "this edition has no Rogues".to_owned(),
        false => format!("the edition's Rogues are: {}", known.join(", ")),
    };
    Fault { field: Some("rogue".to_owned()), ..Fault::new(Code::NotFound, text) }
}

fn unfit(problems: &[OptionProblem]) -> Fault {
    let problems = problems.iter().map(|problem| Problem {
        text: problem.to_string(),
        rule: Some(problem.rule().to_owned()),
        line: None,
        column: None,
    });
    Fault {
        problems: problems.collect(),
        ..Fault::new(Code::Options, "these options do not fit the edition")
    }
}
