//! Learning from samples: backpropagation in small batches, with the Adam rule. Only the rows of
//! inputs that occurred in a batch are touched.

use crate::mind::Net;
use crate::mind::net::{Cells, FIRST, Head};
use std::array::from_mut;

/// A position and the chance that it turned out to have.
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
