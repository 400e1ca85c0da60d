//! The function `check(setup, steps, expectation)`, which most tests of the rulebook call.
//!
//! The module `setup_text` defines the syntax of the set-up, `notation` that of the steps, which
//! are separated by commas. The expectation is a list of statements, separated by `;`:
//!
//! ```text
//! A 2e1c · A level 2 · A points 5 · A ships home orbit:1:0 · A colonies gort piedes
//! row jakks helios - zalax · deck 34 · under helios · gone helios · dice move move · bay culture
//! converter move move · discarded 2
//! asks A · asks A follow · asks chance · over · winners A B · decided by colonies · end · no end
//! legal to home, to orbit 1      exactly these actions
//! can end, activate move         each of these is legal
//! cannot convert (R5.1)          it is illegal, and the reason names the rule
//! mission A elder 2              in a finished game: the mission that A kept, and its points
//! trigger A                      the seat that triggered the end
//! happened TurnEnded             the `Debug` text of an event of the last step contains this
//! ```

use orrery_rules::{
    Action, Actions, Actor, Amount, Berth, Dice, Event, Planet, Rules, Seat, Setup, Ship, Slot,
    State, Step, deck,
};

/// Plays `steps` from `setup` and checks `expectation` on the result.
#[track_caller]
pub(crate) fn check(setup: &str, steps: &str, expectation: &str) {
    let (state, events) = play(setup, steps);
    let checker = Checker { state: &state, events: &events };
    for statement in expectation.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        if let Err(problem) = checker.check(statement) {
            panic!("expected `{statement}`, but {problem}\n after: {steps}\n set-up: {setup}");
        }
    }
}

/// Returns the state after these steps, and the events of the last one.
#[track_caller]
pub(crate) fn play(setup: &str, steps: &str) -> (State<'static>, Vec<Event>) {
    let mut state = position(setup);
    let mut events = Vec::new();
    for text in steps.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let step = step(state.rules(), text);
        events.clear();
        if let Err(illegal) = state.apply(step, &mut events) {
            let legal = legal(&state).join(", ");
            panic!("`{text}` is illegal: {illegal:?} ({})\n legal: {legal}", illegal.rule());
        }
    }
    (state, events)
}

/// Returns the state of a valid set-up; panics if the set-up is invalid.
#[track_caller]
pub(crate) fn position(setup: &str) -> State<'static> {
    let edition = setup.split_ascii_whitespace().next().unwrap_or_default();
    let rules = deck::edition(edition).unwrap_or_else(|| panic!("no edition `{edition}`"));
    let parsed = Setup::parse(rules, setup).unwrap_or_else(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("the set-up cannot be read:\n{}\n{setup}", lines.join("\n"))
    });
    State::from_setup(rules, &parsed).unwrap_or_else(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("the set-up is impossible:\n{}\n{setup}", lines.join("\n"))
    })
}

/// Returns the numbers of the rules that a well-formed set-up violates.
#[track_caller]
pub(crate) fn problems(setup: &str) -> Vec<&'static str> {
    let edition = setup.split_ascii_whitespace().next().unwrap_or_default();
    let rules = deck::edition(edition).unwrap_or_else(|| panic!("no edition `{edition}`"));
    let parsed = Setup::parse(rules, setup).expect("the set-up can be read");
    match State::from_setup(rules, &parsed) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(|problem| problem.rule()).collect(),
    }
}

#[track_caller]
fn step(rules: &Rules, text: &str) -> Step {
    Step::parse(rules, text).unwrap_or_else(|problem| panic!("`{text}` is not a step: {problem}"))
}

/// Returns the legal actions in notation.
pub(crate) fn legal(state: &State<'_>) -> Vec<String> {
    let mut actions = Actions::new();
    state.legal_actions(&mut actions);
    actions.iter().map(|action| notation(state, *action)).collect()
}

fn notation(state: &State<'_>, action: Action) -> String {
    Step::Action(action).notation(state.rules()).to_string()
}

struct Checker<'s> {
    state: &'s State<'static>,
    events: &'s [Event],
}

type Checked = Result<(), String>;

