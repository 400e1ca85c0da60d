//! Tests of custom decks that build on an edition, and of the examples in `docs/DECKS.md`.

use orrery_rules::deck::{self, parse};
use orrery_rules::ids::{Amount, Track};
use orrery_rules::ruleset::{EmpireLevel, Op, Recipient, Rules, RulesSpec};

const HEAD: &str = "edition = \"classic\"\nid = \"mine\"\nname = \"Mine\"\n";

/// Returns the text of `count` simple planets to fill a deck, each in seven lines.
pub(crate) fn fillers(count: usize) -> String {
    let planet = |n| {
        format!(
            "[[planet]]\nid = \"filler-{n}\"\nname = \"Filler {n}\"\nresource = \"energy\"\n\
             track = \"economy\"\npoints = 1\nability = [{{ op = \"hop\" }}]\n"
        )
    };
    (0..count).map(planet).collect()
}

fn read(text: &str) -> Rules {
    parse(text).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_deck_that_changes_nothing_is_its_edition_under_another_name() {
    for id in deck::EDITIONS {
        let edition = deck::edition(id).expect("it is built in");
        let mine = read(&HEAD.replace("classic", id));
        let (id, name) = ("mine".into(), "Mine".into());
        let spec = RulesSpec { id, name, revision: 1, ..(**edition).clone() };
        let renamed = spec.build().expect("playable rules");
        assert_eq!(mine, renamed);
    }
}

#[test]
fn a_deck_that_has_only_planets_takes_the_rest_from_its_edition() {
    let mine = read(&format!("{HEAD}revision = 3\n{}", fillers(7)));
    let names: Vec<_> = mine.planets.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(names[..2], ["filler-0", "filler-1"]);
    assert_eq!((mine.planets.len(), mine.revision), (7, 3));
    assert_eq!(mine.missions, deck::classic().missions);
    assert_eq!(mine.rogues, deck::classic().rogues);
    assert_eq!(
        (mine.track, mine.rogue_track),
        (deck::classic().track, deck::classic().rogue_track)
    );
    assert_eq!((mine.seats, mine.solo), (deck::classic().seats, deck::classic().solo));
}

#[test]
fn a_deck_can_leave_out_the_missions_of_its_edition() {
    assert!(read(&format!("{HEAD}mission = []\n")).missions.is_empty());
}

#[test]
fn a_deck_can_use_the_track_names_of_blast_off() {
    let text = format!("{HEAD}{}", fillers(7)).replace("\"economy\"", "\"technology\"");
    assert!(read(&text).planets.iter().all(|card| card.track == Track::Economy));
}

#[test]
fn a_planet_can_have_a_track_of_its_own_length() {
    let text = format!("{HEAD}{}", fillers(7)).replace("points = 1", "points = 9\nlength = 2");
    let mine = read(&text);
    assert_eq!((mine.planets[0].points, mine.planets[0].length), (9, 2));
}

#[test]
fn an_ability_on_dice_is_limited_to_the_own_turn_without_a_limit_in_the_file() {
    let text = format!("{HEAD}{}", fillers(7)).replace("\"hop\"", "\"set-die\"");
    assert!(read(&text).planets[0].ability.own_turn);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_fine() {
    let text = format!("\u{feff}{HEAD}{}", fillers(7)).replace('\n', "\r\n");
    assert_eq!(read(&text).planets.len(), 7);
}

const GUIDE: &str = include_str!("../../../../docs/DECKS.md");

fn toml_blocks() -> impl Iterator<Item = &'static str> {
    GUIDE.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next())
}

#[test]
fn the_example_in_the_guide_is_a_deck() {
    let example = toml_blocks().find(|block| block.contains("edition = ")).expect("it is there");
    let mine = read(example);
    assert_eq!((mine.id.as_str(), mine.planets.len()), ("small-sky", 7));
    let lantern = mine.find_planet("lantern").map(|planet| mine.planet(planet).ability);
    let gift = Op::Gain(Recipient::Others, Amount { energy: 0, culture: 1 });
    assert_eq!(lantern.map(|ability| ability.effects()[1]), Some(gift));
    assert_eq!(mine.track.level(3), EmpireLevel { cost: 4, dice: 7, ships: 4, points: 6 });
}

#[test]
fn the_other_examples_of_the_guide_can_be_read_too() {
    let block = |start: &str| toml_blocks().find(|block| block.starts_with(start)).expect("there");
    assert_eq!(read(&format!("{HEAD}{}", block("[[rogue]]"))).rogues[0].id, "tinker");
    let mission = |n: usize| block("[[mission]]").replace("ollector", &format!("ollector-{n}"));
    let missions: String = (0..10).map(mission).collect();
    assert_eq!(read(&format!("{HEAD}{missions}")).missions.len(), 10);
}

/// Returns the code that starts with `start` in the first column of the tables of the guide.
fn shown(start: &str) -> impl Iterator<Item = &'static str> {
    let rows = GUIDE.lines().filter_map(move |line| line.strip_prefix("| `")?.split('`').next());
    rows.filter(move |cell| cell.starts_with(start))
}

fn with_planets(body: &str) -> String {
    format!("{HEAD}{}", fillers(7).replace("ability = [{ op = \"hop\" }]", body))
}

fn with_rogue(attack: &str) -> String {
    let attacks = format!("{{ attack = [{attack}] }},").repeat(5);
    format!("{HEAD}[[rogue]]\nid = \"r\"\nname = \"R\"\ndifficulty = \"x\"\nattacks = [{attacks}]")
}

#[test]
fn every_operation_shown_in_the_guide_can_be_read() {
    let fits = |op: &&str| {
        let effect = with_planets(&format!("ability = [{op}]"));
        let paid = with_planets(&format!("cost = [{{ op = \"regress-own\" }}]\nability = [{op}]"));
        let cost = with_planets(&format!("cost = [{op}]\nability = [{{ op = \"hop\" }}]"));
        [effect, paid, cost, with_rogue(op)].iter().any(|text| parse(text).is_ok())
    };
    let wrong: Vec<_> = shown("{ op = ").filter(|op| !fits(op)).collect();
    assert_eq!(wrong, [""; 0]);
    assert_eq!(shown("{ op = ").count(), 3 + 22 + 8, "costs, effects and parts of attacks");
}

#[test]
fn every_condition_shown_in_the_guide_can_be_read() {
    for condition in shown("{ is = ") {
        let tied = if condition.contains("of = ") { "tied = 1\n" } else { "" };
        let mission = |n| {
            let head = format!("[[mission]]\nid = \"m-{n}\"\nname = \"M {n}\"\npoints = 2\n");
            format!("{head}{tied}condition = {condition}\n")
        };
        read(&format!("{HEAD}{}", (0..10).map(mission).collect::<String>()));
    }
    assert_eq!(shown("{ is = ").count(), 8);
}
