//! Tests that each kind of deck problem is reported with its exact position.

use orrery_rules::deck::DeckProblemKind::*;
use orrery_rules::deck::{DeckItem, DeckProblemKind, ValueType, parse};

use crate::custom::fillers;

const HEAD: &str = "edition = \"classic\"\nid = \"mine\"\nname = \"Mine\"\n";

/// Returns the line, the column and the kind of every problem of an invalid deck.
fn problems(text: &str) -> Vec<(usize, usize, DeckProblemKind)> {
    let problems = parse(text).expect_err("this has problems");
    let all = problems.list().iter();
    all.map(|problem| (problem.line, problem.column, problem.kind.clone())).collect()
}

/// Returns the kind of the only problem of a deck, which must be at this line and column.
fn only_problem(text: &str, line: usize, column: usize) -> DeckProblemKind {
    let all = problems(text);
    let [(at_line, at_column, kind)] = &all[..] else { panic!("not one problem: {all:?}") };
    assert_eq!((*at_line, *at_column), (line, column), "{kind}");
    kind.clone()
}

/// Returns a deck whose first planet, in lines 4 to 10, has these changes.
///
/// A change `key = value` replaces the line with this key, or adds line 11 if there is none. A
/// change that is only a key removes the line.
fn planet(changes: &[&str]) -> String {
    let valid = "[[planet]]\nid = \"odd\"\nname = \"Odd\"\nresource = \"energy\"\n\
                 track = \"economy\"\npoints = 1\nability = [{ op = \"hop\" }]";
    let key = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let mut lines: Vec<_> = valid.lines().map(str::to_owned).collect();
    for change in changes {
        match lines.iter().position(|line| key(line) == key(change)) {
            Some(n) if change.contains('=') => lines[n] = (*change).to_owned(),
            Some(n) => drop(lines.remove(n)),
            None => lines.push((*change).to_owned()),
        }
    }
    format!("{HEAD}{}\n{}", lines.join("\n"), fillers(7))
}

fn ability(ops: &str) -> String {
    planet(&[&format!("ability = [{ops}]")])
}

/// Returns the unknown word of a problem.
fn unknown_word(kind: DeckProblemKind) -> String {
    match kind {
        UnknownKey(word, _) | UnknownSection(word, _) => word,
        UnknownWord(word, _) | UnknownOperation(word, _) => word,
        other => panic!("{other}"),
    }
}

#[test]
fn text_that_is_not_toml_is_reported() {
    let text = planet(&["points = one"]);
    assert!(matches!(only_problem(&text, 9, 10), Syntax(_)));
}

#[test]
fn a_line_that_is_only_a_key_hides_nothing_after_it() {
    let text = planet(&["resource", "oops", "colour = 1"]).replace("oops", "oops\n");
    let all = problems(&text);
    assert!(matches!(all[0], (10, 5, Syntax(_))), "{all:?}");
    assert_eq!(unknown_word(all[1].2.clone()), "colour");
    assert_eq!(all.len(), 2);
}

#[test]
fn a_key_given_twice_is_reported() {
    assert!(matches!(
        only_problem(&planet(&["ability = [{ op = \"hop\", op = \"hop\" }]"]), 10, 26),
        Syntax(_)
    ));
}

#[test]
fn an_unknown_key_is_reported() {
    assert_eq!(unknown_word(only_problem(&planet(&["colour = \"red\""]), 11, 1)), "colour");
    assert_eq!(
        unknown_word(only_problem(&ability("{ op = \"hop\", steps = 1 }"), 10, 26)),
        "steps"
    );
    assert_eq!(unknown_word(only_problem(&format!("colour = 1\n{HEAD}"), 1, 1)), "colour");
}

#[test]
fn an_unknown_section_is_reported() {
    let kind = only_problem(&format!("{HEAD}\n[[moon]]\nid = \"m\"\n"), 5, 3);
    assert!(matches!(kind, UnknownSection(name, _) if name == "moon"));
}

