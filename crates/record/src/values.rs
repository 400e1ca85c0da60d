//! The validated values of a record: step texts, marks, dates, tags and hexadecimal digits.

use std::fmt;

/// Maximum number of bytes of a step text.
const MAX_STEP_TEXT: usize = 160;
/// Maximum number of bytes of a tag's name.
const MAX_TAG: usize = 40;

/// The text of a step, as in the notation of the rules: `activate move`, `rolled move energy`.
///
/// Nothing checks the text against the rules until a replay parses it. A hidden card is written as
/// `?`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepText(Box<str>);

impl StepText {
    /// Creates a step text from words of letters, digits and hyphens, separated by single spaces.
    ///
    /// The first word is lower case; the last one may be `?` for a hidden card.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let plain = |word: &str| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        let body = text.strip_suffix(" ?").unwrap_or(text);
        let verb = body.split(' ').next()?;
        let is_valid = text.len() <= MAX_STEP_TEXT
            && verb.bytes().all(|b| b.is_ascii_lowercase())
            && body.split(' ').all(plain);
        is_valid.then(|| Self(text.into()))
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the first word.
    #[must_use]
    pub fn verb(&self) -> &str {
        self.0.split(' ').next().unwrap_or("")
    }

    /// Returns the text with its card hidden: `keep ?`.
    #[must_use]
    pub fn hidden(&self) -> Self {
        Self(format!("{} ?", self.verb()).into())
    }

    /// Returns whether the card is hidden.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.0.ends_with(" ?")
    }
}

impl fmt::Display for StepText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An annotation mark, as in chess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A good action: `!`.
    Good,
    /// A bad action: `?`.
    Bad,
    /// A brilliant action: `!!`.
    Brilliant,
    /// A blunder: `??`.
    Blunder,
    /// An interesting action: `!?`.
    Interesting,
    /// A dubious action: `?!`.
    Dubious,
}

impl Mark {
    /// All marks, longer ones first.
    pub const ALL: [Self; 6] =
        [Self::Brilliant, Self::Blunder, Self::Interesting, Self::Dubious, Self::Good, Self::Bad];

    /// Returns the mark as text.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Bad => "?",
            Self::Brilliant => "!!",
            Self::Blunder => "??",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
        }
    }

    /// Parses a mark.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.sign() == sign)
    }
}

/// A date, or a time in UTC: `2026-01-31` or `2026-01-31T19:30:00Z`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date(Box<str>);

impl Date {
    /// Parses a date.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let (day, time) = match text.split_once('T') {
            None => (text, None),
            Some((day, time)) => (day, Some(time.strip_suffix('Z')?)),
        };
        let is_valid = is_day(day) && time.is_none_or(is_time);
        is_valid.then(|| Self(text.into()))
    }

    /// Returns the date as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_day(text: &str) -> bool {
    match numbers(text, '-', [4, 2, 2]) {
        Some([_, month, day]) => (1..=12).contains(&month) && (1..=31).contains(&day),
        None => false,
    }
}

fn is_time(text: &str) -> bool {
    numbers(text, ':', [2, 2, 2])
        .is_some_and(|[hour, minute, second]| hour < 24 && minute < 60 && second <= 60)
}

fn numbers(text: &str, separator: char, widths: [usize; 3]) -> Option<[u32; 3]> {
    let mut parts = text.split(separator);
    let mut found = [0; 3];
    for (number, width) in found.iter_mut().zip(widths) {
        let part = parts.next().filter(|part| part.len() == width)?;
        let digits = part.bytes().all(|b| b.is_ascii_digit());
        *number = digits.then(|| part.parse().ok()).flatten()?;
    }
    parts.next().is_none().then_some(found)
}

/// The name of a tag: letters, digits and hyphens.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tag(Box<str>);

impl Tag {
    /// Creates a tag name.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (plain && !text.is_empty() && text.len() <= MAX_TAG).then(|| Self(text.into()))
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a text is a valid id of an edition, a deck or a Rogue.
pub(crate) fn is_slug(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.len() <= MAX_TAG && text.split('-').all(part)
}

/// Encodes bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Decodes lower-case hexadecimal digits.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'f' => Some(b - b'a' + 10),
        _ => None,
    };
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

/// Decodes 32 bytes of hexadecimal digits.
pub(crate) fn unhex32(text: &str) -> Option<[u8; 32]> {
    unhex(text)?.try_into().ok()
}

/// Decodes a digest of exactly 16 hexadecimal digits.
pub(crate) fn digest_from(text: &str) -> Option<u64> {
    unhex(text)?.try_into().ok().map(u64::from_be_bytes)
}
