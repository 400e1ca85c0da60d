//! Tests `cargo xtask deny` with a fake cargo-deny that logs its calls.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;
use xtask::deny::check;

/// A directory with a program in place of cargo-deny, and one for advisory databases.
struct Fake {
    folder: TempDir,
}

impl Fake {
    /// Creates a program that prints a reason and fails if its arguments contain one of these words.
    fn failing_at(words: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        let cases = words.iter().map(|word| format!("*{word}*) echo 'no {word}' >&2; exit 1;; "));
        let script = format!(
            "#!/bin/sh\necho \"$*\" >> '{}'\ncase \"$*\" in {} esac\n",
            folder.path().join("calls").display(),
            cases.collect::<String>(),
        );
        let fake = Self { folder };
        fake.write(&script);
        fake
    }

    /// Writes the program from another process, because a file that is open for writing cannot be run.
    fn write(&self, script: &str) {
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"printf %s "$1" > "$2" && chmod 755 "$2""#, "sh", script]);
        assert!(shell.arg(self.program()).status().expect("a shell").success());
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("cargo-deny")
    }

    fn with_database(self) -> Self {
        let database = self.folder.path().join("databases/advisory-db-1/crates");
        fs::create_dir_all(database).expect("a database");
        self
    }

    fn check(&self) -> Result<String, String> {
        check(&self.program(), &self.folder.path().join("databases"))
    }

    /// Returns how many calls contained all of these words.
    fn calls(&self, words: &[&str]) -> usize {
        let calls = fs::read_to_string(self.folder.path().join("calls")).expect("it was called");
        calls.lines().filter(|call| words.iter().all(|word| call.contains(word))).count()
    }
}

#[test]
fn both_lock_files_are_checked() {
    let fake = Fake::failing_at(&[]);
    let printed = fake.check().expect("nothing is wrong");
    assert!(printed.ends_with("; no advisory concerns a dependency"), "{printed}");
    for manifest in ["path Cargo.toml", "path fuzz/Cargo.toml"] {
        assert_eq!(fake.calls(&[manifest, "licenses bans sources"]), 1);
        assert_eq!(fake.calls(&[manifest, "check advisories"]), 1);
    }
    assert_eq!(fake.calls(&["--offline"]), 0);
}

#[test]
fn without_a_database_the_report_says_that_advisories_were_not_checked() {
    let fake = Fake::failing_at(&["fetch"]);
    let printed = fake.check().expect("nothing is wrong");
    assert!(
        printed.contains("ADVISORIES NOT CHECKED") && printed.ends_with("no fetch"),
        "{printed}"
    );
    assert_eq!(fake.calls(&["licenses bans sources"]), 2);
    assert_eq!(fake.calls(&["advisories"]), 0);
}

#[test]
fn an_old_copy_of_the_database_is_used_if_it_cannot_be_updated() {
    let fake = Fake::failing_at(&["fetch"]).with_database();
    let printed = fake.check().expect("nothing is wrong");
    assert!(printed.contains("cannot be updated: no fetch"), "{printed}");
    assert_eq!(fake.calls(&["--offline", "check advisories"]), 2);
}

#[test]
fn a_broken_rule_fails_the_check() {
    for word in ["bans", "advisories", "fuzz/Cargo.toml"] {
        let failure = Fake::failing_at(&[word]).check().expect_err("a rule is broken");
        assert!(failure.contains(&format!("no {word}")), "{failure}");
    }
    let offline = Fake::failing_at(&["fetch", "advisories"]).with_database();
    assert!(offline.check().expect_err("an advisory").contains("no advisories"));
}
