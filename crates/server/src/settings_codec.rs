//! Stored form of table settings, with the rulings of the game.
//!
//! A table keeps the rulings that were the newest when it was created, so that an update of the
//! server does not change the rules of a running game.

use orrery_protocol::TableSettings;
use orrery_rules::{Rulings, deck};
use serde::de::Error as _;
use serde_json::{Error, Value};

const RULINGS_KEY: &str = "rulings";

/// Encodes the settings of a new table, which uses the newest rulings.
///
/// Omits the rulings if the edition has only one set, so that the previous version of the server
/// can read the table. If the edition has several sets, the previous version must not be able to
/// read the table, because it would apply its own rulings.
pub(crate) fn encode(settings: &TableSettings) -> String {
    let mut value = serde_json::to_value(settings).expect("all keys of settings are strings");
    let first = deck::edition_under(&settings.edition, Rulings::First);
    if first.is_none_or(|rules| rules.rulings == Rulings::First) {
        value[RULINGS_KEY] = Rulings::NEWEST.number().into();
    }
    value.to_string()
}

/// Decodes the settings and the rulings of a table.
///
/// Without stored rulings, the table uses the first set.
///
/// # Errors
/// If the settings are damaged, or contain a key or rulings that this version does not know.
pub(crate) fn decode(stored: &str) -> Result<(TableSettings, Rulings), Error> {
    let mut value: Value = serde_json::from_str(stored)?;
    let number = value.as_object_mut().and_then(|object| object.remove(RULINGS_KEY));
    let rulings = match number {
        None => Rulings::First,
        Some(number) => {
            let unknown = || Error::custom(format!("unknown rulings: {number}"));
            let known = number.as_u64().and_then(|number| number.try_into().ok());
            known.and_then(Rulings::numbered).ok_or_else(unknown)?
        }
    };
    Ok((serde_json::from_value(value)?, rulings))
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use orrery_protocol::TableSettings;
    use orrery_rules::Rulings;

    #[test]
    fn a_new_table_keeps_the_newest_rulings() {
        let settings = TableSettings::seats(3);
        assert_eq!(decode(&encode(&settings)).expect("settings"), (settings, Rulings::NEWEST));
    }

    #[test]
    fn rulings_are_omitted_if_the_edition_has_one_set() {
        let editions = [("prototype", false), ("blast-off", false), ("custom-deck", true)];
        for (edition, has_rulings) in editions {
            let settings = TableSettings { edition: edition.to_owned(), ..TableSettings::seats(2) };
            assert_eq!(encode(&settings).contains("rulings"), has_rulings, "{edition}");
        }
    }

    #[test]
    fn a_table_without_rulings_uses_the_first_set() {
        let (settings, rulings) = decode(r#"{"seats":1,"rogue":"hades"}"#).expect("settings");
        assert_eq!((settings.seats, rulings), (1, Rulings::First));
    }

    #[test]
    fn unknown_settings_are_refused() {
        assert!(decode(r#"{"seats":1,"rulings":2,"colour":"red"}"#).is_err());
    }

    #[test]
    fn unknown_rulings_are_refused() {
        for rulings in ["0", "3", "4294967297", "-1", "1.5", "\"1\"", "null"] {
            let stored = format!(r#"{{"seats":1,"rulings":{rulings}}}"#);
            let error = decode(&stored).expect_err("unknown rulings").to_string();
            assert_eq!(error, format!("unknown rulings: {rulings}"));
        }
    }
}
