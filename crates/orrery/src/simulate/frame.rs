//! Rows turned into columns: what both file formats are written from.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// An absent number.
pub(crate) const NO_NUMBER: i64 = i64::MIN;
/// An absent text.
pub(crate) const NO_TEXT: u16 = u16::MAX;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A number of 32 bits.
    Int,
    /// A number of 64 bits.
    Long,
    /// A number of 64 bits without a sign.
    Seed,
    /// A text, of few different ones.
    Text,
}

/// The name and type of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) optional: bool,
}

impl Field {
    pub(crate) fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind, optional: false }
    }

    /// A column in which a value may be absent.
    pub(crate) fn optional(name: impl Into<String>, kind: Kind) -> Self {
        Self { optional: true, ..Self::new(name, kind) }
    }
}

/// The values of a column.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// 32 bits; `i32::MIN` is absent.
    Int(Vec<i32>),
    /// 64 bits; `i64::MIN` is absent.
    Long(Vec<i64>),
    /// Numbers of texts; [`NO_TEXT`] is absent.
    Text(Vec<u16>),
}

impl Values {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Int => Self::Int(Vec::new()),
            Kind::Long | Kind::Seed => Self::Long(Vec::new()),
            Kind::Text => Self::Text(Vec::new()),
        }
    }

    fn truncate(&mut self, rows: usize) {
        match self {
            Self::Int(values) => values.truncate(rows),
            Self::Long(values) => values.truncate(rows),
            Self::Text(values) => values.truncate(rows),
        }
    }

    fn append(&mut self, other: &Self) {
        match (self, other) {
            (Self::Int(all), Self::Int(more)) => all.extend_from_slice(more),
            (Self::Long(all), Self::Long(more)) => all.extend_from_slice(more),
            (Self::Text(all), Self::Text(more)) => all.extend_from_slice(more),
            _ => {}
        }
    }
}

/// Some rows, column by column.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    columns: Vec<Values>,
    /// The column that the next value goes to.
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

    /// The next value of the row; [`NO_NUMBER`] is an absent one.
    #[inline]
    pub(crate) fn number(&mut self, value: i64) {
        match &mut self.columns[self.at] {
            Values::Int(values) => values.push(i32::try_from(value).unwrap_or(i32::MIN)),
            Values::Long(values) => values.push(value),
            Values::Text(values) => values.push(NO_TEXT),
        }
        self.at += 1;
    }

    /// The next value of the row, by its number in [`Texts`].
    #[inline]
    pub(crate) fn text(&mut self, value: u16) {
        if let Values::Text(values) = &mut self.columns[self.at] {
            values.push(value);
        }
        self.at += 1;
    }

    /// The row is complete.
    #[inline]
    pub(crate) const fn end_row(&mut self) {
        self.at = 0;
        self.rows += 1;
    }

    pub(crate) fn append(&mut self, other: &Self) {
        for (all, more) in self.columns.iter_mut().zip(&other.columns) {
            all.append(more);
        }
        self.rows += other.rows;
    }

    /// Drops all rows after the first few.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|values| values.truncate(rows));
        self.rows = self.rows.min(rows);
    }
}

/// Every different text once. Workers and the writer share it.
#[derive(Debug, Default)]
pub(crate) struct Texts(Mutex<(Vec<String>, HashMap<String, u16>)>);

impl Texts {
    /// The number of a text.
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

    /// All texts by their numbers, as of now.
    pub(crate) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}
