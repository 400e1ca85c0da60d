//! The options of a game as fields of a message.

use orrery_rules::{GameOption, OptionSet};
use serde::Serialize;

/// Defines a field for each option of the game.
macro_rules! option_flags {
    ($($(#[$doc:meta])* $option:ident, $field:ident, $word:literal;)*) => {
        /// The options of a game: whether each is on.
        #[derive(Clone, Copy, Debug, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct OptionFlags {
            $($(#[$doc])* pub $field: bool,)*
        }

        impl From<OptionSet> for OptionFlags {
            fn from(chosen: OptionSet) -> Self {
                Self { $($field: chosen.has(GameOption::$option),)* }
            }
        }
    };
}
orrery_rules::game_options!(option_flags);
