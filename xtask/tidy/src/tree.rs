//! The project's files, read once for all checks.

use std::fs;
use std::path::Path;

/// Directories that are not read. Directories with a file `CACHEDIR.TAG` are not read either.
const SKIPPED: [&str; 8] =
    [".git", "target", "node_modules", "dist", "dist-probe", "corpus", "artifacts", "coverage"];

/// A file of the project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path from the root, with `/`.
    pub path: String,
    /// Content; empty if it is not UTF-8.
    pub text: String,
}

impl File {
    /// Returns whether the path has one of these extensions.
    #[must_use]
    pub fn is_a(&self, extensions: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension))
    }

    /// Returns whether the path contains a directory of this name.
    #[must_use]
    pub fn is_in(&self, folder: &str) -> bool {
        self.path
            .rsplit_once('/')
            .is_some_and(|(folders, _)| folders.split('/').any(|name| name == folder))
    }
}

/// All files of a project, sorted by path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// The files.
    pub files: Vec<File>,
}

impl Tree {
    /// Creates a tree of these paths and texts.
    #[must_use]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| File {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        Self { files: files.iter().map(file).collect() }
    }

    /// Reads all files below a directory.
    ///
    /// # Errors
    ///
    /// If a file or directory cannot be read.
    pub fn read(root: &Path) -> Result<Self, String> {
        let mut tree = Self::default();
        tree.add(root, "")?;
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    fn add(&mut self, folder: &Path, prefix: &str) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let (full_path, path) = (entry.path(), format!("{prefix}{name}"));
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                if !SKIPPED.contains(&name.as_str()) && !full_path.join("CACHEDIR.TAG").exists() {
                    self.add(&full_path, &format!("{path}/"))?;
                }
            } else if kind.is_file() {
                let text = fs::read(&full_path).map_err(|error| format!("{path}: {error}"))?;
                let text = String::from_utf8(text).unwrap_or_default();
                self.files.push(File { path, text });
            }
        }
        Ok(())
    }

    /// Returns the text of the file at this path.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// Returns whether a file or directory exists at this path.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        path.is_empty() || self.files.iter().any(|f| f.path == path || f.path.starts_with(&folder))
    }

    /// Returns the files below a path prefix with one of these extensions.
    pub fn below<'a>(
        &'a self,
        prefix: &'a str,
        extensions: &'a [&'a str],
    ) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |f| f.path.starts_with(prefix) && f.is_a(extensions))
    }
}
