//! Verification detects a dishonest operator and reports the proof level of honest games.
//!
//! `tools/verify.py` must agree.

use crate::play::{SEED, play, seat};
use crate::python::verify_with_receipt;
use orrery_record::{
    Dealer, ExpectedValues, ProofLevel, Record, Recorder, Shortfall, TurnLabel, VerifyProblem,
    entropy_hash,
};
use orrery_rules::{Options, deck};
use std::collections::BTreeMap;

const ADA: [u8; 16] = [0xad; 16];
const BEN: [u8; 16] = [0xbe; 16];
/// The seed that a dishonest operator prefers.
const PREFERRED: [u8; 32] = [8; 32];

type Entropies = BTreeMap<orrery_rules::Seat, Vec<u8>>;

/// Returns the contributions of both players.
fn both() -> Entropies {
    BTreeMap::from([(seat(0), ADA.to_vec()), (seat(1), BEN.to_vec())])
}

fn begin(seed: [u8; 32], entropies: &Entropies) -> Recorder<'static> {
    let options = Options::players(2);
    let mut recorder = Recorder::new(deck::classic(), &options).expect("the options fit");
    assert!(recorder.commit(&Dealer::new(seed), entropies.clone()));
    recorder
}

/// Returns a finished game that is consistent with itself.
fn game(seed: [u8; 32], entropies: &Entropies) -> Record {
    let mut record = play(begin(seed, entropies), 3, 100_000).finish();
    assert!(record.reveal(&Dealer::new(seed)));
    record
}

