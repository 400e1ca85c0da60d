//! Parses an strace recording into a list of changes to files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A change to a file, a flush, or an acknowledgement.
#[derive(Debug)]
pub(crate) enum Event {
    Open { path: PathBuf, truncate: bool },
    Write(PathBuf, usize, Vec<u8>),
    Size(PathBuf, usize),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    Unlink(PathBuf),
    Ack(String),
}

/// Parses the events of the files in a folder, in the order in which the system calls returned.
pub(crate) fn read(text: &str, folder: &Path) -> Vec<Event> {
    let mut reader = Reader { folder, offsets: HashMap::new() };
    let mut unfinished: HashMap<&str, &str> = HashMap::new();
    let mut events = Vec::new();
    for line in text.lines() {
        let (process, call) = line.split_once(' ').expect("a process");
        let call = call.trim_start();
        if let Some(begun) = call.strip_suffix(" <unfinished ...>") {
            unfinished.insert(process, begun);
        } else if let Some(rest) = call.strip_prefix("<... ") {
            let end = rest.split_once(" resumed>").expect("the end of a call").1;
            let begun = unfinished.remove(process).expect("its beginning");
            events.extend(reader.event(&format!("{begun}{end}")));
        } else {
            events.extend(reader.event(call));
        }
    }
    events
}

struct Reader<'a> {
    folder: &'a Path,
    /// Write positions of files that are written sequentially.
    offsets: HashMap<PathBuf, usize>,
}

impl Reader<'_> {
    fn event(&mut self, call: &str) -> Option<Event> {
        let (name, rest) = call.split_once('(')?;
        let (arguments, result) = rest.rsplit_once(") ")?;
        let result = result.trim_start().strip_prefix("= ")?;
        if result.starts_with('-') {
            return None;
        }
        let arguments: Vec<&str> = arguments.split(", ").collect();
        let traced = |path: Option<PathBuf>| path.filter(|path| self.is_traced(path));
        match (name, &arguments[..]) {
            ("openat", [_, _, flags, ..]) => {
                let path = traced(path_of_descriptor(result))?;
                self.offsets.insert(path.clone(), 0);
                let changes = flags.contains("O_CREAT") || flags.contains("O_TRUNC");
                changes.then(|| Event::Open { path, truncate: flags.contains("O_TRUNC") })
            }
            ("pwrite64", [file, bytes, _, offset]) => Some(Event::Write(
                traced(path_of_descriptor(file))?,
                offset.parse().ok()?,
                text(bytes)?,
            )),
            ("write", [file, bytes, _]) => {
                let bytes = text(bytes)?;
                if let Some(text) = String::from_utf8_lossy(&bytes).strip_prefix("ack ") {
                    return Some(Event::Ack(text.to_owned()));
                }
                let path = traced(path_of_descriptor(file))?;
                let offset = self.offsets.get_mut(&path)?;
                let start = *offset;
                *offset += bytes.len();
                Some(Event::Write(path, start, bytes))
            }
            ("ftruncate", [file, size]) => {
                Some(Event::Size(traced(path_of_descriptor(file))?, size.parse().ok()?))
            }
            ("fsync" | "fdatasync", [file]) => Some(Event::Sync(traced(path_of_descriptor(file))?)),
            ("rename", [from, to]) => Some(Event::Rename(traced(path(from))?, path(to)?)),
            ("unlink", [file]) => Some(Event::Unlink(traced(path(file))?)),
            _ => None,
        }
    }

    /// Returns whether a path is the folder or a file in it. The shared-memory file does not count.
    fn is_traced(&self, path: &Path) -> bool {
        let shared = path.to_str().is_some_and(|path| path.ends_with("-shm"));
        path == self.folder || path.parent() == Some(self.folder) && !shared
    }
}

/// Returns the path of a file descriptor as strace writes it, such as `9<\x2f…>`.
fn path_of_descriptor(descriptor: &str) -> Option<PathBuf> {
    let (_, name) = descriptor.split_once('<')?;
    Some(PathBuf::from(String::from_utf8(unescaped(name.strip_suffix('>')?)).ok()?))
}

fn path(quoted: &str) -> Option<PathBuf> {
    Some(PathBuf::from(String::from_utf8(text(quoted)?).ok()?))
}

/// Returns the bytes of a quoted text; `None` if strace truncated it.
fn text(quoted: &str) -> Option<Vec<u8>> {
    Some(unescaped(quoted.strip_prefix('"')?.strip_suffix('"')?))
}

fn unescaped(text: &str) -> Vec<u8> {
    let byte = |hex: &str| u8::from_str_radix(hex, 16).expect("a byte");
    text.split("\\x").skip(1).map(byte).collect()
}
