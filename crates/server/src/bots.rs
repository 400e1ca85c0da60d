//! The bots of the house think here: off the threads that serve people, so many at once, and so
//! long at most. Hosts take turns, so that many tables of one do not delay the bots of others. Tables
//! without people have a place of their own, so that they never hold others up.

use crate::apart;
use crate::decks::LoadedRules;
use crate::fair::{FairQueue, Party};
use crate::game::window::idle;
use crate::metrics::{Metrics, OneMore};
use orrery_rules::{Action, Actions, DetachedView};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long a bot may think; then a plain move is made for it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Who waits for the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    /// Somebody does.
    People,
    /// Only other bots do.
    Nobody,
}

/// A question to a bot.
pub(crate) struct Thought {
    /// Which bot.
    pub(crate) level: String,
    /// What is played.
    pub(crate) rules: LoadedRules,
    /// What its seat may know.
    pub(crate) view: DetachedView,
    /// What it can answer.
    pub(crate) legal: Actions,
    /// Who waits.
    pub(crate) audience: Audience,
    /// Whose table it is.
    pub(crate) party: Party,
}

/// Places for bots to think.
#[derive(Clone)]
pub(crate) struct Bots {
    people: Arc<FairQueue>,
    nobody: Arc<FairQueue>,
    metrics: Arc<Metrics>,
}

impl Bots {
    /// So many may think at once for people, and so many of them for tables of one address.
    pub(crate) fn new(places: usize, of_address: usize, metrics: Arc<Metrics>) -> Self {
        Self { people: FairQueue::new(places, of_address), nobody: FairQueue::new(1, 1), metrics }
    }

    /// What the bot answers; a plain legal move if it fails or takes too long.
    pub(crate) async fn think(&self, thought: Thought) -> Option<Action> {
        let plain = idle(&thought.legal);
        let places = match thought.audience {
            Audience::People => &self.people,
            Audience::Nobody => &self.nobody,
        };
        let waiting = OneMore::of(&self.metrics.bots_waiting);
        let place = places.enter(&thought.party).await;
        drop(waiting);
        let Ok(place) = place else { return plain };
        // The place is given back when the bot is done, also if nobody waits for it any more.
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            apart::work(|| choose(&thought))
        });
        match timeout(PATIENCE, task).await {
            Ok(Ok(Some(action))) => Some(action),
            _ => {
                self.metrics.bots_failed.inc();
                plain
            }
        }
    }
}

fn choose(thought: &Thought) -> Option<Action> {
    let mut bot = orrery_bots::named(&thought.level)?;
    let view = thought.view.attach(&thought.rules);
    let seat = view.viewer()?;
    bot.start(seat, u64::from_le_bytes(crate::secret::random()));
    let action = bot.choose(&view, &thought.legal).ok()?;
    thought.legal.contains(&action).then_some(action)
}

#[cfg(test)]
mod tests {
    use super::{Audience, Bots, Thought};
    use crate::decks::LoadedRules;
    use crate::fair::Party;
    use crate::metrics::Metrics;
    use orrery_rules::{Actions, Actor, Options, State, Step, deck};
    use std::sync::Arc;
    use std::time::Duration;
    use tokio::time::timeout;

    /// The first question of a game, put to a bot.
    fn thought(level: &str, audience: Audience) -> Thought {
        let mut state = State::new(deck::classic(), &Options::players(2)).expect("a game");
        while let Some(node) = state.chance() {
            state.apply_unchecked(Step::Chance(node.pick(7)));
        }
        let Actor::Seat(seat) = state.actor() else { panic!("somebody is asked") };
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let (level, rules) = (level.to_owned(), LoadedRules::Edition(deck::classic()));
        let view = state.observe(Some(seat)).detach();
        Thought { level, rules, view, legal, audience, party: host("ada") }
    }

    fn host(id: &str) -> Party {
        Party { host: id.into(), address: None }
    }

    #[tokio::test(start_paused = true)]
    async fn tables_of_bots_wait_for_each_other_and_never_hold_people_up() {
        let bots = Bots::new(1, 1, Arc::new(Metrics::new()));
        let _thinks = bots.nobody.enter(&host("ben")).await.expect("a place");
        let people = bots.think(thought("greedy", Audience::People)).await;
        assert!(people.is_some(), "people have a place of their own");
        let nobody = bots.think(thought("greedy", Audience::Nobody));
        assert!(timeout(Duration::from_secs(3600), nobody).await.is_err(), "this one waits");
    }

    #[tokio::test(start_paused = true)]
    async fn so_many_think_at_once_and_no_more() {
        let bots = Bots::new(2, 2, Arc::new(Metrics::new()));
        let first = bots.people.enter(&host("ben")).await.expect("a place");
        let held = (first, bots.people.enter(&host("cleo")).await.expect("a place"));
        let mut third = Box::pin(bots.think(thought("greedy", Audience::People)));
        assert!(timeout(Duration::from_secs(3600), &mut third).await.is_err(), "it waits");
        drop(held);
        assert!(third.await.is_some(), "and has its turn");
    }

    /// While the only thread for blocking work is taken, a bot cannot think, and others are served.
    #[test]
    fn others_are_served_while_a_bot_thinks() {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_all().max_blocking_threads(1).build().expect("a runtime");
        runtime.block_on(async {
            let (release, taken) = std::sync::mpsc::channel::<()>();
            tokio::task::spawn_blocking(move || taken.recv());
            let bots = Bots::new(1, 1, Arc::new(Metrics::new()));
            let mut answer = Box::pin(bots.think(thought("greedy", Audience::People)));
            tokio::select! {
                biased;
                _ = &mut answer => panic!("it thought on the thread that serves people"),
                () = tokio::task::yield_now() => {}
            }
            release.send(()).expect("the thread is free again");
            assert!(answer.await.is_some());
        });
    }

    #[tokio::test]
    async fn a_bot_that_fails_makes_a_plain_move() {
        let metrics = Arc::new(Metrics::new());
        let bots = Bots::new(1, 1, Arc::clone(&metrics));
        let asked = thought("nobody of this name", Audience::People);
        let plain = asked.legal.first().copied();
        assert_eq!(bots.think(asked).await, plain);
        assert_eq!(metrics.bots_failed.get(), 1);
    }
}
