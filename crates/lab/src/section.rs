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

/// Returns column headings as owned strings.
pub(crate) fn head<const N: usize>(headings: [&str; N]) -> Vec<String> {
    headings.map(str::to_owned).to_vec()
}

/// Renders a table for the terminal, with all rows.
pub(crate) fn render(section: &Section) -> String {
    render_rows(section, usize::MAX)
}

/// Renders a table for the terminal; long tables show only their first and last rows.
pub(crate) fn render_short(section: &Section) -> String {
    render_rows(section, 14)
}

/// Renders a table with at most `max_rows` rows; a line in the middle counts the omitted ones.
fn render_rows(section: &Section, max_rows: usize) -> String {
    let omitted = section.rows.len().saturating_sub(max_rows);
    let is_shown = |i: usize| omitted == 0 || i < max_rows / 2 || i >= max_rows / 2 + omitted;
    let width = |column: usize| {
        let cells = section.rows.iter().chain([&section.head]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..section.head.len()).map(width).collect();
    let mut out = format!("\n{}\n{}", section.title, line(&section.head, &widths));
    for (i, row) in section.rows.iter().enumerate() {
        if is_shown(i) {
            out += &line(row, &widths);
        } else if i == max_rows / 2 {
            let _ = writeln!(out, "  … {omitted} more …");
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

/// Formats a number with thousands separators, as in `1,234,567`.
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
