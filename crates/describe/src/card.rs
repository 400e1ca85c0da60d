//! Messages for planet abilities, missions and Rogue attacks, generated from their operations.

use crate::message::{Arg, Message};
use orrery_rules::ids::{Mission, Planet};
use orrery_rules::ruleset::{
    Ability, Attack, AttackOp, GOAL, MissionCard, MissionCondition, MissionMetric, Op, Recipient,
    ReplacedTo, RogueCard, Rules, Split, TrackFilter, UpgradeTerms, WhichDice,
};

/// Describes a planet's ability: "Pay 1 culture: move 2 different ships. Once per turn."
#[must_use]
pub fn ability(rules: &Rules, planet: Planet) -> Message {
    rules.planets.get(planet.index()).map_or_else(unknown, |card| ability_of(&card.ability))
}

/// Describes an ability.
#[must_use]
pub fn ability_of(ability: &Ability) -> Message {
    let effects = effects_message(ability.effects());
    let text = if ability.costs().is_empty() {
        Message::new("ability-free").with("effects", effects)
    } else {
        let costs = ability.costs().iter().map(|cost| op(cost).into()).collect::<Vec<Arg>>();
        Message::new("ability-paid").with("costs", costs).with("effects", effects)
    };
    match limit(ability) {
        Some(limit) => Message::new("ability-limited").with("ability", text).with("limit", limit),
        None => text,
    }
}

/// Joins the effects of an ability into one message.
fn effects_message(effects: &[Op]) -> Message {
    let join = |rest, first| Message::new("ability-then").with("first", first).with("rest", rest);
    effects.iter().rev().map(op).reduce(join).unwrap_or_else(unknown)
}

fn limit(ability: &Ability) -> Option<Message> {
    match (ability.own_turn, ability.once.is_some()) {
        (false, false) => None,
        (true, false) => Some(Message::new("limit-own-turn")),
        (false, true) => Some(Message::new("limit-once")),
        (true, true) => Some(Message::new("limit-own-turn-once")),
    }
}

fn unknown() -> Message {
    Message::new("unknown")
}

/// Describes one operation, as part of a sentence: "gain 2 energy".
#[must_use]
pub fn op(op: &Op) -> Message {
    let say = Message::new;
    match *op {
        Op::Pay(amount) => say("op-pay").with("amount", amount),
        Op::DiscardDice(count) => say("op-discard-dice").with("count", count),
        Op::RegressOwn => say("op-regress-own"),
        Op::Gain(Recipient::User, amount) => say("op-gain").with("amount", amount),
        Op::Gain(Recipient::Others, amount) => say("op-others-gain").with("amount", amount),
        Op::GainPerHomeShip(resource) => say("op-gain-per-home-ship").with("resource", resource),
        Op::Harvest(resource) => say("op-harvest").with("resource", resource),
        Op::Steal(amount) => say("op-steal").with("amount", amount),
        Op::TurnInto(resource) => say("op-turn-into").with("resource", resource),
        Op::Advance(Recipient::User, on, steps) => {
            message_for_track("op-advance", "op-advance-on", on).with("steps", steps)
        }
        Op::Advance(Recipient::Others, on, steps) => {
            message_for_track("op-others-advance", "op-others-advance-on", on).with("steps", steps)
        }
        Op::AdvanceAnother(on, steps) => {
            message_for_track("op-advance-another", "op-advance-another-on", on)
                .with("steps", steps)
        }
        Op::Regress { on, steps, ships } => message_for_track("op-regress", "op-regress-on", on)
            .with("steps", steps)
            .with("ships", ships),
        Op::Move(ships) => say("op-move").with("ships", ships),
        Op::Hop => say("op-hop"),
        Op::Recall(Split::OneResource) => say("op-recall-one-resource"),
        Op::Recall(Split::Free) => say("op-recall-any-mix"),
        Op::Expel => say("op-expel"),
        Op::Upgrade(UpgradeTerms::DiscountIfLowest) => say("op-upgrade-if-lowest"),
        Op::Upgrade(UpgradeTerms::DiscountIfLowestOrTied) => say("op-upgrade-if-none-lower"),
        Op::Upgrade(UpgradeTerms::Mixed) => say("op-upgrade-mixed"),
        Op::Colony => say("op-colony"),
        Op::RerollDice(WhichDice::Any) => say("op-reroll-any"),
        Op::RerollDice(WhichDice::All) => say("op-reroll-all"),
        Op::SpendTwoDice => say("op-spend-two-dice"),
        Op::SetDie => say("op-set-die"),
        Op::PayAndAct => say("op-pay-and-act"),
        Op::RepeatDie => say("op-repeat-die"),
        Op::AnyAction => say("op-any-action"),
        Op::ReplacePlanet(ReplacedTo::Discard) => say("op-replace-and-discard"),
        Op::ReplacePlanet(ReplacedTo::UnderDeck) => say("op-replace-and-keep"),
        Op::UseRowPlanet => say("op-use-row-planet"),
        Op::UseColonyOfOther(resource) => say("op-use-colony-of-other").with("resource", resource),
        Op::GainPerFollow(resource) => say("op-gain-per-follow").with("resource", resource),
        Op::FollowsCostTwo => say("op-follows-cost-two"),
        Op::NoFollow => say("op-no-follow"),
    }
}

