//! SVG plots. Colours come from a style sheet, so that they follow the reader's colour scheme.

mod calibration;
mod curves;

pub(crate) use calibration::{CalibrationPlot, CalibrationPoint};
pub(crate) use curves::{Curve, Curves, Panel};

use crate::stats::Estimate;
use std::fmt::Write as _;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 260.0;
// The margins around the axes, in pixels.
const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 38.0;
/// Width of the names to the left of rows, in pixels.
const NAMES: f64 = 142.0;
/// Width of the values to the right of rows, in pixels.
const VALUES: f64 = 150.0;
/// Height of the heading of a standalone plot, in pixels.
const HEADING: f64 = 56.0;
const STYLE: &str = include_str!("plot.css");

/// Maps a range of values to a range of pixels.
#[derive(Clone, Copy, Debug)]
struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// Returns the pixel coordinate of a value.
    fn at(&self, value: f64) -> f64 {
        let part = (value - self.from.0) / (self.from.1 - self.from.0).max(1e-12);
        self.to.0 + part * (self.to.1 - self.to.0)
    }

    /// Returns the positions of about five ticks, which are round numbers.
    fn ticks(&self) -> Vec<f64> {
        let (low, high) = self.from;
        let rough = ((high - low) / 5.0).max(1e-9);
        let size = 10f64.powf(rough.log10().floor());
        // Allow 25, 250 and so on, but not 2.5: its ticks would not be whole numbers.
        let steps = [1.0, 2.0, if size < 10.0 { 5.0 } else { 2.5 }, 5.0, 10.0];
        let step = steps.map(|m| m * size).into_iter().find(|s| *s >= rough);
        let step = step.unwrap_or(rough);
        let first = (low / step - 1e-9).ceil() as i64;
        (first..).map(|i| i as f64 * step).take_while(|tick| *tick <= high + 1e-9).collect()
    }
}

/// A plot with axes and labels.
struct Plot {
    x: Scale,
    y: Scale,
    /// The accessible name.
    label: String,
    /// The SVG elements drawn so far.
    out: String,
}

impl Plot {
    /// Creates a plot without data; `labels` are the label of the x axis and the accessible name.
    fn new(x: (f64, f64), y: (f64, f64), labels: (&str, &str), unit: &str) -> Self {
        let x = Scale { from: x, to: (LEFT, WIDTH - RIGHT) };
        let y = Scale { from: y, to: (HEIGHT - BOTTOM, TOP) };
        let mut out = String::new();
        for tick in y.ticks() {
            let (line_y, label) = (y.at(tick), number(tick));
            let _ = write!(
                out,
                "<line class='grid' x1='{LEFT}' x2='{}' y1='{line_y:.1}' y2='{line_y:.1}' />\
                 <text class='tick' x='{}' y='{:.1}' text-anchor='end'>{label}{unit}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                line_y + 4.0
            );
        }
        for tick in x.ticks() {
            let (text_x, text_y, label) = (x.at(tick), HEIGHT - BOTTOM + 16.0, number(tick));
            let _ = write!(
                out,
                "<text class='tick' x='{text_x:.1}' y='{text_y:.1}' text-anchor='middle'>{label}</text>"
            );
        }
        let (middle, foot) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 4.0);
        let _ = write!(
            out,
            "<text class='axis' x='{middle}' y='{foot}' text-anchor='middle'>{}</text>",
            labels.0
        );
        Self { x, y, label: labels.1.to_owned(), out }
    }

    /// Returns the plot as an SVG element.
    fn finish(self) -> String {
        format!("{}{}</svg>", svg_tag(WIDTH, HEIGHT, &self.label), self.body())
    }

    /// Returns the plot as part of an SVG element.
    fn body(mut self) -> String {
        let base = HEIGHT - BOTTOM;
        let _ = write!(
            self.out,
            "<line class='base' x1='{LEFT}' x2='{}' y1='{base}' y2='{base}' />",
            WIDTH - RIGHT
        );
        self.out
    }
}

/// Returns the start tag of an SVG element with an accessible name.
fn svg_tag(width: f64, height: f64, label: &str) -> String {
    format!("<svg viewBox='0 0 {width} {height}' role='img' aria-label=\"{}\">", escape(label))
}

/// Returns a plot as an SVG file with a heading.
fn standalone((width, height): (f64, f64), title: &str, note: &str, body: &str) -> String {
    let height = height + HEADING;
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' \
         height='{height}' role='img' font-family='system-ui, sans-serif'>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <rect class='page' width='{width}' height='{height}' />\n\
         <text class='title' x='16' y='26'>{title}</text>\n\
         <text class='tick' x='16' y='45'>{note}</text>\n\
         <g transform='translate(0 {HEADING})'>{body}</g>\n</svg>\n",
        title = escape(title),
        note = escape(note),
    )
}

