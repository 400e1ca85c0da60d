//! Sample messages for every key.

use crate::table::{culture, energy, planet, rules, seat, seats, ship, slot, spec};
use orrery_describe as say;
use orrery_describe::Message;
use orrery_rules::dice::Dice;
use orrery_rules::event::Event;
use orrery_rules::ids::{Amount, Destination, Face, Mission, Resource, Track};
use orrery_rules::illegal::Illegal;
use orrery_rules::ruleset::{
    Ability, Attack, AttackOp, MissionCard, MissionCondition, MissionMetric, Naming, Op, Recipient,
    ReplacedTo, Split, TrackFilter, UpgradeTerms, WhichDice,
};
use orrery_rules::step::{Action, ChanceOutcome, Decision, Question, Step};
use orrery_rules::{GameOption, Rules, Setup, State, deck};

const BOTH: Amount = Amount { energy: 2, culture: 1 };

/// Returns all samples.
pub(crate) fn all() -> Vec<Message> {
    let mut all = vec![Message::new("language")];
    all.extend(Face::ALL.into_iter().flat_map(|face| [say::face(face), say::die(face)]));
    all.extend(Resource::ALL.map(say::resource));
    all.extend(TRACKS.map(say::track));
    all.extend(actions().iter().map(say::action));
    all.extend(by_place());
    all.extend(outcomes().iter().map(|outcome| say::step(&Step::Chance(*outcome))));
    all.extend(questions().iter().map(say::question));
    all.extend(events().iter().map(say::event));
    all.extend(illegals().into_iter().map(say::illegal));
    all.extend(ops().iter().flat_map(|op| [say::op(op), say::ability_of(&ability_with(op))]));
    all.extend(abilities().iter().map(say::ability_of));
    all.extend(missions());
    all.extend(attacks().iter().map(say::attack));
    all.extend(editions());
    all.push(say::difficulty(&rules(Naming::Classic).rogues[0]));
    let decision =
        Decision { seat: seat(0), question: Question::MoveShip, planet: Some(planet(1)) };
    all.push(say::decision(&decision));
    all.extend(reasons());
    all
}

/// Returns a message for every kind of reason.
pub(crate) fn reasons() -> Vec<Message> {
    use say::ReasonSubject as Reason;
    let (rival, planet) = (seat(1), planet(1));
    let mut subjects = vec![
        Reason::More(Resource::Energy, 2),
        Reason::Advance(planet, 1),
        Reason::Advance(planet, 2),
        Reason::ShipAt(planet),
        Reason::Colony(planet),
        Reason::Level(3),
        Reason::Mission(mission()),
        Reason::RivalFewer(rival, Resource::Culture, 1),
        Reason::RivalShip(rival, planet),
        Reason::RivalColony(rival, planet),
        Reason::RivalLevel(rival, 4),
        Reason::Followed,
        Reason::NextColony(planet),
        Reason::NextUpgrade,
        Reason::RivalNextColony(rival, planet),
        Reason::RerollBetter,
        Reason::RerollWorse,
        Reason::WholePosition,
    ];
    subjects.extend(Face::ALL.map(Reason::Die));
    subjects.into_iter().map(|subject| say::reason(subject, 0.5814, 0.25)).collect()
}

const TRACKS: [Track; 2] = [Track::Diplomacy, Track::Economy];

fn ability_with(op: &Op) -> Ability {
    Ability::new(&[], &[*op]).expect("an ability of one operation")
}

fn mission() -> Mission {
    Mission::new(0).expect("a mission")
}

fn dice() -> [Dice; 3] {
    let some = [Face::Energy, Face::Energy, Face::Move, Face::Colony];
    [Dice::NONE, Dice::one(Face::Diplomacy), some.into_iter().collect()]
}

/// Returns actions with ships named by their place: at home, on a surface, in orbit.
pub(crate) fn by_place() -> Vec<Message> {
    let text = "classic 2; row jakks nagato hoefker shouhua; \
        A 3e level 3 ships home surface:1 orbit:2:1; B 2e ships orbit:2:0 surface:1; \
        turn A dice move move";
    let setup = Setup::parse(deck::classic(), text).expect("a set-up");
    let state = State::from_setup(deck::classic(), &setup).expect("a possible set-up");
    let ships = [0, 1, 2].map(|number| Action::MoveShip(ship(number)));
    let (rival, own) = (seat(1), seat(0));
    let others = [
        Action::AdvanceShip(ship(2)),
        Action::RegressShip(rival, ship(0)),
        Action::SendHome(rival, ship(1)),
        Action::SendHome(own, ship(0)),
    ];
    let by_place = |action: &Action| say::action_by_place(action, state.table());
    ships.iter().chain(&others).map(by_place).collect()
}

