//! The commands of the line mode, in English and German.

/// A command of the line mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineCommand {
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
const COMMAND_NAMES: [(LineCommand, &[&str]); 21] = [
    (LineCommand::Status, &["status"]),
    (LineCommand::Actions, &["actions", "aktionen"]),
    (LineCommand::Planets, &["planets", "planeten"]),
    (LineCommand::Ships, &["ships", "schiffe"]),
    (LineCommand::Log, &["log", "protokoll"]),
    (LineCommand::Repeat, &["repeat", "wiederholen"]),
    (LineCommand::Mission, &["mission"]),
    (LineCommand::Why, &["why", "warum"]),
    (LineCommand::Hint, &["hint", "hinweis"]),
    (LineCommand::Undo, &["undo", "zurück", "zurueck"]),
    (LineCommand::Orders, &["orders", "befehle"]),
    (LineCommand::Rules, &["rules", "regeln"]),
    (LineCommand::Help, &["help", "hilfe", "?"]),
    (LineCommand::Quit, &["quit", "exit", "beenden"]),
    (LineCommand::Chat, &["chat"]),
    (LineCommand::Resign, &["resign", "aufgeben"]),
    (LineCommand::Next, &["next", "weiter"]),
    (LineCommand::Back, &["back", "rück", "rueck"]),
    (LineCommand::Turn, &["turn", "zug"]),
    (LineCommand::End, &["end", "ende"]),
    (LineCommand::Review, &["review", "analyse"]),
];

/// Parses a line into a command and the rest of the line; accepts unambiguous prefixes of commands.
pub(super) fn parse(line: &str) -> Option<(LineCommand, &str)> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let exact = COMMAND_NAMES.iter().find(|(_, names)| names.contains(&first.as_str()));
    let command = exact.map(|(command, _)| *command).or_else(|| {
        let has_prefix = |names: &[&str]| names.iter().any(|name| name.starts_with(&first));
        let mut found =
            COMMAND_NAMES.iter().filter(|(_, names)| !first.is_empty() && has_prefix(names));
        found.next().filter(|_| found.next().is_none()).map(|(command, _)| *command)
    })?;
    Some((command, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::{LineCommand, parse};

    #[test]
    fn commands_have_two_languages_and_short_forms() {
        assert_eq!(parse("why activate move"), Some((LineCommand::Why, "activate move")));
        assert_eq!(parse("Zurück"), Some((LineCommand::Undo, "")));
        assert_eq!(parse("pla"), Some((LineCommand::Planets, "")));
        assert_eq!(parse("s"), None, "an ambiguous prefix was accepted");
        assert_eq!(parse(""), None);
    }
}
