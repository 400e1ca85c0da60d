//! Views: what one seat or a spectator may know (R1.8), and states that are consistent with a view.

use crate::actions::Actions;
use crate::ids::{MAX_SEATS, Mission, Missions, Seat};
use crate::random::Random;
use crate::rule::end::GameResult;
use crate::state::{MissionHand, State};
use crate::step::{Actor, Decision};
use crate::table::{Phase, Table};

/// The part of a [`State`] that one seat or a spectator may know.
#[derive(Clone, Copy, Debug)]
pub struct View<'r> {
    pub(crate) state: State<'r>,
    pub(crate) viewer: Option<Seat>,
}

impl<'r> std::ops::Deref for View<'r> {
    type Target = Table<'r>;

    #[inline]
    fn deref(&self) -> &Table<'r> {
        &self.state.table
    }
}

impl PartialEq for View<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.viewer == other.viewer && self.state == other.state
    }
}

impl Eq for View<'_> {}

impl<'r> State<'r> {
    /// Returns the view of a seat, or of a spectator if `viewer` is `None`.
    #[must_use]
    pub fn observe(&self, viewer: Option<Seat>) -> View<'r> {
        let mut state = *self;
        for seat in self.seats().filter(|seat| Some(*seat) != viewer) {
            let hand = &mut state.hands[seat.index()];
            *hand = if self.is_over() { hand.shown() } else { MissionHand::EMPTY };
        }
        View { state, viewer }
    }
}

impl<'r> View<'r> {
    /// Returns the viewer; `None` is a spectator.
    #[must_use]
    pub const fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// Returns the public part of the state.
    #[must_use]
    pub const fn table(&self) -> &Table<'r> {
        &self.state.table
    }

    /// Returns who acts next.
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.state.actor()
    }

    /// Returns the pending decision.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.state.decision()
    }

    /// Writes the legal actions to `out` if the viewer acts next; none otherwise.
    pub fn legal_actions(&self, out: &mut Actions) {
        out.clear();
        if self.viewer.is_some_and(|seat| self.actor() == Actor::Seat(seat)) {
            self.state.legal_actions(out);
        }
    }

    /// Returns the mission that a seat kept, if the viewer knows it.
    #[must_use]
    pub fn mission(&self, seat: Seat) -> Option<Mission> {
        self.state.mission(seat)
    }

    /// Returns the missions dealt to the viewer.
    pub fn dealt_missions(&self) -> impl Iterator<Item = Mission> {
        let hand = self.viewer.map_or(MissionHand::EMPTY, |seat| self.state.hands[seat.index()]);
        hand.dealt()
    }

    /// Returns scores, winners and the deciding tie-break, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<GameResult> {
        self.state.outcome()
    }

    /// Returns a full state that is consistent with the view, for search.
    ///
    /// The other seats get random missions that the viewer has not seen; equal seeds give equal
    /// states.
    #[must_use]
    pub fn complete(&self, seed: u64) -> State<'r> {
        let mut state = self.state;
        let mut unseen = self.unseen_missions();
        let mut random = Random(seed);
        let mut draw = || {
            let index = random.below(unseen.len());
            (!unseen.is_empty()).then(|| unseen.swap_remove(index))
        };
        for seat in self.seats().filter(|seat| Some(*seat) != self.viewer) {
            let (dealt, has_kept) = self.dealt_to(seat);
            let mut hand = state.hands[seat.index()];
            // Keep the first mission drawn: it is each unseen mission with equal probability.
            let mut kept = hand.kept();
            for _ in hand.dealt().count()..dealt {
                let Some(mission) = draw() else { break };
                hand = hand.with(mission);
                kept = kept.or(Some(mission));
            }
            if has_kept && let Some(mission) = kept {
                hand = hand.keeping(mission);
            }
            state.hands[seat.index()] = hand;
        }
        state
    }

    /// Returns how many missions a seat was dealt so far, and whether it has kept one.
    fn dealt_to(&self, seat: Seat) -> (usize, bool) {
        let counter = self.counter as usize;
        let missions = if self.has_missions() { 2 } else { 0 };
        match self.phase {
            Phase::DealRow => (0, false),
            Phase::DealMissions => (counter.saturating_sub(2 * seat.index()).min(2), false),
            Phase::KeepMissions => (2, seat.index() < counter),
            _ => (missions, missions > 0),
        }
    }

    /// Returns the missions in play that the viewer has not seen: any other seat may have them.
    #[must_use]
    pub fn possible_missions(&self) -> Missions {
        self.unseen_missions().into_iter().collect()
    }

    /// Returns the missions in play that the viewer has not seen.
    fn unseen_missions(&self) -> arrayvec::ArrayVec<Mission, { crate::ids::MAX_MISSIONS }> {
        let seen = self.state.hands[..MAX_SEATS].iter().flat_map(|hand| hand.dealt());
        let seen: Missions = seen.collect();
        let all = (0..self.rules().missions.len()).map(Mission::at);
        all.filter(|mission| self.can_be_dealt(*mission) && !seen.has(*mission)).collect()
    }
}
