//! Curves over time, as a file of its own: panels one under the other, all over the same axis.

use super::{HEIGHT, LEFT, Plot, RIGHT, WIDTH, escape, number, standalone};
use crate::stats::Estimate;
use std::fmt::Write as _;

/// Over each panel: what it shows, and the names of its lines.
const HEAD: f64 = 56.0;

/// A curve: where along the axis, and which part of one.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, Estimate)>,
}

/// Curves that belong together.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) lines: Vec<Curve>,
}

/// Panels over one axis.
pub(crate) struct Curves<'a> {
    pub(crate) panels: &'a [Panel],
    /// What the axis counts.
    pub(crate) word: &'a str,
}

impl Curves<'_> {
    /// The whole file.
    pub(crate) fn standalone(&self, title: &str, note: &str) -> String {
        let height = (HEAD + HEIGHT) * self.panels.len() as f64 + 10.0;
        let panels = self.panels.iter().enumerate().map(|(i, panel)| self.panel(i, panel));
        standalone((WIDTH, height), title, note, &panels.collect::<String>())
    }

    fn panel(&self, number: usize, panel: &Panel) -> String {
        let top = (HEAD + HEIGHT) * number as f64;
        let mut plot = Plot::new(self.range(), (0.0, 100.0), (self.word, &panel.title), " %");
        for (i, line) in panel.lines.iter().enumerate() {
            plot.out += &curve(&plot, i, line);
        }
        format!(
            "<g transform='translate(0 {top})'>{}<g transform='translate(0 {HEAD})'>{}</g></g>",
            head(panel),
            plot.body()
        )
    }

    /// From nothing to the last point, so that all panels tell the same time.
    fn range(&self) -> (f64, f64) {
        let points = self.panels.iter().flat_map(|panel| &panel.lines);
        let points = points.flat_map(|line| &line.points);
        (0.0, points.map(|point| point.0).fold(0.0, f64::max).max(1e-9) * 1.03)
    }
}

fn curve(plot: &Plot, color: usize, line: &Curve) -> String {
    let across = |x: &f64| plot.x.at(*x);
    let up = |part: f64| plot.y.at(100.0 * part);
    let path: Vec<String> =
        line.points.iter().map(|(x, of)| format!("{:.1},{:.1}", across(x), up(of.value))).collect();
    let mut out = format!("<polyline class='line c{color}' points='{}' />", path.join(" "));
    for (x, of) in &line.points {
        let _ = write!(
            out,
            "<line class='off c{color}' x1='{h:.1}' x2='{h:.1}' y1='{:.1}' y2='{:.1}' />\
             <circle class='dot c{color}' cx='{h:.1}' cy='{:.1}' r='4'><title>{} {}: {}</title></circle>",
            up(of.low),
            up(of.high),
            up(of.value),
            escape(&line.name),
            number(*x),
            of.percent(),
            h = across(x),
        );
    }
    out
}

/// What a panel shows; the names of its lines, where there are several, each in its colour.
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