/// Draws a histogram. A bin is its left edge and its height in percent; all have the same width.
///
/// `labels` are the label of the x axis and the accessible name.
pub(crate) fn histogram(bins: &[(f64, f64)], width: f64, labels: (&str, &str)) -> String {
    let low = bins.first().map_or(0.0, |bin| bin.0);
    let high = bins.last().map_or(1.0, |bin| bin.0 + width);
    let top = bins.iter().map(|bin| bin.1).fold(0.0, f64::max) * 1.05;
    let mut plot = Plot::new((low, high), (0.0, top), labels, " %");
    for (edge, part) in bins {
        let (left, right) = (plot.x.at(*edge), plot.x.at(edge + width));
        let (y, base) = (plot.y.at(*part), plot.y.at(0.0));
        let _ = write!(
            plot.out,
            "<rect class='bar' x='{:.1}' y='{y:.1}' width='{:.1}' height='{:.1}'><title>{}–{}: {part:.2} %</title></rect>",
            left + 0.5,
            (right - left - 1.0).max(0.5),
            base - y,
            number(*edge),
            number(edge + width)
        );
    }
    plot.finish()
}

/// A named series of points.
pub(crate) struct LineSeries {
    pub(crate) name: String,
    /// x, y, and half the width of the confidence interval of y.
    pub(crate) points: Vec<(f64, f64, f64)>,
}

/// Draws lines over a common axis; `dots` adds a dot and an interval at each point.
///
/// `unit` follows the numbers of the y axis.
pub(crate) fn lines(lines: &[LineSeries], labels: (&str, &str), unit: &str, dots: bool) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let low = all().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let high = all().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    let top = all().map(|point| point.1 + point.2).fold(0.0, f64::max) * 1.08;
    let pad = if dots { 0.3 } else { 0.0 };
    let mut plot = Plot::new((low - pad, high + pad), (0.0, top), labels, unit);
    for (i, line) in lines.iter().enumerate() {
        draw_line(&mut plot, i, line, dots);
    }
    legend(lines) + &plot.finish()
}

fn draw_line(plot: &mut Plot, color: usize, line: &LineSeries, dots: bool) {
    let at =
        |point: &(f64, f64, f64)| format!("{:.1},{:.1}", plot.x.at(point.0), plot.y.at(point.1));
    let path: Vec<String> = line.points.iter().map(at).collect();
    let _ = write!(plot.out, "<polyline class=\"line c{color}\" points=\"{}\" />", path.join(" "));
    for &(x, y, half_width) in line.points.iter().filter(|_| dots) {
        let (dot_x, dot_y) = (plot.x.at(x), plot.y.at(y));
        let (low, high) = (plot.y.at(y - half_width), plot.y.at(y + half_width));
        let _ = write!(
            plot.out,
            "<line class=\"off c{color}\" x1='{dot_x:.1}' x2='{dot_x:.1}' y1='{low:.1}' y2='{high:.1}' />\
             <circle class=\"dot c{color}\" cx='{dot_x:.1}' cy='{dot_y:.1}' r='4'><title>{} {}: {y:.2} ± {half_width:.2}</title></circle>",
            escape(&line.name),
            number(x)
        );
    }
}

fn legend(lines: &[LineSeries]) -> String {
    if lines.len() < 2 {
        return String::new();
    }
    let item = |(i, line): (usize, &LineSeries)| {
        format!("<span class=\"key c{i}\">{}</span>", escape(&line.name))
    };
    format!("<p class='legend'>{}</p>", lines.iter().enumerate().map(item).collect::<String>())
}

/// The unit of the values of an [`Intervals`] plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Shares, shown in percent.
    Percent,
    /// Rating differences.
    Elo,
}

impl Unit {
    const fn scale(self) -> f64 {
        match self {
            Self::Percent => 100.0,
            Self::Elo => 1.0,
        }
    }

    fn tick(self, value: f64) -> String {
        match self {
            Self::Percent => format!("{} %", number(value)),
            Self::Elo => number(value),
        }
    }

    fn label(self, estimate: &Estimate) -> String {
        match self {
            Self::Percent => estimate.percent(),
            Self::Elo => estimate.elo(),
        }
    }

    /// Returns the range of the axis for these values, with a margin.
    fn range(self, low: f64, high: f64) -> (f64, f64) {
        let margin = ((high - low) * 0.04).max(0.5);
        let (low, high) = (low - margin, high + margin);
        if self == Self::Percent { (low.max(0.0), high.min(100.0)) } else { (low, high) }
    }
}

/// The position of the values in an [`Intervals`] plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueLabels {
    /// In a tooltip.
    Tooltip,
    /// To the right of the row.
    Beside,
}

