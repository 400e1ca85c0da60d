//! Plots as inline SVG. Colours come from the page's style sheet, so that they follow its scheme.

use crate::stats::Estimate;
use std::fmt::Write as _;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 38.0;

/// A range of values laid out over a range of pixels.
#[derive(Clone, Copy, Debug)]
struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let part = (value - self.from.0) / (self.from.1 - self.from.0).max(1e-12);
        self.to.0 + part * (self.to.1 - self.to.0)
    }

    /// About five round values.
    fn ticks(&self) -> Vec<f64> {
        let (low, high) = self.from;
        let rough = ((high - low) / 5.0).max(1e-9);
        let size = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * size).into_iter().find(|s| *s >= rough);
        let step = step.unwrap_or(rough);
        let first = (low / step - 1e-9).ceil() as i64;
        (first..).map(|i| i as f64 * step).take_while(|tick| *tick <= high + 1e-9).collect()
    }
}

/// The axes of an ordinary plot, with the words under and beside them.
struct Plot {
    x: Scale,
    y: Scale,
    out: String,
}

impl Plot {
    fn new(x: (f64, f64), y: (f64, f64), words: (&str, &str), unit: &str) -> Self {
        let x = Scale { from: x, to: (LEFT, WIDTH - RIGHT) };
        let y = Scale { from: y, to: (HEIGHT - BOTTOM, TOP) };
        let mut out = svg(HEIGHT, words.1);
        for tick in y.ticks() {
            let (h, label) = (y.at(tick), number(tick));
            let _ = write!(
                out,
                "<line class=grid x1={LEFT} x2={} y1={h:.1} y2={h:.1} />\
                 <text class=tick x={} y={:.1} text-anchor=end>{label}{unit}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                h + 4.0
            );
        }
        for tick in x.ticks() {
            let (v, h, label) = (x.at(tick), HEIGHT - BOTTOM + 16.0, number(tick));
            let _ =
                write!(out, "<text class=tick x={v:.1} y={h:.1} text-anchor=middle>{label}</text>");
        }
        let (middle, foot) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 4.0);
        let _ = write!(
            out,
            "<text class=axis x={middle} y={foot} text-anchor=middle>{}</text>",
            words.0
        );
        Self { x, y, out }
    }

    fn finish(mut self) -> String {
        let base = HEIGHT - BOTTOM;
        let _ = write!(
            self.out,
            "<line class=base x1={LEFT} x2={} y1={base} y2={base} /></svg>",
            WIDTH - RIGHT
        );
        self.out
    }
}

fn svg(height: f64, label: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=img aria-label=\"{}\">", escape(label))
}

/// Bars: the left edge of each bin, and its height in percent.
pub(crate) fn histogram(bins: &[(f64, f64)], width: f64, words: (&str, &str)) -> String {
    let low = bins.first().map_or(0.0, |bin| bin.0);
    let high = bins.last().map_or(1.0, |bin| bin.0 + width);
    let top = bins.iter().map(|bin| bin.1).fold(0.0, f64::max) * 1.05;
    let mut plot = Plot::new((low, high), (0.0, top), words, " %");
    for (edge, part) in bins {
        let (left, right) = (plot.x.at(*edge), plot.x.at(edge + width));
        let (y, base) = (plot.y.at(*part), plot.y.at(0.0));
        let _ = write!(
            plot.out,
            "<rect class=bar x={:.1} y={y:.1} width={:.1} height={:.1}><title>{}–{}: {part:.2} %</title></rect>",
            left + 0.5,
            (right - left - 1.0).max(0.5),
            base - y,
            number(*edge),
            number(edge + width)
        );
    }
    plot.finish()
}

/// A line, its name and its points.
pub(crate) struct Line {
    pub(crate) name: String,
    /// Across, up, and how far up it may be off to both sides.
    pub(crate) points: Vec<(f64, f64, f64)>,
}

