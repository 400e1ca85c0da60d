//! The form for a new game, shared by the screen and the line mode.

use crate::date;
use crate::local::{NewGame, Player};
use crate::texts::Texts;
use anyhow::{Result, anyhow};
use orrery_protocol::EditionDescription;
use orrery_record::LoadedRules;
use orrery_rules::{GameOption, OptionSet, Options, deck};

/// The bot levels that the form offers, weakest first.
const LEVELS: [&str; 5] = ["cadet", "pilot", "captain", "admiral", "oracle"];
/// The index of the default level in [`LEVELS`].
const DEFAULT_LEVEL: usize = 2;

/// The opponents of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opponents {
    Bots,
    Rogue,
    People,
}

/// A field of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Edition,
    Opponents,
    Seats,
    Rogue,
    Level,
    Option(GameOption),
}

/// A field of the form, as the screen and the line mode show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FieldView {
    pub(crate) label: String,
    /// The possible values.
    pub(crate) values: Vec<String>,
    /// The index of the current value.
    pub(crate) value: usize,
}

/// The form for a new game.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    texts: Texts,
    edition: usize,
    opponents: Opponents,
    seats: usize,
    rogue: usize,
    level: usize,
    options: OptionSet,
}

impl Form {
    /// Creates the form with its default values: a classic game against one bot.
    pub(crate) fn new(texts: Texts) -> Self {
        let edition = deck::EDITIONS.iter().position(|it| *it == "classic").unwrap_or(0);
        let (seats, rogue, level) = (2, 0, DEFAULT_LEVEL);
        let (opponents, options) = (Opponents::Bots, OptionSet::NONE);
        Self { texts, edition, opponents, seats, rogue, level, options }
    }

    fn rules(&self) -> Option<LoadedRules> {
        LoadedRules::edition(deck::EDITIONS[self.edition])
    }

    fn edition(&self, index: usize) -> Option<EditionDescription> {
        let rules = LoadedRules::edition(deck::EDITIONS[index])?;
        Some(EditionDescription::of(&rules, self.texts.0.localizer()))
    }

    /// Returns the opponents that this edition allows.
    fn offered_opponents(&self) -> Vec<Opponents> {
        let rogue = self.edition(self.edition).is_some_and(|it| !it.rogues.is_empty());
        let mut all = vec![Opponents::Bots, Opponents::People];
        if rogue {
            all.insert(1, Opponents::Rogue);
        }
        all
    }

    /// Returns the numbers of players that this edition allows, without solo.
    fn offered_seats(&self) -> Vec<usize> {
        let seats = self.edition(self.edition).map(|it| it.seats).unwrap_or_default();
        seats.into_iter().map(usize::from).filter(|seats| *seats > 1).collect()
    }

    /// Returns the number of players, 1 for solo.
    fn seat_count(&self) -> usize {
        if self.opponents == Opponents::Rogue { 1 } else { self.seats }
    }

