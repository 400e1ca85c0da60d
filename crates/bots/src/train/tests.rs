//! A training is the same whatever the number of threads and however often it is stopped.

use super::{Mix, NotACheckpoint, Plan, Trainer};
use crate::Mind;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;

const MAGIC: &[u8] = b"orrery checkpoint 1\n";

/// Two batches of the greedy bot's games and two of the network's own.
fn plan(threads: usize) -> Plan {
    let mix = Mix::new(35);
    let (rate, lambda, keep) = (0.001, 0.97, 0.2);
    Plan { seed: 7, games: 9, mix, batch: 3, threads, rate, lambda, keep, greedy: 2 }
}

fn finish(mut trainer: Trainer) -> Vec<u8> {
    while !trainer.is_finished() {
        trainer.step();
    }
    trainer.mind().to_bytes()
}

/// A checkpoint with samples that wait, and what is in it.
fn checkpoint() -> (Vec<u8>, Vec<u8>) {
    let mut trainer = Trainer::new(plan(1));
    trainer.step();
    let bytes = trainer.checkpoint();
    let plain = decompress_to_vec_zlib(&bytes[MAGIC.len()..]).expect("it is packed");
    (bytes, plain)
}

fn refused(plain: &[u8]) -> Option<NotACheckpoint> {
    let bytes = [MAGIC, &compress_to_vec_zlib(plain, 1)].concat();
    Trainer::from_checkpoint(&bytes, 1).err()
}

#[test]
fn the_number_of_threads_does_not_matter() {
    assert_eq!(finish(Trainer::new(plan(1))), finish(Trainer::new(plan(3))));
}

#[test]
fn a_stopped_and_resumed_training_ends_like_an_uninterrupted_one() {
    let mut trainer = Trainer::new(plan(2));
    while !trainer.is_finished() {
        trainer.step();
        let bytes = trainer.checkpoint();
        trainer = Trainer::from_checkpoint(&bytes, 1).expect("it was just written");
        assert!(trainer.checkpoint() == bytes, "a checkpoint says all there is");
    }
    assert_eq!((trainer.batches(), trainer.games()), (4, 12));
    assert_eq!(trainer.mind().to_bytes(), finish(Trainer::new(plan(2))));
}

#[test]
fn a_finished_training_is_resumed_as_finished() {
    let mut trainer = Trainer::new(Plan { games: 0, ..plan(1) });
    trainer.step();
    assert!(trainer.is_finished());
    let again = Trainer::from_checkpoint(&trainer.checkpoint(), 1).expect("it was just written");
    assert!(again.is_finished());
}

#[test]
fn training_goes_on_from_a_mind() {
    let mut trainer = Trainer::from_mind(plan(1), &Mind::ours());
    assert_eq!(trainer.mind().to_bytes(), Mind::ours().to_bytes());
    trainer.step();
    trainer.step();
    assert_ne!(trainer.mind().to_bytes(), Mind::ours().to_bytes());
}

#[test]
fn bytes_that_are_no_checkpoint_are_refused() {
    let (bytes, plain) = checkpoint();
    let read = |bytes: &[u8]| Trainer::from_checkpoint(bytes, 1).err();
    assert_eq!(read(b""), Some(NotACheckpoint::Magic));
    assert_eq!(read(&Mind::ours().to_bytes()), Some(NotACheckpoint::Magic));
    assert_eq!(read(&bytes[..bytes.len() - 1]), Some(NotACheckpoint::Damaged));
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 4;
    assert_eq!(read(&flipped), Some(NotACheckpoint::Damaged));
    for cut in [0, 7, 100, plain.len() / 2, plain.len() - 1] {
        assert_eq!(refused(&plain[..cut]), Some(NotACheckpoint::Damaged), "cut at {cut}");
    }
    assert_eq!(refused(&[&plain[..], b"x"].concat()), Some(NotACheckpoint::Damaged));
}

#[test]
fn checkpoints_with_values_that_cannot_be_are_refused() {
    let (_, plain) = checkpoint();
    let changed = |at: usize, bytes: &[u8]| {
        let mut plain = plain.clone();
        plain[at..at + bytes.len()].copy_from_slice(bytes);
        refused(&plain)
    };
    let words = 8 + u64::from_le_bytes(plain[..8].try_into().expect("8 bytes")) as usize;
    let (plan, net) = (words, words + 5 * 8 + 3 * 4 + 2 * 8 + 4);
    let huge = &u64::MAX.to_le_bytes();
    let none = &f32::NAN.to_le_bytes();
    let cases: [(&str, usize, &[u8], NotACheckpoint); 9] = [
        ("more words than bytes", 0, huge, NotACheckpoint::Damaged),
        ("words that are no text", 8, b"\xff", NotACheckpoint::Damaged),
        ("more than a hundred solo games", plan + 16, huge, NotACheckpoint::Damaged),
        ("an endless batch", plan + 24, huge, NotACheckpoint::Damaged),
        ("no rate", plan + 40, none, NotACheckpoint::Damaged),
        ("more than all positions", plan + 48, &2f32.to_le_bytes(), NotACheckpoint::Damaged),
        ("another size", net, &7u64.to_le_bytes(), NotACheckpoint::Size),
        ("a weight that is none", net + 8, none, NotACheckpoint::Damaged),
        ("an input that is none", plain.len() - 2, b"\xff\xff", NotACheckpoint::Damaged),
    ];
    for (what, at, bytes, wanted) in cases {
        assert_eq!(changed(at, bytes), Some(wanted), "{what}");
    }
    assert_eq!(refused(&plain), None);
}