/// Returns a finished game that is re-keyed after some steps.
pub(crate) fn rekeyed_game(steps: usize) -> Record {
    let mut recorder = play(begin(SEED, &both()), 3, steps);
    assert!(recorder.rekey(&Dealer::new(PREFERRED)));
    let mut record = play(recorder, 4, 100_000).finish();
    assert!(record.reveal(&Dealer::new(SEED)) && record.reveal(&Dealer::new(PREFERRED)));
    record
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the receipt of Ben's client at seat B.
fn receipt() -> String {
    format!(
        "orrery dice receipt 1\ntable abcdefghijklmnopqrst\nseat B\ncommit {}\nentropy {}\n\
         hash A {}\nhash B {}\n",
        hex(&Dealer::new(SEED).commitment()),
        hex(&BEN),
        hex(&entropy_hash(&ADA)),
        hex(&entropy_hash(&BEN)),
    )
}

/// Runs both verifiers on a record and a receipt, and checks that they agree.
fn verdict(
    record: &Record,
    receipt: &str,
) -> Result<(ProofLevel, Option<Shortfall>), VerifyProblem> {
    let expected = ExpectedValues::from_receipt(receipt).expect("a receipt");
    assert!(record.verify(deck::classic()).is_ok(), "the record alone is not consistent");
    let rust = record.verify_against(deck::classic(), &expected);
    let python = verify_with_receipt(record, receipt);
    match &rust {
        Ok(proved) => assert_eq!(python, (Some(0), proved.to_string())),
        Err(problem) => {
            assert!(problem.is_disproof());
            assert_eq!(python, (Some(1), problem.to_string()));
        }
    }
    rust.map(|proved| (proved.proof_level, proved.shortfall))
}

#[test]
fn an_honest_game_reaches_proof_level_3() {
    let record = game(SEED, &both());
    assert_eq!(verdict(&record, &receipt()), Ok((ProofLevel::Contributed, None)));
}

#[test]
fn each_proof_level_needs_its_evidence() {
    let record = game(SEED, &both());
    let without = |word: &str| {
        let lines = receipt();
        let stays = lines.lines().filter(|line| !line.starts_with(word));
        stays.map(|line| format!("{line}\n")).collect::<String>()
    };
    let committed = |why| Ok((ProofLevel::Committed, Some(why)));
    assert_eq!(verdict(&record, &without("entropy")), committed(Shortfall::NoContribution));
    let uncommitted = committed(Shortfall::OtherContributionsNotCommitted);
    assert_eq!(verdict(&record, &without("hash")), uncommitted);
    let proved = record.verify(deck::classic()).expect("consistent");
    assert_eq!(
        (proved.proof_level, proved.shortfall),
        (ProofLevel::Consistent, Some(Shortfall::NoCommitment))
    );
    let short = game(SEED, &BTreeMap::from([(seat(1), vec![1; 15])]));
    let expected = ExpectedValues::read(
        Some(&hex(&Dealer::new(SEED).commitment())),
        &[format!("B={}", "01".repeat(15))],
    );
    let proved = short.verify_against(deck::classic(), &expected.expect("expected")).expect("true");
    assert_eq!(
        proved.shortfall,
        Some(Shortfall::NoContribution),
        "15 bytes counted as a contribution"
    );
}

#[test]
fn a_seed_that_was_swapped_after_the_entropies_were_known_is_found() {
    let found = Dealer::new(PREFERRED).commitment();
    let record = game(PREFERRED, &both());
    assert_eq!(verdict(&record, &receipt()), Err(VerifyProblem::Announced(found)));
}

#[test]
fn a_contribution_that_was_dropped_is_found() {
    let record = game(SEED, &BTreeMap::from([(seat(0), ADA.to_vec())]));
    assert_eq!(verdict(&record, &receipt()), Err(VerifyProblem::Entropy(seat(1))));
}

/// Seat A is in league with the operator and chose its entropy after Ben had revealed his.
#[test]
fn a_contribution_that_was_chosen_last_is_found() {
    let mut chosen = both();
    chosen.insert(seat(0), vec![0xaa; 16]);
    let record = game(SEED, &chosen);
    assert_eq!(verdict(&record, &receipt()), Err(VerifyProblem::NotFixed(seat(0))));
}

#[test]
fn a_contribution_that_was_added_or_left_out_is_found() {
    let lines = receipt();
    let lone: Vec<&str> = lines.lines().filter(|line| !line.starts_with("hash A")).collect();
    let record = game(SEED, &both());
    assert_eq!(verdict(&record, &lone.join("\n")), Err(VerifyProblem::NotFixed(seat(0))));
    let record = game(SEED, &BTreeMap::from([(seat(1), BEN.to_vec())]));
    assert_eq!(verdict(&record, &receipt()), Err(VerifyProblem::NotFixed(seat(0))));
}

#[test]
fn a_key_that_was_changed_in_secret_is_found() {
    let record = rekeyed_game(60);
    let from = record.header.dice.as_ref().expect("dice").rekeyed[0].from;
    assert!(from > 8, "{from}");
    assert_eq!(verdict(&record, &receipt()), Err(VerifyProblem::Rekeyed(from)));
    let other = format!("{}rekey {from} {}\n", receipt(), "00".repeat(32));
    assert_eq!(verdict(&record, &other), Err(VerifyProblem::Rekeyed(from)));
    let announced = hex(&Dealer::new(PREFERRED).commitment());
    for number in [from - 1, from + 1] {
        let moved = format!("{}rekey {number} {announced}\n", receipt());
        assert_eq!(verdict(&record, &moved), Err(VerifyProblem::Rekeyed(from)));
    }
    let never = game(SEED, &both());
    let rekeyed_receipt = format!("{}rekey 9 {announced}\n", receipt());
    assert_eq!(
        verdict(&never, &rekeyed_receipt),
        Err(VerifyProblem::Rekeyed(9)),
        "the receipt names a re-keying that did not happen"
    );
}

#[test]
fn an_announced_rekeying_lowers_the_proof_level() {
    let record = rekeyed_game(60);
    let from = record.header.dice.as_ref().expect("dice").rekeyed[0].from;
    let announced = hex(&Dealer::new(PREFERRED).commitment());
    let receipt = format!("{}rekey {from} {announced}\n", receipt());
    let proved = verdict(&record, &receipt);
    assert_eq!(proved, Ok((ProofLevel::Committed, Some(Shortfall::Rekeyed))));
}

/// Outcomes before the re-keying follow from the first seed, and later ones from the second.
#[test]
fn a_rekeyed_record_round_trips_in_every_format() {
    let record = rekeyed_game(60);
    let text = record.to_string();
    assert!(text.starts_with("orrery record 3\n"), "{text}");
    assert_eq!(Record::parse(&text), Ok(record.clone()));
    assert_eq!(Record::from_json(&record.to_json()), Ok(record.clone()));
    let decks = orrery_record::DeckCache::default();
    assert_eq!(Record::from_bytes(&record.to_bytes(&decks), &decks), Ok(record.clone()));
    let seen = record.seen_by(deck::classic(), Some(seat(1))).expect("it is valid");
    let shown = seen.header.dice.expect("dice");
    assert!(shown.seed.is_none() && shown.rekeyed.iter().all(|next| next.seed.is_none()));
    let mut swapped = record.clone();
    swapped.header.dice.as_mut().expect("dice").rekeyed.clear();
    let Err(VerifyProblem::False(problem)) = swapped.verify(deck::classic()) else {
        panic!("the second key is needed")
    };
    assert_ne!(problem.turn, TurnLabel::Opening);
    let mut early = record;
    early.header.dice.as_mut().expect("dice").rekeyed[0].seed = None;
    assert_eq!(early.verify(deck::classic()), Err(VerifyProblem::NoSeed));
}

#[test]
fn a_receipt_that_cannot_be_read_is_refused() {
    let head = "orrery dice receipt 1\n";
    let commit = format!("{head}commit {}\n", "00".repeat(32));
    for bad in [
        String::new(),
        "orrery record 1\n".to_owned(),
        head.to_owned(),
        format!("{commit}commit {}\n", "00".repeat(32)),
        format!("{commit}entropy 00\n"),
        format!("{commit}seat B\nentropy 0\n"),
        format!("{commit}hash A 00\n"),
        format!("{commit}rekey x {}\n", "00".repeat(32)),
        format!("{commit}colour red\n"),
    ] {
        assert!(ExpectedValues::from_receipt(&bad).is_err(), "{bad}");
    }
    let expected =
        ExpectedValues::from_receipt(&format!("{commit}aborted 2\n")).expect("a receipt");
    assert_eq!(expected.aborted, 2);
}
