//! Replays the golden games, which have a digest per step, and compares perft counts. Both are
//! plain text in `data/`. `ORRERY_BLESS=1 cargo test -p orrery-rules --test golden` rewrites them;
//! do this only together with a new revision of the ruleset.

use orrery_rules::{
    Action, Actions, Event, GameOption, Options, Planets, Random, Rules, Seat, Setup, State, Step,
    deck, perft,
};
use orrery_testing::tables::{Kind, RandomPlay as _, every_kind};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder)
}

fn is_blessing() -> bool {
    std::env::var_os("ORRERY_BLESS").is_some()
}

fn files(folder: &str) -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a readable file"))
    };
    let entries = std::fs::read_dir(data(folder)).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|entry| read(entry.expect("an entry").path())).collect();
    files.sort();
    files
}

/// A golden game. Its file has a heading of `key value` lines, an empty line, and one line per step
/// with the digest before the step and the step. The last line has the final digest and `over`.
struct Golden {
    rules: &'static Rules,
    options: Options,
    steps: Vec<(u64, Step)>,
    last_digest: u64,
}

fn read_golden(text: &str) -> Golden {
    let (head, steps) = text.split_once("\n\n").expect("a heading and steps");
    let value = |key: &str| head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    let revision = value("revision").expect("a revision").parse().expect("a number");
    let id = value("edition").expect("an edition");
    let rules = deck::edition_at(id, revision).expect("a known edition");
    assert_eq!(revision, rules.revision, "the game was played by other rules");
    let options = Options {
        seats: value("seats").expect("seats").parse().expect("a number"),
        rogue: value("rogue").map(|id| rules.find_rogue(id).expect("a known Rogue")),
        start: value("start").and_then(Seat::from_letter),
        chosen: head
            .lines()
            .filter_map(|line| GameOption::from_word(line.strip_prefix("option ")?))
            .collect(),
    };
    let mut lines = steps.lines().map(|line| line.split_once(' ').expect("a digest and a step"));
    let digest = |hex: &str| u64::from_str_radix(hex, 16).expect("a digest");
    let last_digest = digest(lines.next_back().expect("a last line").0);
    let step = |(hex, words)| (digest(hex), Step::parse(rules, words).expect("a step"));
    Golden { rules, options, steps: lines.map(step).collect(), last_digest }
}

#[test]
fn finished_games_replay_with_the_same_digests() {
    if is_blessing() {
        bless_games();
    }
    for (name, text) in files("golden") {
        let golden = read_golden(&text);
        let mut state = State::new(golden.rules, &golden.options).expect("the options fit");
        for (number, (digest, step)) in golden.steps.iter().enumerate() {
            assert_eq!(state.digest(), *digest, "{name}: before step {}", number + 1);
            if let Err(illegal) = state.apply(*step, &mut Vec::new()) {
                panic!("{name}: step {} is illegal: {illegal:?}", number + 1);
            }
        }
        assert!(state.is_over(), "{name} is not finished");
        assert_eq!(state.digest(), golden.last_digest, "{name}: at the end");
    }
}

#[test]
fn finished_games_cover_every_table_and_every_card() {
    let mut unused: Vec<(&str, Planets)> =
        deck::EDITIONS.iter().map(|id| (*id, edition(id).all_planets())).collect();
    let mut tables = Vec::new();
    for (_, text) in files("golden") {
        let golden = read_golden(&text);
        tables.push((golden.rules.id.as_str(), golden.options.seats));
        let used = used_planets(&golden);
        let left = unused.iter_mut().find(|(id, _)| *id == golden.rules.id).expect("an edition");
        left.1 = left.1.without(used);
    }
    for kind in every_kind() {
        let table = (kind.rules.id.as_str(), kind.options.seats);
        assert!(tables.contains(&table), "no finished game of {table:?}");
    }
    for (id, left) in unused {
        let names: Vec<&str> =
            left.into_iter().map(|p| edition(id).planet(p).id.as_str()).collect();
        assert!(names.is_empty(), "{id}: no finished game uses {names:?}");
    }
}

fn edition(id: &str) -> &'static Rules {
    deck::edition(id).expect("a known edition")
}

fn used_planets(golden: &Golden) -> Planets {
    let mut state = State::new(golden.rules, &golden.options).expect("the options fit");
    let mut events = Vec::new();
    for (_, step) in &golden.steps {
        state.apply(*step, &mut events).expect("a legal step");
    }
    let used = |event: &Event| match event {
        Event::AbilityUsed { planet, .. } => Some(*planet),
        _ => None,
    };
    events.iter().filter_map(used).collect()
}

