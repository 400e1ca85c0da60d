//! Learning from samples: backpropagation in small batches, with the Adam rule. Only the rows of
//! inputs that occurred in a batch are touched.

use crate::mind::Net;
use crate::mind::net::{Cells, FIRST, Head};
use std::array::from_mut;

/// A position and the chance that it turned out to have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) inputs: Box<[u16]>,
    pub(crate) target: f32,
}

/// Fades of the running means of gradients and their squares.
const FADE: f32 = 0.9;
const FADE_SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The network that learns, and what the rule remembers.
#[derive(Clone)]
pub(crate) struct Learner {
    pub(crate) net: Net,
    mean: Net,
    square: Net,
    gradient: Net,
    /// Rows with a gradient, and whether a row is among them.
    touched: Vec<u16>,
    is_touched: Vec<bool>,
    batches: i32,
}

impl Learner {
    pub(crate) fn new(net: Net) -> Self {
        let blank = Net::blank;
        Self {
            net,
            mean: blank(),
            square: blank(),
            gradient: blank(),
            touched: Vec::new(),
            is_touched: vec![false; Net::INPUTS],
            batches: 0,
        }
    }

    /// Goes on with what the rule remembered: the running means and how many batches they are of.
    pub(crate) fn resumed(net: Net, mean: Net, square: Net, batches: i32) -> Self {
        Self { mean, square, batches, ..Self::new(net) }
    }

    /// What the rule remembers: the running means of gradients and of their squares, and of how
    /// many batches they are.
    pub(crate) const fn memory(&self) -> (&Net, &Net, i32) {
        (&self.mean, &self.square, self.batches)
    }

    /// Learns from a batch; the mean squared error before.
    pub(crate) fn learn(&mut self, batch: &[&Sample], rate: f32) -> f32 {
        let error: f32 = batch.iter().map(|sample| self.add(sample)).sum();
        self.step(rate, batch.len() as f32);
        error / batch.len().max(1) as f32
    }

