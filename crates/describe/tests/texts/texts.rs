//! The exact texts of some messages, in both languages.

use crate::samples;
use crate::table::{context, culture, energy, planet, rules, seat, seats, ship, slot};
use orrery_describe as say;
use orrery_describe::{Context, Language, Localizer, Message, ReasonSubject};
use orrery_rules::event::Event;
use orrery_rules::ids::MAX_ROW;
use orrery_rules::ids::{Amount, Destination, Face, Mission, Resource, Track};
use orrery_rules::illegal::Illegal;
use orrery_rules::ruleset::{Ability, Naming, Op, Recipient, TrackFilter, UpgradeTerms};
use orrery_rules::step::{Action, Decision, Question};
use orrery_rules::{Rules, deck};

/// Asserts the English and the German text of a message.
#[track_caller]
fn reads_in(naming: Naming, message: Message, english: &str, german: &str) {
    let rules = rules(naming);
    let text = |language| Localizer::new(language).text(&message, &context(&rules));
    assert_eq!(text(Language::English), english);
    assert_eq!(text(Language::German), german);
}

#[track_caller]
fn reads(message: Message, english: &str, german: &str) {
    reads_in(Naming::Classic, message, english, german);
}

#[track_caller]
fn ability_reads(costs: &[Op], effects: &[Op], english: &str, german: &str) {
    let ability = Ability::new(costs, effects).expect("a valid ability");
    reads(say::ability_of(&ability), english, german);
}

#[test]
fn actions_have_the_expected_texts() {
    let die = Action::Activate(Face::Economy);
    reads(say::action(&die), "Activate the economy die", "Wirtschaftswürfel aktivieren");
    let orbit = Action::GoTo(Destination::Orbit(slot(0)));
    reads(say::action(&orbit), "Enter orbit around Nagato", "In die Umlaufbahn von Nagato fliegen");
    let regress = Action::RegressShip(seat(1), ship(1));
    reads(say::action(&regress), "Regress Ben’s ship 2", "Schiff 2 von Ben zurücksetzen");
    reads(say::action(&Action::ConvertUnits(1)), "Exchange 1 unit", "1 Einheit tauschen");
    reads(say::action(&Action::ConvertUnits(2)), "Exchange 2 units", "2 Einheiten tauschen");
    reads(say::action(&Action::Take(Amount::default())), "Take nothing", "Nichts nehmen");
    let lose = Action::Lose(Resource::Energy);
    reads(say::action(&lose), "Lose 1 energy", "1 Energie verlieren");
}

#[test]
fn questions_have_the_expected_texts() {
    let free = Question::Follow { face: Face::Move, cost: 0 };
    let (english, german) =
        ("Do you follow the move die for free?", "Folgst du dem Bewegungswürfel kostenlos?");
    reads(say::question(&free), english, german);
    let decision =
        Decision { seat: seat(0), question: Question::MoveShip, planet: Some(planet(1)) };
    let german = "Nagato: Welches Schiff bewegst du?";
    reads(say::decision(&decision), "Nagato: Which ship do you move?", german);
    let plain = Decision { planet: None, ..decision };
    reads(say::decision(&plain), "Which ship do you move?", "Welches Schiff bewegst du?");
}

#[test]
fn r12_13_the_question_says_how_many_units_are_stolen() {
    reads(
        say::question(&Question::Lose { units: 3 }),
        "Which resource does the Rogue Galaxy steal first? It takes 3 units.",
        "Was stiehlt dir die Schurkengalaxie zuerst? Sie nimmt 3 Einheiten.",
    );
    reads(
        say::question(&Question::Lose { units: 1 }),
        "Which resource does the Rogue Galaxy steal from you?",
        "Was stiehlt dir die Schurkengalaxie?",
    );
}

#[test]
fn events_of_resources_and_dice_have_the_expected_texts() {
    let seat = seat(0);
    let gained = Event::Gained { seat, amount: energy(2) };
    reads(say::event(&gained), "Ada gained 2 energy.", "Ada erhielt 2 Energie.");
    let turned = Event::Turned { seat, units: 3, into: Resource::Energy };
    let german = "Ada tauschte 3 Kultur gegen Energie.";
    reads(say::event(&turned), "Ada exchanged 3 culture for energy.", german);
    let faces = [Face::Colony, Face::Energy, Face::Move, Face::Energy];
    let rolled = Event::DiceRolled { seat, dice: faces.into_iter().collect() };
    let german = "Ada würfelte Bewegung, 2× Energie und Kolonie.";
    reads(say::event(&rolled), "Ada rolled move, 2× energy and colony.", german);
    let set = Event::DieSet { seat, from: Face::Energy, to: Face::Colony };
    let german = "Ada drehte den Energiewürfel auf Kolonie.";
    reads(say::event(&set), "Ada turned the energy die to colony.", german);
}

