//! Problems of puzzle files.

use std::fmt;

/// A problem of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleProblem {
    /// The file is not a puzzle that this program can use.
    Unreadable {
        /// The line, counted from 1, if the problem has one.
        line: Option<usize>,
        /// The problem.
        text: String,
    },
    /// The proof was made with another network, and the best move does not lead with this network.
    ///
    /// Contains the move that the best move does not lead significantly.
    OtherEvaluator(String),
    /// The proof is false.
    False(String),
}

impl PuzzleProblem {
    pub(crate) const fn unreadable(text: String) -> Self {
        Self::Unreadable { line: None, text }
    }

    pub(crate) fn at(line: usize, text: impl Into<String>) -> Self {
        Self::Unreadable { line: Some(line), text: text.into() }
    }

    pub(crate) fn illegal(words: &str) -> Self {
        let words: String = words.chars().take(60).collect();
        Self::unreadable(format!("`{words}` is not a legal step"))
    }

    /// Returns whether the file was read but its proof is false.
    #[must_use]
    pub const fn is_false(&self) -> bool {
        matches!(self, Self::False(_))
    }
}

impl fmt::Display for PuzzleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { line: Some(line), text } => write!(f, "line {line}: {text}"),
            Self::Unreadable { line: None, text } => f.write_str(text),
            Self::OtherEvaluator(other) => {
                write!(
                    f,
                    "made with another network; with this one the best move does not lead `{other}`"
                )
            }
            Self::False(text) => write!(f, "the proof is false: {text}"),
        }
    }
}

impl std::error::Error for PuzzleProblem {}
