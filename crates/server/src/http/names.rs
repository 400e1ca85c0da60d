//! Checks of display names.
//!
//! A display name contains no invisible characters, and no look-alike letters of several scripts.
//! At a table, no two players have names that look alike. See Unicode Technical Standard 39,
//! sections 4 and 5.

use std::iter;
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::AugmentedScriptSet;

/// Removes invisible characters and direction marks, and collapses spaces.
pub(super) fn normalise(name: &str) -> String {
    let visible: String = name.chars().filter(|c| !is_invisible(*c)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a text has no visible character.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Returns whether a character is a control character, ignorable, blank or for private use.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c),
            0xad | 0x34f | 0x61c | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f
            | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0x2800 | 0x3164
            | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb | 0x1bca0..=0x1bca3
            | 0x1d159 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff)
        // Private use: the glyph depends on the font.
        || matches!(u32::from(c), 0xe000..=0xf8ff | 0xf_0000..=0x10_ffff)
}

/// Returns whether all letters belong to one script (level "highly restrictive").
///
/// Symbols, digits and emoji belong to every script. Chinese, Japanese and Korean use several
/// scripts, and may include Latin letters.
pub(super) fn is_one_script(name: &str) -> bool {
    let latin = |c: &char| c.is_ascii_alphabetic();
    let rest: String = name.chars().filter(|c| !latin(c)).collect();
    let scripts = AugmentedScriptSet::for_str(&rest);
    !AugmentedScriptSet::for_str(name).is_empty() || scripts.hanb || scripts.jpan || scripts.kore
}

/// Returns the name, with a number after it if it looks like one of the other names.
pub(crate) fn distinct<'a>(name: &str, others: impl Iterator<Item = &'a str>) -> String {
    let taken: Vec<String> = others.map(|other| skeleton(other).collect()).collect();
    let is_free = |name: &String| !taken.contains(&skeleton(name).collect());
    let numbered = (2..=taken.len() + 1).map(|number| format!("{name} ({number})"));
    let mut names = iter::once(name.to_owned()).chain(numbered);
    // There are more candidates than taken names, so one of them is free.
    names.find(is_free).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{distinct, is_one_script, normalise};

    #[test]
    fn names_that_look_alike_get_a_number() {
        // Cyrillic letters only.
        let copa = "\u{441}\u{43e}\u{440}\u{430}";
        assert!(is_one_script(copa));
        let cases: [(&str, &[&str], &str); 7] = [
            ("Ada", &[], "Ada"),
            ("Ada", &["Bob", "ada"], "Ada"),
            ("Ada", &["Ada"], "Ada (2)"),
            ("Ada", &["Ada", "Ada (2)"], "Ada (3)"),
            ("copa", &[copa], "copa (2)"),
            (copa, &["copa"], &format!("{copa} (2)")),
            ("Ill", &["lll"], "Ill (2)"),
        ];
        for (name, others, expected) in cases {
            assert_eq!(distinct(name, others.iter().copied()), expected);
        }
    }

    #[test]
    fn invisible_characters_are_removed() {
        let blanks = [
            '\u{3164}',
            '\u{2800}',
            '\u{fe0f}',
            '\u{ad}',
            '\u{61c}',
            '\u{e0041}',
            '\u{115f}',
            '\u{ffa0}',
            '\u{200b}',
            '\u{202e}',
            '\u{2066}',
            '\u{feff}',
            '\u{180e}',
            '\u{e000}',
            '\0',
        ];
        for blank in blanks {
            assert_eq!(normalise(&format!("A{blank}da")), "Ada", "{:x}", u32::from(blank));
            assert_eq!(normalise(&format!("{blank} {blank}")), "", "{:x}", u32::from(blank));
        }
        assert_eq!(normalise("  Ada \u{a0}\u{3000} L. "), "Ada L.");
    }

    #[test]
    fn names_of_one_script_are_accepted() {
        let names = [
            "Ada",
            "Зоя",
            "Ζωή",
            "Ada 🚀 7",
            "日本のAda",
            "김철수 Kim",
            "王小明",
            "محمد",
            "Gödel-Ñuñez",
            "O'Neill & Co.",
            "42",
            "★",
        ];
        names.iter().for_each(|name| assert!(is_one_script(name), "{name}"));
    }

    #[test]
    fn mixed_scripts_are_refused() {
        // Cyrillic а, о and е; Greek ο; Cherokee; Armenian.
        let names =
            ["p\u{430}ypal", "Ad\u{430}", "B\u{3bf}b", "\u{13aa}da", "Ada \u{585}", "Зоя Ada"];
        names.iter().for_each(|name| assert!(!is_one_script(name), "{name}"));
    }
}
