//! A model of a disk that loses unflushed data when the power fails.

use crate::trace::Event;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const SECTOR: usize = 512;

/// The part of the unflushed data that survives a power failure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Surviving {
    Nothing,
    /// Random sectors, from this seed.
    Some(u64),
    Everything,
}

/// An unflushed change to a file.
enum Change {
    Write(usize, Vec<u8>),
    Size(usize),
}

#[derive(Default)]
struct File {
    flushed: Vec<u8>,
    changes: Vec<Change>,
}

/// A folder on a disk. The names of files refer to indexes of `files`, since files can be renamed.
pub(crate) struct Disk {
    folder: PathBuf,
    files: Vec<File>,
    names: BTreeMap<PathBuf, usize>,
    flushed_names: BTreeMap<PathBuf, usize>,
}

impl Disk {
    pub(crate) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            files: Vec::new(),
            names: BTreeMap::new(),
            flushed_names: BTreeMap::new(),
        }
    }

    fn change(&mut self, path: &Path, change: Change) {
        let number = self.names.get(path).unwrap_or_else(|| panic!("{}", path.display()));
        self.files[*number].changes.push(change);
    }

    /// Applies an event of the trace.
    pub(crate) fn apply_event(&mut self, event: &Event) {
        match event {
            Event::Open { path, truncate } => {
                if !self.names.contains_key(path) {
                    self.names.insert(path.clone(), self.files.len());
                    self.files.push(File::default());
                }
                if *truncate {
                    self.change(path, Change::Size(0));
                }
            }
            Event::Write(path, offset, bytes) => {
                self.change(path, Change::Write(*offset, bytes.clone()));
            }
            Event::Size(path, size) => self.change(path, Change::Size(*size)),
            Event::Sync(path) if *path == self.folder => self.flushed_names = self.names.clone(),
            Event::Sync(path) => {
                let file = &mut self.files[self.names[path]];
                let changes = std::mem::take(&mut file.changes);
                changes.iter().for_each(|change| apply(&mut file.flushed, change, |_| true));
            }
            Event::Rename(from, to) => {
                let number = self.names.remove(from).expect("it is there");
                self.names.insert(to.clone(), number);
            }
            Event::Unlink(path) => drop(self.names.remove(path)),
            Event::Ack(_) => {}
        }
    }

    /// Writes the files to a folder as they are after a power failure.
    pub(crate) fn write(&self, to: &Path, kept: Surviving) {
        let mut random = match kept {
            Surviving::Some(seed) => Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
            _ => Random(1),
        };
        let names = match kept {
            Surviving::Nothing => &self.flushed_names,
            Surviving::Everything => &self.names,
            Surviving::Some(_) if random.flip() => &self.names,
            Surviving::Some(_) => &self.flushed_names,
        };
        for (path, number) in names {
            let file = &self.files[*number];
            let mut bytes = file.flushed.clone();
            for change in &file.changes {
                apply(&mut bytes, change, |_| match kept {
                    Surviving::Nothing => false,
                    Surviving::Everything => true,
                    Surviving::Some(_) => random.flip(),
                });
            }
            let name = path.file_name().expect("a name");
            std::fs::write(to.join(name), bytes).expect("it is written");
        }
    }
}

/// Applies the sectors of a change that survive.
fn apply(bytes: &mut Vec<u8>, change: &Change, mut is_kept: impl FnMut(usize) -> bool) {
    match change {
        Change::Size(size) => {
            if is_kept(0) {
                bytes.resize(*size, 0);
            }
        }
        Change::Write(offset, new) => {
            for (number, sector) in new.chunks(SECTOR).enumerate() {
                if is_kept(number) {
                    let start = offset + number * SECTOR;
                    let end = start + sector.len();
                    bytes.resize(bytes.len().max(end), 0);
                    bytes[start..end].copy_from_slice(sector);
                }
            }
        }
    }
}

/// A xorshift generator, deterministic for a seed.
struct Random(u64);

impl Random {
    fn flip(&mut self) -> bool {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 63 == 1
    }
}