#[test]
fn an_unknown_operation_is_reported() {
    let kind = only_problem(&ability("{ op = \"gian\", energy = 1 }"), 10, 19);
    assert!(matches!(kind, UnknownOperation(name, known) if name == "gian" && known.len() == 22));
}

#[test]
fn operations_of_dice_are_not_for_cards() {
    for op in ["harvest", "colony", "spend-two-dice", "pay-and-act"] {
        assert_eq!(
            unknown_word(only_problem(&ability(&format!("{{ op = \"{op}\" }}")), 10, 19)),
            op
        );
    }
}

#[test]
fn an_unknown_keyword_is_reported() {
    assert_eq!(unknown_word(only_problem(&planet(&["resource = \"gold\""]), 7, 12)), "gold");
    assert_eq!(
        unknown_word(only_problem(&planet(&["limit = [\"own turn\", \"twice\"]"]), 11, 22)),
        "twice"
    );
    assert_eq!(unknown_word(only_problem(&HEAD.replace("classic", "clasic"), 1, 11)), "clasic");
}

#[test]
fn a_missing_key_is_reported() {
    for key in ["id", "name", "resource", "track", "points", "ability"] {
        assert_eq!(only_problem(&planet(&[key]), 4, 1), MissingKey(key));
    }
    let without_steps = ability("{ op = \"advance\", track = \"any\" }");
    assert_eq!(only_problem(&without_steps, 10, 12), MissingKey("steps"));
    assert_eq!(only_problem(&ability("{ steps = 1 }"), 10, 12), MissingKey("op"));
    assert_eq!(only_problem("edition = \"classic\"\nid = \"mine\"\n", 1, 1), MissingKey("name"));
}

#[test]
fn a_missing_section_is_reported() {
    let text = include_str!("../../decks/classic.toml");
    let at = |section: &str| text.find(section).expect("the deck has this section");
    let without_track = text[..at("[track]")].to_owned() + &text[at("[rogue-track]")..];
    assert_eq!(only_problem(&without_track, 1, 1), MissingSection("track"));
    assert_eq!(only_problem(&text[..at("[[rogue]]")], 1, 1), MissingSection("rogue"));
}

#[test]
fn a_value_of_the_wrong_type_is_reported() {
    let wrong = |expected, found| WrongType { expected, found };
    let text = planet(&["points = \"1\""]);
    assert_eq!(only_problem(&text, 9, 10), wrong(ValueType::Number, ValueType::Text));
    assert_eq!(
        only_problem(&planet(&["name = 7"]), 6, 8),
        wrong(ValueType::Text, ValueType::Number)
    );
    assert_eq!(
        only_problem(&planet(&["points = 1.5"]), 9, 10),
        wrong(ValueType::Number, ValueType::Other)
    );
    assert_eq!(
        only_problem(&planet(&["limit = true"]), 11, 9),
        wrong(ValueType::List, ValueType::Flag)
    );
    assert_eq!(only_problem(&ability("\"hop\""), 10, 12), wrong(ValueType::Table, ValueType::Text));
}

#[test]
fn an_array_of_tables_written_as_one_table_is_reported() {
    for section in ["planet", "mission", "rogue"] {
        let kind = only_problem(&format!("{HEAD}[{section}]\nid = \"a\""), 4, 1);
        assert_eq!(kind, SingleRow(section));
    }
}

#[test]
fn a_number_out_of_range_is_reported() {
    let range = |key, least, most| OutOfRange { key, least, most };
    for points in ["0", "21", "-1", "300", "99999999999999999999"] {
        let text = planet(&[&format!("points = {points}"), "length = 1"]);
        assert_eq!(only_problem(&text, 9, 10), range("points", 1, 20));
    }
    assert_eq!(only_problem(&planet(&["length = 6"]), 11, 10), range("length", 1, 5));
    let gain = |n: u8| ability(&format!("{{ op = \"gain\", energy = {n} }}"));
    assert_eq!(only_problem(&gain(0), 10, 36), range("energy", 1, 7));
    assert_eq!(only_problem(&gain(8), 10, 36), range("energy", 1, 7));
    let revision = format!("revision = 0\n{HEAD}");
    assert_eq!(only_problem(&revision, 1, 12), range("revision", 1, u32::MAX));
}