#[test]
fn events_of_ships_have_the_expected_texts() {
    let (seat, ship, slot) = (seat(1), ship(0), slot(0));
    let landed = Event::ShipMoved { seat, ship, to: Destination::Surface(slot) };
    let german = "Ben landete mit Schiff 1 auf Nagato.";
    reads(say::event(&landed), "Ben landed ship 1 on Nagato.", german);
    let advanced = Event::ShipAdvanced { seat, ship, slot, from: 1, to: 2 };
    let english = "Ben’s ship 1 advanced to space 2 of Nagato.";
    reads(say::event(&advanced), english, "Schiff 1 von Ben rückte auf Feld 2 von Nagato vor.");
    let regressed = Event::ShipRegressed { seat, ship, slot, from: 1, to: 0 };
    let english = "Ben’s ship 1 fell back to the start space of Nagato.";
    let german = "Schiff 1 von Ben fiel auf das Startfeld von Nagato zurück.";
    reads(say::event(&regressed), english, german);
}

#[test]
fn events_of_the_end_have_the_expected_texts() {
    let mission = Mission::new(0).expect("a mission");
    let revealed = Event::MissionRevealed { seat: seat(2), mission, points: 1 };
    let german = "Cleo deckte Sucher auf und erhielt 1 Siegpunkt.";
    reads(say::event(&revealed), "Cleo revealed Seeker and scored 1 point.", german);
    let shared = say::event(&Event::GameOver { winners: seats(&[0, 1, 2, 4]) });
    let english = "Ada, Ben, Cleo and Player 5 shared the victory.";
    reads(shared, english, "Ada, Ben, Cleo und Spieler 5 teilten sich den Sieg.");
    let alone = say::event(&Event::GameOver { winners: seats(&[2]) });
    reads(alone, "Cleo won the game.", "Cleo gewann das Spiel.");
}

#[test]
fn illegal_steps_have_the_expected_texts() {
    let english = "One of your ships is already in that orbit. (R3.1b)";
    let german = "In dieser Umlaufbahn ist schon eines deiner Schiffe. (R3.1b)";
    reads(say::illegal(Illegal::OrbitTaken), english, german);
    let english = "You have no unactivated culture die. (R2.3)";
    let german = "Du hast keinen Kulturwürfel, der noch nicht aktiviert ist. (R2.3)";
    reads(say::illegal(Illegal::NoSuchDie(Face::Culture, "R2.3")), english, german);
}

#[test]
fn abilities_have_the_expected_texts() {
    let english = "Pay 2 energy: advance one of your ships 2 spaces on an economy track.";
    let german =
        "Bezahle 2 Energie: Rücke eines deiner Schiffe auf einer Wirtschaftsleiste 2 Felder vor.";
    let advance = Op::Advance(Recipient::User, TrackFilter::Only(Track::Economy), 2);
    ability_reads(&[Op::Pay(energy(2))], &[advance], english, german);

    let english = "Gain 2 culture. Every other player gains 1 culture.";
    let german = "Erhalte 2 Kultur. Alle anderen Spieler erhalten je 1 Kultur.";
    let gains = [Op::Gain(Recipient::User, culture(2)), Op::Gain(Recipient::Others, culture(1))];
    ability_reads(&[], &gains, english, german);

    let english = "Discard 1 unactivated die: gain 1 energy and 1 culture. Only on your own turn.";
    let german = "Lege 1 nicht aktivierten Würfel ab: Erhalte 1 Energie und 1 Kultur. \
                  Nur in deinem eigenen Zug.";
    let gain = Op::Gain(Recipient::User, Amount { energy: 1, culture: 1 });
    ability_reads(&[Op::DiscardDice(1)], &[gain], english, german);

    let english = "Pay 2 energy: regress 2 different enemy ships 1 space each.";
    let german = "Bezahle 2 Energie: Setze 2 verschiedene gegnerische Schiffe je 1 Feld zurück.";
    let regress = Op::Regress { on: TrackFilter::Any, steps: 1, ships: 2 };
    ability_reads(&[Op::Pay(energy(2))], &[regress], english, german);
}

