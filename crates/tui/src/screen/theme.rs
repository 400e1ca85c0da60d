//! Colours and symbols. A shape or letter accompanies every colour, so that nothing depends on
//! colour alone.

use ratatui::style::{Color, Modifier, Style};

/// The number of colours that a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorDepth {
    /// No colours.
    None,
    /// The 16 colours of the terminal's palette.
    Ansi16,
    /// 256 colours.
    Ansi256,
    /// 24-bit colours.
    True,
}

/// The colours and characters that the screen may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The colours that the terminal can show.
    pub colors: ColorDepth,
    /// Whether only ASCII characters may be drawn.
    pub ascii: bool,
}

impl Look {
    /// Returns the look for the environment variables, such as `NO_COLOR`; `variable` reads one.
    #[must_use]
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).unwrap_or_default();
        let colors = match (value("NO_COLOR"), value("COLORTERM"), value("TERM")) {
            (no, _, _) if !no.is_empty() => ColorDepth::None,
            (_, _, term) if term == "dumb" => ColorDepth::None,
            (_, color, _) if color == "truecolor" || color == "24bit" => ColorDepth::True,
            (_, _, term) if term.contains("direct") => ColorDepth::True,
            (_, _, term) if term.contains("256") => ColorDepth::Ansi256,
            _ => ColorDepth::Ansi16,
        };
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(value).find(|it| !it.is_empty());
        let is_utf8 = |locale: String| locale.to_lowercase().replace('-', "").contains("utf8");
        Self { colors, ascii: !locale.is_none_or(is_utf8) }
    }
}

/// The styles and symbols of the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) look: Look,
}

/// The colour of each seat: in 24 bits, as an index of 256 colours, and in 16 colours.
const SEATS: [((u8, u8, u8), u8, Color); 5] = [
    ((86, 180, 233), 74, Color::LightCyan),
    ((230, 159, 0), 214, Color::LightYellow),
    ((0, 200, 140), 42, Color::LightGreen),
    ((226, 130, 180), 175, Color::LightMagenta),
    ((240, 110, 90), 209, Color::LightRed),
];
/// The colour of headings and keys.
const ACCENT: ((u8, u8, u8), u8, Color) = ((150, 140, 240), 105, Color::LightBlue);
/// The colour of secondary text.
const QUIET: ((u8, u8, u8), u8, Color) = ((140, 145, 160), 246, Color::Gray);

impl Theme {
    fn color(self, (rgb, indexed, ansi): ((u8, u8, u8), u8, Color)) -> Style {
        match self.look.colors {
            ColorDepth::None => Style::new(),
            ColorDepth::Ansi16 => Style::new().fg(ansi),
            ColorDepth::Ansi256 => Style::new().fg(Color::Indexed(indexed)),
            ColorDepth::True => Style::new().fg(Color::Rgb(rgb.0, rgb.1, rgb.2)),
        }
    }

    /// Returns the style of a seat.
    pub(crate) fn seat(self, index: usize) -> Style {
        self.color(SEATS[index.min(SEATS.len() - 1)])
    }

    /// Returns the shape of a seat.
    pub(crate) const fn shape(self, index: usize) -> &'static str {
        const SHAPES: [&str; 5] = ["●", "▲", "■", "◆", "★"];
        const ASCII_SHAPES: [&str; 5] = ["o", "^", "#", "+", "*"];
        let all = if self.look.ascii { ASCII_SHAPES } else { SHAPES };
        all[if index < all.len() { index } else { all.len() - 1 }]
    }

    /// Returns the style of headings and keys.
    pub(crate) fn accent(self) -> Style {
        self.color(ACCENT).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of secondary text.
    pub(crate) fn quiet(self) -> Style {
        self.color(QUIET)
    }

    /// Returns the style of the selected line.
    pub(crate) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of important text.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the symbol before the selected line.
    pub(crate) const fn pointer(self) -> &'static str {
        if self.look.ascii { ">" } else { "▶" }
    }

    /// Returns the symbol at the end of shortened text.
    pub(crate) const fn ellipsis(self) -> &'static str {
        if self.look.ascii { "..." } else { "…" }
    }

    /// Returns the symbol of an empty space of a track.
    pub(crate) const fn space(self) -> &'static str {
        if self.look.ascii { "." } else { "·" }
    }

    /// Replaces characters that the look does not allow, such as letters with accents in ASCII.
    pub(crate) fn text(self, text: &str) -> String {
        if !self.look.ascii {
            return text.to_owned();
        }
        let mut ascii = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                'ä' => ascii.push_str("ae"),
                'ö' => ascii.push_str("oe"),
                'ü' => ascii.push_str("ue"),
                'Ä' => ascii.push_str("Ae"),
                'Ö' => ascii.push_str("Oe"),
                'Ü' => ascii.push_str("Ue"),
                'ß' => ascii.push_str("ss"),
                '…' => ascii.push_str("..."),
                '’' | '‘' => ascii.push('\''),
                '“' | '”' | '„' => ascii.push('"'),
                '–' | '—' => ascii.push('-'),
                '×' => ascii.push('x'),
                '·' => ascii.push('-'),
                '\u{a0}' => ascii.push(' '),
                letter if letter.is_ascii() => ascii.push(letter),
                _ => ascii.push('?'),
            }
        }
        ascii
    }
}
