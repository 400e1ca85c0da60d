//! The bots of the house think here: off the threads that serve people, so many at once, and so
//! long at most. Tables without people have a place of their own, so that they never hold others up.

use crate::metrics::Metrics;
use orrery_rules::{Action, Actions, View};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
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
    /// What its seat may know.
    pub(crate) view: View<'static>,
    /// What it can answer.
    pub(crate) legal: Actions,
    /// Who waits.
    pub(crate) audience: Audience,
}

/// Places for bots to think.
#[derive(Clone)]
pub(crate) struct Bots {
    people: Arc<Semaphore>,
    nobody: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

impl Bots {
    /// So many may think at once for people.
    pub(crate) fn new(places: usize, metrics: Arc<Metrics>) -> Self {
        let semaphore = |places| Arc::new(Semaphore::new(places));
        Self { people: semaphore(places.max(1)), nobody: semaphore(1), metrics }
    }

    /// What the bot answers; a plain legal move if it fails or takes too long.
    pub(crate) async fn think(&self, thought: Thought) -> Option<Action> {
        let plain = plain(&thought.legal);
        let places = match thought.audience {
            Audience::People => &self.people,
            Audience::Nobody => &self.nobody,
        };
        self.metrics.bots_waiting.inc();
        let place = Arc::clone(places).acquire_owned().await;
        self.metrics.bots_waiting.dec();
        let Ok(place) = place else { return plain };
        // The place is given back when the bot is done, also if nobody waits for it any more.
        let task = tokio::task::spawn_blocking(move || {
            let answer = choose(&thought);
            drop(place);
            answer
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
    let seat = thought.view.viewer()?;
    bot.start(seat, u64::from_le_bytes(crate::secret::random()));
    let action = bot.choose(&thought.view, &thought.legal).ok()?;
    thought.legal.contains(&action).then_some(action)
}

fn plain(legal: &Actions) -> Option<Action> {
    let idle = [Action::Pass, Action::EndTurn, Action::Decline];
    idle.into_iter().find(|action| legal.contains(action)).or_else(|| legal.first().copied())
}