pub(crate) fn actions() -> Vec<Action> {
    let places = [Destination::Home, Destination::Surface(slot(0)), Destination::Orbit(slot(5))];
    let mut all = vec![
        Action::Keep(mission()),
        Action::Reroll,
        Action::Convert,
        Action::EndTurn,
        Action::Roll,
        Action::MoveShip(ship(0)),
        Action::UseAbility,
        Action::Decline,
        Action::AdvanceShip(ship(3)),
        Action::RegressShip(seat(1), ship(2)),
        Action::SendHome(seat(2), ship(1)),
        Action::UsePlanet(planet(0)),
        Action::StealFrom(seat(1)),
        Action::ReplacePlanet(slot(1)),
        Action::Follow,
        Action::Pass,
        Action::ForceReroll,
        Action::Accept,
    ];
    all.extend(places.map(Action::GoTo));
    all.extend(Resource::ALL.map(Action::PayWith));
    all.extend(Resource::ALL.map(Action::Lose));
    all.extend([energy(2), culture(1), BOTH, Amount::default()].map(Action::Take));
    all.extend([energy(2), BOTH].map(Action::Upgrade));
    all.extend([0, 1, 7].map(Action::ConvertUnits));
    for face in Face::ALL {
        all.extend([Action::Activate(face), Action::ChooseDie(face)]);
        all.extend([Action::ChooseFace(face), Action::RepeatDie(face)]);
    }
    all
}

pub(crate) fn outcomes() -> Vec<ChanceOutcome> {
    let mut all = vec![
        ChanceOutcome::Drew(planet(0)),
        ChanceOutcome::Dealt(mission()),
        ChanceOutcome::Starts(seat(0)),
    ];
    all.extend(dice().map(ChanceOutcome::Rolled));
    all
}

pub(crate) fn questions() -> Vec<Question> {
    use Question as Q;
    let mut all =
        vec![Q::KeepMission, Q::Turn, Q::ConverterPayment, Q::Dice, Q::Face, Q::RepeatDie];
    all.extend([Q::MoveShip, Q::Destination, Q::Land, Q::Advance, Q::Regress, Q::SendHome]);
    all.extend([
        Q::Colony,
        Q::Upgrade,
        Q::UsePlanet,
        Q::Take,
        Q::ConvertUnits,
        Q::Steal,
        Q::Replace,
    ]);
    all.extend([0, 1, 2].map(|cost| Q::Follow { face: Face::Economy, cost }));
    all.push(Q::ForceReroll { face: Face::Colony });
    all.extend([1, 3].map(|units| Q::Lose { units }));
    all
}

pub(crate) fn events() -> Vec<Event> {
    let mut all = turn_events();
    all.extend(ship_events());
    all.extend(resource_events());
    all.extend(rogue_events());
    all
}

fn turn_events() -> Vec<Event> {
    let (seat, planet, slot, face) = (seat(0), planet(0), slot(0), Face::Colony);
    let [none, one, some] = dice();
    vec![
        Event::PlanetDrawn { slot, planet },
        Event::MissionDealt { seat, mission: Some(mission()) },
        Event::MissionDealt { seat, mission: None },
        Event::MissionKept { seat, mission: Some(mission()) },
        Event::MissionKept { seat, mission: None },
        Event::StartChosen { seat },
        Event::TurnBegan { seat },
        Event::DiceRolled { seat, dice: some },
        Event::DiceRolled { seat, dice: none },
        Event::DiceRerolled { seat, dice: one },
        Event::DieActivated { seat, face },
        Event::NothingHappened { seat, face },
        Event::DieSet { seat, from: Face::Energy, to: face },
        Event::DiceSpent { seat, dice: some },
        Event::DiceDiscarded { seat, dice: one },
        Event::DieRepeated { seat, face },
        Event::ActionChosen { seat, face },
        Event::PlanetReplaced { seat, slot, planet },
        Event::DeckRanOut { slot },
        Event::AbilityUsed { seat, planet },
        Event::Declined { seat },
        Event::EffectBegan { seat, planet },
        Event::Followed { seat, face, cost: 1 },
        Event::Followed { seat, face, cost: 0 },
        Event::Passed { seat, face },
        Event::TurnEnded { seat },
        Event::EndTriggered { seat: Some(seat), points: 22 },
        Event::EndTriggered { seat: None, points: 0 },
        Event::MissionRevealed { seat, mission: mission(), points: 0 },
        Event::MissionRevealed { seat, mission: mission(), points: 1 },
        Event::GameOver { winners: seats(&[]) },
        Event::GameOver { winners: seats(&[1]) },
        Event::GameOver { winners: seats(&[0, 1, 2]) },
    ]
}

