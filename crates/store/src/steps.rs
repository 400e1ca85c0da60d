//! The steps by which a database of an older version gets the schema: all that are missing, in one
//! transaction. A step either expands, so that the program before it can still use the database, or
//! contracts: takes away what only programs before the last expansion used.
//!
//! What a program must know to use a database is the last step that contracted: programs that do not
//! know it refuse to touch the database. The steps that were taken are in the table `migrations`.

use crate::StoreError;

/// What a step means for the program before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// It only adds: the program before it goes on with the database as it is.
    Expands,
    /// It takes something away, or puts it elsewhere: the program before it cannot use the database
    /// any more.
    Contracts,
}

/// A step: what it means, and its SQL.
pub(crate) type Step = (Kind, &'static str);

/// Refuses a database whose needed step is not among these.
pub(crate) const fn check(steps: &[Step], needs: i64) -> Result<(), StoreError> {
    let known = steps.len() as i64;
    if needs > known { Err(StoreError::Newer { found: needs, known }) } else { Ok(()) }
}

/// The steps that are missing where so many were taken, each with its number.
pub(crate) fn missing(steps: &[Step], taken: i64) -> impl Iterator<Item = (i64, Step)> {
    (1..).zip(steps.iter().copied()).filter(move |(number, _)| *number > taken)
}