/// Lines over a common axis; `unit` follows the numbers of the upright axis.
pub(crate) fn lines(lines: &[Line], words: (&str, &str), unit: &str, dots: bool) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let low = all().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let high = all().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    let top = all().map(|point| point.1 + point.2).fold(0.0, f64::max) * 1.08;
    let pad = if dots { 0.3 } else { 0.0 };
    let mut plot = Plot::new((low - pad, high + pad), (0.0, top), words, unit);
    for (i, line) in lines.iter().enumerate() {
        draw_line(&mut plot, i, line, dots);
    }
    legend(lines) + &plot.finish()
}

fn draw_line(plot: &mut Plot, number_of: usize, line: &Line, dots: bool) {
    let at =
        |point: &(f64, f64, f64)| format!("{:.1},{:.1}", plot.x.at(point.0), plot.y.at(point.1));
    let path: Vec<String> = line.points.iter().map(at).collect();
    let _ =
        write!(plot.out, "<polyline class=\"line c{number_of}\" points=\"{}\" />", path.join(" "));
    for &(x, y, off) in line.points.iter().filter(|_| dots) {
        let (h, v) = (plot.x.at(x), plot.y.at(y));
        let (low, high) = (plot.y.at(y - off), plot.y.at(y + off));
        let _ = write!(
            plot.out,
            "<line class=\"off c{number_of}\" x1={h:.1} x2={h:.1} y1={low:.1} y2={high:.1} />\
             <circle class=\"dot c{number_of}\" cx={h:.1} cy={v:.1} r=4><title>{} {}: {y:.2} ± {off:.2}</title></circle>",
            escape(&line.name),
            number(x)
        );
    }
}

fn legend(lines: &[Line]) -> String {
    if lines.len() < 2 {
        return String::new();
    }
    let item = |(i, line): (usize, &Line)| {
        format!("<span class=\"key c{i}\">{}</span>", escape(&line.name))
    };
    format!("<p class=legend>{}</p>", lines.iter().enumerate().map(item).collect::<String>())
}

/// A row for each name: a share with its interval, beside the share that would be even.
pub(crate) fn intervals(rows: &[(String, Estimate)], even: f64, word: &str) -> String {
    const ROW: f64 = 17.0;
    const NAMES: f64 = 132.0;
    let height = TOP + ROW * rows.len() as f64 + BOTTOM;
    let low = rows.iter().map(|row| row.1.low).fold(even, f64::min);
    let high = rows.iter().map(|row| row.1.high).fold(even, f64::max);
    let pad = ((high - low) * 0.04).max(0.005);
    let x = Scale {
        from: (100.0 * (low - pad).max(0.0), 100.0 * (high + pad).min(1.0)),
        to: (NAMES, WIDTH - RIGHT),
    };
    let (foot, mut out) = (height - BOTTOM, svg(height, word));
    for tick in x.ticks() {
        let v = x.at(tick);
        let _ = write!(
            out,
            "<line class=grid x1={v:.1} x2={v:.1} y1={TOP} y2={foot:.1} />\
             <text class=tick x={v:.1} y={:.1} text-anchor=middle>{} %</text>",
            foot + 16.0,
            number(tick)
        );
    }
    let v = x.at(100.0 * even);
    let _ = write!(out, "<line class=even x1={v:.1} x2={v:.1} y1={TOP} y2={foot:.1} />");
    for (i, (name, share)) in rows.iter().enumerate() {
        let middle = TOP + ROW * (i as f64 + 0.5);
        let [value, low, high] = [share.value, share.low, share.high].map(|p| x.at(100.0 * p));
        let _ = write!(
            out,
            "<text class=name x={} y={:.1} text-anchor=end>{}</text>\
             <line class=\"off c0\" x1={low:.1} x2={high:.1} y1={middle:.1} y2={middle:.1} />\
             <circle class=\"dot c0\" cx={value:.1} cy={middle:.1} r=4><title>{}: {}</title></circle>",
            NAMES - 10.0,
            middle + 4.0,
            escape(name),
            escape(name),
            share.percent()
        );
    }
    let centre = (NAMES + WIDTH - RIGHT) / 2.0;
    let _ = write!(
        out,
        "<text class=axis x={centre} y={:.1} text-anchor=middle>{word}</text></svg>",
        height - 4.0
    );
    out
}

/// A number without needless digits.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text that is safe between tags and in quotes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