#[test]
fn columns_are_counted_in_characters() {
    let text = planet(&["ability = [{ op = \"hop\", \"größe\" = 1, \"x\" = 2 }]"]);
    let all = problems(&text);
    assert_eq!((all[0].0, all[0].1, all[1].0, all[1].1), (10, 26, 10, 39));
}

#[test]
fn an_id_or_a_name_used_twice_is_reported() {
    assert_eq!(
        only_problem(&planet(&["id = \"filler-0\""]), 12, 6),
        DuplicateId("filler-0".into(), 5)
    );
    let kind = only_problem(&planet(&["name = \"FILLER 0\""]), 13, 8);
    assert_eq!(kind, DuplicateName("Filler 0".into(), 6));
}

#[test]
fn an_id_that_is_not_a_slug_is_reported() {
    for id in ["Odd", "", "-", "a--b", "a-", "-a", "a b", "ö", "a_b", &"a".repeat(41)] {
        let kind = only_problem(&planet(&[&format!("id = \"{id}\"")]), 5, 6);
        assert!(matches!(kind, BadSlug(_)), "{id}");
    }
}

#[test]
fn a_name_that_cannot_be_displayed_is_reported() {
    for name in ["", " a", "a ", "a\\tb", "a\\u202eb", &"a".repeat(41)] {
        let kind = only_problem(&planet(&[&format!("name = \"{name}\"")]), 6, 8);
        assert!(matches!(kind, BadName(_)), "{name}");
    }
}

#[test]
fn the_id_of_an_edition_is_taken() {
    let text = HEAD.replace("mine", "blast-off");
    assert_eq!(only_problem(&text, 2, 6), EditionId("blast-off".into()));
}

#[test]
fn rules_next_to_an_edition_are_reported() {
    assert_eq!(only_problem(&format!("{HEAD}[rules]\ndice = 7"), 4, 1), RulesOfEdition);
}

#[test]
fn an_ability_without_effect_is_reported() {
    assert_eq!(only_problem(&ability(""), 10, 11), NoEffect);
}

#[test]
fn too_many_operations_are_reported() {
    let hop = "{ op = \"hop\" }";
    let kind = only_problem(&ability(&[hop; 5].join(", ")), 10, 76);
    assert_eq!(kind, TooMany(DeckItem::Operations, 4));
    let with_cost = planet(&[
        "cost = [{ op = \"regress-own\" }]",
        &format!("ability = [{}]", [hop; 4].join(", ")),
    ]);
    assert_eq!(only_problem(&with_cost, 10, 60), TooMany(DeckItem::Operations, 4));
}

#[test]
fn a_cost_among_the_effects_and_the_reverse_are_reported() {
    let kind = only_problem(&ability("{ op = \"pay\", energy = 1 }"), 10, 19);
    assert_eq!(kind, CostAsEffect("pay"));
    let kind = only_problem(&planet(&["cost = [{ op = \"steal\", energy = 1 }]"]), 11, 16);
    assert_eq!(kind, EffectAsCost("steal"));
}

#[test]
fn a_cost_or_a_limit_given_twice_is_reported() {
    let twice = "cost = [{ op = \"pay\", energy = 1 }, { op = \"pay\", culture = 1 }]";
    assert_eq!(only_problem(&planet(&[twice]), 11, 37), Repeated("pay"));
    let twice = "limit = [\"own turn\", \"own turn\"]";
    assert_eq!(only_problem(&planet(&[twice]), 11, 22), Repeated("own turn"));
}

#[test]
fn an_operation_without_an_amount_is_reported() {
    for op in ["gain", "steal"] {
        assert_eq!(only_problem(&ability(&format!("{{ op = \"{op}\" }}")), 10, 12), NoAmount(op));
    }
}

