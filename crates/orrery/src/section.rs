//! Tables for people: what a command found out, for the terminal and for pages.

use std::fmt::Write as _;

/// A table for people.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// What is counted, if that is not clear.
    pub(crate) note: &'static str,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The words over the columns.
pub(crate) fn head<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// A table for the terminal, with all its rows.
pub(crate) fn render(section: &Section) -> String {
    lines_up_to(section, usize::MAX)
}

/// A table for the terminal; of long ones only the beginning and the end.
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

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
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
