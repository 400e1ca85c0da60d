//! Panels of curves, one below the other, with a common x axis.

use super::{HEIGHT, LEFT, Plot, RIGHT, WIDTH, escape, number, standalone};
use crate::stats::Estimate;
use std::fmt::Write as _;

/// Height of a panel's heading: its title and the names of its lines.
const HEAD: f64 = 56.0;

/// A named curve of proportions.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, Estimate)>,
}

/// Curves that share a plot.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) lines: Vec<Curve>,
}

/// Panels with a common x axis.
pub(crate) struct Curves<'a> {
    pub(crate) panels: &'a [Panel],
    /// Label of the x axis.
    pub(crate) x_label: &'a str,
}

impl Curves<'_> {
    /// Returns the SVG file.
    pub(crate) fn standalone(&self, title: &str, note: &str) -> String {
        let height = (HEAD + HEIGHT) * self.panels.len() as f64 + 10.0;
        let panels = self.panels.iter().enumerate().map(|(i, panel)| self.panel(i, panel));
        standalone((WIDTH, height), title, note, &panels.collect::<String>())
    }

    fn panel(&self, number: usize, panel: &Panel) -> String {
        let top = (HEAD + HEIGHT) * number as f64;
        let mut plot = Plot::new(self.range(), (0.0, 100.0), (self.x_label, &panel.title), " %");
        for (i, line) in panel.lines.iter().enumerate() {
            plot.out += &curve(&plot, i, line);
        }
        format!(
            "<g transform='translate(0 {top})'>{}<g transform='translate(0 {HEAD})'>{}</g></g>",
            head(panel),
            plot.body()
        )
    }

    /// Returns the range of the x axis: from 0 to the last point of all panels.
    fn range(&self) -> (f64, f64) {
        let points = self.panels.iter().flat_map(|panel| &panel.lines);
        let points = points.flat_map(|line| &line.points);
        (0.0, points.map(|point| point.0).fold(0.0, f64::max).max(1e-9) * 1.03)
    }
}

fn curve(plot: &Plot, color: usize, line: &Curve) -> String {
    let x_at = |x: &f64| plot.x.at(*x);
    let y_at = |share: f64| plot.y.at(100.0 * share);
    let path: Vec<String> = line
        .points
        .iter()
        .map(|(x, share)| format!("{:.1},{:.1}", x_at(x), y_at(share.value)))
        .collect();
    let mut out = format!("<polyline class='line c{color}' points='{}' />", path.join(" "));
    for (x, share) in &line.points {
        let _ = write!(
            out,
            "<line class='off c{color}' x1='{h:.1}' x2='{h:.1}' y1='{:.1}' y2='{:.1}' />\
             <circle class='dot c{color}' cx='{h:.1}' cy='{:.1}' r='4'><title>{} {}: {}</title></circle>",
            y_at(share.low),
            y_at(share.high),
            y_at(share.value),
            escape(&line.name),
            number(*x),
            share.percent(),
            h = x_at(x),
        );
    }
    out
}

/// Draws a panel's title, and a legend if it has several lines.
fn head(panel: &Panel) -> String {
    let mut out = format!("<text class='name' x='16' y='26'>{}</text>", escape(&panel.title));
    let width = (WIDTH - LEFT - RIGHT) / panel.lines.len().max(1) as f64;
    for (i, line) in panel.lines.iter().enumerate().filter(|_| panel.lines.len() > 1) {
        let x = LEFT + width * i as f64;
        let _ = write!(
            out,
            "<circle class='dot c{i}' cx='{:.1}' cy='45' r='5' />\
             <text class='tick' x='{:.1}' y='49'>{}</text>",
            x + 5.0,
            x + 15.0,
            escape(&line.name)
        );
    }
    out
}
