//! Errors of puzzle files.

use std::fmt;

/// The reason why a puzzle cannot be used or verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleError {
    /// The file is not a puzzle that this program can use.
    Unreadable {
        /// The line, counted from 1, if the problem has one.
        line: Option<usize>,
        /// The problem.
        text: String,
    },
    /// The proof was made with another network, and does not hold with this one.
    ///
    /// Contains a move that is not significantly worse than the best move with this network.
    OtherEvaluator(String),
    /// The proof is false. Contains the reason.
    False(String),
}

impl PuzzleError {
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

    /// Returns whether the program could read the file, but its proof is false.
    #[must_use]
    pub const fn is_invalid_proof(&self) -> bool {
        matches!(self, Self::False(_))
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { line: Some(line), text } => write!(f, "line {line}: {text}"),
            Self::Unreadable { line: None, text } => f.write_str(text),
            Self::OtherEvaluator(other) => {
                write!(
                    f,
                    "made with another network; with this network, the best move is not clearly better \
                     than `{other}`"
                )
            }
            Self::False(text) => write!(f, "the proof is false: {text}"),
        }
    }
}

impl std::error::Error for PuzzleError {}
