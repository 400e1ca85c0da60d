//! Verifiable dice: true records verify, and the first false outcome is reported.

use crate::play::{SEED, classic, every_game, seat, with_step_text};
use orrery_record::{
    Dealer, Difference, ExpectedValues, FairDice, Record, VerifyProblem, entropy_hash,
    unbiased_index,
};
use orrery_rules::deck;
use std::collections::BTreeMap;

#[test]
fn every_roll_and_draw_is_proved() {
    for (kind, record) in every_game() {
        let proved = record.verify(kind.rules).unwrap_or_else(|p| panic!("{}: {p}", kind.name));
        assert!(proved.finished && proved.rolls > 0 && proved.draws > 0, "{}", kind.name);
        assert_eq!(proved.steps, record.len());
        assert_eq!(proved.commitment, Dealer::new(SEED).commitment());
        assert_eq!(proved.contributors, [seat(0)]);
    }
}

/// Replaces each chance outcome with another possible one, one at a time.
#[test]
fn verification_reports_the_first_false_outcome() {
    let (record, rules) = (classic(4), deck::classic());
    let mut changes = Vec::new();
    record
        .replay(rules, |played| {
            if let Some(node) = played.before.chance() {
                let steps =
                    (0..node.total()).map(|index| orrery_rules::Step::Chance(node.at(index)));
                let other = steps.into_iter().find(|step| *step != played.step);
                changes.extend(other.map(|step| (played.number, step)));
            }
        })
        .expect("it is valid");
    assert!(changes.len() > 50);
    for (number, step) in changes {
        let changed = with_step_text(&record, number, &step.notation(rules).to_string());
        match changed.verify(rules) {
            Err(VerifyProblem::False(problem)) => {
                assert_eq!(problem.step, number);
                assert!(matches!(problem.difference, Difference::Dice(_)));
            }
            other => panic!("step {number}: {other:?}"),
        }
    }
}

#[test]
fn an_unverifiable_record_says_why() {
    let (record, rules) = (classic(2), deck::classic());
    let mut changed = record.clone();
    changed.header.dice = None;
    assert_eq!(changed.verify(rules), Err(VerifyProblem::NoCommitment));
    let mut changed = record.clone();
    changed.header.dice.as_mut().expect("dice").seed = None;
    assert_eq!(changed.verify(rules), Err(VerifyProblem::NoSeed));
    assert!(!VerifyProblem::NoSeed.is_disproof());
    assert!(!changed.reveal(&Dealer::new([8; 32])));
    assert!(changed.reveal(&Dealer::new(SEED)));
    assert_eq!(changed, record);
    changed.header.dice.as_mut().expect("dice").seed = Some([8; 32]);
    assert!(matches!(changed.verify(rules), Err(VerifyProblem::Seed(_))));
    let mut changed = record;
    changed.header.dice.as_mut().expect("dice").entropies.clear();
    assert!(matches!(changed.verify(rules), Err(VerifyProblem::False(_))));
}

#[test]
fn a_seat_can_check_its_entropy_and_the_announced_commitment() {
    let (record, rules) = (classic(2), deck::classic());
    let entropy = 1u64.to_le_bytes().to_vec();
    let expected = |commitment, seat, entropy| ExpectedValues {
        commitment: Some(commitment),
        entropies: BTreeMap::from([(seat, entropy)]),
        ..ExpectedValues::default()
    };
    let commitment = Dealer::new(SEED).commitment();
    assert!(record.verify_against(rules, &expected(commitment, seat(0), entropy.clone())).is_ok());
    let wrong = record.verify_against(rules, &expected(commitment, seat(0), vec![1]));
    assert_eq!(wrong, Err(VerifyProblem::Entropy(seat(0))));
    let wrong = record.verify_against(rules, &expected(commitment, seat(1), vec![1]));
    assert_eq!(wrong, Err(VerifyProblem::Entropy(seat(1))));
    let wrong = record.verify_against(rules, &expected([0; 32], seat(0), entropy));
    assert_eq!(wrong, Err(VerifyProblem::Announced(commitment)));
}

#[test]
fn indices_are_unbiased() {
    let excess = (1u128 << 64) % 6;
    let limit = ((1u128 << 64) - excess) as u64;
    assert_eq!(unbiased_index([u64::MAX, limit, 13], 6), 1);
    assert_eq!(unbiased_index([limit - 1], 6), 5);
    assert_eq!(unbiased_index([u64::MAX], 2), 1);
    let dice = Dealer::new(SEED).dice(2, &BTreeMap::new());
    let mut counts = [0u32; 6];
    (0..60_000).for_each(|number| counts[dice.index(number, 6) as usize] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
}

fn dice(entropies: &[(usize, &[u8])], seats: u8) -> FairDice {
    let entropies = entropies.iter().map(|(i, bytes)| (seat(*i), bytes.to_vec())).collect();
    Dealer::new(std::array::from_fn(|i| i as u8)).dice(seats, &entropies)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The test vectors in the documentation match the program.
#[test]
fn the_documented_test_vectors_are_correct() {
    let page = include_str!("../../../../docs/FAIR-DICE.md");
    let dealer = Dealer::new(std::array::from_fn(|i| i as u8));
    let two = dice(&[(0, b"Ada"), (1, b"")], 2);
    let three = dice(&[(1, &[0xff; 64])], 3);
    let mut vectors = vec![
        format!("commitment {}", hex(&dealer.commitment())),
        format!("key 2 seats, A 416461: {}", hex(&two.key())),
        format!("key 3 seats, B ff × 64: {}", hex(&three.key())),
        format!("entropy hash of 416461: {}", hex(&entropy_hash(b"Ada"))),
    ];
    for (number, total) in [(0, 40), (1, 39), (2, 12), (10, 2), (11, 1296), (12, 279_936), (13, 1)]
    {
        vectors.push(format!("chance {number} of {total}: {}", two.index(number, total)));
    }
    vectors.push(format!("chance 4294967296 of 6: {}", three.index(1 << 32, 6)));
    let later = Dealer::new([0xff; 32]).dice(2, &BTreeMap::from([(seat(0), b"Ada".to_vec())]));
    let rekeyed = two.then(12, &later);
    for number in [11, 12] {
        let index = rekeyed.index(number, 1296);
        vectors.push(format!("rekeyed at 12, chance {number} of 1296: {index}"));
    }
    for vector in vectors {
        assert!(page.lines().any(|line| line.trim() == vector), "the page lacks: {vector}");
    }
}

#[test]
fn names_and_tags_do_not_affect_the_dice() {
    let mut record = classic(2);
    record.header.names.clear();
    record.header.tags.clear();
    let text = record.to_string();
    assert!(Record::parse(&text).expect("it is valid").verify(deck::classic()).is_ok());
}
