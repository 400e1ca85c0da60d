//! The complete state of a game: the public table and each seat's secret missions.

use crate::actions::Actions;
use crate::chance::ChanceNode;
use crate::event::{DiscardEvents, Event, EventSink};
use crate::frame::Task;
use crate::ids::{MAX_SEATS, Mission, Missions, Planet, Planets, Seat};
use crate::illegal::Illegal;
use crate::options::{OptionProblem, Options};
use crate::problems::Problems;
use crate::rule::end::GameResult;
use crate::ruleset::Rules;
use crate::step::{Action, Actor, ChanceOutcome, Decision, Step};
use crate::table::{NONE, Phase, Table};

/// The missions of one seat: the two it was dealt and the one it kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MissionHand {
    /// The indices of both dealt missions, four bits each; equal if there is only one.
    pub(crate) dealt: u8,
    /// The index of the kept mission; `NONE` before the seat has chosen.
    pub(crate) kept: u8,
}

impl MissionHand {
    /// A hand without missions, or whose missions the viewer does not know.
    ///
    /// Its `kept` is not `NONE`, because `dealt: 0` with `kept: NONE` is a hand with mission 0.
    pub(crate) const EMPTY: Self = Self { dealt: 0, kept: NONE - 1 };

    /// Creates a hand of one or two dealt missions; the second may be unknown.
    pub(crate) const fn new(
        first: Mission,
        second: Option<Mission>,
        kept: Option<Mission>,
    ) -> Self {
        let second = match second {
            Some(mission) => mission.index(),
            None => first.index(),
        };
        let kept = match kept {
            Some(mission) => mission.index() as u8,
            None => NONE,
        };
        Self { dealt: (first.index() | second << 4) as u8, kept }
    }

    pub(crate) const fn to_bytes(self) -> [u8; 2] {
        [self.dealt, self.kept]
    }

    pub(crate) fn kept(self) -> Option<Mission> {
        Mission::new(self.kept as usize)
    }

    /// Returns the missions dealt so far, sorted.
    pub(crate) fn dealt(self) -> impl Iterator<Item = Mission> {
        let (a, b) = ((self.dealt & 15) as usize, (self.dealt >> 4) as usize);
        let pair = [a.min(b), a.max(b)];
        let count = if self == Self::EMPTY { 0 } else { 1 + usize::from(a != b) };
        pair.into_iter().take(count).map(Mission::at)
    }

    pub(crate) fn with(self, mission: Mission) -> Self {
        match self.dealt().next() {
            None => Self::new(mission, None, None),
            Some(first) => Self::new(first, Some(mission), None),
        }
    }

    pub(crate) const fn keeping(self, mission: Mission) -> Self {
        Self { kept: mission.index() as u8, ..self }
    }

    /// Returns the hand without the mission that was given back, which other players never see.
    pub(crate) fn shown(self) -> Self {
        self.kept().map_or(Self::EMPTY, |kept| Self::new(kept, None, Some(kept)))
    }
}

/// The complete state of a game.
///
/// A state is always valid: it comes from [`State::new`] or a checked set-up, and only legal steps
/// change it. It is small, flat and `Copy`; the ruleset is a shared reference.
#[derive(Clone, Copy, Debug)]
pub struct State<'r> {
    pub(crate) table: Table<'r>,
    pub(crate) hands: [MissionHand; MAX_SEATS],
}

/// A state fits four cache lines, because search copies millions of states per second.
const _: () = assert!(size_of::<State<'static>>() <= 256);

impl<'r> std::ops::Deref for State<'r> {
    type Target = Table<'r>;

    #[inline]
    fn deref(&self) -> &Table<'r> {
        &self.table
    }
}

impl PartialEq for State<'_> {
    /// Compares everything that can still affect the game, and the rules.
    fn eq(&self, other: &Self) -> bool {
        self.encode() == other.encode()
            && (std::ptr::eq(self.rules(), other.rules()) || self.rules() == other.rules())
    }
}

impl Eq for State<'_> {}

impl<'r> State<'r> {
    /// Creates a new game; its first step draws the first planet of the row (R1).
    ///
    /// # Errors
    /// Returns every reason why the ruleset rejects the options.
    pub fn new(rules: &'r Rules, options: &Options) -> Result<Self, Problems<OptionProblem>> {
        Problems::ok_if_none(options.problems(rules), || Self {
            table: Table::laid_out(rules, options),
            hands: [MissionHand::EMPTY; MAX_SEATS],
        })
    }

