//! Answers requests about bots: their actions, hints and chances to win.
//!
//! Each request contains the saved game. A second engine instance can therefore answer it while the
//! first one holds the running game.

use crate::decks;
use crate::fault;
use crate::game::{Game, legal};
use crate::messages::{
    BotAction, BotActionRequest, ChancesRequest, Hint, HintRequest, OddsHistoryRequest,
    RatedAnswer, WinChances,
};
use crate::reasons::reason_messages;
use crate::workspace::Workspace;
use orrery_bots::{Advice, Budget, Network};
use orrery_protocol::{Code, Fault, Narrator};
use orrery_record::{ObservedStep, Record};
use orrery_rules::{Action, State, Step};
use std::hash::{DefaultHasher, Hash, Hasher};

impl Workspace {
    /// Returns the action that a bot chooses for the deciding seat.
    pub(crate) fn bot_action(&mut self, request: BotActionRequest) -> Result<BotAction, Fault> {
        let game = self.restored(&request.saved)?;
        let action = choose_action(&game, &request.bot)?;
        Ok(BotAction { step: Step::Action(action).notation(game.rules()).to_string() })
    }

    /// Rates each legal action of the deciding seat with the strongest bot.
    pub(crate) fn hint(&mut self, request: HintRequest) -> Result<Hint, Fault> {
        let game = self.restored(&request.saved)?;
        let view = game.state().observe(Some(game.deciding_seat()?));
        let narrator = self.narrator(game.names());
        let advice = Network::embedded().advise(&view, Budget::Standard);
        let answers =
            advice.iter().map(|rated| rated_answer(&game.state(), rated, narrator)).collect();
        let reasons = match &advice[..] {
            [best, second, ..] => {
                reason_messages(&game.state(), narrator, &best.line, &second.line)
            }
            _ => Vec::new(),
        };
        Ok(Hint { answers, reasons })
    }

    /// Returns each seat's chance to win, based on public information only.
    pub(crate) fn chances(&mut self, request: ChancesRequest) -> Result<Option<Vec<f32>>, Fault> {
        let game = self.restored(&request.saved)?;
        let chances = Network::embedded().chances(&game.state().observe(None));
        Ok(Some(chances.to_vec()))
    }

    /// Returns the chances to win at the end of the opening, and at the end of each turn.
    pub(crate) fn odds_history(
        &mut self,
        request: OddsHistoryRequest,
    ) -> Result<Vec<WinChances>, Fault> {
        let read = Record::read(request.record.as_bytes(), &mut self.decks);
        let record = read?;
        let rules = decks::of_record(&mut self.decks, &record.header)?;
        let (network, mut history, mut turn) = (Network::embedded(), Vec::new(), 0);
        let add_turn = |seen: &ObservedStep<'_, '_>| {
            let number = seen.after.turn();
            if number > turn || seen.after.outcome().is_some() {
                let chances = network.chances(&seen.after).to_vec();
                history.push(WinChances { turn, version: seen.number as u32, chances });
                turn = number;
            }
        };
        record.watch(&rules, None, add_turn)?;
        Ok(history)
    }
}

/// Converts the advice of a bot to notation and texts, which contain no hidden information.
fn rated_answer(state: &State<'_>, advice: &Advice, narrator: Narrator<'_>) -> RatedAnswer {
    let (mut state, mut steps, mut texts) = (*state, Vec::new(), Vec::new());
    for action in &advice.line {
        let step = Step::Action(*action);
        if state.check(step).is_err() {
            break;
        }
        steps.push(step.notation(state.rules()).to_string());
        texts.push(narrator.action_by_place(state.table(), *action));
        state.apply_unchecked(step);
    }
    RatedAnswer { steps, texts, chance: advice.chance }
}

fn choose_action(game: &Game, name: &str) -> Result<Action, Fault> {
    let seat = game.deciding_seat()?;
    let state = game.state();
    let answers = legal(&state);
    if let [only] = &answers[..] {
        return Ok(*only);
    }
    let mut bot = orrery_bots::named(name).ok_or_else(|| fault::missing("bot", name))?;
    bot.start(seat, bot_seed(game));
    let view = state.observe(Some(seat));
    bot.choose(&view, &answers).map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

/// Returns a bot's seed: equal for the same game and version. It is a hash, so it does not reveal
/// the dice.
fn bot_seed(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    ("bot", game.seed(), game.version()).hash(&mut hasher);
    hasher.finish()
}
