//! R11 End and scoring.

use crate::event::{Event, EventSink};
use crate::ids::{Mission, Resource, Seat, Seats, Track};
use crate::ruleset::{GOAL, MissionCondition, MissionMetric};
use crate::table::{Flags, Phase, Table};

/// A seat's score and tie-breaks, in order (R11.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score {
    /// The total points for planets, empire and mission.
    pub points: u8,
    /// First tie-break: colonised planets.
    pub colonies: u8,
    /// Second tie-break: empire level.
    pub level: u8,
    /// Third tie-break: energy and culture together.
    pub resources: u8,
    /// The part of the points that comes from planets.
    pub planet_points: u8,
    /// The part of the points that comes from the empire level.
    pub empire_points: u8,
    /// The part of the points that comes from the mission.
    pub mission_points: u8,
}

impl Score {
    /// Returns the points and the tie-breaks, in the order of comparison (R11.3).
    const fn rank(&self) -> (u8, u8, u8, u8) {
        (self.points, self.colonies, self.level, self.resources)
    }
}

/// The criterion that decided the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecidedBy {
    /// More points.
    Points,
    /// More colonised planets.
    Colonies,
    /// A higher empire level.
    Level,
    /// More energy and culture.
    Resources,
    /// Nothing: the victory is shared.
    Shared,
    /// Solo: a seat reached 21 points or the skull, which ended the game at once (R12.8).
    AtOnce,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    scores: [Score; crate::ids::MAX_SEATS],
    seats: u8,
    winners: Seats,
    /// The criterion that decided the game.
    pub decided_by: DecidedBy,
}

impl GameResult {
    /// Returns the scores, by seat.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores[..self.seats as usize]
    }

    /// Returns whether a seat won, alone or with others.
    #[must_use]
    pub const fn is_winner(&self, seat: Seat) -> bool {
        self.winners.has(seat)
    }

    /// Returns the winning seats.
    #[must_use]
    pub const fn winners(&self) -> Seats {
        self.winners
    }
}

