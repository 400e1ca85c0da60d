//! Fuzzes HTTP request bodies, which it parses as every type of the API.
//!
//! Inputs are raw text, or nested brackets if the first byte is `^`. A parsed value must
//! round-trip. An error must have a short text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, nested};
use orrery_protocol::{Code, Fault, NewBot, NewMe, Recover, Sit, TableSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fuzz_target!(|data: &[u8]| {
    match data.split_first() {
        Some((b'^', rest)) => read_all(nested::text(nested::JSON, &mut Bytes(rest)).as_bytes()),
        _ => read_all(data),
    }
});

fn read_all(bytes: &[u8]) {
    read::<NewMe>(bytes);
    read::<Recover>(bytes);
    read::<NewBot>(bytes);
    read::<TableSettings>(bytes);
    read::<Sit>(bytes);
}

fn read<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    match serde_json::from_slice::<T>(bytes) {
        Ok(body) => {
            let written = serde_json::to_string(&body).expect("it can be written");
            assert_eq!(serde_json::from_str::<T>(&written).expect("it can be read"), body);
        }
        Err(error) => {
            let fault = Fault::malformed(&error);
            assert!(matches!(fault.code, Code::Malformed | Code::BadField), "{fault:?}");
            assert!((1..=200).contains(&fault.text.chars().count()), "{fault:?}");
        }
    }
}
