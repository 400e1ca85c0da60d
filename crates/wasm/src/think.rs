//! The bots: what they would do. The game comes along with each request, so that thinking can be
//! done by another engine than the one that keeps the game.

use crate::desk::Desk;
use crate::fault;
use crate::forms::{Choose, Chosen, ForChances, ForHint, Hint, Weighed};
use crate::game::{Game, legal};
use crate::telling::Teller;
use orrery_bots::{Advice, Budget, Mind};
use orrery_protocol::{Code, Fault};
use orrery_rules::{Action, Step};
use std::hash::{DefaultHasher, Hash, Hasher};

impl Desk {
    /// What a bot of this level does.
    pub(crate) fn choose(&mut self, asked: Choose) -> Result<Chosen, Fault> {
        let game = self.restored(&asked.saved)?;
        let action = choice(&game, &asked.bot)?;
        Ok(Chosen { step: Step::Action(action).notation(game.rules()).to_string() })
    }

    /// What a bot would do in the place of the asked seat, and what each answer is worth.
    pub(crate) fn hint(&mut self, asked: ForHint) -> Result<Hint, Fault> {
        let game = self.restored(&asked.saved)?;
        let action = choice(&game, &asked.bot)?;
        let view = game.state().observe(Some(game.asked()?));
        let advice = Mind::ours().advise(&view, Budget::Usual);
        let teller = Teller { words: self.words(), names: game.names() };
        let step = |action: Action| Step::Action(action).notation(game.rules()).to_string();
        let text = |action: Action| teller.action(game.state(), action);
        let weighed =
            |Advice { action, chance }| Weighed { step: step(action), text: text(action), chance };
        let answers = Some(advice.into_iter().map(weighed).collect());
        Ok(Hint { step: step(action), text: text(action), answers })
    }

    /// The chance of each seat to win, as far as everyone may know it.
    pub(crate) fn chances(&mut self, asked: ForChances) -> Result<Option<Vec<f32>>, Fault> {
        let game = self.restored(&asked.saved)?;
        let chances = Mind::ours().chances(&game.state().observe(None));
        Ok(Some(chances.to_vec()))
    }
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
