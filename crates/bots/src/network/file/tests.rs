//! Tests of the file format.

use super::{QUANTIZATION_STEP, version_1};
use crate::network::{FloatNet, Network, Vocabulary};
use crate::train::{GameMix, Trainer, TrainingConfig};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Returns a file of version 1.
fn version_1_file(net: &FloatNet, vocabulary: &Vocabulary) -> Vec<u8> {
    let vocabulary = vocabulary.to_text();
    let weights = net.weights().map(|weight| (weight / QUANTIZATION_STEP).round() as i16);
    let weights: Vec<[u8; 2]> = weights.map(i16::to_be_bytes).collect();
    let mut plain = (vocabulary.len() as u32).to_le_bytes().to_vec();
    plain.extend(vocabulary.as_bytes());
    plain.extend(weights.iter().map(|bytes| bytes[0]));
    plain.extend(weights.iter().map(|bytes| bytes[1]));
    [version_1::MAGIC, &compress_to_vec_zlib(&plain, 1)].concat()
}

fn untrained(seed: u64) -> Network {
    Trainer::new(TrainingConfig {
        seed,
        games: 1,
        mix: GameMix::new(35),
        batch: 1,
        threads: 1,
        learning_rate: 0.001,
        lambda: 0.97,
        sample_rate: 0.2,
        greedy_batches: 1,
    })
    .network()
}

#[test]
fn files_of_version_1_contain_the_same_network() {
    let (net, vocabulary) = Network::embedded().parts();
    let read = Network::from_bytes(&version_1_file(&net, &vocabulary)).expect("it is a network");
    assert!(read.parts() == (net, vocabulary), "other weights");
}

#[test]
fn a_network_without_the_seed_of_its_weights_is_stored_completely() {
    let (net, vocabulary) = Network::embedded().parts();
    let read = Network::from_bytes(&version_1_file(&net, &vocabulary)).expect("it is a network");
    let bytes = read.to_bytes();
    assert!(bytes.len() > Network::embedded().to_bytes().len());
    let again = Network::from_bytes(&bytes).expect("it was just written");
    assert!(again.parts() == (net, vocabulary), "other weights");
}

#[test]
fn weights_that_training_did_not_change_need_no_space() {
    let network = untrained(11);
    let bytes = network.to_bytes();
    assert!(bytes.len() < 8_000, "{} bytes", bytes.len());
    let read = Network::from_bytes(&bytes).expect("it was just written");
    assert_eq!(read.to_bytes(), bytes);
    let inputs = |network: &Network| network.parts().0.rows;
    assert!(inputs(&read) == inputs(&network), "other weights");
}
