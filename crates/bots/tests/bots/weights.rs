//! Tests of the embedded network.

use orrery_bots::{Network, NetworkFileError};
use orrery_rules::{Actor, Options, State, Step, deck};

fn file() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/orrery.mind");
    std::fs::read(path).expect("the weights are committed")
}

#[test]
fn the_embedded_network_has_the_committed_weights() {
    let network = Network::from_bytes(&file()).expect("the committed weights are a network");
    assert_eq!(network.to_bytes(), Network::embedded().to_bytes());
}

#[test]
fn the_weights_are_small_enough_for_a_browser() {
    assert!(file().len() <= 130_000, "{} bytes", file().len());
}

#[test]
fn the_embedded_network_is_trained() {
    let mut state = State::new(deck::classic(), &Options::players(2)).expect("they fit");
    while state.actor() == Actor::Chance {
        let node = state.chance().expect("chance decides");
        state.apply_unchecked(Step::Chance(node.pick(5)));
    }
    let network = Network::embedded();
    let evaluator = network.evaluator(state.rules());
    let chances: Vec<f32> = state.seats().map(|seat| evaluator.chance(&state, seat)).collect();
    assert!(chances.iter().all(|chance| *chance != 0.5), "{chances:?}");
}

#[test]
fn damaged_weights_are_rejected() {
    let bytes = file();
    assert_eq!(Network::from_bytes(b"").err(), Some(NetworkFileError::Magic));
    assert_eq!(Network::from_bytes(b"orrery mind 0\n").err(), Some(NetworkFileError::Magic));
    for version in [b"orrery mind 1\n", b"orrery mind 2\n"] {
        assert_eq!(Network::from_bytes(version).err(), Some(NetworkFileError::Damaged));
    }
    for cut in [20, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(
            Network::from_bytes(&bytes[..cut]).err(),
            Some(NetworkFileError::Damaged),
            "cut at {cut}"
        );
    }
    let magic = b"orrery mind 2\n".len();
    for index in (magic..bytes.len()).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x10;
        assert_eq!(
            Network::from_bytes(&damaged).err(),
            Some(NetworkFileError::Damaged),
            "byte {index}"
        );
    }
}
