//! Helpers for tests that run the binary `orrery`.

#![allow(dead_code, reason = "each test uses a part of it")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// Returns the root of the repository.
pub(crate) fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `orrery` with these arguments, in the root of the repository.
pub(crate) fn orrery(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.current_dir(repository()).args(args).stdin(Stdio::null());
    command.output().expect("orrery runs")
}

/// Runs the binary, which must succeed, and returns its standard output.
pub(crate) fn printed(args: &[&str]) -> String {
    let output = orrery(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Runs the binary, which must exit with status 2, and returns its error line.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = orrery(args);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    assert!(text.starts_with("orrery: ") && text.lines().count() == 1, "{args:?}: {text}");
    text
}

/// A running `orrery stdio`.
pub(crate) struct Service {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Service {
    /// Starts the service.
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_orrery"))
            .arg("stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("orrery runs");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, stdin, stdout }
    }

    /// Sends a line of arbitrary bytes and reads the answer.
    pub(crate) fn ask_bytes(&mut self, line: &[u8]) -> String {
        let stdin = self.stdin.as_mut().expect("its input");
        stdin.write_all(line).and_then(|()| stdin.write_all(b"\n")).expect("it reads");
        stdin.flush().expect("it reads");
        let mut answer = String::new();
        self.stdout.read_line(&mut answer).expect("it answers");
        answer.trim_end().to_owned()
    }

    /// Sends a line and reads the answer.
    pub(crate) fn ask_raw(&mut self, line: &str) -> String {
        self.ask_bytes(line.as_bytes())
    }

    /// Sends a request and reads the answer.
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        serde_json::from_str(&self.ask_raw(&request.to_string())).expect("JSON")
    }

    /// Sends a request that must fail, and returns the error code.
    pub(crate) fn code(&mut self, request: &Value) -> String {
        let answer = self.ask(request);
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// Closes the input of the service, and returns its exit status.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.stdin = None;
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.stdin = None;
        let _ = self.child.wait();
    }
}

/// A directory that is removed at the end of its test.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates an empty directory.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("orrery-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        Self(path)
    }

    /// Returns the path of the directory.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file in the directory.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Returns the names of the files in the directory, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("it was made by this test");
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
