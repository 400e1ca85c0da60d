//! The web client, which is embedded in the binary if `web/dist` contained it at build time.

use orrery_server::{Web, WebFile};
use std::sync::Arc;

// The build script writes this file. It defines `Dist`, the embedded directory, and `FOLDER`, its path.
include!(concat!(env!("OUT_DIR"), "/web_dist.rs"));

/// Returns the files of the web client, if the binary has them.
pub(super) fn files() -> Option<Web> {
    Dist::get("index.html")?;
    let file = |path: &str| {
        let file = Dist::get(path)?;
        let hash: String =
            file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        let kind = file.metadata.mimetype().to_owned();
        Some(WebFile { bytes: file.data, kind, hash })
    };
    Some(Arc::new(file))
}

#[cfg(test)]
mod tests {
    use super::FOLDER;
    use std::path::{Component, Path};

    /// Tests the path with which a debug build compares canonical paths of files.
    ///
    /// It does so if the directory was missing when the binary was compiled.
    #[test]
    fn the_page_is_found_even_if_its_directory_was_missing_at_build_time() {
        let folder = Path::new(FOLDER);
        assert!(folder.is_absolute(), "{FOLDER}");
        assert!(!folder.components().any(|part| part == Component::ParentDir), "{FOLDER}");
    }
}
