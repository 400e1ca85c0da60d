//! Training on samples: backpropagation in minibatches with the Adam optimizer.
//!
//! A batch updates only the rows of inputs that occur in it.

use crate::network::FloatNet;
use crate::network::float_net::{Activations, HIDDEN_1, OutputLayers};
use std::array::from_mut;

/// A training sample: encoded inputs and the target win probability.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) inputs: Box<[u16]>,
    pub(crate) target: f32,
}

/// The decay rate of Adam's first moment estimate.
const BETA_1: f32 = 0.9;
/// The decay rate of Adam's second moment estimate.
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The network under training and the state of the optimizer.
#[derive(Clone)]
pub(crate) struct Learner {
    pub(crate) net: FloatNet,
    /// Adam's first moment estimates: running means of the gradients.
    mean: FloatNet,
    /// Adam's second moment estimates: running means of the squared gradients.
    square: FloatNet,
    /// The sum of the gradients of the current batch.
    gradient: FloatNet,
    /// The rows that have a gradient in the current batch.
    touched: Vec<u16>,
    /// For each row, whether it has a gradient.
    is_touched: Vec<bool>,
    batches: i32,
}

impl Learner {
    pub(crate) fn new(net: FloatNet) -> Self {
        let zero = FloatNet::zero;
        Self {
            net,
            mean: zero(),
            square: zero(),
            gradient: zero(),
            touched: Vec::new(),
            is_touched: vec![false; FloatNet::INPUT_COUNT],
            batches: 0,
        }
    }

    /// Resumes with the saved state of the optimizer.
    pub(crate) fn resumed(net: FloatNet, mean: FloatNet, square: FloatNet, batches: i32) -> Self {
        Self { mean, square, batches, ..Self::new(net) }
    }

    /// Returns the state of the optimizer: both moment estimates and the number of batches.
    pub(crate) const fn moments(&self) -> (&FloatNet, &FloatNet, i32) {
        (&self.mean, &self.square, self.batches)
    }

    /// Trains on a batch and returns the mean squared error before the update.
    pub(crate) fn learn(&mut self, batch: &[&Sample], rate: f32) -> f32 {
        let error: f32 = batch.iter().map(|sample| self.add(sample)).sum();
        self.step(rate, batch.len() as f32);
        error / batch.len().max(1) as f32
    }

    /// Adds a sample's gradient of the cross entropy and returns its squared error.
    fn add(&mut self, sample: &Sample) -> f32 {
        let cells = self.net.activations(&sample.inputs);
        let error = cells.chance - sample.target;
        let back = self.add_head(&cells, error);
        for (sum, part) in self.gradient.first_bias.iter_mut().zip(&back) {
            *sum += part;
        }
        for &input in &sample.inputs {
            self.touch(input);
            let Some(row) = self.gradient.rows.get_mut(input as usize) else { continue };
            for (sum, part) in row.iter_mut().zip(&back) {
                *sum += part;
            }
        }
        error * error
    }

    /// Adds the gradient of the last two layers. Returns the gradient of the first layer's output.
    fn add_head(&mut self, cells: &Activations, error: f32) -> [f32; HIDDEN_1] {
        let (head, gradient) = (&self.net.head, &mut self.gradient.head);
        gradient.last_bias += error;
        // The error reaches only active units, because the derivative of ReLU is 0 elsewhere.
        let through_relu = |cell: f32| if cell > 0.0 { error } else { 0.0 };
        let mut to_second = cells.second.map(through_relu);
        to_second.iter_mut().zip(&head.last).for_each(|(part, weight)| *part *= weight);
        let sums = gradient.last.iter_mut().zip(&mut gradient.second_bias);
        for ((last, bias), (cell, part)) in sums.zip(cells.second.iter().zip(&to_second)) {
            *last += error * cell;
            *bias += part;
        }
        let mut to_first = [0.0; HIDDEN_1];
        for (i, back) in to_first.iter_mut().enumerate() {
            if cells.first[i] > 0.0 {
                let rows = head.second[i].iter().zip(&mut gradient.second[i]);
                for ((weight, sum), part) in rows.zip(&to_second) {
                    *back += weight * part;
                    *sum += cells.first[i] * part;
                }
            }
        }
        to_first
    }

    fn touch(&mut self, input: u16) {
        if let Some(is_touched) = self.is_touched.get_mut(input as usize)
            && !*is_touched
        {
            *is_touched = true;
            self.touched.push(input);
        }
    }

    /// Updates the weights and clears the gradient.
    fn step(&mut self, rate: f32, samples: f32) {
        self.batches += 1;
        let update = AdamUpdate {
            rate: rate * (1.0 - BETA_2.powi(self.batches)).sqrt()
                / (1.0 - BETA_1.powi(self.batches)),
            scale: 1.0 / samples.max(1.0),
        };
        let Self { net, mean, square, gradient, touched, is_touched, .. } = self;
        for input in touched.drain(..) {
            let i = input as usize;
            is_touched[i] = false;
            let moments = (&mut mean.rows[i], &mut square.rows[i]);
            update.apply(&mut net.rows[i], moments, &mut gradient.rows[i]);
        }
        let moments = (&mut mean.first_bias, &mut square.first_bias);
        update.apply(&mut net.first_bias, moments, &mut gradient.first_bias);
        update.apply_head(&mut net.head, (&mut mean.head, &mut square.head), &mut gradient.head);
    }
}

/// One Adam update.
struct AdamUpdate {
    rate: f32,
    scale: f32,
}

