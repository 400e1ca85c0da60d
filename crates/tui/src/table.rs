//! The interface between a game and its display: a local game, a server's table, or a record.

use crate::online::OnlineEvent;
use crate::texts::Texts;
use orrery_analysis::Analysis;
use orrery_describe::Localizer;
use orrery_protocol::{Cards, EditionDescription, Face, Resource, Track, View};
use orrery_record::{LoadedRules, Record};
use orrery_rules::{Action, Rules};
use std::rc::Rc;

/// A game that the screen or the line mode shows and plays.
pub(crate) trait Table {
    /// Returns the current position.
    fn scene(&self) -> Scene;
    /// Returns one sentence for everything that has happened so far.
    fn log(&self) -> &[String];
    /// Takes the action with this index in the question's choices.
    ///
    /// # Errors
    /// The reason why the action was refused.
    fn act(&mut self, choice: usize) -> Result<(), String>;
    /// Performs a command.
    ///
    /// # Errors
    /// The reason why the command was refused.
    fn command(&mut self, command: TableCommand) -> Result<Response, String>;
    /// Returns a job that must finish before the game continues, such as the decision of a bot.
    fn job(&mut self) -> Option<Job> {
        None
    }
    /// Receives the result of a job or a message from the server.
    fn receive(&mut self, report: Report);
    /// Returns the points of each seat by turn, for the chart at the end of the game.
    fn history(&self) -> Vec<TurnPoints> {
        Vec::new()
    }
    /// Returns the sentence that says where the game is stored.
    fn stored(&self) -> Option<String> {
        None
    }
    /// Returns the record of the finished game with its rules, for replay and review.
    fn finished(&self) -> Option<(Record, LoadedRules)> {
        None
    }
}

/// Work for another thread.
pub(crate) type Job = Box<dyn FnOnce() -> Report + Send>;

/// The result of a job, or a message from the server.
#[derive(Debug)]
pub(crate) enum Report {
    /// A bot chose an action at this version.
    Bot(u32, Result<Action, String>),
    /// The answer to a command such as `Hint`: the version it was asked at, a title and lines.
    Answer(u32, String, Vec<String>),
    /// A part of the review of a record is done.
    Review(Box<Analysis>),
    /// The request for the record of a server's finished game is done.
    Finished(Result<Box<Finished>, String>),
    /// A change at a server's table.
    Online(Box<OnlineEvent>),
}

/// A finished game on a server.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) record: Record,
    /// Sentences about the proof of the dice and the paths of the files.
    pub(crate) sentences: Vec<String>,
}

/// A command of the player, besides actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TableCommand {
    /// Undo the last choice.
    Undo,
    /// Rate the legal actions.
    Hint,
    /// Explain why an action (in notation) is illegal.
    ///
    /// Without an action, explain it for all actions that could answer the open question.
    Why(Option<String>),
    /// Toggle the standing order for a face.
    Order(Face),
    /// Send a line of chat.
    Chat(String),
    /// Resign the game.
    Resign,
    /// Move a replay by this many steps.
    Step(i32),
    /// Move a replay to the next turn if positive, otherwise to the previous turn.
    Turn(i32),
    /// Move a replay to a step.
    GoTo(usize),
    /// Review the record of a replay.
    Review,
}

/// The immediate result of a command.
pub(crate) enum Response {
    /// The command was carried out; the sentence says what changed.
    Done(String),
    /// Lines to show, with a title.
    Lines(String, Vec<String>),
    /// The answer takes time: run this job to get it.
    Job(Job),
}

/// The points of all seats after a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnPoints {
    pub(crate) turn: u16,
    pub(crate) points: Vec<u8>,
}

/// A position with everything that the person at the terminal may see of it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) view: View,
    pub(crate) names: Vec<String>,
    /// The texts of the edition.
    pub(crate) game_texts: Rc<GameTexts>,
    pub(crate) version: u32,
    pub(crate) phase: Phase,
    /// Whether several people share this terminal; missions are then hidden until a person asks.
    pub(crate) shared: bool,
    /// Whether the last choice can be undone.
    pub(crate) can_undo: bool,
    /// The faces that the person never follows; `None` in a solo game or without a viewer.
    pub(crate) orders: Option<Vec<Face>>,
    /// Whether the table is on a server.
    pub(crate) online: bool,
    /// Whether the person may ask for hints.
    pub(crate) hints: bool,
}

