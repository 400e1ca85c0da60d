//! The themes of a puzzle, from its position and its best move.

use orrery_rules::{Action, Berth, Question, Resource, Seat, Ship, Slot, State};

/// A theme of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// The best move colonises a planet.
    Colonise,
    /// The best move upgrades the empire.
    Upgrade,
    /// The decision is whether to follow.
    FollowOrPass,
    /// The best move passes and keeps the culture.
    SaveCulture,
    /// The best move rerolls, or keeps dice that `greedy` would reroll.
    RerollOrKeep,
    /// The best move uses the converter.
    Convert,
    /// The best move takes something from a rival, or a planet that a rival orbits.
    Deny,
    /// The best move uses the ability of a planet.
    Ability,
    /// The best move ends the turn.
    EndTurn,
    /// The opponent is the Rogue Galaxy.
    Rogue,
    /// The last round has begun.
    LastRound,
    /// No other theme fits: the best move places a ship or collects resources.
    Plan,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 12] = [
        Self::Colonise,
        Self::Upgrade,
        Self::FollowOrPass,
        Self::SaveCulture,
        Self::RerollOrKeep,
        Self::Convert,
        Self::Deny,
        Self::Ability,
        Self::EndTurn,
        Self::Rogue,
        Self::LastRound,
        Self::Plan,
    ];

    /// Returns the keyword of the theme.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Colonise => "colonise",
            Self::Upgrade => "upgrade",
            Self::FollowOrPass => "follow-or-pass",
            Self::SaveCulture => "save-culture",
            Self::RerollOrKeep => "reroll-or-keep",
            Self::Convert => "convert",
            Self::Deny => "deny",
            Self::Ability => "ability",
            Self::EndTurn => "end-turn",
            Self::Rogue => "rogue",
            Self::LastRound => "last-round",
            Self::Plan => "plan",
        }
    }

    /// Returns the theme with this keyword.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.word() == word)
    }
}

/// Returns the themes that fit a position, its best move and the move of `greedy`.
pub(crate) fn themes(
    state: &State<'_>,
    seat: Seat,
    best: &[Action],
    greedy: &[Action],
) -> Vec<Theme> {
    let end = crate::lookahead::after(state, best);
    let first = best.first().copied();
    let is_follow = state
        .decision()
        .is_some_and(|decision| matches!(decision.question, Question::Follow { .. }));
    let has = |wanted: fn(&Action) -> bool| best.iter().any(wanted);
    let rerolls = |actions: &[Action]| actions.first() == Some(&Action::Reroll);
    let conditions = [
        (Theme::Colonise, end.colonies(seat).len() > state.colonies(seat).len()),
        (Theme::Upgrade, end.level(seat) > state.level(seat)),
        (Theme::FollowOrPass, is_follow),
        (Theme::SaveCulture, first == Some(Action::Pass)),
        (Theme::RerollOrKeep, rerolls(best) || rerolls(greedy)),
        (Theme::Convert, first == Some(Action::Convert)),
        (Theme::Deny, denies(state, &end, seat)),
        (Theme::Ability, has(|action| matches!(action, Action::UsePlanet(_) | Action::UseAbility))),
        (Theme::EndTurn, first == Some(Action::EndTurn)),
        (Theme::Rogue, state.is_solo()),
        (Theme::LastRound, state.end_triggered()),
    ];
    let fitting = conditions.into_iter().filter(|(_, holds)| *holds);
    let mut found: Vec<Theme> = fitting.map(|(theme, _)| theme).collect();
    if found.is_empty() {
        found.push(Theme::Plan);
    }
    found
}

/// Returns whether a move costs a rival resources or sets back one of its ships.
fn denies(state: &State<'_>, end: &State<'_>, seat: Seat) -> bool {
    let rivals = state.seats().filter(|rival| *rival != seat);
    let mut rivals = rivals.filter(|rival| {
        let loses =
            |resource: Resource| end.held(*rival).get(resource) < state.held(*rival).get(resource);
        let ships = (0..).map_while(Ship::new);
        let mut moved = ships.map(|ship| (state.berth(*rival, ship), end.berth(*rival, ship)));
        loses(Resource::Energy) || loses(Resource::Culture) || moved.any(is_set_back)
    });
    rivals.next().is_some()
}

/// Returns whether a ship has lost spaces on its track, or has been sent home from it.
fn is_set_back((before, after): (Berth, Berth)) -> bool {
    let orbit = |berth: Berth| -> Option<(Slot, u8)> {
        match berth {
            Berth::Orbit(slot, space) => Some((slot, space)),
            _ => None,
        }
    };
    match (orbit(before), orbit(after)) {
        (Some((slot, space)), Some((new_slot, new_space))) => slot == new_slot && new_space < space,
        (Some(_), None) => after == Berth::Home,
        _ => false,
    }
}
