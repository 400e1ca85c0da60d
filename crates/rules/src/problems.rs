//! A list of problems as one error.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// The problems of an input; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problems<P>(Vec<P>);

impl<P> Problems<P> {
    /// Returns the value if there are no problems, or else the problems as an error.
    pub(crate) fn ok_if_none<T>(problems: Vec<P>, value: impl FnOnce() -> T) -> Result<T, Self> {
        if problems.is_empty() { Ok(value()) } else { Err(Self(problems)) }
    }
}

impl<P> From<P> for Problems<P> {
    fn from(problem: P) -> Self {
        Self(vec![problem])
    }
}

impl<P> Deref for Problems<P> {
    type Target = [P];

    fn deref(&self) -> &[P] {
        &self.0
    }
}

impl<P> IntoIterator for Problems<P> {
    type Item = P;
    type IntoIter = std::vec::IntoIter<P>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<P: fmt::Display> fmt::Display for Problems<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if n == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl<P: fmt::Debug + fmt::Display> Error for Problems<P> {}