/// A plot of values with their intervals, one per row, and a reference line.
pub(crate) struct Intervals<'a> {
    pub(crate) rows: &'a [(String, Estimate)],
    /// The value of the reference line, such as an equal share of victories.
    pub(crate) reference: f64,
    /// Label of the x axis.
    pub(crate) x_label: &'a str,
    pub(crate) unit: Unit,
    pub(crate) value_labels: ValueLabels,
}

impl Intervals<'_> {
    /// Returns the plot as an SVG element; the page's style sheet sets the colours.
    pub(crate) fn inline(&self) -> String {
        format!("{}{}</svg>", svg_tag(self.width(), self.height(), self.x_label), self.body())
    }

    /// Returns the plot as an SVG file with a heading.
    pub(crate) fn standalone(&self, title: &str, note: &str) -> String {
        standalone((self.width(), self.height()), title, note, &self.body())
    }

    const fn width(&self) -> f64 {
        match self.value_labels {
            ValueLabels::Tooltip => WIDTH,
            ValueLabels::Beside => WIDTH + VALUES,
        }
    }

    const fn row_height(&self) -> f64 {
        match self.value_labels {
            ValueLabels::Tooltip => 17.0,
            ValueLabels::Beside => 22.0,
        }
    }

    fn height(&self) -> f64 {
        TOP + self.row_height() * self.rows.len() as f64 + BOTTOM
    }

    fn body(&self) -> String {
        let scale = self.unit.scale();
        let values = self.rows.iter().flat_map(|row| [row.1.low, row.1.value, row.1.high]);
        let values = values.filter(|value| value.is_finite());
        let low = values.clone().fold(self.reference, f64::min);
        let high = values.fold(self.reference, f64::max);
        let from = self.unit.range(scale * low, scale * high);
        let x = Scale { from, to: (NAMES, WIDTH - RIGHT) };
        let rows = self.rows.iter().enumerate().map(|(i, row)| self.row(i, row, &x));
        self.axis(&x) + &rows.collect::<String>()
    }

    fn axis(&self, x: &Scale) -> String {
        let (foot, mut out) = (self.height() - BOTTOM, String::new());
        for tick in x.ticks() {
            let line_x = x.at(tick);
            let _ = write!(
                out,
                "<line class='grid' x1='{line_x:.1}' x2='{line_x:.1}' y1='{TOP}' y2='{foot:.1}' />\
                 <text class='tick' x='{line_x:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
                foot + 16.0,
                self.unit.tick(tick)
            );
        }
        let line_x = x.at(self.unit.scale() * self.reference);
        let _ = write!(
            out,
            "<line class='even' x1='{line_x:.1}' x2='{line_x:.1}' y1='{TOP}' y2='{foot:.1}' />\
             <text class='axis' x='{}' y='{:.1}' text-anchor='middle'>{}</text>",
            (NAMES + WIDTH - RIGHT) / 2.0,
            self.height() - 4.0,
            escape(self.x_label)
        );
        out
    }

    fn row(&self, i: usize, (name, estimate): &(String, Estimate), x: &Scale) -> String {
        let middle = TOP + self.row_height() * (i as f64 + 0.5);
        let ends = [estimate.low, estimate.high];
        let ends = ends.map(|end| if end.is_finite() { end } else { estimate.value });
        let [value, low, high] =
            [estimate.value, ends[0], ends[1]].map(|part| x.at(self.unit.scale() * part));
        let label = escape(&self.unit.label(estimate));
        let mut out = format!(
            "<text class='name' x='{}' y='{:.1}' text-anchor='end'>{}</text>\
             <line class='off c0' x1='{low:.1}' x2='{high:.1}' y1='{middle:.1}' y2='{middle:.1}' />\
             <circle class='dot c0' cx='{value:.1}' cy='{middle:.1}' r='4'><title>{}: {label}</title></circle>",
            NAMES - 10.0,
            middle + 4.0,
            escape(&shortened(name)),
            escape(name),
        );
        if self.value_labels == ValueLabels::Beside {
            let (right, foot) = (self.width() - RIGHT, middle + 4.0);
            let _ = write!(
                out,
                "<text class='tick' x='{right}' y='{foot:.1}' text-anchor='end'>{label}</text>"
            );
        }
        out
    }
}

/// Shortens a name so that it fits beside a plot.
fn shortened(name: &str) -> String {
    const MAX_CHARS: usize = 19;
    if name.chars().count() <= MAX_CHARS {
        return name.to_owned();
    }
    name.chars().take(MAX_CHARS - 1).chain(['…']).collect()
}

/// Formats a number without trailing zeros.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Escapes text for HTML content and attributes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
