//! Fuzzes the decoder of a server's messages and HTTP responses in the terminal client.
//!
//! Inputs are raw text, or nested brackets if the first byte is `^`. A valid answer
//! must round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, nested};
use orrery_protocol::{FaultAnswer, ServerMessage, Table};
use serde::Serialize;
use serde::de::DeserializeOwned;

fuzz_target!(|data: &[u8]| {
    match data.split_first() {
        Some((b'^', rest)) => read_all(nested::text(nested::JSON, &mut Bytes(rest)).as_bytes()),
        _ => read_all(data),
    }
});

fn read_all(bytes: &[u8]) {
    read::<ServerMessage>(bytes);
    read::<Table>(bytes);
    read::<FaultAnswer>(bytes);
}

fn read<T: Serialize + DeserializeOwned>(bytes: &[u8]) {
    let Ok(answer) = serde_json::from_slice::<T>(bytes) else { return };
    let written = serde_json::to_string(&answer).expect("it can be written");
    let reread: T = serde_json::from_str(&written).expect("it can be read");
    assert_eq!(serde_json::to_string(&reread).expect("it can be written"), written);
}
