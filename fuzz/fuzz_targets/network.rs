//! Fuzzes network files.
//!
//! Each input is tested as a whole file, and as the content after the first line of a file of both
//! versions. If its first byte is `z`, the target compresses the content of version 1. The content of
//! version 2 has a valid checksum. A valid network must round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec_zlib;
use orrery_bots::Network;

const MAGIC_1: &[u8] = b"orrery mind 1\n";
const MAGIC_2: &[u8] = b"orrery mind 2\n";

/// Returns the FNV-1a hash, the checksum of version 2.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fuzz_target!(|data: &[u8]| {
    let packed = match data.split_first() {
        Some((b'z', rest)) => compress_to_vec_zlib(rest, 1),
        _ => data.to_vec(),
    };
    let version_2 = [MAGIC_2, &checksum(data).to_le_bytes(), data].concat();
    for file in [data, &[MAGIC_1, &packed].concat(), &version_2] {
        if let Ok(network) = Network::from_bytes(file) {
            assert!(Network::from_bytes(&network.to_bytes()).is_ok());
        }
    }
});