fn same<T: PartialEq + std::fmt::Display>(found: T, wanted: T) -> Checked {
    if found == wanted { Ok(()) } else { Err(format!("it is `{found}`")) }
}

impl Checker<'_> {
    fn check(&self, statement: &str) -> Checked {
        let (verb, rest) = statement.split_once(' ').unwrap_or((statement, ""));
        let rest = rest.trim();
        let state = self.state;
        if let Some(seat) = Seat::from_letter(verb) {
            return self.check_seat(seat, rest);
        }
        match verb {
            "row" => same(self.row(), rest.to_owned()),
            "deck" => same(state.deck_len().to_string(), rest.to_owned()),
            "under" => same(self.planets(state.under_deck()), rest.to_owned()),
            "gone" => same(self.planets(state.planets_gone()), rest.to_owned()),
            "dice" => same(state.dice().to_string(), sorted_dice(rest)),
            "bay" => same(faces(state.bay().iter()), rest.to_owned()),
            "converter" => same(state.converter().to_string(), sorted_dice(rest)),
            "discarded" => same(state.discarded_dice().to_string(), rest.to_owned()),
            "asks" => same(self.asks(rest.contains(' ')), rest.to_owned()),
            "over" => same(state.is_over(), true),
            "winners" => same(self.winners(), rest.to_owned()),
            "decided" => same(self.decided(), rest.trim_start_matches("by ").to_owned()),
            "end" => same(state.end_triggered(), true),
            "no" => same(state.end_triggered(), false),
            "trigger" => same(seat_or_nobody(state.end_trigger()), rest.to_owned()),
            "legal" => same(legal(state).join(", "), rest.to_owned()),
            "can" => rest.split(',').try_for_each(|action| self.check_can(action.trim())),
            "cannot" => self.check_cannot(rest),
            "mission" => self.check_mission(rest),
            "happened" => self.check_happened(rest),
            _ => panic!("`{statement}` is not a statement"),
        }
    }

    fn check_seat(&self, seat: Seat, rest: &str) -> Checked {
        let state = self.state;
        if let Some(amount) = Amount::from_word(rest) {
            return same(state.held(seat), amount);
        }
        let (what, value) = rest.split_once(' ').unwrap_or((rest, ""));
        match what {
            "level" => same(state.level(seat).to_string(), value.to_owned()),
            "points" => same(state.points(seat).to_string(), value.to_owned()),
            "ships" => same(self.ships(seat, value), value.to_owned()),
            "colonies" => same(self.planets(state.colonies(seat)), sorted_planets(state, value)),
            _ => panic!("`{seat} {rest}` is not a statement"),
        }
    }

    fn row(&self) -> String {
        let last = self.state.row().map(|(slot, _)| slot.index() + 1).max().unwrap_or(0);
        let shown = Rules::row_len(self.state.seat_count()).max(last);
        let slots = (0..shown).filter_map(Slot::new);
        let ids = slots.map(|slot| match self.state.planet_in(slot) {
            Some(planet) => self.state.rules().planet(planet).id.as_str(),
            None => "-",
        });
        ids.collect::<Vec<_>>().join(" ")
    }

    fn planets(&self, planets: impl IntoIterator<Item = Planet>) -> String {
        let ids = planets.into_iter().map(|planet| self.state.rules().planet(planet).id.as_str());
        ids.collect::<Vec<_>>().join(" ")
    }

    /// Returns the berths of the first ships of a seat, as many as the statement names.
    fn ships(&self, seat: Seat, wanted: &str) -> String {
        let named = wanted.split_ascii_whitespace().count();
        let ships = (0..named).filter_map(Ship::new).map(|ship| self.state.berth(seat, ship));
        ships.map(berth).collect::<Vec<_>>().join(" ")
    }

    fn asks(&self, with_question: bool) -> String {
        let actor = match self.state.actor() {
            Actor::Seat(seat) => seat.to_string(),
            Actor::Chance => "chance".to_owned(),
            Actor::Over => "nobody".to_owned(),
        };
        match self.state.decision() {
            Some(decision) if with_question => {
                let question = format!("{:?}", decision.question).to_lowercase();
                let word = question.split([' ', '{']).next().unwrap_or_default().to_owned();
                format!("{actor} {word}")
            }
            _ => actor,
        }
    }

    fn winners(&self) -> String {
        let Some(result) = self.state.outcome() else { return "nobody yet".to_owned() };
        let winners = self.state.seats().filter(|seat| result.is_winner(*seat));
        winners.map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn decided(&self) -> String {
        self.state.outcome().map_or("nothing yet".to_owned(), |result| {
            format!("{:?}", result.decided_by).to_lowercase()
        })
    }

    fn check_can(&self, action: &str) -> Checked {
        let legal = legal(self.state);
        if legal.iter().any(|text| text == action) {
            Ok(())
        } else {
            Err(format!("`{action}` is not legal; legal: {}", legal.join(", ")))
        }
    }

    fn check_cannot(&self, rest: &str) -> Checked {
        let (text, rule) = rest
            .split_once('(')
            .unwrap_or_else(|| panic!("`cannot {rest}` does not name its rule"));
        let step = step(self.state.rules(), text.trim());
        let mut after = *self.state;
        match after.apply(step, &mut Vec::new()) {
            Ok(()) => Err("it is legal".to_owned()),
            Err(illegal) if after == *self.state => {
                same(illegal.rule(), rule.trim().trim_end_matches(')'))
            }
            Err(_) => Err("the illegal step changed the state".to_owned()),
        }
    }

    fn check_mission(&self, rest: &str) -> Checked {
        let state = self.state;
        let mut words = rest.split_ascii_whitespace();
        let seat = words.next().and_then(Seat::from_letter).expect("mission SEAT NAME POINTS");
        let id = state.mission(seat).map_or("none", |m| state.rules().mission(m).id.as_str());
        let score =
            state.outcome().map_or(0, |result| result.scores()[seat.index()].mission_points);
        same(format!("{seat} {id} {score}"), rest.to_owned())
    }

    /// Checks that the `Debug` text of an event of the last step contains this text.
    fn check_happened(&self, rest: &str) -> Checked {
        let shown: Vec<String> = self.events.iter().map(|event| format!("{event:?}")).collect();
        if shown.iter().any(|event| event.contains(rest)) {
            Ok(())
        } else {
            Err(format!("this happened: {}", shown.join(", ")))
        }
    }
}

