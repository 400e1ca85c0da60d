//! The bots: what they would do. The game comes along with each request, so that thinking can be
//! done by another engine than the one that keeps the game.

use crate::desk::Desk;
use crate::fault;
use crate::forms::{Choose, Chosen, ForChances, ForCourse, ForHint, Hint, Odds, Weighed};
use crate::game::{Game, legal};
use crate::telling::Teller;
use orrery_bots::{Advice, Budget, Mind};
use orrery_protocol::{Code, Fault};
use orrery_record::{Library, Record, Seen};
use orrery_rules::{Action, State, Step};
use std::hash::{DefaultHasher, Hash, Hasher};

impl Desk {
    /// What a bot of this level does.
    pub(crate) fn choose(&mut self, asked: Choose) -> Result<Chosen, Fault> {
        let game = self.restored(&asked.saved)?;
        let action = choice(&game, &asked.bot)?;
        Ok(Chosen { step: Step::Action(action).notation(game.rules()).to_string() })
    }

    /// What the strongest bot would do in the place of the asked seat, and what each answer is worth.
    pub(crate) fn hint(&mut self, asked: ForHint) -> Result<Hint, Fault> {
        let game = self.restored(&asked.saved)?;
        let view = game.state().observe(Some(game.asked()?));
        let teller = Teller { words: self.words(), names: game.names() };
        let advice = Mind::ours().advise(&view, Budget::Usual);
        let answers = advice.iter().map(|it| weighed(game.state(), it, teller)).collect();
        Ok(Hint { answers })
    }

    /// The chance of each seat to win, as far as everyone may know it.
    pub(crate) fn chances(&mut self, asked: ForChances) -> Result<Option<Vec<f32>>, Fault> {
        let game = self.restored(&asked.saved)?;
        let chances = Mind::ours().chances(&game.state().observe(None));
        Ok(Some(chances.to_vec()))
    }

    /// How the chances went: at the beginning of each turn, and at the end.
    pub(crate) fn course(&mut self, asked: ForCourse) -> Result<Vec<Odds>, Fault> {
        let mut library = Library::new();
        let read = Record::read(asked.record.as_bytes(), &mut library);
        let record = read.map_err(|found| fault::record(&found))?;
        let rules = self.decks.of_record(&record.header)?;
        let (mind, mut course, mut turn) = (Mind::ours(), Vec::new(), 0);
        let each = |seen: &Seen<'_, '_>| {
            let number = seen.after.turn();
            if number > turn || seen.after.outcome().is_some() {
                let chances = mind.chances(&seen.after).to_vec();
                course.push(Odds { turn, version: seen.number as u32, chances });
                turn = number;
            }
        };
        record.watch(rules, None, each).map_err(|found| fault::replay(&found))?;
        Ok(course)
    }
}

/// An answer with those that go with it, in words; the hands of others are not looked at.
fn weighed(state: &State<'_>, advice: &Advice, teller: Teller<'_>) -> Weighed {
    let (mut state, mut steps, mut texts) = (*state, Vec::new(), Vec::new());
    for action in &advice.line {
        let step = Step::Action(*action);
        if state.check(step).is_err() {
            break;
        }
        steps.push(step.notation(state.rules()).to_string());
        texts.push(teller.action(&state, *action));
        state.apply_unchecked(step);
    }
    Weighed { steps, texts, chance: advice.chance }
}

fn choice(game: &Game, name: &str) -> Result<Action, Fault> {
    let seat = game.asked()?;
    let answers = legal(game.state());
    if let [only] = &answers[..] {
        return Ok(*only);
    }
    let mut bot = orrery_bots::named(name).ok_or_else(|| fault::missing("bot", name))?;
    bot.start(seat, luck(game));
    let view = game.state().observe(Some(seat));
    bot.choose(&view, &answers).map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

/// What is random in a bot: the same again in the same game at the same moment, and unlike the dice.
fn luck(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    ("bot", game.seed(), game.version()).hash(&mut hasher);
    hasher.finish()
}
