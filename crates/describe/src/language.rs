//! The supported languages.

use crate::localizer::Localizer;
use std::sync::LazyLock;

macro_rules! languages {
    ($($(#[$doc:meta])* $name:ident = $tag:literal, rules in $book:literal;)*) => {
        /// A supported language.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Language {
            $($(#[$doc])* $name,)*
        }

        impl Language {
            /// All languages.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the language tag, as in `<html lang>`.
            #[must_use]
            pub const fn tag(self) -> &'static str {
                match self { $(Self::$name => $tag,)* }
            }

            /// Returns the content of the Fluent file.
            #[must_use]
            pub const fn source(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("../locales/", $tag, ".ftl")),)* }
            }

            /// Returns the shared localizer of the language. The first call creates it.
            #[must_use]
            pub fn localizer(self) -> &'static Localizer {
                match self {
                    $(Self::$name => {
                        static SHARED: LazyLock<Localizer> =
                            LazyLock::new(|| Localizer::new(Language::$name));
                        &SHARED
                    })*
                }
            }

            /// Returns the rulebook as Markdown.
            pub(crate) const fn book(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("../books/", $book)),)* }
            }
        }
    };
}

languages! {
    /// English.
    English = "en", rules in "RULES.md";
    /// German.
    German = "de", rules in "RULES.de.md";
}

impl Language {
    /// Returns the language with a tag such as `de` or `de-AT`.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let main = tag.split(['-', '_']).next()?;
        Self::ALL.iter().copied().find(|language| language.tag().eq_ignore_ascii_case(main))
    }
}