fn ship_events() -> Vec<Event> {
    let (seat, ship, slot, planet) = (seat(1), ship(1), slot(0), planet(0));
    vec![
        Event::ShipMoved { seat, ship, to: Destination::Home },
        Event::ShipMoved { seat, ship, to: Destination::Surface(slot) },
        Event::ShipMoved { seat, ship, to: Destination::Orbit(slot) },
        Event::ShipHopped { seat, ship, slot, space: 0 },
        Event::ShipHopped { seat, ship, slot, space: 2 },
        Event::ShipSentHome { seat, ship },
        Event::ShipGained { seat, ship },
        Event::ShipAdvanced { seat, ship, slot, from: 0, to: 2 },
        Event::ShipRegressed { seat, ship, slot, from: 1, to: 0 },
        Event::Colonised { seat, planet, points: 1 },
        Event::EmpireUpgraded { seat, level: 2, points: 5 },
        Event::SkullReached,
    ]
}

fn resource_events() -> Vec<Event> {
    let (seat, to) = (seat(0), seat(1));
    vec![
        Event::Gained { seat, amount: BOTH },
        Event::Paid { seat, amount: energy(1) },
        Event::PaidTo { seat, to, amount: culture(1) },
        Event::Lost { seat, amount: Amount::default() },
        Event::Stolen { seat, from: to, amount: energy(1) },
        Event::Turned { seat, units: 3, into: Resource::Energy },
        Event::Turned { seat, units: 1, into: Resource::Culture },
    ]
}

fn rogue_events() -> Vec<Event> {
    let face = Face::Energy;
    vec![
        Event::RerollForced { face },
        Event::RogueRelentless { face },
        Event::RogueUsed { face },
        Event::RogueDiscarded { face },
        Event::RogueAttacked { level: 3 },
        Event::DieLost { seat: seat(0) },
        Event::RogueBonus,
    ]
}

pub(crate) fn illegals() -> Vec<Illegal> {
    use Illegal as I;
    let mut all = vec![I::GameOver, I::ChanceExpected, I::ActionExpected, I::ImpossibleRoll];
    all.extend([I::ImpossibleDraw, I::ImpossibleDeal, I::ImpossibleStart, I::NotAsked]);
    all.extend([
        I::NotDealt,
        I::NothingToReroll("R4.1"),
        I::RerollUnpaid("R4.1"),
        I::ConverterUsed("R5.1"),
    ]);
    all.extend([I::ConverterNeedsThreeDice, I::ConverterUnpaid, I::DiceOutOfOrder]);
    all.extend([
        I::NoDieChosen,
        I::SameFace("R5.1"),
        I::ShipInReserve,
        I::ShipHasNoMove,
        I::SameShip("R10.5"),
    ]);
    all.extend([I::SamePlanet, I::AlreadyHome, I::SurfaceTaken, I::OrbitTaken, I::NoPlanetThere]);
    all.extend([I::NotInOrbit, I::WrongTrack, I::OnStart("R8.3"), I::NotAnEnemy, I::TopLevel]);
    all.extend([I::WrongPayment, I::UpgradeUnpaid, I::NotYourColony, I::NotInRow]);
    all.extend([I::NotTheirColony, I::AbilityDoesNothing, I::AbilityNotYourTurn]);
    all.extend([I::AbilityUsedUp, I::AbilityOpen, I::UnitsOutOfRange, I::NothingFits]);
    all.extend([I::NothingToSteal, I::PlanetOccupied, I::DeckEmpty, I::NumberBeyondEnd]);
    all.extend([I::ExpelUnpaid, I::NotInBay, I::MustCarryOut("R2.5")]);
    all.extend(
        Face::ALL
            .into_iter()
            .flat_map(|face| [I::NoSuchDie(face, "R2.3"), I::FaceDoesNothing(face)]),
    );
    all
}

