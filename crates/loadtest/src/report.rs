//! The measurements as a table or as JSON.

use serde::Serialize;
use std::fmt::Write;

/// All measurements.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Number of cores.
    cores: usize,
    /// Load average of the minute before the measurements.
    busy: Option<f64>,
    /// Whether this is a debug build.
    debug: bool,
    parts: Vec<Section>,
}

/// A section of the report.
#[derive(Debug, Serialize)]
pub struct Section {
    title: String,
    figures: Vec<Figure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A measured number.
#[derive(Debug, Serialize)]
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bar: Option<CheckedThreshold>,
}

/// A requirement, and whether it is met.
#[derive(Debug, Serialize)]
struct CheckedThreshold {
    #[serde(flatten)]
    bar: Threshold,
    met: bool,
}

/// A requirement for a number.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Threshold {
    /// The number must not be below this limit.
    AtLeast(f64),
    /// The number must not be above this limit.
    AtMost(f64),
}

impl Threshold {
    fn is_within(self, value: f64) -> bool {
        match self {
            Self::AtLeast(limit) => value >= limit,
            Self::AtMost(limit) => value <= limit,
        }
    }
}

impl Default for Report {
    fn default() -> Self {
        Self {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            busy: load_average(),
            debug: cfg!(debug_assertions),
            parts: Vec::new(),
        }
    }
}

impl Report {
    /// Adds a section.
    pub fn add(&mut self, section: Section) {
        self.parts.push(section);
    }

    /// Renders the report as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report of numbers and texts") + "\n"
    }

    /// Renders the report as tables.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            part.write(&mut text);
        }
        text += &format!("Cores: {}.", self.cores);
        if let Some(busy) = self.busy {
            text += &format!(" Load average of the minute before: {busy:.1}.");
        }
        if self.debug {
            text += " This is a debug build; a release build is several times faster.";
        }
        text + "\n"
    }
}

impl Section {
    /// Creates a section without figures.
    pub const fn new(title: String) -> Self {
        Self { title, figures: Vec::new(), note: None }
    }

    /// Adds a number without a requirement.
    pub fn add_figure(&mut self, name: impl Into<String>, value: f64, unit: &'static str) {
        self.figures.push(Figure { name: name.into(), value, unit, bar: None });
    }

    /// Adds a number with a requirement.
    pub fn check(
        &mut self,
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        bar: Threshold,
    ) {
        let bar = Some(CheckedThreshold { bar, met: bar.is_within(value) });
        self.figures.push(Figure { name: name.into(), value, unit, bar });
    }

    /// Sets the note below the figures.
    pub fn note(&mut self, note: String) {
        self.note = Some(note);
    }

    fn write(&self, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", self.title);
        let longest = self.figures.iter().map(|figure| figure.name.chars().count()).max();
        for figure in &self.figures {
            let (name, value, unit) = (&figure.name, number(figure.value), figure.unit);
            let line = format!("  {name:<0$}  {value:>10} {unit:<9}", longest.unwrap_or(0));
            let bar = figure.bar.as_ref().map(CheckedThreshold::text).unwrap_or_default();
            let _ = writeln!(text, "{}", format!("{line}  {bar}").trim_end());
        }
        if let Some(note) = &self.note {
            let _ = writeln!(text, "  {note}");
        }
        text.push('\n');
    }
}

impl CheckedThreshold {
    fn text(&self) -> String {
        let (relation, limit) = match self.bar {
            Threshold::AtLeast(limit) => ("at least", limit),
            Threshold::AtMost(limit) => ("at most", limit),
        };
        let verdict = if self.met { "pass" } else { "FAIL" };
        format!("{verdict}: {relation} {}", number(limit))
    }
}

/// Formats a number below 100 with up to two decimals, and a larger one as a grouped integer.
fn number(value: f64) -> String {
    if value.abs() < 100.0 {
        let text = format!("{value:.2}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let digits = format!("{:.0}", value.abs());
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", String::from_utf8_lossy(&groups.join(&b','.to_owned())))
}

fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Report, Section, Threshold, number};

    #[test]
    fn numbers_are_rounded_and_grouped() {
        assert_eq!(
            [0.0, 0.5, 12.345, 123.4, 45678.9, 1e6, -278.0].map(number),
            ["0", "0.5", "12.35", "123", "45,679", "1,000,000", "-278"]
        );
    }

    fn report() -> Report {
        let mut section = Section::new("Tables that play".to_owned());
        section.add_figure("bare echo", 1000.0, "/s");
        section.check("steps", 240.0, "/s", Threshold::AtLeast(250.0));
        section.check("a message", 240.0, "bytes", Threshold::AtMost(250.0));
        Report { cores: 2, busy: Some(0.5), debug: false, parts: vec![section] }
    }

    #[test]
    fn tables_show_which_requirements_are_met() {
        let text = report().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "Tables that play",
                "  bare echo       1,000 /s",
                "  steps             240 /s         FAIL: at least 250",
                "  a message         240 bytes      pass: at most 250",
            ]
        );
    }

    #[test]
    fn json_shows_which_requirements_are_met() {
        let json: serde_json::Value = serde_json::from_str(&report().json()).expect("JSON");
        let figures = &json["parts"][0]["figures"];
        assert_eq!(figures[1]["bar"], serde_json::json!({ "at_least": 250.0, "met": false }));
        assert_eq!(figures[2]["bar"], serde_json::json!({ "at_most": 250.0, "met": true }));
    }
}