#[test]
fn advance_another_without_regress_own_is_reported() {
    let another = "{ op = \"advance-another\", track = \"any\", steps = 1 }";
    assert_eq!(only_problem(&ability(another), 10, 12), NeedsRegressOwn);
}

#[test]
fn a_planet_of_unusual_points_needs_a_length() {
    assert_eq!(only_problem(&planet(&["points = 4"]), 4, 1), LengthNeeded(4));
}

#[test]
fn too_few_or_too_many_planets_are_reported() {
    assert_eq!(only_problem(&format!("{HEAD}{}", fillers(6)), 4, 1), TooFew(DeckItem::Planets, 7));
    assert_eq!(only_problem(&format!("{HEAD}planet = []"), 4, 10), TooFew(DeckItem::Planets, 7));
    let kind = only_problem(&format!("{HEAD}{}", fillers(49)), 4 + 48 * 7, 1);
    assert_eq!(kind, TooMany(DeckItem::Planets, 48));
}

#[test]
fn too_many_planets_that_lead_to_another_ability_are_reported() {
    let text = format!("{HEAD}{}", fillers(8)).replace("\"hop\"", "\"repeat-die\"");
    assert_eq!(only_problem(&text, 10 + 7 * 7, 11), TooMany(DeckItem::NestingPlanets, 7));
}

#[test]
fn too_many_planets_limited_to_once_per_turn_are_reported() {
    let limited = "points = 1\nlimit = [\"once per turn\"]";
    let text = format!("{HEAD}{}", fillers(9)).replace("points = 1", limited);
    assert_eq!(only_problem(&text, 10 + 8 * 8, 9), TooMany(DeckItem::LimitedPlanets, 8));
}

/// Returns a deck with `count` missions, the first from line 4. Each has three lines, then `lines`.
fn missions(count: usize, lines: &str) -> String {
    let mission = |n| format!("[[mission]]\nid = \"m-{n}\"\nname = \"M {n}\"\n{lines}\n");
    format!("{HEAD}{}", (0..count).map(mission).collect::<String>())
}

const TOP: &str = "points = 2\ncondition = { is = \"top-level\" }";

#[test]
fn too_few_or_too_many_missions_are_reported() {
    assert_eq!(only_problem(&missions(9, TOP), 4, 1), TooFew(DeckItem::Missions, 10));
    assert_eq!(only_problem(&missions(17, TOP), 4 + 16 * 5, 1), TooMany(DeckItem::Missions, 16));
    assert!(parse(&missions(10, TOP)).is_ok());
}

#[test]
fn points_for_a_tie_belong_to_missions_that_compare() {
    let most = "points = 2\ncondition = { is = \"most\", of = \"energy\" }";
    assert_eq!(problems(&missions(10, most))[0], (4, 1, TiedMissing));
    assert!(parse(&missions(10, &format!("tied = 1\n{most}"))).is_ok());
    let tied = format!("tied = 1\n{TOP}");
    assert_eq!(problems(&missions(10, &tied))[0], (7, 8, TiedNotNeeded));
    let more = OutOfRange { key: "tied", least: 0, most: 2 };
    assert_eq!(problems(&missions(10, &format!("tied = 3\n{most}")))[0], (7, 8, more));
}

#[test]
fn conditions_are_checked_like_operations() {
    let unknown = "points = 2\ncondition = { is = \"rich\" }";
    assert!(matches!(&problems(&missions(10, unknown))[0], (8, 20, UnknownOperation(..))));
    let nothing = "points = 2\ncondition = { is = \"holds\" }";
    assert_eq!(problems(&missions(10, nothing))[0], (8, 13, NoAmount("holds")));
}

/// Returns a deck with a track of these levels; the first is in line 6.
fn track(levels: &[&str]) -> String {
    let levels: String = levels.iter().map(|level| format!("{{ {level} }},\n")).collect();
    format!("{HEAD}[track]\nlevels = [\n{levels}]\n")
}

const FIRST: &str = "dice = 4, ships = 2, points = 0";

