//! The rows of a batch that hold observations: vectors, or the network's sparse features.

use crate::observation::{OBSERVATION, encode};
use orrery_bots::{FEATURE_SLOTS, SparseFeatures};
use orrery_rules::{Seat, State};

/// What the observations of a batch are.
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
    /// Returns the number of values; `None` if they are of another kind.
    pub(crate) const fn len_as(&self, kind: &ObservationKind) -> Option<usize> {
        match (self, kind) {
            (Self::Vector(values), ObservationKind::Vector) => Some(values.len()),
            (Self::Features(values), ObservationKind::Features(_)) => Some(values.len()),
            _ => None,
        }
    }

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

    /// Writes what a seat knows; the kind must be that of the rows.
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
