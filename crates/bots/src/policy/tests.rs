//! Tests of how the levels use their turns, measured by the network that they share.

use super::Policy;
use crate::testing::{play, tables};
use crate::{Bot, BotLevel, Budget, LevelBot, Network};
use orrery_rules::{Action, GameOption, Options, Seat, State, deck};

/// Returns how much better the best activation is than ending the turn, if there is an activation.
fn wasted(network: &Network, state: &State<'_>, seat: Seat) -> Option<f32> {
    let evaluator = network.evaluator(state.rules());
    let mut policy = Policy::new(&evaluator, Budget::Standard);
    let now = policy.chance(state, seat);
    let lines = policy.all(state, seat);
    let chance = |wanted: &dyn Fn(&Action) -> bool| {
        let lines = lines.iter().filter(|line| line.action().is_some_and(|action| wanted(&action)));
        lines.map(|line| line.chance).max_by(f32::total_cmp)
    };
    let die = chance(&|action| matches!(action, Action::Activate(_)))?;
    let end = chance(&|action| *action == Action::EndTurn)?;
    Some(die - end.max(now))
}

/// Returns the most that a level lost by ending a turn, over some games.
fn most_wasted(level: BotLevel) -> f32 {
    let (network, bot) = (Network::embedded(), LevelBot::new(level));
    let solo = Options::solo(3).with(GameOption::Relentless);
    let tables = [(deck::classic(), Options::players(2)), (deck::revised(), solo)];
    let mut most = f32::NEG_INFINITY;
    for (table, seed) in tables.into_iter().flat_map(|table| [(table, 1), (table, 2)]) {
        play(table, &bot, seed, |state, seat, _, action| {
            if action == Action::EndTurn {
                most = wasted(&network, state, seat).unwrap_or(most).max(most);
            }
        });
    }
    most
}

#[test]
fn no_level_ends_its_turn_while_a_die_would_raise_its_chance() {
    for level in [BotLevel::Cadet, BotLevel::Pilot, BotLevel::Captain, BotLevel::Admiral] {
        let most = most_wasted(level);
        assert!(most <= 0.0, "{level:?} gave {most} away");
    }
}

#[test]
fn the_oracle_ends_its_turn_early_only_where_that_hardly_matters() {
    // It searches deeper than the measure used here, so it may differ a little.
    let most = most_wasted(BotLevel::Oracle);
    assert!(most <= 0.02, "the oracle gave {most} away");
}

#[test]
fn no_action_line_exceeds_its_capacity() {
    let mut bot = LevelBot::new(BotLevel::Captain);
    bot.limit(Budget::Evaluations(100));
    let network = Network::embedded();
    let mut longest = 0;
    for (table, seed) in tables().into_iter().zip(1..).step_by(4) {
        let evaluator = network.evaluator(table.0);
        play(table, &bot, seed, |state, seat, _, _| {
            let lines = Policy::new(&evaluator, Budget::Evaluations(100)).all(state, seat);
            longest = lines.iter().map(|choice| choice.line.len()).fold(longest, usize::max);
        });
    }
    assert!((4..24).contains(&longest), "{longest}");
}
