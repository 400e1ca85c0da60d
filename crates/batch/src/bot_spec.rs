//! The specification of a bot, from which every game or thread creates its own.

use orrery_bots::{Bot, BotLevel, Budget, LevelBot, Network, named};
use std::sync::Arc;

/// The specification of a built-in bot.
#[derive(Clone, Debug)]
pub struct BotSpec {
    /// The name: `random`, `greedy` or a level.
    pub name: String,
    /// The network of a level; `None` is the embedded one.
    pub network: Option<Arc<Network>>,
    /// The budget of each decision.
    pub budget: Budget,
}

impl BotSpec {
    /// Specifies a bot with the embedded network and the standard budget.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), network: None, budget: Budget::Standard }
    }

    /// Returns the level with the name of the bot; `random` and `greedy` are not levels.
    #[must_use]
    pub fn level(&self) -> Option<BotLevel> {
        BotLevel::ALL.into_iter().find(|level| level.word() == self.name)
    }

    /// Creates the bot; `None` if there is no such bot, or if it cannot use a network.
    #[must_use]
    pub fn bot(&self) -> Option<Box<dyn Bot>> {
        let mut bot: Box<dyn Bot> = match &self.network {
            None => named(&self.name)?,
            Some(network) => Box::new(LevelBot::with_network(self.level()?, Arc::clone(network))),
        };
        bot.limit(self.budget);
        Some(bot)
    }
}

#[cfg(test)]
mod tests {
    use super::BotSpec;
    use orrery_bots::{Budget, Network};
    use orrery_rules::{Actions, Actor, Options, Random, State, Step, deck};

    /// Returns the actions of a bot that plays both seats.
    fn actions_of(spec: &BotSpec) -> Vec<orrery_rules::Action> {
        let mut bot = spec.bot().expect("a bot");
        let mut state = State::new(deck::classic(), &Options::players(2)).expect("the options fit");
        let (mut random, mut legal, mut actions) = (Random(3), Actions::new(), Vec::new());
        while actions.len() < 60 {
            let step = match (state.chance(), state.actor()) {
                (Some(node), _) => Step::Chance(node.pick(random.bits())),
                (None, Actor::Seat(seat)) => {
                    state.legal_actions(&mut legal);
                    bot.start(seat, 1);
                    let action = bot.choose(&state.observe(Some(seat)), &legal).expect("an action");
                    actions.push(action);
                    Step::Action(action)
                }
                _ => break,
            };
            state.apply_unchecked(step);
        }
        actions
    }

    #[test]
    fn the_bot_has_the_budget_and_the_network_of_its_specification() {
        let standard = BotSpec::named("captain");
        let small = BotSpec { budget: Budget::Evaluations(1), ..standard.clone() };
        assert_ne!(actions_of(&standard), actions_of(&small));
        let embedded = BotSpec { network: Some(Network::embedded()), ..standard.clone() };
        assert_eq!(actions_of(&standard), actions_of(&embedded));
    }

    #[test]
    fn unknown_bots_and_unused_networks_are_refused() {
        assert!(BotSpec::named("nobody").bot().is_none());
        let random = BotSpec { network: Some(Network::embedded()), ..BotSpec::named("random") };
        assert!(random.bot().is_none());
    }
}