/// The phase of a table, which determines what the person at the terminal can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Answer a question.
    Asked(Question),
    /// Wait. The text says for what; it is empty if there is nothing to show.
    Waiting(String),
    /// Move through a record.
    Replay {
        /// The number of steps so far.
        at: usize,
        /// The total number of steps.
        all: usize,
    },
    /// See the result: the game is over.
    Over,
}

/// A question with its possible answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// The name of the person who is asked.
    pub(crate) name: String,
    pub(crate) text: String,
    /// Whether the choices are secret from other people at this terminal.
    pub(crate) secret: bool,
    pub(crate) choices: Vec<Choice>,
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// The action in the notation of records.
    pub(crate) step: String,
    pub(crate) text: String,
    /// A fact that helps to decide, such as the place of a ship; may be empty.
    pub(crate) detail: String,
}

impl Choice {
    /// Returns the text with its detail.
    pub(crate) fn full(&self) -> String {
        match self.detail.as_str() {
            "" => self.text.clone(),
            detail => format!("{} ({detail})", self.text),
        }
    }
}

/// The texts of an edition in one language.
#[derive(Debug)]
pub(crate) struct GameTexts {
    pub(crate) texts: Texts,
    pub(crate) cards: Cards,
    pub(crate) edition: EditionDescription,
}

impl GameTexts {
    /// Creates the texts of an edition.
    pub(crate) fn new(rules: &Rules, texts: Texts) -> Rc<Self> {
        let localizer: &Localizer = texts.0.localizer();
        let (cards, edition) =
            (Cards::of(rules, localizer), EditionDescription::of(rules, localizer));
        Rc::new(Self { texts, cards, edition })
    }

    /// Returns the name of a face in this edition.
    pub(crate) fn face(&self, face: Face) -> &str {
        let found = self.edition.faces.iter().find(|it| it.face == face);
        found.map_or("", |it| it.about.name.as_str())
    }

    /// Returns the name of a track: that of the face that advances ships on it.
    pub(crate) fn track(&self, track: Track) -> &str {
        self.face(match track {
            Track::Diplomacy => Face::Diplomacy,
            Track::Economy => Face::Economy,
        })
    }

    /// Returns the name of a resource.
    pub(crate) fn resource(&self, resource: Resource) -> &str {
        match resource {
            Resource::Energy => &self.edition.terms.energy.name,
            Resource::Culture => &self.edition.terms.culture.name,
        }
    }

    /// Returns the names of faces, separated by commas.
    pub(crate) fn faces(&self, faces: &[Face]) -> String {
        let names: Vec<&str> = faces.iter().map(|face| self.face(*face)).collect();
        if names.is_empty() { self.texts.no_dice() } else { names.join(", ") }
    }

    /// Returns a planet's card.
    pub(crate) fn planet(&self, id: &str) -> Option<&orrery_protocol::PlanetCard> {
        self.cards.planets.iter().find(|card| card.planet == id)
    }

    /// Returns the name of a planet.
    pub(crate) fn planet_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.planet(id).map_or(id, |card| &card.name)
    }

    /// Returns a mission's card.
    pub(crate) fn mission(&self, id: &str) -> Option<&orrery_protocol::MissionCard> {
        self.cards.missions.iter().find(|card| card.mission == id)
    }
}

impl Scene {
    /// Returns the open question.
    pub(crate) fn question(&self) -> Option<&Question> {
        match &self.phase {
            Phase::Asked(question) => Some(question),
            _ => None,
        }
    }

    /// Returns whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.view.outcome.is_some()
    }

    /// Returns the name of a seat.
    pub(crate) fn name(&self, seat: orrery_protocol::Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
    }

    /// Returns the client's texts.
    pub(crate) fn texts(&self) -> Texts {
        self.game_texts.texts
    }

    /// Returns the card of the viewer's mission.
    pub(crate) fn mission(&self) -> Option<&orrery_protocol::MissionCard> {
        let viewer = self.view.viewer?;
        let galaxy = self.view.seats.iter().find(|galaxy| galaxy.seat == viewer)?;
        self.game_texts.mission(galaxy.mission.as_deref()?)
    }
}
