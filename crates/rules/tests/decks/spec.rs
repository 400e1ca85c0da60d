//! Tests of `RulesSpec::build`, which refuses values that the engine cannot play with.

use orrery_rules::ruleset::{EmpireTrack, SpecProblem, TrackOwner};
use orrery_rules::{RulesSpec, deck};

/// Returns the specification of an edition after a change.
fn changed(id: &str, change: impl FnOnce(&mut RulesSpec)) -> RulesSpec {
    let mut spec = (**deck::edition(id).expect("an edition")).clone();
    change(&mut spec);
    spec
}

/// Checks that `build` refuses the classic edition after a change, with this problem.
#[track_caller]
fn refused(change: impl FnOnce(&mut RulesSpec), problem: SpecProblem) {
    let problems = changed("classic", change).build().expect_err("it is refused");
    assert_eq!(*problems, [problem]);
}

#[test]
fn the_parts_of_every_edition_fit_together() {
    for id in deck::EDITIONS {
        let rules = changed(id, |_| {}).build().expect("an edition fits together");
        assert_eq!(Some(&rules), deck::edition(id));
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    refused(|spec| spec.seats = (1, 4), SpecProblem::Seats);
    refused(|spec| spec.seats = (4, 3), SpecProblem::Seats);
    refused(|spec| spec.followable = 8, SpecProblem::Followable);
    refused(|spec| spec.home_energy = 8, SpecProblem::HomeEnergy);
    refused(|spec| spec.track = EmpireTrack::default(), SpecProblem::Track(TrackOwner::Players));
    refused(|spec| spec.planets.truncate(6), SpecProblem::PlanetCount);
    refused(|spec| spec.missions.truncate(9), SpecProblem::MissionCount);
    refused(|spec| spec.rogues.clear(), SpecProblem::RogueCount);
    refused(|spec| spec.planets[0].length = 6, SpecProblem::Length("jakks".to_owned()));
}

#[test]
fn inconsistent_cards_are_refused() {
    let id = "jakks".to_owned();
    refused(|spec| spec.planets[1].id.clone_from(&id), SpecProblem::DuplicateId(id.clone()));
    let with_one_attack = |spec: &mut RulesSpec| spec.rogues[0].attacks.truncate(1);
    refused(with_one_attack, SpecProblem::Attacks("artemis".to_owned()));
}

#[test]
fn problems_are_errors_with_a_text() {
    let spec = changed("blast-off", |spec| (spec.dice, spec.home_energy) = (9, 9));
    let error: Box<dyn std::error::Error> = spec.build().expect_err("it is refused").into();
    let text = "the number of dice must be 1 to 7\na ship at home yields at most 7 energy";
    assert_eq!(error.to_string(), text);
}
