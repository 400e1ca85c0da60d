//! Tests of the analysis on parts of bot games.

mod games;

use games::{Played, played};
use orrery_analysis::{
    Account, Analysis, AnalysisOptions, Check, CheckVerdict, Choice, DecisionKind, EvaluatorKind,
    Game, Mark, MoveReview, NoteKind, Review, analyse, assess, luck,
};
use orrery_record::{LoadedRules, Record};
use orrery_rules::{Action, Mission, Seat, Step};
use std::ops::{ControlFlow, Range};

impl Played {
    /// Returns the game from the first turn that begins within the last `steps` steps.
    fn end(&self, steps: usize) -> Game {
        let from = self.steps.len().saturating_sub(steps);
        let from = (from..).find(|at| self.position(*at).chance().is_some()).expect("a roll");
        let start = self.position(from).detach();
        Game::from_steps(self.rules.clone(), start, &self.steps[from..])
    }

    /// Returns the first steps of the game.
    fn beginning(&self, steps: usize) -> Game {
        Game::from_steps(self.rules.clone(), self.start, &self.steps[..steps])
    }
}

fn full_review(game: Game) -> Review {
    analyse(game, AnalysisOptions::default(), |_| ControlFlow::Continue(())).review()
}

fn assert_balanced(review: &Review) {
    for account in &review.accounts {
        let explained = account.luck - account.losses + account.gifts + account.hidden;
        let imbalance = account.result - account.start - explained - account.unexplained;
        assert!(imbalance.abs() < 1e-9, "{}: {imbalance}", account.seat);
    }
    for point in &review.graph {
        assert!((point.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    for outcome in &review.outcomes {
        assert!(outcome.luck.iter().sum::<f64>().abs() < 1e-9);
    }
    for reviewed in &review.moves {
        assert!(reviewed.loss >= 0.0 && reviewed.best >= reviewed.chance);
        assert!(reviewed.gifts.iter().sum::<f64>().abs() < 1e-9);
        assert_eq!(reviewed.gifts[reviewed.seat.index()], -reviewed.loss);
        assert_eq!(reviewed.alternatives.iter().filter(|other| other.played).count(), 1);
    }
}

#[test]
fn accounts_balance_in_every_kind_of_game() {
    let tables =
        [("classic", 2), ("revised", 5), ("prototype", 3), ("blast-off", 4), ("classic", 1)];
    for (seed, (edition, seats)) in (1..).zip(tables) {
        let game = played(edition, seats, "greedy", seed);
        let review = full_review(game.end(30));
        assert!(review.over && review.analysed == review.steps, "{edition} {seats}");
        assert_balanced(&review);
        assert_balanced(&full_review(game.beginning(30)));
    }
}

#[test]
fn slices_do_not_change_the_review() {
    let game = played("classic", 2, "greedy", 3);
    let mut sliced = Analysis::new(game.end(20), AnalysisOptions::default());
    let mut slices = 0;
    while !sliced.advance(5) {
        slices += 1;
        assert_balanced(&sliced.review());
    }
    assert!(slices > 5, "{slices}");
    assert_eq!(sliced.review(), full_review(game.end(20)));
}

#[test]
fn cancelling_keeps_the_completed_part() {
    let game = played("classic", 2, "greedy", 3);
    let review =
        analyse(game.end(250), AnalysisOptions::default(), |_| ControlFlow::Break(())).review();
    assert!(0 < review.analysed && review.analysed < review.steps);
    assert_balanced(&review);
}

/// The reviewed moves and the choices of a seat.
type SeatReview = (Vec<MoveReview>, Vec<Choice>);

/// Reviews a seat in a part of a game in which its rivals have these missions.
fn review_seat(
    (game, steps): (&Played, Range<usize>),
    seat: Seat,
    missions: &[Mission],
    rollouts: u32,
) -> SeatReview {
    let start = game.position(steps.start);
    let rivals = start.seats().filter(|rival| *rival != seat).zip(missions);
    let start = rivals.fold(start, |state, (rival, mission)| state.assuming(rival, *mission));
    let part = Game::from_steps(game.rules.clone(), start.detach(), &game.steps[steps]);
    let options = AnalysisOptions { rollouts, ..AnalysisOptions::default() };
    let analysis = analyse(part, options, |_| ControlFlow::Continue(()));
    let moves = analysis.review().moves.into_iter().filter(|reviewed| reviewed.seat == seat);
    // Only these fields depend on more than the seat can know.
    let moves = moves.map(|it| MoveReview { hidden: Vec::new(), gift: None, ..it });
    (moves.collect(), analysis.choices(seat).cloned().collect())
}

/// Reviews a seat once for each hand of its rivals, and checks that all reviews are equal.
///
/// A hand has one mission per rival.
fn review_seat_with_hands(
    (game, steps): (&Played, Range<usize>),
    seat: Seat,
    hands: usize,
    rollouts: u32,
) -> SeatReview {
    let start = game.position(steps.start);
    let missions: Vec<Mission> = start.observe(Some(seat)).possible_missions().iter().collect();
    let hands = missions.chunks_exact(start.seat_count() - 1).take(hands);
    let mut all = hands.map(|hand| review_seat((game, steps.clone()), seat, hand, rollouts));
    let first = all.next().expect("a hand");
    assert!(all.len() > 0);
    all.for_each(|other| assert_eq!(first, other, "{seat}"));
    first
}

#[test]
fn the_review_of_a_seat_does_not_depend_on_missions_that_it_cannot_know() {
    let game = played("classic", 3, "random", 11);
    let mut checked = 0;
    for seat in game.position(0).seats() {
        let (moves, choices) = review_seat_with_hands((&game, 60..90), seat, 2, 32);
        assert!(!moves.is_empty() && !choices.is_empty());
        checked += moves.iter().filter(|it| it.check.is_some()).count();
    }
    assert!(checked > 0);
}

/// In this game, the real mission decides whether the end of the last turn wins.
#[test]
fn a_choice_that_can_end_the_game_does_not_depend_on_missions_of_rivals() {
    let game = played("classic", 2, "greedy", 14);
    let last = game.steps.len() - 25..game.steps.len();
    let (_, choices) = review_seat_with_hands((&game, last), Seat::ALL[0], usize::MAX, 0);
    assert!(!choices.is_empty());
}

#[test]
fn an_illegal_step_ends_the_analysis_with_a_note() {
    let mut game = played("classic", 2, "greedy", 7);
    let from = game.steps.len() - 30;
    game.steps.swap(from, from + 9);
    let start = game.position(from - 20).detach();
    let review = full_review(Game::from_steps(game.rules.clone(), start, &game.steps[from - 20..]));
    let kinds: Vec<NoteKind> = review.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [NoteKind::Illegal, NoteKind::Unfinished]);
    assert!(!review.over && review.analysed <= review.steps && review.steps < 50);
    assert_balanced(&review);
}

#[test]
fn a_move_ends_at_the_next_question_or_roll() {
    let review = full_review(played("classic", 2, "greedy", 9).beginning(40));
    assert!(review.moves.iter().any(|reviewed| reviewed.kind == DecisionKind::Mission));
    assert!(review.moves.iter().any(|reviewed| reviewed.steps.len() > 2));
    for pair in review.graph.windows(2) {
        assert!(pair[0].step < pair[1].step);
    }
}

#[test]
fn rollouts_check_every_mark() {
    let game = played("classic", 2, "random", 11).beginning(70);
    let options = AnalysisOptions { rollouts: 4, ..AnalysisOptions::default() };
    let analysis = analyse(game, options, |_| ControlFlow::Continue(()));
    let progress = analysis.progress();
    assert!(progress.marks > 0 && progress.checked == progress.marks, "{progress:?}");
    for reviewed in analysis.review().moves {
        assert_eq!(reviewed.loss >= 0.04 * 0.5, reviewed.check.is_some());
        assert!(reviewed.check.is_none_or(|check| check.games == 4 && check.error >= 0.0));
    }
}

/// Returns the mark that a check confirms, in a game of two seats.
fn confirmed_mark(check: &Check) -> Option<Mark> {
    let spreads = if check.verdict == CheckVerdict::Worse { check.loss / 0.5 } else { 0.0 };
    let limits =
        [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].into_iter().zip([0.04, 0.08, 0.16]);
    limits.filter(|(_, limit)| spreads >= *limit).map(|(mark, _)| mark).next_back()
}

#[test]
fn a_checked_move_has_the_mark_of_its_significant_loss() {
    let game = played("classic", 2, "random", 11);
    let options = AnalysisOptions { rollouts: 16, ..AnalysisOptions::default() };
    let review = analyse(game.beginning(70), options, |_| ControlFlow::Continue(())).review();
    let plain = full_review(game.beginning(70));
    let mut verdicts = Vec::new();
    for (checked, plain) in review.moves.iter().zip(&plain.moves) {
        assert_eq!((checked.loss, checked.check.is_some()), (plain.loss, plain.mark.is_some()));
        let Some(check) = &checked.check else { continue };
        assert_eq!(checked.mark, confirmed_mark(check), "{check:?}");
        verdicts.push(check.verdict);
    }
    assert!(verdicts.contains(&CheckVerdict::Worse) && verdicts.contains(&CheckVerdict::Close));
    let counted: u32 = review.accounts.iter().flat_map(|account| account.marks).sum();
    assert_eq!(counted as usize, review.moves.iter().filter(|it| it.mark.is_some()).count());
}

#[test]
fn an_assessed_move_has_a_mark_only_if_rollouts_confirm_it() {
    let game = played("classic", 2, "random", 11);
    let plain = full_review(game.beginning(70));
    let (mut confirmed, mut refuted) = (0, 0);
    for reviewed in plain.moves.iter().filter(|it| it.loss >= 0.08 * plain.spread) {
        let range = reviewed.from as usize..reviewed.to as usize;
        let position = game.position(range.start).detach();
        let actions: Vec<Action> = game.steps[range].iter().copied().filter_map(action).collect();
        let assessed = assess(&game.rules, position, &actions).expect("a legal move");
        assert_eq!(assessed.loss, reviewed.loss);
        let check = assessed.check.as_ref().expect("rollouts");
        assert!(16 <= check.games && check.games <= 128, "{check:?}");
        assert_eq!(assessed.mark, confirmed_mark(check), "{check:?}");
        match assessed.mark {
            Some(_) => confirmed += 1,
            None => refuted += 1,
        }
    }
    assert!(confirmed > 0 && refuted > 0, "{confirmed} {refuted}");
}

const fn action(step: Step) -> Option<Action> {
    match step {
        Step::Action(action) => Some(action),
        Step::Chance(_) => None,
    }
}

#[test]
fn luck_equals_the_luck_of_a_review() {
    let game = played("classic", 3, "greedy", 13);
    let (from, steps) = (game.steps.len() - 60, &game.steps);
    let start = game.position(from);
    for evaluator in [EvaluatorKind::Network, EvaluatorKind::Blend] {
        let part = Game::from_steps(game.rules.clone(), start.detach(), &steps[from..]);
        let options = AnalysisOptions { evaluator, ..Default::default() };
        let review = analyse(part, options, |_| ControlFlow::Continue(())).review();
        let lucks = luck(&start, &steps[from..], evaluator);
        assert!(lucks.iter().any(|luck| luck.abs() > 0.001), "{lucks:?}");
        for (account, luck) in review.accounts.iter().zip(lucks) {
            assert!((account.luck - luck).abs() < 1e-12, "{} {luck}", account.luck);
        }
    }
}

#[test]
fn a_gift_is_taken_unless_its_receiver_loses_it_before_the_next_turn_of_the_giver() {
    let review = full_review(played("classic", 3, "random", 11).beginning(120));
    let mut seen = [0, 0];
    for (index, given) in review.moves.iter().enumerate() {
        assert_eq!(given.gift.is_some(), given.loss >= 0.04 * review.spread);
        let Some(gift) = &given.gift else { continue };
        let gain = given.gifts[gift.seat.index()];
        assert!(given.gifts.iter().all(|other| *other <= gain) && gift.seat != given.seat);
        let mut lost = 0.0;
        for later in &review.moves[index + 1..] {
            if later.seat == given.seat && later.turn != given.turn {
                break;
            }
            lost += if later.seat == gift.seat { later.loss } else { 0.0 };
        }
        assert_eq!(gift.taken, lost < gain);
        seen[usize::from(gift.taken)] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
    let sum = |count: fn(&Account) -> u32| review.accounts.iter().map(count).sum::<u32>();
    assert_eq!(
        (sum(|it| it.gifts_received), sum(|it| it.gifts_taken)),
        (seen[0] + seen[1], seen[1])
    );
}

#[test]
fn the_cost_of_being_followed_is_the_gain_of_following_over_passing() {
    let game = played("classic", 2, "greedy", 5);
    let review = full_review(game.beginning(150));
    let is_follow = |it: &&MoveReview| it.kind == DecisionKind::Follow && it.steps[0] == "follow";
    // With two seats, the gain of one seat is the loss of the other.
    let mut costs = [0.0, 0.0];
    for follow in review.moves.iter().filter(is_follow) {
        let position = game.position(follow.from as usize).detach();
        let passed = assess(&game.rules, position, &[Action::Pass]).expect("a legal pass");
        costs[1 - follow.seat.index()] += follow.chance - passed.chance;
    }
    assert!(costs.iter().any(|cost| *cost != 0.0));
    for (account, cost) in review.accounts.iter().zip(costs) {
        assert!((account.followed - cost).abs() < 1e-9, "{} {cost}", account.followed);
    }
}

#[test]
fn annotated_records_round_trip_and_verify() {
    let text = include_str!("../../../data/records/v1-r2-free-follow-idle.orr");
    let plain = Record::parse(text).expect("a record");
    let rules = LoadedRules::edition(&plain.header.edition).expect("an edition");
    let review = full_review(Game::from_record(&plain, rules.clone()).expect("a game"));
    let mut record = plain.clone();
    record.turns[1].steps[0].comment = Some("my own words".to_owned());
    review.annotate(&mut record);
    let written = record.to_string();
    assert_eq!(Record::parse(&written).expect("a record"), record);
    assert_eq!(Record::parse(&written).expect("a record").to_string(), written);
    assert!(written.contains("my own words [review: ") && written.contains("luck"));
    let replayed = |record: &Record| record.replay(&rules, |_| {}).map(|state| state.digest());
    assert_eq!(replayed(&record), replayed(&plain));
    let marks = record.entries().filter(|(_, entry)| entry.mark.is_some()).count();
    assert_eq!(marks, review.moves.iter().filter(|reviewed| reviewed.mark.is_some()).count());
    let mut again = record.clone();
    review.annotate(&mut again);
    assert_eq!(again, record);
}
