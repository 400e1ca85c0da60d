//! Titled tables for the terminal and the HTML report.

use std::fmt::Write as _;

/// A titled table.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// An explanation, if the table needs one.
    pub(crate) note: &'static str,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Returns the column headings.
pub(crate) fn head<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// Renders a table for the terminal, with all rows.
pub(crate) fn render(section: &Section) -> String {
    lines_up_to(section, usize::MAX)
}

/// Renders a table for the terminal; long tables show only their first and last rows.
pub(crate) fn render_short(section: &Section) -> String {
    lines_up_to(section, 14)
}

fn lines_up_to(section: &Section, long: usize) -> String {
    let cut = section.rows.len().saturating_sub(long);
    let shown = |i: usize| cut == 0 || i < long / 2 || i >= long / 2 + cut;
    let width = |column: usize| {
        let cells = section.rows.iter().chain([&section.head]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..section.head.len()).map(width).collect();
    let mut out = format!("\n{}\n{}", section.title, line(&section.head, &widths));
    for (i, row) in section.rows.iter().enumerate() {
        if shown(i) {
            out += &line(row, &widths);
        } else if i == long / 2 {
            let _ = writeln!(out, "  … {cut} more …");
        }
    }
    out
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let mut out = String::from(" ");
    for (i, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let pad = " ".repeat(width - cell.chars().count());
        let _ = if i == 0 { write!(out, " {cell}{pad}") } else { write!(out, "  {pad}{cell}") };
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Formats a number as `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
