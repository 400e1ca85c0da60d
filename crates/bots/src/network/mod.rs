//! The value network: a small neural network that estimates a seat's chance to win.

mod features;
mod file;
pub(crate) mod float_net;
mod incremental;
mod layout;
mod quantized;
mod sparse;
mod vocabulary;
mod weight_coder;

pub use file::NetworkFileError;
pub use sparse::{FEATURE_SLOTS, FEATURES, FeatureBlock, SparseFeatures, feature_blocks};

pub(crate) use features::{FeatureEncoder, Inputs};
pub(crate) use float_net::FloatNet;
pub(crate) use incremental::PartialSums;
pub(crate) use vocabulary::Vocabulary;

use orrery_rules::{Rules, Seat, State};
use std::sync::{Arc, LazyLock};

use quantized::QuantizedNet;

/// A trained network with the vocabulary of cards that it knows.
#[derive(Clone, Debug)]
pub struct Network {
    net: QuantizedNet,
    vocabulary: Vocabulary,
    /// The seed of the weights before training. With another seed, files are larger.
    seed: u64,
}

impl Network {
    /// Returns the network that is embedded in the program.
    ///
    /// # Panics
    /// If the embedded file is invalid. A test checks the committed file.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../weights/orrery.mind");
            let network = Network::from_bytes(bytes);
            Arc::new(network.expect("weights/orrery.mind must be a network; train it again"))
        });
        EMBEDDED.clone()
    }

    pub(crate) fn new(net: &FloatNet, vocabulary: Vocabulary, seed: u64) -> Self {
        Self { net: QuantizedNet::new(net), vocabulary, seed }
    }

    /// Returns the seed of the weights before training.
    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the weights, to continue training, and the vocabulary.
    pub(crate) fn parts(&self) -> (FloatNet, Vocabulary) {
        (self.net.to_float(), self.vocabulary.clone())
    }

    /// Returns the ids of the planets and missions that the network does not know.
    ///
    /// The network evaluates these cards by their printed values alone.
    #[must_use]
    pub fn unknown_cards(&self, rules: &Rules) -> Vec<String> {
        let planets = rules.planets.iter().map(|card| &card.id);
        let planets = planets.filter(|id| self.vocabulary.planet(id).is_none());
        let missions = rules.missions.iter().map(|card| &card.id);
        let missions = missions.filter(|id| self.vocabulary.mission(id).is_none());
        planets.chain(missions).cloned().collect()
    }

    /// Creates an evaluator for the positions of one ruleset.
    #[must_use]
    pub fn evaluator(&self, rules: &Rules) -> Evaluator<'_> {
        self.evaluator_with(Arc::new(FeatureEncoder::new(rules, &self.vocabulary)))
    }

    /// Creates an evaluator with an encoder of this network's vocabulary.
    pub(crate) const fn evaluator_with(&self, encoder: Arc<FeatureEncoder>) -> Evaluator<'_> {
        Evaluator { net: &self.net, encoder }
    }
}

/// Evaluates positions of one ruleset with the network alone, without search.
pub struct Evaluator<'m> {
    net: &'m QuantizedNet,
    encoder: Arc<FeatureEncoder>,
}

impl Evaluator<'_> {
    /// Returns the encoder, which can be used again for the same ruleset.
    pub(crate) fn into_encoder(self) -> Arc<FeatureEncoder> {
        self.encoder
    }

    /// Returns a seat's chance to win. A shared victory counts as a fraction.
    ///
    /// The only hidden information that this uses is the seat's own mission.
    #[inline]
    #[must_use]
    pub fn chance(&self, state: &State<'_>, seat: Seat) -> f32 {
        match victory_share(state, seat) {
            Some(share) => share,
            None => self.net.chance(self.encode(state, seat).as_slice()),
        }
    }

    /// Returns the log-odds that a seat wins. The game must not be over.
    #[inline]
    #[must_use]
    pub fn log_odds(&self, state: &State<'_>, seat: Seat) -> f32 {
        self.net.log_odds(self.encode(state, seat).as_slice())
    }

    /// Evaluates encoded inputs.
    #[inline]
    pub(crate) fn evaluate(&self, inputs: &Inputs) -> f32 {
        self.net.chance(inputs.as_slice())
    }

    /// Encodes a position as network inputs.
    #[inline]
    pub(crate) fn encode(&self, state: &State<'_>, seat: Seat) -> Inputs {
        self.encoder.encode(state, seat)
    }
}

/// Returns a seat's share of the victory, once the game is over.
pub(crate) fn victory_share(state: &State<'_>, seat: Seat) -> Option<f32> {
    let result = state.outcome()?;
    let winners = result.winners().len().max(1);
    Some(if result.is_winner(seat) { 1.0 / winners as f32 } else { 0.0 })
}