fn sorted_dice(text: &str) -> String {
    let faces = text.split_ascii_whitespace().filter_map(orrery_rules::Face::from_word);
    faces.collect::<Dice>().to_string()
}

fn sorted_planets(state: &State<'_>, text: &str) -> String {
    let found = text.split_ascii_whitespace().filter_map(|id| state.rules().find_planet(id));
    let set: orrery_rules::Planets = found.collect();
    let ids = set.into_iter().map(|planet| state.rules().planet(planet).id.as_str());
    ids.collect::<Vec<_>>().join(" ")
}

fn faces(faces: impl Iterator<Item = orrery_rules::Face>) -> String {
    faces.map(orrery_rules::Face::word).collect::<Vec<_>>().join(" ")
}

fn seat_or_nobody(seat: Option<Seat>) -> String {
    seat.map_or("nobody".to_owned(), |seat| seat.to_string())
}

fn berth(berth: Berth) -> String {
    match berth {
        Berth::Reserve => "reserve".to_owned(),
        Berth::Home => "home".to_owned(),
        Berth::Surface(slot) => format!("surface:{slot}"),
        Berth::Orbit(slot, space) => format!("orbit:{slot}:{space}"),
    }
}

#[test]
fn a_false_statement_fails() {
    let wrong = std::panic::catch_unwind(|| {
        check("classic 2; row jakks helios nagato zalax; dice move", "", "A 3e1c");
    });
    assert!(wrong.is_err());
}

#[test]
fn a_move_lands_and_the_ability_is_offered() {
    check(
        "classic 2; row jakks helios nagato zalax; A 2e1c; dice move move",
        "activate move, ship 1, to surface 1",
        "asks A land; legal use, decline; A ships surface:1 home; bay move; dice move; A 2e1c",
    );
}
