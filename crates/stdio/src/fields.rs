//! Typed access to the fields of a request.

use orrery_describe::Language;
use orrery_protocol::{Code, Fault};
use orrery_rules::Seat;
use serde_json::{Map, Value};

/// The fields of a request, or of an object in a request.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'r>(pub(crate) &'r Map<String, Value>);

impl<'r> Fields<'r> {
    /// Rejects fields that are not in this list; they are usually misspelt.
    pub(crate) fn allow_only(self, known: &[&str]) -> Result<(), Fault> {
        let Some(name) = self.0.keys().find(|name| !known.contains(&name.as_str())) else {
            return Ok(());
        };
        let name: String = name.chars().take(40).collect();
        let known = known.join(", ");
        let text = format!("unknown field `{name}`; known: {known}");
        Err(Fault::new(Code::UnknownField, text).of_field(&name))
    }

    /// Returns a field that is present and not `null`.
    fn get(self, name: &str) -> Option<&'r Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Reads an optional field. The error says that the field must be `wanted`.
    fn read<T>(
        self,
        name: &str,
        wanted: &str,
        read: impl FnOnce(&'r Value) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| Fault::bad_field(name, wanted)),
        }
    }

    pub(crate) fn text(self, name: &str) -> Result<Option<&'r str>, Fault> {
        self.read(name, "text", Value::as_str)
    }

    pub(crate) fn required_text(self, name: &str) -> Result<&'r str, Fault> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    pub(crate) fn number(self, name: &str) -> Result<Option<usize>, Fault> {
        let whole = |value: &Value| usize::try_from(value.as_u64()?).ok();
        self.read(name, "a whole number", whole)
    }

    pub(crate) fn flag(self, name: &str) -> Result<bool, Fault> {
        Ok(self.read(name, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    pub(crate) fn seat(self, name: &str) -> Result<Option<Seat>, Fault> {
        self.read(name, "a seat, A to E", |value| Seat::from_letter(value.as_str()?))
    }

    pub(crate) fn texts(self, name: &str) -> Result<Option<Vec<&'r str>>, Fault> {
        self.read(name, "a list of texts", |value| {
            value.as_array()?.iter().map(Value::as_str).collect()
        })
    }

    pub(crate) fn object(self, name: &str) -> Result<Option<Self>, Fault> {
        Ok(self.read(name, "an object", Value::as_object)?.map(Self))
    }

    /// Reads 64 bits: a number, or text such as `"17"` or `"0x00ff"`.
    ///
    /// Text is accepted because not every language can represent such large numbers.
    pub(crate) fn bits(self, name: &str) -> Result<u64, Fault> {
        let read = |value: &Value| match value.as_str() {
            None => value.as_u64(),
            Some(text) => match text.strip_prefix("0x") {
                Some(hex) if !hex.starts_with('+') => u64::from_str_radix(hex, 16).ok(),
                _ => text.parse().ok(),
            },
        };
        let wanted = "64 bits: a number, or text such as \"17\" or \"0xff\"";
        self.read(name, wanted, read)?.ok_or_else(|| missing(name))
    }

    /// Returns the language of the texts; English by default.
    pub(crate) fn language(self) -> Result<Language, Fault> {
        let read = |value: &Value| Language::from_tag(value.as_str()?);
        Ok(self.read("words", "a language: en or de", read)?.unwrap_or(Language::English))
    }

    /// Reads `as`: a seat, or `Some(None)` for `spectator`.
    pub(crate) fn perspective(self) -> Result<Option<Option<Seat>>, Fault> {
        self.read("as", "a seat of the game, or `spectator`", |value| match value.as_str()? {
            "spectator" => Some(None),
            letter => Seat::from_letter(letter).map(Some),
        })
    }
}

pub(crate) fn missing(name: &str) -> Fault {
    Fault::new(Code::MissingField, format!("`{name}` is missing")).of_field(name)
}