#[test]
fn cards_have_the_expected_texts() {
    let rules = rules(Naming::Classic);
    let english = "Pay 1 culture: move 2 different ships. Once per turn.";
    let german = "Bezahle 1 Kultur: Bewege 2 verschiedene Schiffe. Einmal pro Zug.";
    reads(say::ability(&rules, planet(1)), english, german);

    let mission = |index| say::mission(&rules, Mission::new(index).expect("a mission"));
    let german = "Am meisten Kultur: 3 Siegpunkte, bei Gleichstand 2.";
    reads(mission(0), "Most culture: 3 points, 2 if tied.", german);
    let german = "Mindestens 3 Energie und 3 Kultur: 1 Siegpunkt.";
    reads(mission(2), "At least 3 energy and 3 culture: 1 point.", german);

    let rogue = &rules.rogues[0];
    let english = "All its ships advance 1 space and it steals 1 energy from you. Once per turn.";
    let german =
        "Alle ihre Schiffe rücken 1 Feld vor und sie stiehlt dir 1 Energie. Einmal pro Zug.";
    reads(say::attack(&rogue.attacks[0]), english, german);
    reads(say::difficulty(rogue), "epic", "episch");
}

#[test]
fn r8_2_r6_2_the_new_total_of_points_is_announced() {
    let seat = seat(0);
    reads(
        say::event(&Event::Colonised { seat, planet: planet(1), points: 10 }),
        "Ada colonised Nagato and now has 10 points.",
        "Ada besiedelte Nagato und hat jetzt 10 Siegpunkte.",
    );
    reads(
        say::event(&Event::EmpireUpgraded { seat, level: 2, points: 1 }),
        "Ada reached empire level 2 and now has 1 point.",
        "Ada erreichte Imperiumsstufe 2 und hat jetzt 1 Siegpunkt.",
    );
}

#[test]
fn r12_8_the_skull_has_its_own_text() {
    let (english, german) =
        ("The Rogue Galaxy reached the skull.", "Die Schurkengalaxie erreichte den Totenkopf.");
    reads(say::event(&Event::SkullReached), english, german);
}

#[test]
fn blast_off_has_its_own_terms() {
    let reads_in_blast_off =
        |message, english, german| reads_in(Naming::BlastOff, message, english, german);
    let rules = rules(Naming::BlastOff);
    reads_in_blast_off(say::die(Face::Colony), "galaxy die", "Galaxiewürfel");
    reads_in_blast_off(say::track(Track::Economy), "technology track", "Technologieleiste");
    let upgraded = say::event(&Event::EmpireUpgraded { seat: seat(0), level: 3, points: 9 });
    let english = "Ada reached galaxy level 3 and now has 9 star points.";
    reads_in_blast_off(
        upgraded,
        english,
        "Ada erreichte Galaxiestufe 3 und hat jetzt 9 Sternepunkte.",
    );
    let english = "Pay 2 culture: advance one of your ships 2 spaces on a life track.";
    let german =
        "Bezahle 2 Kultur: Rücke eines deiner Schiffe auf einer Lebensleiste 2 Felder vor.";
    reads_in_blast_off(say::ability(&rules, planet(2)), english, german);
    let ended = say::event(&Event::EndTriggered { seat: Some(seat(0)), points: 23 });
    let english = "Ada reached 23 star points and triggered the end of the game.";
    reads_in_blast_off(
        ended,
        english,
        "Ada erreichte 23 Sternepunkte und löste das Spielende aus.",
    );
    let english = "upgrade your galaxy for 1 less if you alone have the lowest level";
    let german =
        "werte deine Galaxie für 1 weniger auf, wenn du allein die niedrigste Galaxiestufe hast";
    reads_in_blast_off(say::op(&Op::Upgrade(UpgradeTerms::DiscountIfLowest)), english, german);
}

/// Returns the texts of an explanation for an edition: name and text in English, then in German.
fn explained(edition: &str, explain: impl Fn(&Rules) -> say::Explanation) -> [String; 4] {
    let rules = deck::edition(edition).expect("an edition");
    let explanation = explain(rules);
    let context = Context { rules, seats: &[], row: [None; MAX_ROW] };
    let [english, german] = [Language::English, Language::German].map(Localizer::new);
    [
        (&english, &explanation.name),
        (&english, &explanation.text),
        (&german, &explanation.name),
        (&german, &explanation.text),
    ]
    .map(|(localizer, message)| localizer.text(message, &context))
}

