//! Turns messages into text with Project Fluent.

use crate::language::Language;
use crate::message::{Arg, Message};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use orrery_rules::dice::Dice;
use orrery_rules::event::Event;
use orrery_rules::ids::{Amount, Face, MAX_ROW, Planet, Resource, Seat, Slot, Track};
use orrery_rules::ruleset::{Naming, Rules};

/// The game that a text refers to: its rules, the names of its players and the planet row.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The ruleset: cards and names of faces.
    pub rules: &'a Rules,
    /// The names of the players, seat A first.
    pub seats: &'a [&'a str],
    /// The planet row at the time of the text.
    pub row: [Option<Planet>; MAX_ROW],
}

impl Context<'_> {
    /// Updates the row after an event. If you describe a list of events, call this after each text.
    pub fn apply(&mut self, event: &Event) {
        let (slot, planet) = match *event {
            Event::PlanetDrawn { slot, planet } => (slot, Some(planet)),
            Event::DeckRanOut { slot } => (slot, None),
            _ => return,
        };
        if let Some(entry) = self.row.get_mut(slot.index()) {
            *entry = planet;
        }
    }

    fn planet(&self, planet: Planet) -> &str {
        self.rules.planets.get(planet.index()).map_or(UNKNOWN, |card| &card.name)
    }
}

/// The text for a card that is not in the deck.
const UNKNOWN: &str = "?";

/// Turns messages into text in one language. Create it once; it can be shared between threads.
pub struct Localizer {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Localizer {
    /// Creates a localizer for a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        let tag = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        bundle.set_use_isolating(false);
        let source = language.source().to_owned();
        // The Fluent files are embedded, and tests check that they are valid.
        let resource = FluentResource::try_new(source).unwrap_or_else(|(partial, _)| partial);
        bundle.add_resource_overriding(resource);
        let _ = bundle.add_function("CAP", |args, _| capitalised(args));
        Self { language, bundle }
    }

    /// Returns the language.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Returns the text of a message. Unknown cards become "?", and an unknown message its key.
    #[must_use]
    pub fn text(&self, message: &Message, context: &Context<'_>) -> String {
        self.render(message, context, &mut Vec::new())
    }

    /// Returns the text of a message, or all errors.
    ///
    /// # Errors
    /// If the Fluent file lacks a message, or a message lacks an argument.
    pub fn checked_text(
        &self,
        message: &Message,
        context: &Context<'_>,
    ) -> Result<String, Vec<String>> {
        let mut errors = Vec::new();
        let text = self.render(message, context, &mut errors);
        if errors.is_empty() { Ok(text) } else { Err(errors) }
    }

    /// Returns the translated name of a mission or an edition; other names stay unchanged.
    #[must_use]
    pub fn name(&self, name: &str) -> String {
        let key: String = name
            .chars()
            .filter_map(|c| match c {
                ' ' | '-' => Some('-'),
                c => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
            })
            .collect();
        let known = self.bundle.get_message(&format!("name-{key}"));
        let Some(pattern) = known.and_then(|message| message.value()) else {
            return name.to_owned();
        };
        self.bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned()
    }

    fn render(&self, message: &Message, context: &Context<'_>, errors: &mut Errors) -> String {
        let mut args = FluentArgs::with_capacity(message.args.len() + 1);
        args.set("naming", naming_keyword(context.rules.naming));
        for (name, arg) in &message.args {
            args.set(*name, self.value(arg, context, errors));
        }
        self.format(message.key, &args, errors)
    }

