//! Generation of the web client's TypeScript types from Rust types.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::env;
use std::fs;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// TypeScript declarations by the names of their types.
pub type Declarations = BTreeMap<String, String>;

/// Collects the declarations of Rust types and of all types that they refer to.
pub struct Collector {
    config: Config,
    seen: HashSet<TypeId>,
    found: Declarations,
}

impl Collector {
    /// Creates an empty collector. Integers of 64 bits and more become `number`.
    #[must_use]
    pub fn new() -> Self {
        let config = Config::new().with_large_int("number");
        Self { config, seen: HashSet::new(), found: Declarations::new() }
    }

    /// Adds a type, or the types of a tuple.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        self.visit::<T>();
    }

    /// Returns the new declarations since the last call.
    pub fn take(&mut self) -> Declarations {
        std::mem::take(&mut self.found)
    }
}

impl Default for Collector {
    fn default() -> Self {
        Self::new()
    }
}

impl TypeVisitor for Collector {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            self.found.insert(T::ident(&self.config), tidy(&declaration));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Removes spaces at line ends and puts short comments on one line.
fn tidy(declaration: &str) -> String {
    let lines: Vec<&str> = declaration.lines().map(str::trim_end).collect();
    lines.join("\n").replace("/**\n * ", "/** ").replace("\n */", " */") + "\n"
}

/// Returns declarations as text.
#[must_use]
pub fn text(declarations: &Declarations) -> String {
    declarations.values().map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// A crate whose types are generated. [`generator!`](crate::generator) returns the calling crate.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// The name of the package.
    pub package: &'static str,
    /// The directory of the crate's manifest.
    pub folder: &'static str,
}

/// Returns the [`Generator`] of the calling crate.
#[macro_export]
macro_rules! generator {
    () => {
        $crate::typescript::Generator {
            package: env!("CARGO_PKG_NAME"),
            folder: env!("CARGO_MANIFEST_DIR"),
        }
    };
}

impl Generator {
    /// Returns the first line of each generated file.
    fn head(self) -> String {
        let folder = self.package.trim_start_matches("orrery-");
        format!("// Generated from crates/{folder} by `{}`; do not edit.\n", self.command())
    }

    /// Returns the command that updates the generated files.
    fn command(self) -> String {
        format!("UPDATE_TYPES=1 cargo test -p {}", self.package)
    }

    /// Checks that a file consists of the header and the generated text.
    ///
    /// If the environment variable `UPDATE_TYPES` is set, writes the file first.
    ///
    /// # Panics
    /// If the file is stale or cannot be written.
    pub fn check(self, file: &str, generated: &str) {
        let path = Path::new(self.folder).join(file);
        let generated = format!("{}{generated}", self.head());
        if env::var_os("UPDATE_TYPES").is_some() {
            fs::write(&path, &generated).expect("the file can be written");
        }
        let stored = fs::read_to_string(&path).expect("the file exists");
        assert!(stored == generated, "{} is stale; run {}", path.display(), self.command());
    }
}
