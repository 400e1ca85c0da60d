//! The commands of the line mode, in English and German.

/// A command of the line mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Status,
    Actions,
    Planets,
    Ships,
    Log,
    Repeat,
    Mission,
    Why,
    Hint,
    Undo,
    Orders,
    Rules,
    Help,
    Quit,
    Chat,
    Resign,
    Next,
    Back,
    Turn,
    End,
    Review,
}

/// Every command with its English and German names.
const WORDS: [(Word, &[&str]); 21] = [
    (Word::Status, &["status"]),
    (Word::Actions, &["actions", "aktionen"]),
    (Word::Planets, &["planets", "planeten"]),
    (Word::Ships, &["ships", "schiffe"]),
    (Word::Log, &["log", "protokoll"]),
    (Word::Repeat, &["repeat", "wiederholen"]),
    (Word::Mission, &["mission"]),
    (Word::Why, &["why", "warum"]),
    (Word::Hint, &["hint", "hinweis"]),
    (Word::Undo, &["undo", "zurück", "zurueck"]),
    (Word::Orders, &["orders", "befehle"]),
    (Word::Rules, &["rules", "regeln"]),
    (Word::Help, &["help", "hilfe", "?"]),
    (Word::Quit, &["quit", "exit", "beenden"]),
    (Word::Chat, &["chat"]),
    (Word::Resign, &["resign", "aufgeben"]),
    (Word::Next, &["next", "weiter"]),
    (Word::Back, &["back", "rück", "rueck"]),
    (Word::Turn, &["turn", "zug"]),
    (Word::End, &["end", "ende"]),
    (Word::Review, &["review", "analyse"]),
];

/// Returns the command of a line and the rest of the line; unambiguous prefixes are enough.
pub(super) fn parse(line: &str) -> Option<(Word, &str)> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let exact = WORDS.iter().find(|(_, names)| names.contains(&first.as_str()));
    let word = exact.map(|(word, _)| *word).or_else(|| {
        let fits = |names: &[&str]| names.iter().any(|name| name.starts_with(&first));
        let mut found = WORDS.iter().filter(|(_, names)| !first.is_empty() && fits(names));
        found.next().filter(|_| found.next().is_none()).map(|(word, _)| *word)
    })?;
    Some((word, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::{Word, parse};

    #[test]
    fn commands_have_two_languages_and_short_forms() {
        assert_eq!(parse("why activate move"), Some((Word::Why, "activate move")));
        assert_eq!(parse("Zurück"), Some((Word::Undo, "")));
        assert_eq!(parse("pla"), Some((Word::Planets, "")));
        assert_eq!(parse("s"), None, "several commands begin with it");
        assert_eq!(parse(""), None);
    }
}