    fn offered_options(&self) -> Vec<GameOption> {
        let rules = self.rules();
        let offered = rules.map(|rules| OptionSet::offered(&rules, self.seat_count()));
        offered.map(|set| set.iter().collect()).unwrap_or_default()
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Edition, Field::Opponents];
        match self.opponents {
            Opponents::Rogue => fields.push(Field::Rogue),
            Opponents::Bots => fields.extend([Field::Seats, Field::Level]),
            Opponents::People => fields.push(Field::Seats),
        }
        fields.extend(self.offered_options().into_iter().map(Field::Option));
        fields
    }

    /// Returns the fields, in order.
    pub(crate) fn view(&self) -> Vec<FieldView> {
        self.fields().into_iter().map(|field| self.field(field)).collect()
    }

    fn field(&self, field: Field) -> FieldView {
        let (texts, edition) = (self.texts, self.edition(self.edition));
        let (label, values, value) = match field {
            Field::Edition => {
                let names = (0..deck::EDITIONS.len()).filter_map(|index| self.edition(index));
                (texts.setup_edition(), names.map(|it| it.name).collect(), self.edition)
            }
            Field::Opponents => {
                let all = self.offered_opponents();
                let name = |it: &Opponents| match it {
                    Opponents::Bots => texts.setup_bots(),
                    Opponents::Rogue => texts.setup_solo(),
                    Opponents::People => texts.setup_hot_seat(),
                };
                let value = all.iter().position(|it| *it == self.opponents).unwrap_or(0);
                (texts.setup_mode(), all.iter().map(name).collect(), value)
            }
            Field::Seats => {
                let all = self.offered_seats();
                let value = all.iter().position(|it| *it == self.seats).unwrap_or(0);
                (texts.setup_seats(), all.iter().map(ToString::to_string).collect(), value)
            }
            Field::Rogue => {
                let rogues = edition.map(|it| it.rogues).unwrap_or_default();
                let name =
                    |it: orrery_protocol::RogueChoice| format!("{} ({})", it.name, it.difficulty);
                (texts.setup_rogue(), rogues.into_iter().map(name).collect(), self.rogue)
            }
            Field::Level => {
                let names = LEVELS.iter().map(|level| texts.bot(level)).collect();
                (texts.setup_level(), names, self.level)
            }
            Field::Option(option) => {
                let about = edition
                    .and_then(|it| it.options.into_iter().find(|it| it.option == option.word()));
                let name = about.map_or_else(|| option.word().to_owned(), |it| it.about.name);
                (name, vec![texts.off(), texts.on()], usize::from(self.options.has(option)))
            }
        };
        FieldView { label, values, value }
    }

    /// Sets a field to one of its values, both by index; ignores invalid indices.
    pub(crate) fn set(&mut self, field: usize, value: usize) {
        let Some(field) = self.fields().get(field).copied() else { return };
        if value >= self.field(field).values.len() {
            return;
        }
        match field {
            Field::Edition => self.edition = value,
            Field::Opponents => self.opponents = self.offered_opponents()[value],
            Field::Seats => self.seats = self.offered_seats()[value],
            Field::Rogue => self.rogue = value,
            Field::Level => self.level = value,
            Field::Option(option) => {
                let others = self.options.iter().filter(|it| *it != option);
                let others: OptionSet = others.collect();
                self.options = if value == 1 { others.with(option) } else { others };
            }
        }
        self.repair();
    }

    /// Replaces values that the edition or the number of players does not allow.
    fn repair(&mut self) {
        if !self.offered_opponents().contains(&self.opponents) {
            self.opponents = Opponents::Bots;
        }
        let seats = self.offered_seats();
        if !seats.contains(&self.seats) {
            self.seats = seats.first().copied().unwrap_or(2);
        }
        let rogues = self.edition(self.edition).map_or(0, |it| it.rogues.len());
        self.rogue = self.rogue.min(rogues.saturating_sub(1));
        let offered: OptionSet = self.offered_options().into_iter().collect();
        self.options = self.options.iter().filter(|it| offered.has(*it)).collect();
    }

    /// Returns the game that the form describes.
    ///
    /// # Errors
    /// If the options do not fit the edition.
    pub(crate) fn game(&self) -> Result<NewGame> {
        let rules = self.rules().ok_or_else(|| anyhow!("unknown edition"))?;
        let seats = self.seat_count();
        let rogue = (self.opponents == Opponents::Rogue).then_some(self.rogue);
        let options = Options { seats, rogue, start: None, chosen: self.options };
        let bots = if self.opponents == Opponents::Bots { seats - 1 } else { 0 };
        let bots = vec![LEVELS[self.level].to_owned(); bots];
        new_game(rules, options, &bots, &[], self.texts)
    }
}

/// Creates the parameters of a game in which bots take the last seats.
///
/// # Errors
/// If a bot is unknown, there are more bots than seats, or the system provides no random bytes.
pub(crate) fn new_game(
    rules: LoadedRules,
    options: Options,
    bots: &[String],
    names: &[String],
    texts: Texts,
) -> Result<NewGame> {
    if let Some(bot) = bots.iter().find(|bot| !orrery_bots::NAMES.contains(&bot.as_str())) {
        let known = orrery_bots::NAMES.join(", ");
        return Err(anyhow!("unknown bot `{bot}`; use one of {known}"));
    }
    if bots.len() > options.seats {
        return Err(anyhow!("{} bots need {} seats; pass --seats", bots.len(), bots.len()));
    }
    let people = options.seats - bots.len();
    let bot_players = bots.iter().cloned().map(Player::Bot);
    let players = (0..people).map(|_| Player::Person).chain(bot_players).collect();
    let mut all: Vec<String> = Vec::new();
    for seat in 0..options.seats {
        let default = match seat.checked_sub(people) {
            Some(bot) => texts.bot(&bots[bot]),
            None if people == 1 => user_name().unwrap_or_else(|| texts.player(1)),
            None => texts.player(seat + 1),
        };
        let given = names.get(seat).cloned().unwrap_or(default);
        let name = unused_name(&all, given);
        all.push(name);
    }
    let (mut seed, date) = ([0; 32], date::now_utc());
    getrandom::fill(&mut seed).map_err(|error| anyhow!("cannot get random bytes: {error}"))?;
    Ok(NewGame { rules, options, players, names: all, seed, date })
}

/// Returns the name; if it is taken, with the first free number from 2.
fn unused_name(taken: &[String], name: String) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or(name)
}

/// Returns the user's login name: its first 20 letters and digits, starting with a capital.
pub(crate) fn user_name() -> Option<String> {
    let name = ["USER", "USERNAME"].iter().find_map(|name| std::env::var(name).ok())?;
    let mut letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let first = letters.next()?.to_uppercase();
    Some(first.chain(letters).take(20).collect())
}

#[cfg(test)]
mod tests {
    use super::unused_name;

    #[test]
    fn only_equal_names_get_a_number() {
        let taken = ["Anna", "Ben", "Ben 2"].map(str::to_owned);
        let name = |name: &str| unused_name(&taken, name.to_owned());
        assert_eq!([name("Ann"), name("Anna"), name("Ben")], ["Ann", "Anna 2", "Ben 3"]);
    }
}
