//! Fixed parameters of a game, from the table's settings: rules, options, clock.

use super::dice::GameDice;
use orrery_protocol::{ClockSetting, Code, Fault, Seat, TableSettings, TimeoutPolicy};
use orrery_record::Dealer;
use orrery_rules::{Options, Rules, Seats, State};
use orrery_store::Outage;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of hours of a play-by-day clock.
const MAX_HOURS: u32 = 24 * 30;
/// Maximum number of seconds of each part of a live clock.
const MAX_SECONDS: u32 = 24 * 3600;
/// Upper limit of the setting `beat_ms`, the minimum duration of a follow window in milliseconds.
const MAX_BEAT: u16 = 5000;

/// Fixed parameters of a game.
#[derive(Clone, Debug)]
pub(crate) struct Terms<'r> {
    /// The rules.
    pub(crate) rules: &'r Rules,
    /// The options of the rules: seats, Rogue Galaxy, first player.
    pub(crate) options: Options,
    /// The clock.
    pub(crate) clock: ClockSetting,
    /// The rule for absent players.
    pub(crate) absent: TimeoutPolicy,
    /// Minimum duration of a follow window, in milliseconds.
    pub(crate) min_window: i64,
    /// Periods without a running server, which play-by-day clocks ignore.
    pub(crate) outages: Arc<[Outage]>,
}

impl<'r> Terms<'r> {
    /// Checks the settings against the rules. Returns the parameters, or all problems.
    pub(crate) fn new(settings: &TableSettings, rules: &'r Rules) -> Result<Self, Fault> {
        let options = options(settings, rules)?;
        let (clock, absent) = (settings.clock, settings.absent.clone());
        let (min_window, outages) = (i64::from(settings.beat_ms), Arc::default());
        Ok(Self { rules, options, clock, absent, min_window, outages })
    }

    /// Returns the total time after `since` in which no server ran, in milliseconds.
    pub(crate) fn outage_time(&self, since: i64) -> i64 {
        let part = |outage: &Outage| (outage.until - outage.since.max(since)).max(0);
        self.outages.iter().map(part).sum()
    }

    /// Returns the number of seats of people and bots. The Rogue Galaxy is not counted.
    pub(crate) const fn seats(&self) -> usize {
        self.options.seats
    }

    /// Returns the seats of people and bots, without the Rogue Galaxy.
    pub(crate) fn all_seats(&self) -> Seats {
        orrery_rules::Seat::ALL.into_iter().take(self.seats()).collect()
    }

    /// Returns the state before the first step.
    ///
    /// The result is never `None`, because `new` has checked the options.
    pub(crate) fn origin(&self) -> Option<State<'r>> {
        State::new(self.rules, &self.options).ok()
    }

    /// Returns the dice of the game.
    pub(crate) fn dice(
        &self,
        dealer: Dealer,
        entropies: BTreeMap<orrery_rules::Seat, Vec<u8>>,
    ) -> GameDice {
        GameDice::new(self.options.seats as u8, dealer, entropies)
    }
}

/// Checks the settings against the rules. Returns the options, or all problems.
pub(crate) fn options(settings: &TableSettings, rules: &Rules) -> Result<Options, Fault> {
    check_numbers(settings)?;
    let rogue = match &settings.rogue {
        Some(id) => Some(rules.find_rogue(id).ok_or_else(|| Fault::unknown_rogue(rules))?),
        None => (settings.seats == 1 && !rules.rogues.is_empty()).then_some(0),
    };
    let options = Options {
        seats: settings.seats as usize,
        rogue,
        start: settings.start.map(Seat::rules),
        chosen: settings.chosen(),
    };
    let problems = options.problems(rules);
    if problems.is_empty() { Ok(options) } else { Err(Fault::options(&problems)) }
}

fn check_numbers(settings: &TableSettings) -> Result<(), Fault> {
    match settings.clock {
        ClockSetting::Live { bank_s, move_s, follow_s }
            if bank_s > MAX_SECONDS
                || !(1..=MAX_SECONDS).contains(&move_s)
                || !(1..=MAX_SECONDS).contains(&follow_s) =>
        {
            Err(Fault::invalid(
                "clock",
                format!(
                    "the move and follow times of a live clock must be 1 to {MAX_SECONDS} seconds, \
                     its bank 0 to {MAX_SECONDS}"
                ),
            ))
        }
        ClockSetting::Days { hours } if !(1..=MAX_HOURS).contains(&hours) => Err(Fault::invalid(
            "clock",
            format!("a play-by-day clock must be 1 to {MAX_HOURS} hours"),
        )),
        _ if settings.beat_ms > MAX_BEAT => {
            Err(Fault::invalid("beat_ms", format!("beat_ms must be 0 to {MAX_BEAT}")))
        }
        _ => match &settings.absent {
            TimeoutPolicy::Bot { level } if orrery_bots::named(level).is_none() => {
                Err(Fault { code: Code::NotFound, ..Fault::invalid("absent", unknown_bot(level)) })
            }
            _ => Ok(()),
        },
    }
}

/// Returns the error text for an unknown bot. It lists the known bots.
pub(crate) fn unknown_bot(level: &str) -> String {
    let level: String = level.chars().take(40).collect();
    format!("no bot is called `{level}`; choose one of: {}", orrery_bots::NAMES.join(", "))
}
