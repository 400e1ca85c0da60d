//! Reads the records in the export of a player's games.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// The record of a game in an export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedRecord {
    /// The id of the table; it contains only letters, digits and hyphens.
    pub table: String,
    /// The record, in a format that [`Record::read`](crate::Record::read) accepts.
    pub record: String,
}

#[derive(Deserialize)]
struct Export {
    #[serde(rename = "me")]
    _me: IgnoredAny,
    games: Vec<Game>,
}

#[derive(Deserialize)]
struct Game {
    table: Table,
    record: Option<String>,
}

#[derive(Deserialize)]
struct Table {
    table: String,
}

/// Returns the records of an export; `None` if the bytes are not an export.
///
/// Games that have not begun have no record and are left out. Table ids become parts of file names,
/// so the function removes all characters except letters, digits and hyphens.
#[must_use]
pub fn exported_records(bytes: &[u8]) -> Option<Vec<ExportedRecord>> {
    let export: Export = serde_json::from_slice(bytes).ok()?;
    let is_allowed = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
    let games = export.games.into_iter().filter_map(|game| {
        let table = game.table.table.chars().filter(is_allowed).collect();
        Some(ExportedRecord { table, record: game.record? })
    });
    Some(games.collect())
}

#[cfg(test)]
mod tests {
    use super::exported_records;

    #[test]
    fn an_export_lists_its_records() {
        let export = br#"{"me":{"id":"a"},"games":[
            {"table":{"table":"../x-1","seats":[]},"record":"text"},
            {"table":{"table":"y"},"record":null},{"table":{"table":"z"}}]}"#;
        let records = exported_records(export).expect("an export");
        let records: Vec<_> = records.iter().map(|it| (&*it.table, &*it.record)).collect();
        assert_eq!(records, [("x-1", "text")]);
    }

    #[test]
    fn other_text_is_no_export() {
        let nested = format!("{{\"me\":{}", "[".repeat(100_000));
        for text in ["", "{}", "[]", "{\"games\":[]}", "{\"me\":1,\"games\":7}", &nested] {
            assert_eq!(exported_records(text.as_bytes()), None);
        }
    }
}
