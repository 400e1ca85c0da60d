//! The inputs of the network as observations for other learners.

use super::features::{FeatureEncoder, Inputs};
use super::{Network, layout};
use orrery_rules::{Rules, Seat, State};
use std::fmt;
use std::sync::Arc;

/// The number of inputs of the network. In a row of active inputs, this number is the padding.
pub const FEATURES: usize = layout::INPUT_COUNT;
/// The length of a row of active inputs, more than any position activates.
pub const FEATURE_SLOTS: usize = Inputs::CAPACITY;

/// A block of inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureBlock {
    /// The number of the first input.
    pub start: usize,
    /// The number of kinds of facts.
    pub kinds: usize,
    /// The number of values of each kind.
    pub values: usize,
    /// The name of the block.
    pub name: &'static str,
    /// The meaning of the kind and of the value.
    pub meaning: &'static str,
}

/// Returns the blocks of inputs, in order.
#[must_use]
pub fn feature_blocks() -> Vec<FeatureBlock> {
    let block = |(name, block, meaning): (&'static str, layout::Block, &'static str)| {
        let [start, kinds, values] = block.dimensions();
        FeatureBlock { start, kinds, values, name, meaning }
    };
    layout::BLOCKS.into_iter().map(block).collect()
}

/// An encoder that lists the active inputs of positions of one ruleset.
#[derive(Clone)]
pub struct SparseFeatures(Arc<FeatureEncoder>);

impl fmt::Debug for SparseFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SparseFeatures")
    }
}

impl Network {
    /// Returns the encoder of sparse features for one ruleset, with the vocabulary of this network.
    #[must_use]
    pub fn features(&self, rules: &Rules) -> SparseFeatures {
        SparseFeatures(Arc::new(FeatureEncoder::new(rules, &self.vocabulary)))
    }
}

impl SparseFeatures {
    /// Writes the active inputs from the viewpoint of a seat, then [`FEATURES`] as padding.
    ///
    /// The only hidden information in them is the seat's own mission. Some inputs occur repeatedly.
    ///
    /// # Panics
    /// If the length of `out` is not [`FEATURE_SLOTS`].
    pub fn write(&self, state: &State<'_>, seat: Seat, out: &mut [u16]) {
        assert_eq!(out.len(), FEATURE_SLOTS, "a row must have FEATURE_SLOTS elements");
        let inputs = self.0.encode(state, seat);
        let (active, rest) = out.split_at_mut(inputs.as_slice().len());
        active.copy_from_slice(inputs.as_slice());
        rest.fill(FEATURES as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::{FEATURE_SLOTS, FEATURES, feature_blocks};
    use crate::testing::{play, tables};
    use crate::{Network, RandomBot};

    #[test]
    fn the_blocks_cover_the_inputs_without_gaps() {
        let mut next = 0;
        for block in feature_blocks() {
            assert_eq!(block.start, next, "{}", block.name);
            next += block.kinds * block.values;
        }
        assert_eq!(next, FEATURES);
    }

    #[test]
    fn a_row_has_the_inputs_of_the_evaluator_and_padding() {
        let (network, table) = (Network::embedded(), tables()[0]);
        let (features, evaluator) = (network.features(table.0), network.evaluator(table.0));
        let mut row = [0; FEATURE_SLOTS];
        play(table, &RandomBot::default(), 1, |state, seat, _, _| {
            features.write(state, seat, &mut row);
            let inputs = evaluator.encode(state, seat);
            let (active, rest) = row.split_at(inputs.as_slice().len());
            assert_eq!(active, inputs.as_slice());
            assert!(rest.iter().all(|padding| usize::from(*padding) == FEATURES));
        });
        assert_ne!(row, [0; FEATURE_SLOTS]);
    }
}
