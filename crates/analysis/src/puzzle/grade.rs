//! The difficulty of a puzzle: how often each level finds the best move.

use super::judge::reaches;
use crate::lookahead::{after, is_between_moves};
use orrery_bots::{Bot, BotLevel, LevelBot, named};
use orrery_rules::{Action, Actions, Seat, State, Step};

/// The number of attempts of each level.
const ATTEMPTS: u32 = 100;
/// The number of attempts of the oracle, which is slow and almost deterministic.
const ORACLE_ATTEMPTS: u32 = 5;

/// Returns the percentage of attempts in which each level finds the best move.
pub(crate) fn success_rates(
    state: &State<'_>,
    seat: Seat,
    best: &[Action],
) -> [u8; BotLevel::ALL.len()] {
    let end = after(state, best);
    BotLevel::ALL.map(|level| {
        let attempts = if level == BotLevel::Oracle { ORACLE_ATTEMPTS } else { ATTEMPTS };
        let mut bot = LevelBot::new(level);
        let finds = |attempt: &u32| {
            bot.start(seat, u64::from(*attempt));
            reaches(state, &bot_move(&mut bot, state, seat), &end)
        };
        let found = (1..=attempts).filter(finds).count() as u32;
        (found * 100 / attempts) as u8
    })
}

/// Returns the move of the bot `greedy`.
pub(crate) fn greedy_move(state: &State<'_>, seat: Seat) -> Vec<Action> {
    let Some(mut bot) = named("greedy") else { return Vec::new() };
    bot.start(seat, 1);
    bot_move(&mut *bot, state, seat)
}

/// Returns the bot's complete move in a position.
fn bot_move(bot: &mut dyn Bot, state: &State<'_>, seat: Seat) -> Vec<Action> {
    let (mut state, mut actions, mut legal) = (*state, Vec::new(), Actions::new());
    loop {
        state.legal_actions(&mut legal);
        let Ok(action) = bot.choose(&state.observe(Some(seat)), &legal) else { return actions };
        state.apply_unchecked(Step::Action(action));
        actions.push(action);
        if is_between_moves(&state, seat) {
            return actions;
        }
    }
}