impl AdamUpdate {
    fn apply_head(
        &self,
        head: &mut OutputLayers,
        moments: (&mut OutputLayers, &mut OutputLayers),
        gradient: &mut OutputLayers,
    ) {
        let (mean, square) = moments;
        for i in 0..HIDDEN_1 {
            let moments = (&mut mean.second[i], &mut square.second[i]);
            self.apply(&mut head.second[i], moments, &mut gradient.second[i]);
        }
        let moments = (&mut mean.second_bias, &mut square.second_bias);
        self.apply(&mut head.second_bias, moments, &mut gradient.second_bias);
        self.apply(&mut head.last, (&mut mean.last, &mut square.last), &mut gradient.last);
        let moments = (from_mut(&mut mean.last_bias), from_mut(&mut square.last_bias));
        self.apply(from_mut(&mut head.last_bias), moments, from_mut(&mut gradient.last_bias));
    }

    /// Updates one row with its moment estimates.
    fn apply<const N: usize>(
        &self,
        weights: &mut [f32; N],
        (mean, square): (&mut [f32; N], &mut [f32; N]),
        gradient: &mut [f32; N],
    ) {
        for i in 0..N {
            let part = gradient[i] * self.scale;
            gradient[i] = 0.0;
            mean[i] = BETA_1 * mean[i] + (1.0 - BETA_1) * part;
            square[i] = BETA_2 * square[i] + (1.0 - BETA_2) * part * part;
            weights[i] -= self.rate * mean[i] / (square[i].sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Learner, Sample};
    use crate::network::FloatNet;
    use crate::train::random_net;
    use crate::{Random, uniform};

    /// Computes the win probability with a reference implementation in double precision.
    fn chance(net: &FloatNet, inputs: &[u16]) -> f64 {
        let mut first = net.first_bias.map(f64::from);
        for &input in inputs {
            let row = &net.rows[input as usize];
            first.iter_mut().zip(row).for_each(|(sum, weight)| *sum += f64::from(*weight));
        }
        let mut second = net.head.second_bias.map(f64::from);
        for (cell, row) in first.iter().zip(&net.head.second) {
            let parts = row.iter().map(|weight| cell.max(0.0) * f64::from(*weight));
            second.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        let last = second.iter().zip(&net.head.last);
        let sum: f64 = last.map(|(cell, weight)| cell.max(0.0) * f64::from(*weight)).sum();
        1.0 / (1.0 + (-sum - f64::from(net.head.last_bias)).exp())
    }

    /// Returns the cross entropy of the samples.
    fn loss(net: &FloatNet, samples: &[Sample]) -> f64 {
        let cross_entropy = |sample: &Sample| {
            let (chance, target) = (chance(net, &sample.inputs), f64::from(sample.target));
            -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
        };
        samples.iter().map(cross_entropy).sum()
    }

    /// Returns random samples with different targets.
    fn samples() -> Vec<Sample> {
        let mut random = Random(5);
        let mut sample = |i: u8| Sample {
            inputs: (0..40).map(|_| random.below(FloatNet::INPUT_COUNT) as u16).collect(),
            target: f32::from(i) / 11.0,
        };
        (0..12).map(&mut sample).collect()
    }

    /// Returns a network without zero weights.
    fn net() -> FloatNet {
        let (mut net, mut random) = (random_net(3), Random(4));
        net.weights_mut().for_each(|weight| *weight += 0.2 * (uniform(&mut random) - 0.5));
        net
    }

    #[test]
    fn the_network_matches_a_reference_implementation() {
        for sample in samples() {
            let (fast, reference) =
                (net().activations(&sample.inputs).chance, chance(&net(), &sample.inputs));
            assert!((f64::from(fast) - reference).abs() < 1e-6, "{fast} {reference}");
        }
    }

    #[test]
    fn gradients_match_finite_differences_of_the_loss() {
        let (samples, mut learner) = (samples(), Learner::new(net()));
        samples.iter().for_each(|sample| {
            learner.add(sample);
        });
        let gradients: Vec<f32> = learner.gradient.weights().collect();
        let touched: Vec<usize> = (0..gradients.len()).filter(|i| gradients[*i] != 0.0).collect();
        assert!(touched.len() > 10_000, "only {} weights have a gradient", touched.len());
        // Check more of the last weights, because the layers after the first one are much smaller.
        let last_weights = gradients.len() - touched.len().min(2200);
        for &i in touched.iter().filter(|i| **i % 101 == 0 || **i >= last_weights && **i % 7 == 0) {
            let shifted = |by: f32| {
                let mut net = learner.net.clone();
                let weight = net.weights_mut().nth(i).expect("a weight with this index");
                let before = *weight;
                *weight += by;
                let change = f64::from(*weight) - f64::from(before);
                (change, loss(&net, &samples))
            };
            let ((up, above), (down, below)) = (shifted(1e-4), shifted(-1e-4));
            let measured = (above - below) / (up - down);
            let analytic = f64::from(gradients[i]);
            assert!(
                (analytic - measured).abs() < 1e-3 * (1.0 + analytic.abs()),
                "{i}: {analytic} {measured}"
            );
        }
    }

    #[test]
    fn training_on_one_batch_converges_to_its_targets() {
        let (samples, mut learner) = (samples(), Learner::new(net()));
        let batch: Vec<&Sample> = samples.iter().collect();
        let before = loss(&learner.net, &samples);
        let errors: Vec<f32> = (0..300).map(|_| learner.learn(&batch, 0.002)).collect();
        assert!(errors[299] < 1e-3 && errors[299] < errors[0] / 50.0, "{errors:?}");
        assert!(loss(&learner.net, &samples) < before);
    }
}
