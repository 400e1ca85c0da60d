//! The cases of `cargo xtask fresh`, and their selection by words on the command line.

use crate::TaskResult;

/// Releases to test.
const RELEASES: [&str; 2] = ["bookworm", "trixie"];
const USERS: [User; 2] = [User::Root, User::Ordinary];
const LISTS: [ListState; 2] = [ListState::Outdated, ListState::Empty];
const STEPS: [Step; 3] = [Step::Start, Step::Demo, Step::Test];

/// The user who runs the steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// The superuser, who can install packages.
    Root,
    /// A user who cannot install packages.
    Ordinary,
}

/// The state of apt's package lists on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListState {
    /// The lists of the release as it was published.
    Outdated,
    /// No lists.
    Empty,
}

/// A step to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// `./orrery`, until the page answers.
    Start,
    /// `./orrery demo`.
    Demo,
    /// `./test quick`.
    Test,
}

/// A kind of fresh machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// Debian release.
    pub release: &'static str,
    /// User who runs the steps.
    pub user: User,
    /// State of apt's package lists.
    pub lists: ListState,
}

/// The machines to test, and the steps to run on each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The kinds of machines.
    pub cases: Vec<Case>,
    /// The steps, in the order in which they run.
    pub steps: Vec<Step>,
}

impl User {
    /// Returns the word that selects this user.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Ordinary => "user",
        }
    }
}

impl ListState {
    /// Returns the word that selects this state.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Outdated => "outdated",
            Self::Empty => "empty",
        }
    }
}

impl Step {
    /// Returns the word that selects this step.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Demo => "demo",
            Self::Test => "test",
        }
    }
}

/// Returns the cases and steps that the words select.
///
/// Without a word for releases, users, lists or steps, all of them are selected.
///
/// # Errors
///
/// If a word is unknown or repeated.
pub fn plan(words: &[&str]) -> TaskResult<Plan> {
    let releases = select(&RELEASES, |it| it, words);
    let users = select(&USERS, User::name, words);
    let lists = select(&LISTS, ListState::name, words);
    let steps = select(&STEPS, Step::name, words);
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

/// Selected items, and how many of them were named.
struct Selection<T> {
    items: Vec<T>,
    named: usize,
}

fn select<T: Copy>(all: &[T], name: fn(T) -> &'static str, words: &[&str]) -> Selection<T> {
    let named: Vec<T> = all.iter().copied().filter(|item| words.contains(&name(*item))).collect();
    match named.len() {
        0 => Selection { items: all.to_vec(), named: 0 },
        count => Selection { items: named, named: count },
    }
}
