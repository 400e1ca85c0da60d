//! Reads untrusted files up to a maximum size.

use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads a file; fails if it has more than `max_bytes` bytes.
pub(crate) fn bytes(path: &Path, max_bytes: usize) -> Result<Vec<u8>> {
    let name = path.display();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(max_bytes as u64 + 1).read_to_end(&mut bytes))
        .with_context(|| format!("cannot read {name}"))?;
    if bytes.len() > max_bytes {
        bail!("cannot read {name}: it is larger than {max_bytes} bytes");
    }
    Ok(bytes)
}

/// Reads a UTF-8 file; fails if it has more than `max_bytes` bytes.
pub(crate) fn text(path: &Path, max_bytes: usize) -> Result<String> {
    let bytes = bytes(path, max_bytes)?;
    String::from_utf8(bytes)
        .ok()
        .with_context(|| format!("cannot read {}: it is not UTF-8 text", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{bytes, text};

    #[test]
    fn larger_files_are_rejected() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, "größer").expect("it is written");
        assert_eq!(text(&path, 8).expect("it has eight bytes"), "größer");
        let error = text(&path, 3).expect_err("it is longer").to_string();
        assert!(error.ends_with("file: it is larger than 3 bytes"), "{error}");
        std::fs::write(&path, b"\xff").expect("it is written");
        assert!(text(&path, 8).expect_err("no text").to_string().ends_with("it is not UTF-8 text"));
        assert_eq!(bytes(&path, 8).expect("bytes"), b"\xff");
        assert!(bytes(&folder.path().join("none"), 8).is_err());
    }
}
