//! Typed access to TOML tables. An invalid value is reported and read as `None`, so that reading
//! continues and finds the remaining problems.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::problem::{DeckProblemKind, ValueType};
use super::sink::{ProblemSink, UsedNames};

/// A TOML value with its position.
pub(super) type Value<'a> = Spanned<DeValue<'a>>;
/// The keywords of a key, with their values.
pub(super) type Keywords<T> = [(&'static str, T)];

/// The most characters of an id or a name.
const MAX_NAME: usize = 40;

/// Returns the byte offset of a value.
pub(super) fn offset_of(value: &Value) -> usize {
    value.span().start
}

/// A TOML table with its byte offset.
pub(super) struct TomlTable<'a> {
    table: &'a DeTable<'a>,
    at: usize,
}

impl<'a> TomlTable<'a> {
    /// Returns the root table.
    pub(super) const fn root(table: &'a DeTable<'a>) -> Self {
        Self { table, at: 0 }
    }

    /// Reads a value as a table.
    pub(super) fn open(value: &'a Value<'a>, sink: &mut ProblemSink) -> Option<Self> {
        let table = value.get_ref().as_table().map(|table| Self { table, at: offset_of(value) });
        or_wrong_type(table, value, ValueType::Table, sink)
    }

    /// Returns the byte offset of the table.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// Returns the keys of the table with their byte offsets.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.table.keys().map(|key| (key.get_ref().as_ref(), key.span().start))
    }

    /// Reports every unknown key.
    pub(super) fn allow_only(&self, known: &[&'static str], sink: &mut ProblemSink) {
        for (key, at) in self.keys().filter(|(key, _)| !known.contains(key)) {
            sink.report(at, DeckProblemKind::UnknownKey(clip(key), known.to_vec()));
        }
    }

    /// Returns the value of an optional key.
    pub(super) fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.get(key)
    }

    /// Returns the value of a required key.
    pub(super) fn require(
        &self,
        key: &'static str,
        sink: &mut ProblemSink,
    ) -> Option<&'a Value<'a>> {
        let value = self.get(key);
        if value.is_none() {
            sink.report(self.at, DeckProblemKind::MissingKey(key));
        }
        value
    }

    /// Reads a required number.
    pub(super) fn number(
        &self,
        key: &'static str,
        range: RangeInclusive<u8>,
        sink: &mut ProblemSink,
    ) -> Option<u8> {
        number(self.require(key, sink)?, key, range, sink)
    }

    /// Reads an optional number, or returns the default.
    pub(super) fn number_or(
        &self,
        key: &'static str,
        range: RangeInclusive<u8>,
        default: u8,
        sink: &mut ProblemSink,
    ) -> Option<u8> {
        self.get(key).map_or(Some(default), |value| number(value, key, range, sink))
    }

    /// Reads a required keyword.
    pub(super) fn word<T: Copy>(
        &self,
        key: &'static str,
        words: &Keywords<T>,
        sink: &mut ProblemSink,
    ) -> Option<T> {
        word(self.require(key, sink)?, words, sink)
    }

    /// Reads an optional keyword, or returns the default.
    pub(super) fn word_or<T: Copy>(
        &self,
        key: &'static str,
        words: &Keywords<T>,
        default: T,
        sink: &mut ProblemSink,
    ) -> Option<T> {
        self.get(key).map_or(Some(default), |value| word(value, words, sink))
    }

    /// Reads a required boolean.
    pub(super) fn flag(&self, key: &'static str, sink: &mut ProblemSink) -> Option<bool> {
        let value = self.require(key, sink)?;
        or_wrong_type(value.get_ref().as_bool(), value, ValueType::Flag, sink)
    }

    /// Reads a required list.
    pub(super) fn list(
        &self,
        key: &'static str,
        sink: &mut ProblemSink,
    ) -> Option<&'a [Value<'a>]> {
        list(self.require(key, sink)?, sink)
    }

    /// Reads the required id: a unique slug.
    pub(super) fn id(&self, used: &mut UsedNames, sink: &mut ProblemSink) -> Option<String> {
        let value = self.require("id", sink)?;
        let id = text(value, sink)?;
        if !is_slug(id) {
            sink.report(offset_of(value), DeckProblemKind::BadSlug(clip(id)));
            return None;
        }
        used.id(id, offset_of(value), sink);
        Some(id.to_owned())
    }

    /// Reads the required, unique name.
    pub(super) fn name(&self, used: &mut UsedNames, sink: &mut ProblemSink) -> Option<String> {
        let name = self.label("name", sink)?;
        used.name(&name, self.get("name").map_or(self.at, offset_of), sink);
        Some(name)
    }

    /// Reads a required display text: 1 to `MAX_NAME` visible characters.
    pub(super) fn label(&self, key: &'static str, sink: &mut ProblemSink) -> Option<String> {
        let value = self.require(key, sink)?;
        let name = text(value, sink)?;
        if !is_name(name) {
            sink.report(offset_of(value), DeckProblemKind::BadName(clip(name)));
            return None;
        }
        Some(name.to_owned())
    }
}

