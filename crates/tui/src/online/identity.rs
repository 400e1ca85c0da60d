//! The player's identity on each server: a cookie.

use crate::local::replace_file;
use anyhow::{Context, Result};
use orrery_client::Person;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The file with the cookies of all servers; only its owner can read it.
#[derive(Clone, Debug)]
pub(crate) struct Identities {
    path: PathBuf,
}

impl Identities {
    /// Uses the file `servers.json` in a directory.
    pub(crate) fn new(folder: &std::path::Path) -> Self {
        Self { path: folder.join("servers.json") }
    }

    /// Returns all cookies by server; none if there is no file yet.
    fn all(&self) -> Result<BTreeMap<String, String>> {
        let path = self.path.display();
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            text => text.with_context(|| format!("cannot read {path}"))?,
        };
        let damaged =
            || format!("{path} is damaged; repair it, or remove it and lose your seats on servers");
        serde_json::from_str(&text).with_context(damaged)
    }

    /// Returns the identity on a server; `None` if this client has none there.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub(crate) fn get(&self, server: &str) -> Result<Option<Person>> {
        Ok(self.all()?.remove(server).map(|cookie| Person { cookie }))
    }

    /// Stores the identity on a server.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is damaged.
    pub(crate) fn put(&self, server: &str, person: &Person) -> Result<()> {
        let mut all = self.all()?;
        all.insert(server.to_owned(), person.cookie.clone());
        if let Some(folder) = self.path.parent() {
            let failed = || format!("cannot create {}", folder.display());
            fs::create_dir_all(folder).with_context(failed)?;
        }
        replace_file(&self.path, &serde_json::to_string_pretty(&all)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Identities, Person};
    use std::fs;

    fn person(cookie: &str) -> Person {
        Person { cookie: cookie.to_owned() }
    }

    #[test]
    fn identities_of_several_servers_are_stored() {
        let folder = tempfile::tempdir().expect("a directory");
        let identities = Identities::new(&folder.path().join("new"));
        assert_eq!(identities.get("a").expect("no file"), None);
        identities.put("a", &person("1")).expect("stored");
        identities.put("b", &person("2")).expect("stored");
        assert_eq!(identities.get("a").expect("a file"), Some(person("1")));
        assert_eq!(identities.get("c").expect("a file"), None);
    }

    #[test]
    fn a_damaged_file_is_an_error_and_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a directory");
        let (identities, path) =
            (Identities::new(folder.path()), folder.path().join("servers.json"));
        fs::write(&path, r#"{"a":"1","#).expect("written");
        let error = identities.get("a").expect_err("damaged").to_string();
        assert!(error.contains("servers.json is damaged"), "{error}");
        identities.put("b", &person("2")).expect_err("damaged");
        assert_eq!(fs::read_to_string(&path).expect("a file"), r#"{"a":"1","#);
    }
}
