//! Rows of observations: vectors, or the sparse features of the network.

use crate::observation::{OBSERVATION, encode};
use orrery_bots::{FEATURE_SLOTS, SparseFeatures};
use orrery_rules::{Seat, State};

/// The kind of the observations of a batch.
#[derive(Clone, Debug, Default)]
pub enum ObservationKind {
    /// Vectors of [`OBSERVATION`] values.
    #[default]
    Vector,
    /// The active inputs of the network, in rows of [`FEATURE_SLOTS`].
    Features(SparseFeatures),
}

impl ObservationKind {
    /// Returns the number of values of a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        match self {
            Self::Vector => OBSERVATION,
            Self::Features(_) => FEATURE_SLOTS,
        }
    }
}

/// Rows of observations in the caller's memory.
#[derive(Debug)]
pub enum ObservationRows<'a> {
    /// Rows of [`OBSERVATION`] values.
    Vector(&'a mut [i8]),
    /// Rows of [`FEATURE_SLOTS`] inputs.
    Features(&'a mut [u16]),
}

impl ObservationRows<'_> {
    /// Returns the number of values; `None` if the rows are of another kind.
    pub(crate) const fn len_as(&self, kind: &ObservationKind) -> Option<usize> {
        match (self, kind) {
            (Self::Vector(values), ObservationKind::Vector) => Some(values.len()),
            (Self::Features(values), ObservationKind::Features(_)) => Some(values.len()),
            _ => None,
        }
    }

    /// Splits off the first rows.
    pub(crate) fn split(self, rows: usize) -> (Self, Self) {
        match self {
            Self::Vector(values) => {
                let (first, rest) = values.split_at_mut(rows * OBSERVATION);
                (Self::Vector(first), Self::Vector(rest))
            }
            Self::Features(values) => {
                let (first, rest) = values.split_at_mut(rows * FEATURE_SLOTS);
                (Self::Features(first), Self::Features(rest))
            }
        }
    }

    /// Writes the observation of a seat into a row; `kind` must be that of the rows.
    #[inline]
    pub(crate) fn write(
        &mut self,
        row: usize,
        state: &State<'_>,
        seat: Seat,
        kind: &ObservationKind,
    ) {
        match (self, kind) {
            (Self::Vector(values), _) => {
                let row = &mut values[row * OBSERVATION..][..OBSERVATION];
                encode(&state.observe(Some(seat)), row);
            }
            (Self::Features(values), ObservationKind::Features(features)) => {
                let row = &mut values[row * FEATURE_SLOTS..][..FEATURE_SLOTS];
                features.write(state, seat, row);
            }
            (Self::Features(_), ObservationKind::Vector) => {}
        }
    }
}