#[test]
fn a_track_never_goes_down() {
    let up = "cost = 3, dice = 5, ships = 3, points = 3";
    let level = |level| track(&[FIRST, up, level]);
    let shrinks = |level_text, column| only_problem(&level(level_text), 8, column);
    assert_eq!(shrinks("cost = 2, dice = 5, ships = 3, points = 3", 10), Shrinks("cost"));
    assert_eq!(shrinks("cost = 3, dice = 4, ships = 3, points = 3", 20), Shrinks("dice"));
    assert_eq!(shrinks("cost = 3, dice = 5, ships = 2, points = 3", 31), Shrinks("ships"));
    assert_eq!(shrinks("cost = 3, dice = 5, ships = 3, points = 2", 43), Shrinks("points"));
    assert!(parse(&level(up)).is_ok());
}

#[test]
fn a_track_starts_with_two_ships_and_no_cost() {
    let next = "cost = 3, dice = 5, ships = 3, points = 3";
    let text = track(&["dice = 4, ships = 3, points = 0", next]);
    assert_eq!(only_problem(&text, 6, 21), FirstLevelShips);
    let text = track(&["cost = 1, dice = 4, ships = 2, points = 0", next]);
    assert_eq!(only_problem(&text, 6, 10), FirstLevelCost);
}

#[test]
fn a_track_stays_within_its_bounds() {
    let range = |key, least, most| OutOfRange { key, least, most };
    let level = |level| track(&[FIRST, level]);
    let wrong = |text, column| only_problem(&level(text), 7, column);
    assert_eq!(wrong("cost = 8, dice = 5, ships = 3, points = 3", 10), range("cost", 1, 7));
    assert_eq!(wrong("cost = 0, dice = 5, ships = 3, points = 3", 10), range("cost", 1, 7));
    assert_eq!(wrong("cost = 3, dice = 8, ships = 3, points = 3", 20), range("dice", 1, 7));
    assert_eq!(wrong("cost = 3, dice = 5, ships = 5, points = 3", 31), range("ships", 2, 4));
    assert_eq!(wrong("cost = 3, dice = 5, ships = 3, points = 21", 43), range("points", 0, 20));
    assert_eq!(wrong("dice = 5, ships = 3, points = 3", 1), MissingKey("cost"));
    let seven_dice = level("cost = 3, dice = 7, ships = 3, points = 3");
    assert_eq!(
        only_problem(&seven_dice.replace("classic", "blast-off"), 7, 20),
        range("dice", 1, 6)
    );
}

#[test]
fn a_track_has_two_to_seven_levels() {
    assert_eq!(only_problem(&track(&[FIRST]), 5, 10), TooFew(DeckItem::Levels, 2));
    let mut levels = vec!["cost = 3, dice = 5, ships = 3, points = 3"; 8];
    levels[0] = FIRST;
    assert_eq!(only_problem(&track(&levels), 13, 1), TooMany(DeckItem::Levels, 7));
    assert!(parse(&track(&levels[..7])).is_ok());
}

/// Returns a deck with one Rogue with this many attacks; the list of attacks starts in line 8.
fn rogue(attacks: usize, attack: &str) -> String {
    let attacks = format!("{attack}, ").repeat(attacks);
    format!(
        "{HEAD}[[rogue]]\nid = \"r\"\nname = \"R\"\ndifficulty = \"mild\"\nattacks = [{attacks}]"
    )
}

const ATTACK: &str = "{ attack = [{ op = \"one-die-fewer\" }] }";

#[test]
fn a_rogue_has_an_attack_for_each_level() {
    assert!(parse(&rogue(5, ATTACK)).is_ok());
    let count = |attacks, levels| AttackCount { attacks, levels };
    assert_eq!(only_problem(&rogue(4, ATTACK), 8, 11), count(4, 5));
    let levels = "{ dice = 5, points = 1 }, { dice = 6, points = 2 }";
    let track = format!("[rogue-track]\nlevels = [{levels}]\n");
    assert_eq!(only_problem(&format!("{HEAD}{track}"), 4, 1), count(5, 2));
    assert!(parse(&format!("{}\n{track}", rogue(2, ATTACK))).is_ok());
}