#[test]
fn editions_are_summarised_by_their_rules() {
    let summary = |edition, language| {
        let rules = deck::edition(edition).expect("an edition");
        let context = Context { rules, seats: &[], row: [None; MAX_ROW] };
        Localizer::new(language).text(&say::edition(rules), &context)
    };
    assert_eq!(
        summary("classic", Language::English),
        "The 2015 game. For 2 to 5 players, with secret missions, or solo against the Rogue Galaxy."
    );
    assert_eq!(
        summary("blast-off", Language::German),
        "Die schnelle Neufassung von 2020. Ihre 30 Planeten sind von uns, weil die gedruckten Karten \
         nicht öffentlich sind. Für 2 bis 4 Personen, ohne Missionen."
    );
}

#[test]
fn r3_2_an_edition_says_what_ships_at_home_yield() {
    let energy =
        |edition| explained(edition, |rules| say::die_action(rules, Face::Energy))[1].clone();
    let planets = "Gain 1 energy for each of your ships at an energy planet";
    assert_eq!(energy("prototype"), format!("{planets}."));
    assert_eq!(energy("classic"), format!("{planets} and each ship at home."));
    let home = explained("prototype", say::home);
    assert_eq!(home[1], "Ships at home produce nothing.");
}

#[test]
fn r7_3_an_edition_says_which_dice_can_be_followed() {
    let bay = explained("blast-off", say::bay);
    assert_eq!(
        bay[1],
        "Dice used this turn. Other players may follow dice on the first 3 spaces and the die in \
         the converter for 1 culture."
    );
    assert_eq!(
        bay[3],
        "In diesem Zug genutzte Würfel. Die anderen dürfen für 1 Kultur Würfeln auf den ersten 3 \
         Plätzen und dem Würfel im Umwandler folgen."
    );
    assert!(explained("classic", say::bay)[1].contains("follow each of them"));
}

#[test]
fn editions_use_their_own_terms() {
    let colony = |edition| explained(edition, |rules| say::die_action(rules, Face::Colony));
    assert_eq!(colony("classic")[0], "Colony");
    assert_eq!(colony("blast-off")[0], "Galaxy");
    assert_eq!(
        colony("blast-off")[3],
        "Werte deine Galaxie auf oder nutze die Fähigkeit einer deiner Kolonien."
    );
    assert_eq!(explained("blast-off", say::points)[2], "Sternepunkte");
    assert!(!explained("blast-off", say::points)[1].contains("mission"));
}

#[test]
fn reasons_have_the_expected_texts() {
    let more = say::reason(ReasonSubject::More(Resource::Energy, 2), 0.561, 0.5299);
    reads(more, "2 more energy: +3.1 % chance to win", "2 Energie mehr: +3,1 % Gewinnchance");
    let next = say::reason(ReasonSubject::NextColony(planet(0)), 0.578, 0.0);
    reads(
        next,
        "Jakks can be colonised next turn with 58 % of the rolls, otherwise with 0 %",
        "Jakks lässt sich im nächsten Zug mit 58 % der Würfe besiedeln, sonst mit 0 %",
    );
    let level = say::reason(ReasonSubject::RivalLevel(seat(1), 3), 0.5, 0.45);
    reads_in(
        Naming::BlastOff,
        level,
        "Ben does not reach galaxy level 3: +5.0 % chance to win",
        "Ben erreicht Galaxiestufe 3 nicht: +5,0 % Gewinnchance",
    );
}

#[test]
fn ships_are_named_by_their_place() {
    let localizer = Localizer::new(Language::English);
    let text = |message: &Message| localizer.text(message, &context(&rules(Naming::Classic)));
    let texts: Vec<String> = samples::by_place().iter().map(text).collect();
    let expected = [
        "From home",
        "From Nagato",
        "From Padraigin-3110’s orbit",
        "Advance at Padraigin-3110",
        "Regress Ben’s ship at Padraigin-3110",
        "Send Ben’s ship at Nagato home",
        "Send Ada’s ship 1 home",
    ];
    assert_eq!(texts, expected);
}
