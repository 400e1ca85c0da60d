//! Messages for reasons why a move is better than another one.

use crate::message::{Arg, Message};
use orrery_rules::ids::{Face, Mission, Planet, Resource, Seat};

/// The subject of a reason: a difference between two moves.
///
/// Most variants say how the position after the better move differs from that after the other move.
/// A subject without a seat is about the deciding seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonSubject {
    /// The seat holds this many more units.
    More(Resource, u8),
    /// A ship is this many spaces further along a planet's track.
    Advance(Planet, u8),
    /// A ship is at a planet.
    ShipAt(Planet),
    /// The planet is colonised.
    Colony(Planet),
    /// The empire has this level.
    Level(u8),
    /// A die with this face is still unused.
    Die(Face),
    /// The mission is kept.
    Mission(Mission),
    /// A rival holds this many fewer units.
    RivalFewer(Seat, Resource, u8),
    /// A rival's ship is less far along a planet's track, or is not at the planet.
    RivalShip(Seat, Planet),
    /// A rival does not colonise the planet.
    RivalColony(Seat, Planet),
    /// A rival does not reach this level.
    RivalLevel(Seat, u8),
    /// After the other move, follows of rivals lower this seat's chance to win by more.
    Followed,
    /// The planet can be colonised next turn.
    NextColony(Planet),
    /// The empire can be upgraded next turn.
    NextUpgrade,
    /// A rival can colonise the planet next turn after the other move.
    RivalNextColony(Seat, Planet),
    /// The better move is a reroll. It gives a better position than the other move with this
    /// probability.
    RerollBetter,
    /// The other move is a reroll. It would give a better position than the better move with only
    /// this probability.
    RerollWorse,
    /// The position as a whole is better; no single difference explains it.
    WholePosition,
}

impl ReasonSubject {
    /// Returns whether the reason compares probabilities of an event instead of chances to win.
    #[must_use]
    pub const fn is_event(self) -> bool {
        matches!(
            self,
            Self::NextColony(_)
                | Self::NextUpgrade
                | Self::RivalNextColony(..)
                | Self::RerollBetter
                | Self::RerollWorse
        )
    }
}

/// Returns a reason as a sentence: "2 more energy: +3.1 % chance to win".
///
/// `better` is the value of the better move, and `worse` that of the other move. Both are chances
/// to win or, if [`ReasonSubject::is_event`], probabilities of the event, from 0 to 1.
#[must_use]
pub fn reason(subject: ReasonSubject, better: f64, worse: f64) -> Message {
    if subject.is_event() {
        return event_reason(subject, better, worse);
    }
    let say = |key: &'static str| Message::new(key).with("gain", gain(better - worse));
    match subject {
        ReasonSubject::More(resource, units) => {
            say("reason-more").with("resource", resource).with("units", units)
        }
        ReasonSubject::Advance(planet, spaces) => {
            say("reason-advance").with("planet", planet).with("spaces", spaces)
        }
        ReasonSubject::ShipAt(planet) => say("reason-ship-at").with("planet", planet),
        ReasonSubject::Colony(planet) => say("reason-colony").with("planet", planet),
        ReasonSubject::Level(level) => say("reason-level").with("level", level),
        ReasonSubject::Die(face) => say("reason-die").with("face", face),
        ReasonSubject::Mission(mission) => say("reason-mission").with("mission", mission),
        ReasonSubject::RivalFewer(seat, resource, units) => {
            let fewer = say("reason-rival-fewer").with("seat", seat);
            fewer.with("resource", resource).with("units", units)
        }
        ReasonSubject::RivalShip(seat, planet) => {
            say("reason-rival-ship").with("seat", seat).with("planet", planet)
        }
        ReasonSubject::RivalColony(seat, planet) => {
            say("reason-rival-colony").with("seat", seat).with("planet", planet)
        }
        ReasonSubject::RivalLevel(seat, level) => {
            say("reason-rival-level").with("seat", seat).with("level", level)
        }
        ReasonSubject::Followed => say("reason-followed"),
        _ => say("reason-whole-position"),
    }
}

fn event_reason(subject: ReasonSubject, better: f64, worse: f64) -> Message {
    let say = |key: &'static str| Message::new(key).with("percent", percent(better));
    match subject {
        ReasonSubject::NextColony(planet) => {
            say("reason-next-colony").with("planet", planet).with("other", percent(worse))
        }
        ReasonSubject::NextUpgrade => say("reason-next-upgrade").with("other", percent(worse)),
        ReasonSubject::RivalNextColony(seat, planet) => {
            let rival = say("reason-rival-next-colony").with("seat", seat);
            rival.with("planet", planet).with("other", percent(worse))
        }
        ReasonSubject::RerollBetter => say("reason-reroll-better"),
        _ => say("reason-reroll-worse"),
    }
}

/// Describes an increase of the chance to win: "+3.1 % chance to win".
fn gain(change: f64) -> Message {
    Message::new("reason-gain").with("points", Arg::Tenths((change * 1000.0).round() as i64))
}

fn percent(share: f64) -> Arg {
    Arg::Number((share * 100.0).round() as i64)
}
