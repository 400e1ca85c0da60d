//! Tests that a training run is reproducible with any number of threads and interruptions.

use super::{CheckpointError, GameMix, Trainer, TrainingConfig};
use crate::Network;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;

const MAGIC: &[u8] = b"orrery checkpoint 1\n";

/// Returns the settings of a run: the greedy bot plays two batches, the network two.
fn config(threads: usize) -> TrainingConfig {
    let mix = GameMix::new(35);
    let (learning_rate, lambda, sample_rate) = (0.001, 0.97, 0.2);
    TrainingConfig {
        seed: 7,
        games: 9,
        mix,
        batch: 3,
        threads,
        learning_rate,
        lambda,
        sample_rate,
        greedy_batches: 2,
    }
}

fn finish(mut trainer: Trainer) -> Vec<u8> {
    while !trainer.is_finished() {
        trainer.step();
    }
    trainer.network().to_bytes()
}

/// Returns a checkpoint with pending samples, compressed and decompressed.
fn checkpoint() -> (Vec<u8>, Vec<u8>) {
    let mut trainer = Trainer::new(config(1));
    trainer.step();
    let bytes = trainer.checkpoint();
    let plain = decompress_to_vec_zlib(&bytes[MAGIC.len()..]).expect("a checkpoint is compressed");
    (bytes, plain)
}

fn error_of(plain: &[u8]) -> Option<CheckpointError> {
    let bytes = [MAGIC, &compress_to_vec_zlib(plain, 1)].concat();
    Trainer::from_checkpoint(&bytes, 1).err()
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    assert_eq!(finish(Trainer::new(config(1))), finish(Trainer::new(config(3))));
}

#[test]
fn a_stopped_and_resumed_training_ends_like_an_uninterrupted_one() {
    let mut trainer = Trainer::new(config(2));
    while !trainer.is_finished() {
        trainer.step();
        let bytes = trainer.checkpoint();
        trainer = Trainer::from_checkpoint(&bytes, 1).expect("it was just written");
        assert!(trainer.checkpoint() == bytes, "the checkpoint lost some state");
    }
    assert_eq!((trainer.batches(), trainer.games()), (4, 12));
    assert_eq!(trainer.network().to_bytes(), finish(Trainer::new(config(2))));
}

#[test]
fn a_finished_training_is_resumed_as_finished() {
    let mut trainer = Trainer::new(TrainingConfig { games: 0, ..config(1) });
    trainer.step();
    assert!(trainer.is_finished());
    let again = Trainer::from_checkpoint(&trainer.checkpoint(), 1).expect("it was just written");
    assert!(again.is_finished());
}

#[test]
fn training_continues_from_a_network() {
    let mut trainer = Trainer::from_network(config(1), &Network::embedded());
    assert_eq!(trainer.network().to_bytes(), Network::embedded().to_bytes());
    trainer.step();
    trainer.step();
    assert_ne!(trainer.network().to_bytes(), Network::embedded().to_bytes());
}

#[test]
fn invalid_checkpoints_are_rejected() {
    let (bytes, plain) = checkpoint();
    let read = |bytes: &[u8]| Trainer::from_checkpoint(bytes, 1).err();
    assert_eq!(read(b""), Some(CheckpointError::Magic));
    assert_eq!(read(&Network::embedded().to_bytes()), Some(CheckpointError::Magic));
    assert_eq!(read(&bytes[..bytes.len() - 1]), Some(CheckpointError::Damaged));
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 4;
    assert_eq!(read(&flipped), Some(CheckpointError::Damaged));
    for cut in [0, 7, 100, plain.len() / 2, plain.len() - 1] {
        assert_eq!(error_of(&plain[..cut]), Some(CheckpointError::Damaged), "cut at {cut}");
    }
    assert_eq!(error_of(&[&plain[..], b"x"].concat()), Some(CheckpointError::Damaged));
}

#[test]
fn checkpoints_with_impossible_values_are_rejected() {
    let (_, plain) = checkpoint();
    let changed = |at: usize, bytes: &[u8]| {
        let mut plain = plain.clone();
        plain[at..at + bytes.len()].copy_from_slice(bytes);
        error_of(&plain)
    };
    let vocabulary = 8 + u64::from_le_bytes(plain[..8].try_into().expect("8 bytes")) as usize;
    let (config, net) = (vocabulary, vocabulary + 5 * 8 + 3 * 4 + 2 * 8 + 4);
    let huge = &u64::MAX.to_le_bytes();
    let nan = &f32::NAN.to_le_bytes();
    let cases: [(&str, usize, &[u8], CheckpointError); 9] = [
        ("a vocabulary longer than the file", 0, huge, CheckpointError::Damaged),
        ("a vocabulary that is not UTF-8", 8, b"\xff", CheckpointError::Damaged),
        ("a weight of solo games above 100", config + 16, huge, CheckpointError::Damaged),
        ("an oversized batch", config + 24, huge, CheckpointError::Damaged),
        ("a learning rate that is not a number", config + 40, nan, CheckpointError::Damaged),
        ("a sample rate above 1", config + 48, &2f32.to_le_bytes(), CheckpointError::Damaged),
        ("a network of another size", net, &7u64.to_le_bytes(), CheckpointError::Size),
        ("a weight that is not a number", net + 8, nan, CheckpointError::Damaged),
        // The last input comes before the seed of the weights.
        ("an unknown input", plain.len() - 10, b"\xff\xff", CheckpointError::Damaged),
    ];
    for (what, at, bytes, wanted) in cases {
        assert_eq!(changed(at, bytes), Some(wanted), "{what}");
    }
    assert_eq!(error_of(&plain), None);
}