pub(crate) fn ops() -> Vec<Op> {
    let mut all = vec![Op::Pay(BOTH), Op::RegressOwn, Op::Steal(energy(1)), Op::Hop, Op::Expel];
    all.extend([Op::DiscardDice(1), Op::DiscardDice(2), Op::Move(1), Op::Move(2), Op::Colony]);
    all.extend([Recipient::User, Recipient::Others].map(|who| Op::Gain(who, BOTH)));
    all.extend([Split::OneResource, Split::Free].map(Op::Recall));
    let terms =
        [UpgradeTerms::DiscountIfLowest, UpgradeTerms::DiscountIfLowestOrTied, UpgradeTerms::Mixed];
    all.extend(terms.map(Op::Upgrade));
    all.extend([WhichDice::Any, WhichDice::All].map(Op::RerollDice));
    all.extend([ReplacedTo::Discard, ReplacedTo::UnderDeck].map(Op::ReplacePlanet));
    all.extend([Op::SpendTwoDice, Op::SetDie, Op::PayAndAct, Op::RepeatDie, Op::AnyAction]);
    all.extend([Op::UseRowPlanet, Op::FollowsCostTwo, Op::NoFollow]);
    for resource in Resource::ALL {
        all.extend([Op::GainPerHomeShip(resource), Op::Harvest(resource), Op::TurnInto(resource)]);
        all.extend([Op::UseColonyOfOther(resource), Op::GainPerFollow(resource)]);
    }
    for on in
        [TrackFilter::Any, TrackFilter::Only(Track::Diplomacy), TrackFilter::Only(Track::Economy)]
    {
        all.extend([Op::Advance(Recipient::User, on, 1), Op::Advance(Recipient::Others, on, 2)]);
        all.push(Op::AdvanceAnother(on, 1));
        all.extend([1, 2].map(|ships| Op::Regress { on, steps: ships, ships }));
    }
    all
}

fn abilities() -> Vec<Ability> {
    let gains = [Op::Gain(Recipient::User, culture(2)), Op::Gain(Recipient::Others, culture(1))];
    let make = |costs: &[Op], effects: &[Op]| Ability::new(costs, effects).expect("it is valid");
    let mut once = make(&[], &gains);
    once.once = Some(0);
    let mut own_once = make(&[Op::DiscardDice(1)], &gains);
    own_once.once = Some(1);
    vec![make(&[Op::Pay(energy(1)), Op::RegressOwn], &gains), once, own_once]
}

fn missions() -> Vec<Message> {
    let mut all = vec![
        MissionCondition::Equal,
        MissionCondition::TriggeredEnd,
        MissionCondition::Holds(BOTH),
    ];
    all.extend([MissionCondition::TopLevel, MissionCondition::AllHome, MissionCondition::NoneHome]);
    let held = Resource::ALL.map(MissionMetric::Held);
    let planets = TRACKS.map(MissionMetric::ColoniesOn);
    for count in held.into_iter().chain(planets).chain([MissionMetric::Colonies]) {
        all.extend([MissionCondition::Most(count), MissionCondition::Fewest(count)]);
    }
    all.into_iter().map(one_mission).collect()
}

fn one_mission(condition: MissionCondition) -> Message {
    let mut spec = spec(Naming::Classic);
    let (id, name) = (String::new(), String::new());
    spec.missions[0] = MissionCard { id, name, points: 3, tied: 2, condition };
    say::mission(&spec.build().expect("playable rules"), mission())
}

/// Returns all messages about the editions, and about rules that no edition has.
fn editions() -> Vec<Message> {
    let mut nobody_follows = spec(Naming::Classic);
    nobody_follows.followable = 0;
    let nobody_follows = nobody_follows.build().expect("playable rules");
    let all = deck::EDITIONS.iter().filter_map(|id| deck::edition(id)).chain([&nobody_follows]);
    all.flat_map(|rules| explanations(rules).into_iter().chain([say::edition(rules)])).collect()
}

fn explanations(rules: &Rules) -> Vec<Message> {
    let dice = Face::ALL.into_iter().map(|face| say::die_action(rules, face));
    let options = GameOption::ALL.iter().map(|option| say::option(*option));
    let parts = [say::reroll(rules), say::converter(rules), say::home(rules), say::bay(rules)];
    let terms = [say::points(rules), say::empire(), say::energy(), say::culture()];
    let all = dice.chain(options).chain(parts).chain(terms).chain(say::missions(rules));
    all.flat_map(|explanation| [explanation.name, explanation.text]).collect()
}

fn attacks() -> Vec<Attack> {
    use AttackOp as A;
    let mut parts = vec![A::Lose(BOTH), A::Gain(energy(1)), A::Steal(culture(1)), A::StealAny(2)];
    parts.extend([A::RegressOne(1), A::RegressAll(2), A::AdvanceAll(1), A::OneDieFewer]);
    let one = |once| Attack { parts: parts.clone(), once };
    vec![one(false), one(true)]
}