#[test]
fn the_track_of_the_rogue_has_neither_ships_nor_cost() {
    let levels = "{ dice = 5, points = 1 }, { dice = 6, ships = 4, points = 2 }";
    let text = format!("{}\n[rogue-track]\nlevels = [{levels}]", rogue(2, ATTACK));
    assert_eq!(unknown_word(only_problem(&text, 10, 49)), "ships");
}

#[test]
fn an_attack_does_something_and_not_too_much() {
    assert_eq!(problems(&rogue(5, "{ attack = [] }"))[0], (8, 23, NoEffect));
    let part = "{ op = \"regress-all\", steps = 1 }";
    let five = format!("{{ attack = [{}] }}", [part; 5].join(", "));
    assert_eq!(problems(&rogue(5, &five))[0].2, TooMany(DeckItem::AttackParts, 4));
    let own_turn = "{ attack = [{ op = \"one-die-fewer\" }], limit = [\"own turn\"] }";
    assert_eq!(unknown_word(problems(&rogue(5, own_turn))[0].2.clone()), "own turn");
}

#[test]
fn a_rogue_without_a_solo_game_is_reported() {
    let text = rogue(5, ATTACK).replace("classic", "prototype");
    assert_eq!(only_problem(&text, 4, 1), NoSolo);
    assert_eq!(only_problem(&format!("{HEAD}rogue = []"), 4, 9), TooFew(DeckItem::Rogues, 1));
}

#[test]
fn the_rules_of_a_complete_file_are_checked() {
    let text = include_str!("../../decks/prototype.toml");
    let line = 1 + text.lines().position(|line| line.starts_with("seats")).unwrap_or_default();
    let seats = |seats| only_problem(&text.replace("[2, 4]", seats), line, 9);
    assert_eq!(seats("[2]"), SeatsPair);
    assert_eq!(seats("[2, 4, 5]"), SeatsPair);
    let range = |least, most| OutOfRange { key: "seats", least, most };
    assert_eq!(problems(&text.replace("[2, 4]", "[1, 6]"))[0], (line, 10, range(2, 5)));
    assert_eq!(problems(&text.replace("[2, 4]", "[4, 3]"))[0], (line, 13, range(4, 5)));
    assert_eq!(
        unknown_word(only_problem(&text.replace("\"first-free\"", "\"free\""), line + 3, 10)),
        "free"
    );
    let without = text.replace("followable = 7\n", "");
    assert_eq!(only_problem(&without, line - 2, 1), MissingKey("followable"));
    assert_eq!(only_problem(&text.replace("revision = 1\n", ""), 1, 1), MissingKey("revision"));
}

#[test]
fn all_problems_of_a_file_are_reported_in_order() {
    let text = "edition = \"clasic\"\nid = \"Mine\"\ncolour = 1\n\n[[planet]]\nid = \"a\"\nname = 1\n\
                points = 0\ncost = [{ op = \"hop\" }]\nability = [{ op = \"fly\" }, { op = \"gain\" }]\n\
                \n[[planet]]\nid = \"a\"\nlimit = [\"sometimes\"]\nability = []\n\n[[moon]]\n";
    let message = parse(text).expect_err("much is wrong").to_string();
    let places: Vec<_> = message
        .lines()
        .map(|line| line.splitn(3, ':').take(2).collect::<Vec<_>>().join(":"))
        .collect();
    let expected = [
        "1:1", "1:11", "2:6", "3:1", "5:1", "5:1", "5:1", "7:8", "8:10", "9:16", "10:19", "10:28",
        "12:1", "12:1", "12:1", "12:1", "13:6", "14:10", "15:11", "17:3",
    ];
    assert_eq!(places, expected, "{message}");
    assert!(
        message.contains("\n8:10: `points` must be a whole number from 1 to 20\n"),
        "{message}"
    );
    assert!(
        message.contains("\n13:6: the id \"a\" is already used in line 6; choose another\n"),
        "{message}"
    );
}
