//! Fuzzes network files.
//!
//! Each input is tested as a whole file, and as the content after the first line of a file. If its
//! first byte is `z`, the target compresses that content. A valid network must round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec_zlib;
use orrery_bots::Network;

const MAGIC: &[u8] = b"orrery mind 1\n";

fuzz_target!(|data: &[u8]| {
    let packed = match data.split_first() {
        Some((b'z', rest)) => compress_to_vec_zlib(rest, 1),
        _ => data.to_vec(),
    };
    for file in [data, &[MAGIC, &packed].concat()] {
        if let Ok(network) = Network::from_bytes(file) {
            assert!(Network::from_bytes(&network.to_bytes()).is_ok());
        }
    }
});