    /// Returns the public part of the state.
    #[inline]
    #[must_use]
    pub const fn table(&self) -> &Table<'r> {
        &self.table
    }

    /// Returns who acts next.
    #[inline]
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.table.actor()
    }

    /// Returns the pending decision, if a seat acts next.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.table.decision()
    }

    /// Writes all legal actions to `out`, sorted; none if no seat acts next.
    #[inline]
    pub fn legal_actions(&self, out: &mut Actions) {
        out.clear();
        if self.table.phase == Phase::KeepMissions {
            let hand = self.hands[self.table.counter as usize];
            out.extend(hand.dealt().map(Action::Keep));
        } else {
            self.table.list(out);
        }
    }

    /// Returns the pending chance node, if chance acts next.
    #[inline]
    #[must_use]
    pub fn chance(&self) -> Option<ChanceNode> {
        if self.table.phase == Phase::DealMissions {
            return Some(ChanceNode::Deal(self.undealt()));
        }
        self.table.chance()
    }

    /// R1.5, R1.7 Returns the missions not yet dealt.
    fn undealt(&self) -> Missions {
        let all = (0..self.rules().missions.len()).map(Mission::at);
        let all: Missions = all.filter(|mission| self.table.can_be_dealt(*mission)).collect();
        self.hands.iter().flat_map(|hand| hand.dealt()).fold(all, Missions::without)
    }

    /// Applies a step and appends its events to `events`.
    ///
    /// # Errors
    /// If the step is illegal. The error names the rule, and the state is unchanged.
    pub fn apply(&mut self, step: Step, events: &mut Vec<Event>) -> Result<(), Illegal> {
        self.check(step)?;
        self.take_step(step, events);
        Ok(())
    }

    /// Checks whether a step is legal.
    ///
    /// An action is legal if and only if [`Self::legal_actions`] lists it.
    ///
    /// # Errors
    /// If the step is illegal; the error names the rule.
    pub fn check(&self, step: Step) -> Result<(), Illegal> {
        match (step, self.actor()) {
            (_, Actor::Over) => Err(Illegal::GameOver),
            (Step::Action(_), Actor::Chance) => Err(Illegal::ChanceExpected),
            (Step::Chance(_), Actor::Seat(_)) => Err(Illegal::ActionExpected),
            (Step::Chance(outcome), Actor::Chance) => {
                self.chance().ok_or(Illegal::ActionExpected)?.check(outcome)
            }
            (Step::Action(action), Actor::Seat(_)) => {
                let mut legal = Actions::new();
                self.legal_actions(&mut legal);
                if legal.contains(&action) { Ok(()) } else { Err(self.explain(action)) }
            }
        }
    }

    /// Applies a legal step without checks and without events, for search.
    ///
    /// An illegal step panics or leaves the state meaningless.
    #[inline]
    pub fn apply_unchecked(&mut self, step: Step) {
        self.take_step(step, &mut DiscardEvents);
    }

    /// Applies a step.
    ///
    /// Always inlined: most callers know at compile time whether the step is an action or an
    /// outcome, so inlining avoids wrapping it in a `Step` and matching on it again
    /// (`docs/PERFORMANCE.md`).
    #[inline(always)]
    fn take_step(&mut self, step: Step, events: &mut impl EventSink) {
        match step {
            Step::Action(Action::Keep(mission)) => self.keep(mission, events),
            Step::Action(action) => self.table.choose(action, events),
            Step::Chance(ChanceOutcome::Dealt(mission)) => self.deal(mission, events),
            Step::Chance(outcome) => self.table.apply_outcome(outcome, events),
        }
        if self.table.is_over() {
            self.report_end(events);
        }
    }

    /// R1.5 Deals a secret mission.
    fn deal(&mut self, mission: Mission, events: &mut impl EventSink) {
        let seat = self.table.seat_to_deal();
        self.hands[seat.index()] = self.hands[seat.index()].with(mission);
        events.put(Event::MissionDealt { seat, mission: Some(mission) });
        self.table.mission_dealt();
    }

    /// R1.5 Keeps one of the seat's missions.
    fn keep(&mut self, mission: Mission, events: &mut impl EventSink) {
        let seat = Seat::at(self.table.counter as usize);
        self.hands[seat.index()] = self.hands[seat.index()].keeping(mission);
        events.put(Event::MissionKept { seat, mission: Some(mission) });
        self.table.mission_kept(events);
    }

    /// R11.2 Reports the revealed missions with their points, and the winners.
    fn report_end(&self, events: &mut impl EventSink) {
        for seat in self.seats() {
            if let Some(mission) = self.mission(seat) {
                let points = self.table.mission_points(seat, mission);
                events.put(Event::MissionRevealed { seat, mission, points });
            }
        }
        let winners = self.table.result(|seat| self.mission(seat)).winners();
        events.put(Event::GameOver { winners });
    }

    /// Returns the mission that a seat kept.
    #[must_use]
    pub fn mission(&self, seat: Seat) -> Option<Mission> {
        self.hands[seat.index()].kept()
    }

    /// Returns a copy of the state in which the seat was dealt only this mission and kept it.
    ///
    /// The analysis uses it to try the possible missions of a seat.
    #[must_use]
    pub const fn assuming(mut self, seat: Seat, mission: Mission) -> Self {
        self.hands[seat.index()] = MissionHand::new(mission, None, Some(mission));
        self
    }

    /// Returns scores, winners and the deciding tie-break, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<GameResult> {
        self.is_over().then(|| self.table.result(|seat| self.mission(seat)))
    }

    /// Returns whether a step would reveal new information to this seat.
    ///
    /// New information is a roll, a draw or another seat's answer. The seat can undo its own steps
    /// back to the last such step, and no further.
    #[must_use]
    pub fn reveals(&self, step: Step, to: Seat) -> bool {
        match step {
            Step::Chance(_) => self.chance().is_some_and(|node| !node.is_certain()),
            Step::Action(_) => self.actor() != Actor::Seat(to),
        }
    }
}

