//! The web client, which is embedded in the binary if `web/dist` contained it at build time.

use orrery_server::{Web, WebFile};
use rust_embed::RustEmbed;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

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