/// Rewrites the golden games.
///
/// They are one game per edition and number of seats, chosen to use as many new cards as possible,
/// and then more two-player games until every card is used.
fn bless_games() {
    for (name, _) in files("golden") {
        std::fs::remove_file(data("golden").join(name + ".txt"))
            .expect("an old file can be removed");
    }
    for rules in deck::EDITIONS.map(edition) {
        let mut left = rules.all_planets();
        let kinds = every_kind();
        for seats in 1..=5 {
            let same = |kind: &&Kind| kind.rules == rules && kind.options.seats == seats;
            let kinds: Vec<&Kind> = kinds.iter().filter(same).collect();
            if !kinds.is_empty() {
                bless_game(&kinds, &mut left, &format!("{}-{seats}", rules.id));
            }
        }
        let two = |kind: &&Kind| kind.rules == rules && kind.options.seats == 2;
        for extra in 1.. {
            if left.is_empty() {
                break;
            }
            let kinds: Vec<&Kind> = kinds.iter().filter(two).collect();
            bless_game(&kinds, &mut left, &format!("{}-2-more-{extra}", rules.id));
        }
    }
}

fn bless_game(kinds: &[&Kind], left: &mut Planets, name: &str) {
    let games = (0..120).map(|seed| eventful_game(kinds[seed as usize % kinds.len()], seed));
    let worth = |text: &String| {
        let new = used_planets(&read_golden(text)).common(*left).len();
        (new, std::cmp::Reverse(text.len()))
    };
    let best = games.max_by_key(worth).expect("some game");
    *left = left.without(used_planets(&read_golden(&best)));
    std::fs::write(data("golden").join(format!("{name}.txt")), best).expect("a new file");
}

/// Returns the text of a random game in which seats seldom choose to end a turn, reroll or pass.
fn eventful_game(kind: &Kind, seed: u64) -> String {
    let (mut random, mut actions) = (Random(seed), Actions::new());
    let mut state = kind.start();
    let mut text = heading(kind);
    loop {
        let mut step = random.step(&state, &mut actions);
        for _ in 0..4 {
            let is_uneventful =
                matches!(step, Some(Step::Action(Action::EndTurn | Action::Reroll | Action::Pass)));
            if is_uneventful {
                step = random.step(&state, &mut actions);
            }
        }
        let words = step.map_or("over".to_owned(), |step| step.notation(kind.rules).to_string());
        writeln!(text, "{:016x} {words}", state.digest()).expect("writing to a string cannot fail");
        let Some(step) = step else { return text };
        let result = state.apply(step, &mut Vec::new());
        assert!(result.is_ok(), "{}: {words} is illegal", kind.name);
    }
}

fn heading(kind: &Kind) -> String {
    let options = &kind.options;
    let mut text = format!(
        "edition {}\nrevision {}\nseats {}\n",
        kind.rules.id, kind.rules.revision, options.seats
    );
    let rogue = options.rogue.map(|rogue| format!("rogue {}\n", kind.rules.rogues[rogue].id));
    let start = options.start.map(|seat| format!("start {seat}\n"));
    text.extend([rogue, start].into_iter().flatten());
    text.extend(options.chosen.iter().map(|option| format!("option {}\n", option.word())));
    text.push('\n');
    text
}

/// Each file has a set-up, an empty line, and lines of the form `depth count`.
#[test]
fn perft_counts_match_the_files() {
    for (name, text) in files("perft") {
        let (setup, counts) = text.split_once("\n\n").expect("a set-up and counts");
        let id =
            setup.lines().find(|line| !line.starts_with('#')).and_then(|l| l.split(' ').next());
        let rules = edition(id.expect("an edition"));
        let parsed = Setup::parse(rules, setup).expect("a readable set-up");
        let state = State::from_setup(rules, &parsed).expect("a possible set-up");
        let mut blessed = format!("{setup}\n\n");
        for line in counts.lines() {
            let (depth, count) = line.split_once(' ').expect("a depth and a count");
            let found = perft(&state, depth.parse().expect("a depth"));
            writeln!(blessed, "{depth} {found}").expect("writing to a string cannot fail");
            assert!(is_blessing() || count.parse() == Ok(found), "{name} {depth}: {found}");
        }
        if is_blessing() {
            std::fs::write(data("perft").join(name + ".txt"), blessed).expect("a new file");
        }
    }
}
