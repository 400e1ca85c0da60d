//! Tests that earlier revisions of an edition keep their rulings, so that old records still replay.

use orrery_rules::{Actions, Event, Rules, RulesSpec, Rulings, Seat, Setup, State, Step, deck};

/// Returns the state after these steps, which are separated by a comma and a space.
fn play(rules: &'static Rules, setup: &str, steps: &str) -> State<'static> {
    let setup = Setup::parse(rules, setup).expect("a readable set-up");
    let mut state = State::from_setup(rules, &setup).expect("a possible set-up");
    for words in steps.split(", ") {
        let step = Step::parse(rules, words).expect("a step");
        state.apply(step, &mut Vec::<Event>::new()).expect("a legal step");
    }
    state
}

fn legal(state: &State<'_>) -> String {
    let mut actions = Actions::new();
    state.legal_actions(&mut actions);
    let words = actions.iter().map(|a| Step::Action(*a).notation(state.rules()).to_string());
    words.collect::<Vec<_>>().join(", ")
}

fn classic(revision: u32) -> &'static Rules {
    deck::edition_at("classic", revision).expect("a known edition")
}

#[test]
fn a_record_finds_the_revision_it_names() {
    for id in ["classic", "revised"] {
        let (first, newest) = (deck::edition_at(id, 1), deck::edition(id));
        let (first, newest) = (first.expect("revision 1"), newest.expect("the newest"));
        assert_eq!((first.revision, first.rulings), (1, Rulings::First));
        assert_eq!((newest.revision, newest.rulings), (2, Rulings::NEWEST));
        assert_eq!(deck::edition_at(id, 2), Some(newest));
        let under = Rulings::ALL.map(|rulings| deck::edition_under(id, rulings));
        assert_eq!(under, [Some(first), Some(newest)]);
        assert_eq!(
            deck::edition_at(id, 99),
            Some(newest),
            "an unknown revision does not fall back to the newest one"
        );
        let same = RulesSpec { revision: 2, rulings: Rulings::NEWEST, ..(**first).clone() };
        let same = same.build().expect("playable rules");
        assert_eq!(&same, newest, "the cards differ");
    }
}

/// No changed ruling affects a card of these editions.
#[test]
fn the_other_editions_have_only_revision_1() {
    for id in ["prototype", "blast-off"] {
        assert_eq!(deck::edition(id).map(|rules| rules.revision), Some(1));
        assert_eq!(deck::edition_at(id, 1), deck::edition(id));
    }
    assert_eq!(deck::edition_at("none", 1), None);
}

#[test]
fn rulings_are_found_by_their_number() {
    for rulings in Rulings::ALL {
        assert_eq!(Rulings::numbered(rulings.number()), Some(rulings));
    }
    assert_eq!((Rulings::numbered(0), Rulings::numbered(99)), (None, None));
}

/// In revision 1, the Rogue took from the larger holding; the player had no choice (R12.13).
#[test]
fn r12_13_revision_1_steals_from_the_larger_holding() {
    let row = "row jakks helios maia leandra";
    let setup = |rogue: &str| format!("classic solo {rogue}; {row}; A 3e2c; B level 5; turn B");
    let roll = "rolled colony, accept";
    for (rogue, left) in [("artemis", (1, 2)), ("hades", (1, 1))] {
        let state = play(classic(1), &setup(rogue), roll);
        let held = state.held(Seat::new(0).expect("a seat"));
        assert_eq!((held.energy, held.culture), left, "{rogue}");
        let state = play(classic(2), &setup(rogue), roll);
        assert_eq!(legal(&state), "lose energy, lose culture", "{rogue}");
    }
}

/// Revision 1 checked a free follow before the active seat's gain for it (R7.5, R10.1).
#[test]
fn r7_5_revision_1_checks_a_free_follow_before_the_gain() {
    let row = "classic 2; start A; row jakks helios maia leandra";
    let turn = "turn A number 1; dice colony; effects follows-bring-culture";
    let steps = "activate colony, planet zavodnick, face colony, planet vici-ks156";
    let missed = format!(
        "{row}; A 0 level 1 ships home home colonies vici-ks156 zavodnick; \
         B 0 level 1 ships home home colonies clj-0517; {turn}"
    );
    assert_eq!(legal(&play(classic(1), &missed, steps)), "end");
    assert_eq!(legal(&play(classic(2), &missed, steps)), "follow, pass");
    let full = "level 6 ships home home home home";
    let idle = format!(
        "{row}; A 6c {full} colonies vici-ks156 zavodnick; B 7c {full} colonies jac-110912; {turn}"
    );
    let passed = format!("{steps}, pass");
    assert_eq!(
        legal(&play(classic(1), &idle, &passed)),
        "follow, pass",
        "the follow window of the die is not open"
    );
    assert_eq!(legal(&play(classic(2), &idle, &passed)), "end");
}