impl Table<'_> {
    /// Returns the pending chance node, except for the secret deal of missions.
    #[inline]
    pub(crate) fn chance(&self) -> Option<ChanceNode> {
        match (self.frames.top().map(|frame| frame.task()), self.phase) {
            (Some(Task::Draw), _) | (None, Phase::DealRow) => {
                Some(ChanceNode::Draw(self.next_cards()))
            }
            (Some(Task::Roll), _) => Some(ChanceNode::Roll(self.chosen.len() as u8)),
            (None, Phase::RollTurn) => Some(ChanceNode::Roll(self.turn_dice(self.active()) as u8)),
            (None, Phase::RogueRoll) => Some(ChanceNode::Roll(1)),
            (None, Phase::ChooseStart) => Some(ChanceNode::Start(self.seats)),
            _ => None,
        }
    }

    /// R10.2 Returns the cards that can be drawn next.
    pub(crate) fn next_cards(&self) -> Planets {
        if self.undrawn.is_empty() {
            self.bottom_cards.first().into_iter().collect::<Planets>()
        } else {
            self.undrawn
        }
    }

    /// Applies a chance outcome. Always inlined, for the reason given at `State::take_step`.
    #[inline(always)]
    pub(crate) fn apply_outcome(&mut self, outcome: ChanceOutcome, events: &mut impl EventSink) {
        match (outcome, self.phase) {
            (ChanceOutcome::Drew(planet), Phase::DealRow) => self.lay_planet(planet, events),
            (ChanceOutcome::Drew(planet), _) => self.place_drawn_planet(planet, events),
            (ChanceOutcome::Starts(seat), _) => self.start_chosen(seat, events),
            (ChanceOutcome::Rolled(dice), Phase::RollTurn) => self.turn_rolled(dice, events),
            (ChanceOutcome::Rolled(dice), Phase::RogueRoll) => self.rogue_rolled(dice, events),
            (ChanceOutcome::Rolled(dice), _) => self.add_rerolled(dice, events),
            (ChanceOutcome::Dealt(_), _) => {}
        }
        self.resolve(events);
    }
}

impl Table<'_> {
    /// Returns the progress of the pending operation, as two numbers below 64.
    ///
    /// A learning agent needs these numbers to know the answers that the operation has received so
    /// far. For example, while a seat chooses a destination, the first number is that of the chosen
    /// ship. Both numbers are 0 before the first answer and if no operation is pending.
    #[must_use]
    pub fn progress(&self) -> [u8; 2] {
        self.frames.top().map_or([0; 2], |frame| frame.progress_numbers())
    }

    /// Returns the planets whose abilities are being carried out, innermost last (R9.4).
    pub fn open_planets(&self) -> impl Iterator<Item = Planet> + '_ {
        self.frames.as_slice().iter().filter_map(|frame| frame.running_planet())
    }
}