    /// Adds a sample's gradient of the cross entropy; its squared error.
    fn add(&mut self, sample: &Sample) -> f32 {
        let cells = self.net.cells(&sample.inputs);
        let error = cells.chance - sample.target;
        let back = self.add_second(&cells, error);
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

    /// The last two layers; what goes back to the first.
    fn add_second(&mut self, cells: &Cells, error: f32) -> [f32; FIRST] {
        let (head, gradient) = (&self.net.head, &mut self.gradient.head);
        gradient.last_bias += error;
        let on = |cell: f32| if cell > 0.0 { error } else { 0.0 };
        let mut to_second = cells.second.map(on);
        to_second.iter_mut().zip(&head.last).for_each(|(part, weight)| *part *= weight);
        let sums = gradient.last.iter_mut().zip(&mut gradient.second_bias);
        for ((last, bias), (cell, part)) in sums.zip(cells.second.iter().zip(&to_second)) {
            *last += error * cell;
            *bias += part;
        }
        let mut to_first = [0.0; FIRST];
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

    /// Moves the weights against the gradient, and forgets the gradient.
    fn step(&mut self, rate: f32, samples: f32) {
        self.batches += 1;
        let by = Step {
            rate: rate * (1.0 - FADE_SQUARE.powi(self.batches)).sqrt()
                / (1.0 - FADE.powi(self.batches)),
            scale: 1.0 / samples.max(1.0),
        };
        let Self { net, mean, square, gradient, touched, is_touched, .. } = self;
        for input in touched.drain(..) {
            let i = input as usize;
            is_touched[i] = false;
            let memory = (&mut mean.rows[i], &mut square.rows[i]);
            by.apply(&mut net.rows[i], memory, &mut gradient.rows[i]);
        }
        let memory = (&mut mean.first_bias, &mut square.first_bias);
        by.apply(&mut net.first_bias, memory, &mut gradient.first_bias);
        by.apply_head(&mut net.head, (&mut mean.head, &mut square.head), &mut gradient.head);
    }
}

/// How far to go.
struct Step {
    rate: f32,
    scale: f32,
}

impl Step {
    fn apply_head(&self, head: &mut Head, memory: (&mut Head, &mut Head), slope: &mut Head) {
        let (mean, square) = memory;
        for i in 0..FIRST {
            let memory = (&mut mean.second[i], &mut square.second[i]);
            self.apply(&mut head.second[i], memory, &mut slope.second[i]);
        }
        let memory = (&mut mean.second_bias, &mut square.second_bias);
        self.apply(&mut head.second_bias, memory, &mut slope.second_bias);
        self.apply(&mut head.last, (&mut mean.last, &mut square.last), &mut slope.last);
        let memory = (from_mut(&mut mean.last_bias), from_mut(&mut square.last_bias));
        self.apply(from_mut(&mut head.last_bias), memory, from_mut(&mut slope.last_bias));
    }

    /// One row, with the running means of its gradient and of the square.
    fn apply<const N: usize>(
        &self,
        weights: &mut [f32; N],
        (mean, square): (&mut [f32; N], &mut [f32; N]),
        slope: &mut [f32; N],
    ) {
        for i in 0..N {
            let part = slope[i] * self.scale;
            slope[i] = 0.0;
            mean[i] = FADE * mean[i] + (1.0 - FADE) * part;
            square[i] = FADE_SQUARE * square[i] + (1.0 - FADE_SQUARE) * part * part;
            weights[i] -= self.rate * mean[i] / (square[i].sqrt() + TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Learner, Sample};
    use crate::Random;
    use crate::mind::Net;
    use crate::train::fresh;

    /// The chance to win, worked out plainly and with twice the digits.
    fn chance(net: &Net, inputs: &[u16]) -> f64 {
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

    /// How far the judgement is from the targets: the cross entropy.
    fn loss(net: &Net, samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| {
            let (chance, target) = (chance(net, &sample.inputs), f64::from(sample.target));
            -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
        };
        samples.iter().map(of).sum()
    }

    /// Positions that no game has, each with another target.
    fn samples() -> Vec<Sample> {
        let mut random = Random(5);
        let mut sample = |i: u8| Sample {
            inputs: (0..40).map(|_| random.below(Net::INPUTS) as u16).collect(),
            target: f32::from(i) / 11.0,
        };
        (0..12).map(&mut sample).collect()
    }

    /// A network in which no weight is 0.
    fn net() -> Net {
        let mut random = Random(3);
        let mut net = fresh(&mut random);
        net.weights_mut().for_each(|weight| *weight += 0.2 * (random.unit() - 0.5));
        net
    }

    #[test]
    fn the_network_judges_as_worked_out_plainly() {
        for sample in samples() {
            let (quick, plain) =
                (net().cells(&sample.inputs).chance, chance(&net(), &sample.inputs));
            assert!((f64::from(quick) - plain).abs() < 1e-6, "{quick} {plain}");
        }
    }

    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        let (samples, mut learner) = (samples(), Learner::new(net()));
        samples.iter().for_each(|sample| {
            learner.add(sample);
        });
        let slopes: Vec<f32> = learner.gradient.weights().collect();
        let touched: Vec<usize> = (0..slopes.len()).filter(|i| slopes[*i] != 0.0).collect();
        assert!(touched.len() > 10_000, "only {} weights have a slope", touched.len());
        let behind = slopes.len() - touched.len().min(2200);
        for &i in touched.iter().filter(|i| **i % 101 == 0 || **i >= behind && **i % 7 == 0) {
            let shifted = |by: f32| {
                let mut net = learner.net.clone();
                let weight = net.weights_mut().nth(i).expect("there are so many");
                let before = *weight;
                *weight += by;
                let by = f64::from(*weight) - f64::from(before);
                (by, loss(&net, &samples))
            };
            let ((up, above), (down, below)) = (shifted(1e-4), shifted(-1e-4));
            let measured = (above - below) / (up - down);
            let told = f64::from(slopes[i]);
            assert!((told - measured).abs() < 1e-3 * (1.0 + told.abs()), "{i}: {told} {measured}");
        }
    }

    #[test]
    fn learning_the_same_again_and_again_brings_judgement_and_targets_together() {
        let (samples, mut learner) = (samples(), Learner::new(net()));
        let batch: Vec<&Sample> = samples.iter().collect();
        let before = loss(&learner.net, &samples);
        let errors: Vec<f32> = (0..300).map(|_| learner.learn(&batch, 0.002)).collect();
        assert!(errors[299] < 1e-3 && errors[299] < errors[0] / 50.0, "{errors:?}");
        assert!(loss(&learner.net, &samples) < before);
    }
}
