//! Random ids, secrets, and their hashes.

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD, HEXLOWER};
use orrery_store::Hash;

/// Returns random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without random bytes, no secret is safe, so panic.
    #[expect(clippy::expect_used, reason = "an operating system without randomness")]
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// Returns a random id of 100 bits, for tables and identities.
pub(crate) fn id() -> String {
    let mut id = BASE32_NOPAD.encode(&random::<13>()).to_ascii_lowercase();
    id.truncate(20);
    id
}

/// Returns whether a text has the form of an id.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 20 && text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'2'..=b'7'))
}

/// Returns a random secret of 256 bits, for cookies and tokens.
pub(crate) fn secret() -> String {
    BASE64URL_NOPAD.encode(&random::<32>())
}

/// Returns the public id of the device with this secret hash.
pub(crate) fn device_id(secret_hash: &Hash) -> String {
    let hash = blake3::derive_key("orrery 2026 device id v1", secret_hash);
    let mut id = BASE32_NOPAD.encode(&hash[..13]).to_ascii_lowercase();
    id.truncate(20);
    id
}

/// Returns a random recovery code of 130 bits, in groups of five characters such as `K7QFA-…`.
pub(crate) fn recovery_code() -> String {
    let letters = BASE32_NOPAD.encode(&random::<17>());
    let groups: Vec<&str> = (0..26).step_by(5).map(|at| &letters[at..(at + 5).min(26)]).collect();
    groups.join("-")
}

/// Returns the hash under which a secret is stored.
///
/// Secrets are long and random, so a fast hash suffices. The store looks secrets up by their
/// hashes, so there is no timing side channel.
pub(crate) fn hash(secret: &str) -> Hash {
    blake3::derive_key("orrery 2026 identity secret v1", secret.as_bytes())
}

/// Returns the hash of a recovery code, ignoring case and separators.
pub(crate) fn recovery_hash(code: &str) -> Hash {
    let plain: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    blake3::derive_key("orrery 2026 recovery code v1", plain.as_bytes())
}

/// Encodes bytes as hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

/// Decodes hexadecimal.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    HEXLOWER.decode(text.to_ascii_lowercase().as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::{id, is_id, recovery_code, recovery_hash, secret};

    #[test]
    fn ids_and_secrets_are_well_formed_and_unique() {
        assert!(is_id(&id()) && id() != id());
        assert!(!is_id("ABC") && !is_id("../../../etc/passwd0"));
        assert_eq!(secret().len(), 43);
    }

    #[test]
    fn recovery_codes_ignore_case_and_separators() {
        let code = recovery_code();
        assert_eq!(code.len(), 26 + 5);
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(recovery_hash(&typed), recovery_hash(&code));
    }
}
