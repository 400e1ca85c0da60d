//! The positions of a reason, as set-ups and as text.

use orrery_rules::ids::SHIPS;
use orrery_rules::{
    Action, Berth, Dice, GalaxySetup, Rules, Seat, Setup, Ship, Slot, State, Step, ids,
};

/// A position as a text: a set-up and the steps after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReasonPosition {
    /// The text of a set-up.
    pub setup: String,
    /// The steps after the set-up, in notation.
    pub steps: Vec<String>,
}

impl ReasonPosition {
    pub(crate) fn of(rules: &Rules, setup: &Setup) -> Self {
        Self::after(rules, setup, &[])
    }

    pub(crate) fn after(rules: &Rules, setup: &Setup, actions: &[Action]) -> Self {
        let notation = |&action: &Action| Step::Action(action).notation(rules).to_string();
        Self { setup: setup.text(rules).to_string(), steps: actions.iter().map(notation).collect() }
    }

    /// Returns the state; `None` if the texts do not fit the rules.
    #[must_use]
    pub fn state<'r>(&self, rules: &'r Rules) -> Option<State<'r>> {
        let setup = Setup::parse(rules, &self.setup).ok()?;
        let mut state = State::from_setup(rules, &setup).ok()?;
        for words in &self.steps {
            let step = Step::parse(rules, words).ok()?;
            state.check(step).ok()?;
            state.apply_unchecked(step);
        }
        Some(state)
    }
}

/// Returns the set-up of a position between two actions.
///
/// During the Rogue's turn and before the first turn, returns the set-up of the next turn of a
/// player. Returns `None` while an action or a roll of a player is unfinished, and after the end of
/// the game.
pub(crate) fn setup_between_actions(state: &State<'_>) -> Option<Setup> {
    let is_waiting = state.turn() == 0 || state.is_rogue(state.active());
    match Setup::of(state) {
        Some(setup) => Some(setup),
        None if is_waiting && !state.is_over() => Some(next_turn(&setup_without_pending(state)?)),
        None => None,
    }
}

/// Returns the set-up of a state as if no action were in progress.
fn setup_without_pending(state: &State<'_>) -> Option<Setup> {
    let row_len = Rules::row_len(state.options().seats);
    let row = (0..row_len).map(|i| Slot::new(i).and_then(|slot| state.planet_in(slot))).collect();
    let mut setup = Setup::opening(state.rules(), state.options(), row);
    setup.galaxies = state.seats().map(|seat| galaxy(state, seat)).collect();
    setup.under = state.under_deck().collect();
    setup.gone = state.planets_gone().into_iter().collect();
    setup.active = state.seats().next()?;
    setup.turn = state.turn().max(1);
    setup.end = state.end_triggered().then(|| state.end_trigger());
    setup.fewer_dice = state.loses_a_die();
    Some(setup)
}

fn galaxy(state: &State<'_>, seat: Seat) -> GalaxySetup {
    let dealt = || state.observe(Some(seat)).dealt_missions().collect::<Vec<_>>();
    let mission =
        state.mission(seat).map(|kept| (kept, dealt().into_iter().find(|other| *other != kept)));
    let mut ships = [Berth::Reserve; SHIPS];
    for (i, berth) in ships.iter_mut().enumerate() {
        *berth = Ship::new(i).map_or(Berth::Reserve, |ship| state.berth(seat, ship));
    }
    GalaxySetup {
        held: state.held(seat),
        level: state.level(seat),
        ships,
        colonies: state.colonies(seat).into_iter().collect(),
        mission,
        used: Vec::new(),
    }
}

/// Returns the set-up with a new turn that has not rolled yet; everything else stays the same.
pub(crate) fn next_turn(setup: &Setup) -> Setup {
    let mut next = setup.clone();
    next.dice = None;
    next.bay = Vec::new();
    next.converter = Dice::NONE;
    next.discarded_dice = 0;
    next.rerolled = false;
    next.converted = false;
    next.effects = Vec::new();
    next.galaxies.iter_mut().for_each(|galaxy| galaxy.used.clear());
    next
}

/// Returns the set-up with a new turn of this seat, before its roll.
pub(crate) fn turn_of(setup: &Setup, seat: Seat) -> Setup {
    Setup { active: seat, ..next_turn(setup) }
}

/// Returns a seat's points in a set-up.
pub(crate) fn points(rules: &Rules, setup: &Setup, seat: Seat) -> u8 {
    let Some(galaxy) = setup.galaxies.get(seat.index()) else { return 0 };
    let track = if is_rogue(setup, seat) { &rules.rogue_track } else { &rules.track };
    let planets = galaxy.colonies.iter().map(|planet| rules.planet(*planet).points);
    planets.fold(track.level(galaxy.level).points, u8::saturating_add)
}

pub(crate) const fn is_rogue(setup: &Setup, seat: Seat) -> bool {
    setup.options.seats == 1 && seat.index() == 1
}

/// After a change of a seat's points, updates whether the end of the game is triggered.
pub(crate) fn update_end_trigger(rules: &Rules, setup: &mut Setup, seat: Seat) {
    let reached = points(rules, setup, seat) >= orrery_rules::ruleset::GOAL;
    match setup.end {
        None if reached => setup.end = Some(Some(seat)),
        Some(Some(trigger)) if trigger == seat && !reached => setup.end = None,
        _ => {}
    }
}

/// Returns the planet at a ship's berth.
pub(crate) fn planet_at(setup: &Setup, berth: Berth) -> Option<ids::Planet> {
    match berth {
        Berth::Surface(slot) | Berth::Orbit(slot, _) => {
            setup.row.get(slot.index()).copied().flatten()
        }
        Berth::Home | Berth::Reserve => None,
    }
}
