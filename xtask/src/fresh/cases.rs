//! The cases of `cargo xtask fresh`, and how words select them.

use crate::Done;

/// Releases that are tested.
const RELEASES: [&str; 2] = ["bookworm", "trixie"];
const USERS: [User; 2] = [User::Root, User::Ordinary];
const LISTS: [Lists; 2] = [Lists::Outdated, Lists::Empty];
const STEPS: [Step; 3] = [Step::Start, Step::Demo, Step::Test];

/// Who runs the steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// The administrator, who can install packages.
    Root,
    /// A user who cannot.
    Ordinary,
}

/// The package lists of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lists {
    /// Those of the release as it was published.
    Outdated,
    /// None.
    Empty,
}

/// What is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// `./orrery`, until the page answers.
    Start,
    /// `./orrery demo`.
    Demo,
    /// `./test quick`.
    Test,
}

/// A fresh machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// A release of Debian.
    pub release: &'static str,
    /// Who runs the steps there.
    pub user: User,
    /// What apt knows.
    pub lists: Lists,
}

/// What is to be run: these steps on each of these machines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The machines.
    pub cases: Vec<Case>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl User {
    /// Returns the word that selects it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Ordinary => "user",
        }
    }
}

impl Lists {
    /// Returns the word that selects them.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Outdated => "outdated",
            Self::Empty => "empty",
        }
    }
}

impl Step {
    /// Returns the word that selects it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Demo => "demo",
            Self::Test => "test",
        }
    }
}

/// Returns what words select: of each kind those that are named, or all if none is.
///
/// # Errors
///
/// A word names nothing.
pub fn plan(words: &[&str]) -> Done<Plan> {
    let releases = chosen(&RELEASES, |it| it, words);
    let users = chosen(&USERS, User::name, words);
    let lists = chosen(&LISTS, Lists::name, words);
    let steps = chosen(&STEPS, Step::name, words);
    let known = releases.named + users.named + lists.named + steps.named;
    if known < words.len() {
        return Err(format!("cargo xtask fresh: unknown or repeated word in: {}", words.join(" ")));
    }
    let mut cases = Vec::new();
    for release in releases.items {
        for user in &users.items {
            cases.extend(lists.items.iter().map(|lists| Case {
                release,
                user: *user,
                lists: *lists,
            }));
        }
    }
    Ok(Plan { cases, steps: steps.items })
}

/// Items that words select, and how many of them are named.
struct Chosen<T> {
    items: Vec<T>,
    named: usize,
}

fn chosen<T: Copy>(all: &[T], name: fn(T) -> &'static str, words: &[&str]) -> Chosen<T> {
    let named: Vec<T> = all.iter().copied().filter(|item| words.contains(&name(*item))).collect();
    match named.len() {
        0 => Chosen { items: all.to_vec(), named: 0 },
        count => Chosen { items: named, named: count },
    }
}
