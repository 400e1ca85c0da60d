//! The calibration plot: predicted against observed win rates, above a histogram of the positions.

use super::{BOTTOM, LEFT, RIGHT, Scale, TOP, escape, number, standalone};
use crate::section::grouped;
use crate::stats::Estimate;
use std::fmt::Write as _;

const WIDTH: f64 = 560.0;
/// Height of the square with the dots.
const SQUARE: f64 = WIDTH - LEFT - RIGHT;
/// Height of the histogram below.
const BARS: f64 = 80.0;
const GAP: f64 = 26.0;

/// A dot of the plot: one bin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CalibrationPoint {
    /// Bounds of the bin, from 0 to 1.
    pub(crate) edges: (f64, f64),
    /// Mean predicted probability.
    pub(crate) predicted: f64,
    pub(crate) observed: Estimate,
    pub(crate) count: u64,
}

/// A calibration plot.
pub(crate) struct CalibrationPlot<'a> {
    pub(crate) dots: &'a [CalibrationPoint],
}

impl CalibrationPlot<'_> {
    /// Returns the SVG file.
    pub(crate) fn standalone(&self, title: &str, note: &str) -> String {
        let x = Scale { from: (0.0, 1.0), to: (LEFT, WIDTH - RIGHT) };
        let y = Scale { from: (0.0, 1.0), to: (TOP + SQUARE, TOP) };
        let dots = self.dots.iter().map(|dot| draw(dot, &x, &y));
        let body = axes(&x, &y) + &dots.collect::<String>() + &self.bars(&x);
        standalone((WIDTH, bars_base() + BOTTOM), title, note, &body)
    }

    fn bars(&self, x: &Scale) -> String {
        let max_count = self.dots.iter().map(|dot| dot.count).max().unwrap_or(0).max(1);
        let mut out = String::new();
        for dot in self.dots {
            let (left, right) = (x.at(dot.edges.0), x.at(dot.edges.1));
            let height = (BARS - 16.0) * dot.count as f64 / max_count as f64;
            let _ = write!(
                out,
                "<rect class='bar' x='{:.1}' y='{:.1}' width='{:.1}' height='{height:.1}' />\
                 <text class='tick' x='{:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
                left + 1.0,
                bars_base() - height,
                right - left - 2.0,
                (left + right) / 2.0,
                bars_base() - height - 4.0,
                grouped(dot.count)
            );
        }
        out
    }
}

/// Returns the y coordinate of the base of the bars.
const fn bars_base() -> f64 {
    TOP + SQUARE + GAP + BARS
}

/// Draws the grid, the numbers and the diagonal.
fn axes(x: &Scale, y: &Scale) -> String {
    let mut out = String::new();
    let (left, right, top, base) = (LEFT, WIDTH - RIGHT, TOP, TOP + SQUARE);
    for percent in (0..=100).step_by(10) {
        let (h, v) = (x.at(f64::from(percent) / 100.0), y.at(f64::from(percent) / 100.0));
        let _ = write!(
            out,
            "<line class='grid' x1='{left}' x2='{right}' y1='{v:.1}' y2='{v:.1}' />\
             <line class='grid' x1='{h:.1}' x2='{h:.1}' y1='{top}' y2='{base}' />\
             <text class='tick' x='{}' y='{:.1}' text-anchor='end'>{percent} %</text>\
             <text class='tick' x='{h:.1}' y='{:.1}' text-anchor='middle'>{percent}</text>",
            left - 6.0,
            v + 4.0,
            bars_base() + 16.0
        );
    }
    let _ = write!(
        out,
        "<line class='even' x1='{left}' x2='{right}' y1='{base}' y2='{top}' />\
         <line class='base' x1='{left}' x2='{right}' y1='{foot}' y2='{foot}' />\
         <text class='axis' x='{}' y='{}'>observed win rate</text>\
         <text class='axis' x='{}' y='{}' text-anchor='middle'>predicted win probability, percent; \
         below: positions per bin</text>",
        left + 8.0,
        top + 16.0,
        (left + right) / 2.0,
        bars_base() + BOTTOM - 4.0,
        foot = bars_base(),
    );
    out
}

fn draw(dot: &CalibrationPoint, x: &Scale, y: &Scale) -> String {
    let Estimate { value, low, high } = dot.observed;
    let label = format!(
        "{} positions, predicted {} %, won {}",
        grouped(dot.count),
        number(100.0 * dot.predicted),
        dot.observed.percent()
    );
    format!(
        "<line class='off c0' x1='{h:.1}' x2='{h:.1}' y1='{:.1}' y2='{:.1}' />\
         <circle class='dot c0' cx='{h:.1}' cy='{:.1}' r='5'><title>{}</title></circle>",
        y.at(low),
        y.at(high),
        y.at(value),
        escape(&label),
        h = x.at(dot.predicted),
    )
}