    fn format(&self, key: &str, args: &FluentArgs<'_>, errors: &mut Errors) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            errors.push(format!("no message {key}"));
            return key.to_owned();
        };
        let mut found = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut found).into_owned();
        errors.extend(found.iter().map(|error| format!("{key}: {error}")));
        text
    }

    /// Converts an argument to a Fluent value: a number, a selector or its finished text.
    fn value(&self, arg: &Arg, context: &Context<'_>, errors: &mut Errors) -> FluentValue<'static> {
        match arg {
            Arg::Number(number) => (*number).into(),
            Arg::Ship(ship) => (ship.index() + 1).into(),
            Arg::Face(face) => face_word(*face, context.rules.naming).into(),
            Arg::Resource(resource) => resource_word(*resource).into(),
            Arg::Track(track) => track_word(*track, context.rules.naming).into(),
            Arg::Rule(rule) => (*rule).into(),
            Arg::Text(text) => text.clone().into(),
            _ => self.phrase(arg, context, errors).into(),
        }
    }

    /// Returns the finished text of an argument, such as a name or a list.
    fn phrase(&self, arg: &Arg, context: &Context<'_>, errors: &mut Errors) -> String {
        match arg {
            Arg::Seat(seat) => self.seat(*seat, context, errors),
            Arg::Planet(planet) => context.planet(*planet).to_owned(),
            Arg::Slot(slot) => self.slot(*slot, context, errors),
            Arg::Mission(mission) => {
                let card = context.rules.missions.get(mission.index());
                card.map_or_else(|| UNKNOWN.to_owned(), |card| self.name(&card.name))
            }
            Arg::Tenths(tenths) => self.tenths(*tenths, errors),
            Arg::Amount(amount) => self.amount(*amount, errors),
            Arg::Dice(dice) => self.dice(*dice, context, errors),
            Arg::Message(message) => self.render(message, context, errors),
            Arg::List(parts) => {
                let texts = parts.iter().map(|part| self.phrase(part, context, errors)).collect();
                self.list(texts, errors)
            }
            scalar => match self.value(scalar, context, errors) {
                FluentValue::String(text) => text.into_owned(),
                FluentValue::Number(number) => number.as_string().into_owned(),
                _ => UNKNOWN.to_owned(),
            },
        }
    }

    fn seat(&self, seat: Seat, context: &Context<'_>, errors: &mut Errors) -> String {
        match context.seats.get(seat.index()) {
            Some(name) => (*name).to_owned(),
            None => self.numbered("seat-unnamed", seat.index() + 1, errors),
        }
    }

    fn slot(&self, slot: Slot, context: &Context<'_>, errors: &mut Errors) -> String {
        match context.row.get(slot.index()).copied().flatten() {
            Some(planet) => context.planet(planet).to_owned(),
            None => self.numbered("slot-empty", slot.index() + 1, errors),
        }
    }

    fn numbered(&self, key: &str, number: usize, errors: &mut Errors) -> String {
        self.format(key, &FluentArgs::from_iter([("number", number)]), errors)
    }

    fn tenths(&self, tenths: i64, errors: &mut Errors) -> String {
        let sign = if tenths < 0 { "-" } else { "" };
        let whole = format!("{sign}{}", tenths.abs() / 10);
        let part = (tenths.abs() % 10).to_string();
        self.format("tenths", &FluentArgs::from_iter([("whole", whole), ("part", part)]), errors)
    }

    fn amount(&self, amount: Amount, errors: &mut Errors) -> String {
        let args = [("energy", amount.energy), ("culture", amount.culture)];
        self.format("amount", &FluentArgs::from_iter(args), errors)
    }

    fn dice(&self, dice: Dice, context: &Context<'_>, errors: &mut Errors) -> String {
        if dice.is_empty() {
            return self.format("dice-none", &FluentArgs::new(), errors);
        }
        let mut parts = Vec::new();
        for face in dice.faces() {
            let mut args = FluentArgs::with_capacity(2);
            args.set("count", dice.count(face));
            args.set("face", face_word(face, context.rules.naming));
            parts.push(self.format("dice-part", &args, errors));
        }
        self.list(parts, errors)
    }

    fn list(&self, mut parts: Vec<String>, errors: &mut Errors) -> String {
        let Some(mut text) = parts.pop() else { return String::new() };
        let mut key = "list-last";
        while let Some(part) = parts.pop() {
            text =
                self.format(key, &FluentArgs::from_iter([("first", part), ("rest", text)]), errors);
            key = "list-more";
        }
        text
    }
}

impl std::fmt::Debug for Localizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Localizer").field("language", &self.language).finish_non_exhaustive()
    }
}

type Errors = Vec<String>;

/// The Fluent function CAP: capitalizes the first letter of a text.
fn capitalised(args: &[FluentValue<'_>]) -> FluentValue<'static> {
    let Some(FluentValue::String(text)) = args.first() else { return FluentValue::Error };
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect::<String>().into()
}

const fn naming_keyword(naming: Naming) -> &'static str {
    match naming {
        Naming::Classic => "classic",
        Naming::BlastOff => "blast-off",
    }
}

const fn face_word(face: Face, naming: Naming) -> &'static str {
    match (face, naming) {
        (Face::Move, _) => "move",
        (Face::Energy, _) => "energy",
        (Face::Culture, _) => "culture",
        (Face::Diplomacy, naming) => track_word(Track::Diplomacy, naming),
        (Face::Economy, naming) => track_word(Track::Economy, naming),
        (Face::Colony, Naming::Classic) => "colony",
        (Face::Colony, Naming::BlastOff) => "galaxy",
    }
}

const fn resource_word(resource: Resource) -> &'static str {
    match resource {
        Resource::Energy => "energy",
        Resource::Culture => "culture",
    }
}

const fn track_word(track: Track, naming: Naming) -> &'static str {
    match (track, naming) {
        (Track::Diplomacy, Naming::Classic) => "diplomacy",
        (Track::Economy, Naming::Classic) => "economy",
        (Track::Diplomacy, Naming::BlastOff) => "life",
        (Track::Economy, Naming::BlastOff) => "technology",
    }
}