fn message_for_track(any: &'static str, only: &'static str, on: TrackFilter) -> Message {
    match on {
        TrackFilter::Any => Message::new(any),
        TrackFilter::Only(track) => Message::new(only).with("track", track),
    }
}

/// Describes a mission, such as "Most culture: 3 points, 2 if tied".
#[must_use]
pub fn mission(rules: &Rules, mission: Mission) -> Message {
    rules.missions.get(mission.index()).map_or_else(unknown, mission_of)
}

fn mission_of(card: &MissionCard) -> Message {
    let key = if card.condition.compares() { "mission-compared" } else { "mission-alone" };
    let message =
        Message::new(key).with("condition", condition(card.condition)).with("points", card.points);
    if card.condition.compares() { message.with("tied", card.tied) } else { message }
}

fn condition(condition: MissionCondition) -> Message {
    let say = Message::new;
    match condition {
        MissionCondition::Most(MissionMetric::Held(resource)) => {
            say("most-held").with("resource", resource)
        }
        MissionCondition::Most(MissionMetric::Colonies) => say("most-colonies"),
        MissionCondition::Most(MissionMetric::ColoniesOn(track)) => {
            say("most-colonies-on").with("track", track)
        }
        MissionCondition::Fewest(MissionMetric::Held(resource)) => {
            say("fewest-held").with("resource", resource)
        }
        MissionCondition::Fewest(MissionMetric::Colonies) => say("fewest-colonies"),
        MissionCondition::Fewest(MissionMetric::ColoniesOn(track)) => {
            say("fewest-colonies-on").with("track", track)
        }
        MissionCondition::Equal => say("condition-equal"),
        MissionCondition::TriggeredEnd => say("condition-triggered-end").with("points", GOAL),
        MissionCondition::Holds(amount) => say("condition-holds").with("amount", amount),
        MissionCondition::TopLevel => say("condition-top-level"),
        MissionCondition::AllHome => say("condition-all-home"),
        MissionCondition::NoneHome => say("condition-none-home"),
    }
}

/// Describes a Rogue's attack, such as "It steals 1 culture from you".
#[must_use]
pub fn attack(attack: &Attack) -> Message {
    let parts: Vec<Arg> = attack.parts.iter().map(|part| attack_part(*part).into()).collect();
    let key = if attack.once { "attack-once" } else { "attack" };
    Message::new(key).with("parts", parts)
}

fn attack_part(part: AttackOp) -> Message {
    let say = Message::new;
    match part {
        AttackOp::Lose(amount) => say("attack-lose").with("amount", amount),
        AttackOp::Gain(amount) => say("attack-gain").with("amount", amount),
        AttackOp::Steal(amount) => say("attack-steal").with("amount", amount),
        AttackOp::StealAny(units) => say("attack-steal-any").with("units", units),
        AttackOp::RegressOne(steps) => say("attack-regress-one").with("steps", steps),
        AttackOp::RegressAll(steps) => say("attack-regress-all").with("steps", steps),
        AttackOp::AdvanceAll(steps) => say("attack-advance-all").with("steps", steps),
        AttackOp::OneDieFewer => say("attack-one-die-fewer"),
    }
}

/// Describes a Rogue's difficulty.
///
/// A custom deck may define its own word, which is shown unchanged.
#[must_use]
pub fn difficulty(rogue: &RogueCard) -> Message {
    Message::new("difficulty").with("difficulty", rogue.difficulty.clone())
}