impl Table<'_> {
    /// Returns whether the game is over.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// R11.1 Triggers the end if this seat is the first with 21 points. A solo game ends at once
    /// (R12.8).
    #[inline]
    pub(crate) fn check_goal(&mut self, seat: Seat, events: &mut impl EventSink) {
        let points = self.points(seat);
        if points < GOAL {
            return;
        }
        if self.is_solo() {
            self.win_at_once(seat);
        } else if !self.end_triggered() {
            self.flags.set(Flags::END);
            self.end_trigger = seat.index() as u8;
            events.put(Event::EndTriggered { seat: Some(seat), points });
        }
    }

    /// R12.8 Ends a solo game at once with a win for this seat; pending work is dropped.
    pub(crate) fn win_at_once(&mut self, seat: Seat) {
        if !self.is_over() {
            self.end_trigger = seat.index() as u8;
            self.finish();
        }
    }

    /// Ends the game and drops pending work.
    pub(crate) fn finish(&mut self) {
        self.frames.clear();
        self.phase = Phase::Over;
    }

    /// R11.2 Returns the points that a mission scores for a seat in the current position.
    #[must_use]
    pub fn mission_points(&self, seat: Seat, mission: Mission) -> u8 {
        let card = self.rules.mission(mission);
        let points_if = |is_met: bool| if is_met { card.points } else { 0 };
        match card.condition {
            MissionCondition::Most(metric) => {
                self.points_for_highest((card.points, card.tied), seat, |s| {
                    i32::from(self.metric_value(s, metric))
                })
            }
            MissionCondition::Fewest(metric) => {
                self.points_for_highest((card.points, card.tied), seat, |s| {
                    -i32::from(self.metric_value(s, metric))
                })
            }
            MissionCondition::Equal => points_if(
                self.colonies_on(seat, Track::Economy) == self.colonies_on(seat, Track::Diplomacy),
            ),
            MissionCondition::TriggeredEnd => points_if(self.end_trigger() == Some(seat)),
            MissionCondition::Holds(amount) => points_if(self.held(seat).covers(amount)),
            MissionCondition::TopLevel => {
                points_if(self.level(seat) == self.empire_track(seat).top())
            }
            MissionCondition::AllHome => {
                points_if(!self.ships(seat).any(|(_, berth)| berth.is_away()))
            }
            MissionCondition::NoneHome => points_if(self.ships_at_home(seat) == 0),
        }
    }

    /// R11.2 Returns a seat's value of the quantity that a mission compares.
    ///
    /// Returns `None` if the mission does not compare players.
    #[must_use]
    pub fn mission_count(&self, seat: Seat, mission: Mission) -> Option<u8> {
        match self.rules.mission(mission).condition {
            MissionCondition::Most(metric) | MissionCondition::Fewest(metric) => {
                Some(self.metric_value(seat, metric))
            }
            _ => None,
        }
    }

    fn metric_value(&self, seat: Seat, metric: MissionMetric) -> u8 {
        match metric {
            MissionMetric::Held(Resource::Energy) => self.held(seat).energy,
            MissionMetric::Held(Resource::Culture) => self.held(seat).culture,
            MissionMetric::Colonies => self.colonies(seat).len() as u8,
            MissionMetric::ColoniesOn(track) => self.colonies_on(seat, track) as u8,
        }
    }

    /// R11.2 Returns the points of a seat for having the highest value.
    ///
    /// These are the full points if only this seat has the highest value, and the tied points if it
    /// shares that value, even a value of 0.
    fn points_for_highest(&self, points: (u8, u8), seat: Seat, value: impl Fn(Seat) -> i32) -> u8 {
        let best_other = self.others(seat).map(&value).max();
        match best_other.map(|other| value(seat).cmp(&other)) {
            Some(std::cmp::Ordering::Greater) | None => points.0,
            Some(std::cmp::Ordering::Equal) => points.1,
            Some(std::cmp::Ordering::Less) => 0,
        }
    }

    /// R11.2, R11.3 Returns the scores with missions, the winners and the deciding criterion.
    pub(crate) fn result(&self, mission: impl Fn(Seat) -> Option<Mission>) -> GameResult {
        let mut scores = [Score::default(); crate::ids::MAX_SEATS];
        for seat in self.seats() {
            scores[seat.index()] = self.score(seat, mission(seat));
        }
        let at_once = self.end_trigger().filter(|_| self.is_solo());
        let (winners, decided_by) = match at_once {
            Some(seat) => (Seats::NONE.with(seat), DecidedBy::AtOnce),
            None => self.rank(&scores),
        };
        GameResult { scores, seats: self.seats, winners, decided_by }
    }

    fn score(&self, seat: Seat, mission: Option<Mission>) -> Score {
        let mission_points = mission.map_or(0, |mission| self.mission_points(seat, mission));
        Score {
            points: self.points(seat).saturating_add(mission_points),
            colonies: self.colonies(seat).len() as u8,
            level: self.level(seat),
            resources: self.held(seat).total(),
            planet_points: self.planet_points(seat),
            empire_points: self.empire_track(seat).level(self.level(seat)).points,
            mission_points,
        }
    }

    /// R11.3 Returns the winners, and the criterion that decided who won.
    ///
    /// The criteria are points, planets, level and resources. After a full tie, the victory is
    /// shared.
    fn rank(&self, scores: &[Score]) -> (Seats, DecidedBy) {
        let scores = &scores[..self.seat_count()];
        let Some(best) = scores.iter().map(Score::rank).max() else {
            return (Seats::NONE, DecidedBy::Shared);
        };
        let wins = |seat: &Seat| scores[seat.index()].rank() == best;
        let winners: Seats = self.seats().filter(wins).collect();
        let runner_up = scores.iter().map(Score::rank).filter(|rank| *rank != best).max();
        let decided_by = match runner_up {
            _ if winners.len() > 1 => DecidedBy::Shared,
            Some(second) if second.0 == best.0 && second.1 == best.1 && second.2 == best.2 => {
                DecidedBy::Resources
            }
            Some(second) if second.0 == best.0 && second.1 == best.1 => DecidedBy::Level,
            Some(second) if second.0 == best.0 => DecidedBy::Colonies,
            _ => DecidedBy::Points,
        };
        (winners, decided_by)
    }
}
