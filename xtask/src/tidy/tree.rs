//! The project's files, read once for all checks.

use crate::Done;
use std::fs;
use std::path::Path;

/// Folders that no check looks into. Build folders are known by their `CACHEDIR.TAG` as well.
const SKIPPED: [&str; 8] =
    [".git", "target", "node_modules", "dist", "dist-probe", "corpus", "artifacts", "coverage"];

/// A file: its path from the root, with `/`, and its text; none if it is not UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// From the root, with `/`.
    pub path: String,
    /// Empty if the file is not UTF-8.
    pub text: String,
}

impl File {
    /// Whether the path ends in `.` and one of these.
    #[must_use]
    pub fn is_a(&self, extensions: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, own)| extensions.contains(&own))
    }

    /// Whether a folder of this name is on the path.
    #[must_use]
    pub fn is_in(&self, folder: &str) -> bool {
        self.path.rsplit_once('/').is_some_and(|(on, _)| on.split('/').any(|name| name == folder))
    }
}

/// All files of a project, in the order of their paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// The files.
    pub files: Vec<File>,
}

impl Tree {
    /// A tree of these paths and texts.
    #[must_use]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| File {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        Self { files: files.iter().map(file).collect() }
    }

    /// Reads what is below a folder.
    ///
    /// # Errors
    ///
    /// Something cannot be read.
    pub fn read(root: &Path) -> Done<Self> {
        let mut tree = Self::default();
        tree.add(root, "")?;
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    fn add(&mut self, folder: &Path, prefix: &str) -> Done {
        let tell = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(folder).map_err(tell)? {
            let entry = entry.map_err(tell)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let (place, path) = (entry.path(), format!("{prefix}{name}"));
            let kind = entry.file_type().map_err(tell)?;
            if kind.is_dir() {
                if !SKIPPED.contains(&name.as_str()) && !place.join("CACHEDIR.TAG").exists() {
                    self.add(&place, &format!("{path}/"))?;
                }
            } else {
                let text = fs::read(&place).map_err(|error| format!("{path}: {error}"))?;
                let text = String::from_utf8(text).unwrap_or_default();
                self.files.push(File { path, text });
            }
        }
        Ok(())
    }

    /// The text of the file at this path.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// Whether there is a file or a folder at this path.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        path.is_empty() || self.files.iter().any(|f| f.path == path || f.path.starts_with(&folder))
    }

    /// The files whose path begins so and that end in `.` and one of these.
    pub fn below<'a>(
        &'a self,
        prefix: &'a str,
        extensions: &'a [&'a str],
    ) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |f| f.path.starts_with(prefix) && f.is_a(extensions))
    }
}
