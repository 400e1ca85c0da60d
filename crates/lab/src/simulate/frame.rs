//! Rows as columns, from which both file formats are written.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Marks an absent number.
pub(crate) const NO_NUMBER: i64 = i64::MIN;
/// Marks an absent text.
pub(crate) const NO_TEXT: u16 = u16::MAX;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    /// A signed 32-bit integer.
    Int,
    /// A signed 64-bit integer.
    Long,
    /// An unsigned 64-bit integer.
    Seed,
    /// A text with few distinct values.
    Text,
}

/// The name and type of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: ColumnType,
    pub(crate) optional: bool,
}

impl Field {
    pub(crate) fn new(name: impl Into<String>, kind: ColumnType) -> Self {
        Self { name: name.into(), kind, optional: false }
    }

    /// Creates a column in which values may be absent.
    pub(crate) fn optional(name: impl Into<String>, kind: ColumnType) -> Self {
        Self { optional: true, ..Self::new(name, kind) }
    }
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Values {
    /// 32-bit integers; `i32::MIN` is absent.
    Int(Vec<i32>),
    /// 64-bit integers; `i64::MIN` is absent.
    Long(Vec<i64>),
    /// String numbers; [`NO_TEXT`] is absent.
    Text(Vec<u16>),
}

impl Values {
    fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Int => Self::Int(Vec::new()),
            ColumnType::Long | ColumnType::Seed => Self::Long(Vec::new()),
            ColumnType::Text => Self::Text(Vec::new()),
        }
    }

    fn truncate(&mut self, rows: usize) {
        match self {
            Self::Int(values) => values.truncate(rows),
            Self::Long(values) => values.truncate(rows),
            Self::Text(values) => values.truncate(rows),
        }
    }

    fn append(&mut self, other: &Self, rows: Range<usize>) {
        match (self, other) {
            (Self::Int(all), Self::Int(more)) => all.extend_from_slice(&more[rows]),
            (Self::Long(all), Self::Long(more)) => all.extend_from_slice(&more[rows]),
            (Self::Text(all), Self::Text(more)) => all.extend_from_slice(&more[rows]),
            _ => {}
        }
    }

    /// Returns whether these are `rows` values of this type.
    fn fit(&self, kind: ColumnType, rows: usize) -> bool {
        match (self, kind) {
            (Self::Int(values), ColumnType::Int) => values.len() == rows,
            (Self::Long(values), ColumnType::Long | ColumnType::Seed) => values.len() == rows,
            (Self::Text(values), ColumnType::Text) => values.len() == rows,
            _ => false,
        }
    }
}

/// Rows stored column by column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Frame {
    columns: Vec<Values>,
    /// The column of the next value.
    at: usize,
    rows: usize,
}

impl Frame {
    pub(crate) fn new(fields: &[Field]) -> Self {
        let columns = fields.iter().map(|field| Values::new(field.kind)).collect();
        Self { columns, at: 0, rows: 0 }
    }

    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> &[Values] {
        &self.columns
    }

    /// Adds the next value of the row; [`NO_NUMBER`] is absent.
    #[inline]
    pub(crate) fn number(&mut self, value: i64) {
        match &mut self.columns[self.at] {
            Values::Int(values) => values.push(i32::try_from(value).unwrap_or(i32::MIN)),
            Values::Long(values) => values.push(value),
            Values::Text(values) => values.push(NO_TEXT),
        }
        self.at += 1;
    }

    /// Adds the next value of the row, by its number in [`StringTable`].
    #[inline]
    pub(crate) fn text(&mut self, value: u16) {
        if let Values::Text(values) = &mut self.columns[self.at] {
            values.push(value);
        }
        self.at += 1;
    }

    /// Completes the row.
    #[inline]
    pub(crate) const fn end_row(&mut self) {
        self.at = 0;
        self.rows += 1;
    }

    /// Appends rows of another frame with the same columns.
    pub(crate) fn append(&mut self, other: &Self, rows: Range<usize>) {
        self.rows += rows.len();
        for (all, more) in self.columns.iter_mut().zip(&other.columns) {
            all.append(more, rows.clone());
        }
    }

    /// Returns whether this is a complete frame of these columns; workers are not trusted.
    pub(crate) fn fits(&self, fields: &[Field]) -> bool {
        let columns = fields.iter().zip(&self.columns);
        self.at == 0
            && self.columns.len() == fields.len()
            && columns.into_iter().all(|(field, values)| values.fit(field.kind, self.rows))
    }

    /// Replaces string numbers by `numbers[old]`; `None` if one is out of range.
    pub(crate) fn renumber(&mut self, numbers: &[u16]) -> Option<()> {
        for values in &mut self.columns {
            let Values::Text(values) = values else { continue };
            for value in values.iter_mut().filter(|value| **value != NO_TEXT) {
                *value = *numbers.get(*value as usize)?;
            }
        }
        Some(())
    }

    /// Keeps only the first rows.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|values| values.truncate(rows));
        self.rows = self.rows.min(rows);
    }
}

/// A table of distinct strings, shared by the workers and the writer.
#[derive(Debug, Default)]
pub(crate) struct StringTable(Mutex<(Vec<String>, HashMap<String, u16>)>);

impl StringTable {
    /// Returns the number of a string, and adds it if it is new.
    pub(crate) fn number(&self, text: &str) -> u16 {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = known.1.get(text) {
            return *number;
        }
        let number = u16::try_from(known.0.len()).unwrap_or(NO_TEXT);
        known.0.push(text.to_owned());
        known.1.insert(text.to_owned(), number);
        number
    }

    /// Returns all strings by number.
    pub(crate) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{ColumnType, Field, Frame, NO_TEXT};

    fn fields() -> [Field; 2] {
        [Field::new("turn", ColumnType::Int), Field::optional("bot", ColumnType::Text)]
    }

    fn frame(rows: &[(i64, u16)]) -> Frame {
        let mut frame = Frame::new(&fields());
        for (turn, bot) in rows {
            frame.number(*turn);
            frame.text(*bot);
            frame.end_row();
        }
        frame
    }

    #[test]
    fn strings_are_renumbered() {
        let mut some = frame(&[(5, 0), (6, NO_TEXT), (7, 1)]);
        assert_eq!(some.renumber(&[30, 31]), Some(()));
        assert_eq!(some, frame(&[(5, 30), (6, NO_TEXT), (7, 31)]));
        assert_eq!(frame(&[(5, 2)]).renumber(&[30, 31]), None, "there is no such text");
    }

    #[test]
    fn only_complete_frames_of_the_columns_fit() {
        let whole = frame(&[(5, 0), (6, 1)]);
        let mut torn = whole.clone();
        torn.number(7);
        assert!(whole.fits(&fields()) && !torn.fits(&fields()));
        assert!(!whole.fits(&fields()[..1]) && !whole.fits(&[fields(), fields()].concat()));
        let [first, second] = fields();
        assert!(!whole.fits(&[second, first]));
    }

    #[test]
    fn rows_of_another_frame_are_appended() {
        let mut some = frame(&[(1, 1)]);
        some.append(&frame(&[(2, 2), (3, 3), (4, 4)]), 1..3);
        assert_eq!(some, frame(&[(1, 1), (3, 3), (4, 4)]));
    }
}