/// Reads a value as text.
pub(super) fn text<'a>(value: &'a Value<'a>, sink: &mut ProblemSink) -> Option<&'a str> {
    or_wrong_type(value.get_ref().as_str(), value, ValueType::Text, sink)
}

/// Reads a value as a list.
pub(super) fn list<'a>(value: &'a Value<'a>, sink: &mut ProblemSink) -> Option<&'a [Value<'a>]> {
    let items = value.get_ref().as_array().map(|items| &items[..]);
    or_wrong_type(items, value, ValueType::List, sink)
}

/// Reads a section as an array of tables.
pub(super) fn rows<'a>(
    section: &'a Value<'a>,
    name: &'static str,
    sink: &mut ProblemSink,
) -> Option<&'a [Value<'a>]> {
    if section.get_ref().is_table() {
        sink.report(offset_of(section), DeckProblemKind::SingleRow(name));
        return None;
    }
    list(section, sink)
}

/// Reads a value as a number within a range.
pub(super) fn number(
    value: &Value,
    key: &'static str,
    range: RangeInclusive<u8>,
    sink: &mut ProblemSink,
) -> Option<u8> {
    let wide = u32::from(*range.start())..=u32::from(*range.end());
    wide_number(value, key, wide, sink).and_then(|number| u8::try_from(number).ok())
}

/// Reads a value as a `u32` within a range.
pub(super) fn wide_number(
    value: &Value,
    key: &'static str,
    range: RangeInclusive<u32>,
    sink: &mut ProblemSink,
) -> Option<u32> {
    let digits = or_wrong_type(value.get_ref().as_integer(), value, ValueType::Number, sink)?;
    let number = parse_u32(digits).filter(|number| range.contains(number));
    if number.is_none() {
        let (least, most) = range.into_inner();
        sink.report(offset_of(value), DeckProblemKind::OutOfRange { key, least, most });
    }
    number
}

fn parse_u32(digits: &DeInteger) -> Option<u32> {
    u32::from_str_radix(digits.as_str(), digits.radix()).ok()
}

/// Reads a value as a keyword.
pub(super) fn word<T: Copy>(
    value: &Value,
    words: &Keywords<T>,
    sink: &mut ProblemSink,
) -> Option<T> {
    let found = text(value, sink)?;
    let meaning = words.iter().find(|(word, _)| *word == found).map(|&(_, meaning)| meaning);
    if meaning.is_none() {
        let known = words.iter().map(|&(word, _)| word).collect();
        sink.report(offset_of(value), DeckProblemKind::UnknownWord(clip(found), known));
    }
    meaning
}

fn or_wrong_type<T>(
    read: Option<T>,
    value: &Value,
    expected: ValueType,
    sink: &mut ProblemSink,
) -> Option<T> {
    if read.is_none() {
        let found = value_type(value);
        sink.report(offset_of(value), DeckProblemKind::WrongType { expected, found });
    }
    read
}

/// Returns the type of a value.
pub(super) fn value_type(value: &Value) -> ValueType {
    match value.get_ref() {
        DeValue::String(_) => ValueType::Text,
        DeValue::Integer(_) => ValueType::Number,
        DeValue::Boolean(_) => ValueType::Flag,
        DeValue::Array(_) => ValueType::List,
        DeValue::Table(_) => ValueType::Table,
        DeValue::Float(_) | DeValue::Datetime(_) => ValueType::Other,
    }
}

/// Shortens a text of the file to at most `MAX_NAME` characters for a message.
pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn is_slug(id: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    id.len() <= MAX_NAME && id.split('-').all(is_part)
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && !name.chars().any(is_unseen)
        && name.chars().nth(MAX_NAME).is_none()
}

/// Returns whether a character is invisible, a control character, or changes the text direction.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}
