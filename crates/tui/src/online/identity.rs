//! The identities of the person on servers: a cookie for each server.

use crate::local::private_file;
use anyhow::{Context, Result};
use orrery_client::Person;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// The file with the cookies; only its owner can read it.
#[derive(Clone, Debug)]
pub(crate) struct Identities {
    path: PathBuf,
}

impl Identities {
    /// Uses the file `servers.json` in a directory.
    pub(crate) fn new(folder: &std::path::Path) -> Self {
        Self { path: folder.join("servers.json") }
    }

    /// Returns all cookies by server.
    fn all(&self) -> BTreeMap<String, String> {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Returns the identity on a server.
    pub(crate) fn get(&self, server: &str) -> Option<Person> {
        self.all().remove(server).map(|cookie| Person { cookie })
    }

    /// Stores the identity on a server.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn put(&self, server: &str, person: &Person) -> Result<()> {
        let failed = || format!("cannot write {}", self.path.display());
        let mut all = self.all();
        all.insert(server.to_owned(), person.cookie.clone());
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).with_context(failed)?;
        }
        let mut file = private_file(&self.path).with_context(failed)?;
        file.write_all(serde_json::to_string_pretty(&all)?.as_bytes()).with_context(failed)
    }
}
