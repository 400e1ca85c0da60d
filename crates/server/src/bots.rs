//! Server bots. They run on separate threads, with bounded concurrency and a time limit.
//!
//! The oracle, and bots that nobody waits for, run at low priority, so that they do not delay
//! tables. Hosts take turns, so that many tables of one host do not delay the bots of others. There
//! are three independent queues: one for the oracle, whose search takes long; one for all other
//! bots, which decide in about a millisecond; and one for tables without people.

use crate::fair_queue::{FairQueue, Requester};
use crate::game::window::default_action;
use crate::low_priority;
use crate::metrics::{GaugeGuard, Metrics};
use crate::panic_isolation;
use orrery_bots::BotLevel;
use orrery_record::LoadedRules;
use orrery_rules::{Action, Actions, DetachedView};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Time limit of a bot move. After a timeout, the table plays a default action.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The audience of a bot move: people who wait for it, or nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    /// People play or watch.
    People,
    /// Only bots play, and nobody watches.
    Nobody,
}

/// A request for a bot move.
pub(crate) struct BotRequest {
    /// The bot's level.
    pub(crate) level: String,
    /// The rules of the game.
    pub(crate) rules: LoadedRules,
    /// The game as the bot's seat may see it.
    pub(crate) view: DetachedView,
    /// The legal actions.
    pub(crate) legal: Actions,
    /// Whether people wait for the move.
    pub(crate) audience: Audience,
    /// The host of the table, for the fair queue.
    pub(crate) requester: Requester,
}

/// Worker pool of the bots.
#[derive(Clone)]
pub(crate) struct Bots {
    /// For the oracle at tables with people.
    oracle: Arc<FairQueue>,
    /// For the other bots at tables with people.
    quick: Arc<FairQueue>,
    /// For tables without people.
    unattended: Arc<FairQueue>,
    metrics: Arc<Metrics>,
}

impl Bots {
    /// Creates a pool with `slots` workers for the oracle and as many for the other bots.
    ///
    /// One more worker serves tables without people. Tables of one address use at most
    /// `per_address` workers for the oracle, and as many for the other bots.
    pub(crate) fn new(slots: usize, per_address: usize, metrics: Arc<Metrics>) -> Self {
        let queue = || FairQueue::new(slots, per_address);
        Self { oracle: queue(), quick: queue(), unattended: FairQueue::new(1, 1), metrics }
    }

    fn queue(&self, request: &BotRequest) -> &Arc<FairQueue> {
        match request.audience {
            Audience::Nobody => &self.unattended,
            Audience::People if request.level == BotLevel::Oracle.word() => &self.oracle,
            Audience::People => &self.quick,
        }
    }

    /// Returns the bot's action, or a default action if the bot fails or takes too long.
    pub(crate) async fn choose_action(&self, request: BotRequest) -> Option<Action> {
        let fallback = default_action(&request.legal);
        let waiting = GaugeGuard::of(&self.metrics.bots_waiting);
        let (queue, level) = (self.queue(&request), request.level.clone());
        let is_quick = Arc::ptr_eq(queue, &self.quick);
        let slot = queue.acquire(&request.requester).await;
        drop(waiting);
        let Ok(slot) = slot else { return fallback };
        // The job holds the slot until the bot has finished, even after the timeout.
        let job = move || {
            let _slot = slot;
            choose(&request)
        };
        let answer =
            async { if is_quick { run_quickly(job).await } else { low_priority::run(job).await } };
        let answer = timeout(TIME_LIMIT, answer).await;
        let answer = answer.unwrap_or_else(|_| Some(Err("no answer in time".to_owned())));
        match answer.unwrap_or_else(|| Err("panic".to_owned())) {
            Ok(action) => Some(action),
            Err(why) => {
                tracing::error!(bot = level, why, "bot failed");
                self.metrics.bots_failed.inc();
                fallback
            }
        }
    }
}

/// Runs a short job on a blocking thread at normal priority. Returns `None` if it panics.
async fn run_quickly<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(|| panic_isolation::isolate_blocking(job)).await.ok()
}

/// Returns the bot's action, or the reason why it has none.
fn choose(request: &BotRequest) -> Result<Action, String> {
    let mut bot = orrery_bots::named(&request.level).ok_or("unknown bot")?;
    let view = request.view.attach(&request.rules);
    let seat = view.viewer().ok_or("the view has no seat")?;
    bot.start(seat, u64::from_le_bytes(crate::secret::random()));
    let action = bot.choose(&view, &request.legal).map_err(|error| error.to_string())?;
    let is_legal = request.legal.contains(&action);
    is_legal.then_some(action).ok_or_else(|| format!("illegal action {action:?}"))
}

#[cfg(test)]
mod tests {
    use super::{Audience, BotRequest, Bots};
    use crate::fair_queue::Requester;
    use crate::metrics::Metrics;
    use orrery_record::LoadedRules;
    use orrery_rules::{Actions, Actor, Options, State, Step, deck};
    use std::sync::Arc;
    use std::time::Duration;
    use tokio::time::timeout;

    /// Returns a request for the first decision of a game.
    fn request(level: &str, audience: Audience) -> BotRequest {
        let mut state = State::new(deck::classic(), &Options::players(2)).expect("a game");
        while let Some(node) = state.chance() {
            state.apply_unchecked(Step::Chance(node.pick(7)));
        }
        let Actor::Seat(seat) = state.actor() else { panic!("a seat is asked") };
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let (level, rules) = (level.to_owned(), LoadedRules::Edition(deck::classic()));
        let view = state.observe(Some(seat)).detach();
        BotRequest { level, rules, view, legal, audience, requester: host("ada") }
    }

    fn host(id: &str) -> Requester {
        Requester { host: id.into(), address: None }
    }

    #[tokio::test(start_paused = true)]
    async fn tables_without_people_never_delay_tables_with_people() {
        let bots = Bots::new(1, 1, Arc::new(Metrics::new()));
        let _busy = bots.unattended.acquire(&host("ben")).await.expect("a slot");
        let people = bots.choose_action(request("greedy", Audience::People)).await;
        assert!(people.is_some(), "people have their own slots");
        let unattended = bots.choose_action(request("greedy", Audience::Nobody));
        assert!(timeout(Duration::from_secs(3600), unattended).await.is_err(), "this one waits");
    }

    #[tokio::test(start_paused = true)]
    async fn other_bots_never_wait_for_the_oracle() {
        let bots = Bots::new(1, 1, Arc::new(Metrics::new()));
        let _busy = bots.oracle.acquire(&host("ben")).await.expect("a slot");
        for level in ["greedy", "cadet", "admiral"] {
            assert!(
                bots.choose_action(request(level, Audience::People)).await.is_some(),
                "{level}"
            );
        }
        let oracle = bots.choose_action(request("oracle", Audience::People));
        assert!(timeout(Duration::from_secs(3600), oracle).await.is_err(), "this one waits");
    }

    #[tokio::test(start_paused = true)]
    async fn concurrent_bots_are_limited() {
        let bots = Bots::new(2, 2, Arc::new(Metrics::new()));
        let first = bots.quick.acquire(&host("ben")).await.expect("a slot");
        let held = (first, bots.quick.acquire(&host("cleo")).await.expect("a slot"));
        let mut third = Box::pin(bots.choose_action(request("greedy", Audience::People)));
        assert!(timeout(Duration::from_secs(3600), &mut third).await.is_err(), "it waits");
        drop(held);
        assert!(third.await.is_some(), "a slot is free again");
    }

    /// Occupies the only blocking thread, so that the bot must wait for this thread.
    ///
    /// If the bot answered at once, it would have run on a thread of the runtime.
    #[test]
    fn bots_do_not_block_the_runtime() {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_all().max_blocking_threads(1).build().expect("a runtime");
        runtime.block_on(async {
            let (release, released) = std::sync::mpsc::channel::<()>();
            tokio::task::spawn_blocking(move || released.recv());
            let bots = Bots::new(1, 1, Arc::new(Metrics::new()));
            let mut answer = Box::pin(bots.choose_action(request("greedy", Audience::People)));
            tokio::select! {
                biased;
                _ = &mut answer => panic!("the bot ran on a thread of the runtime"),
                () = tokio::task::yield_now() => {}
            }
            release.send(()).expect("the blocking thread waits for this");
            assert!(answer.await.is_some());
        });
    }

    #[tokio::test]
    async fn a_failed_bot_plays_the_default_action() {
        let metrics = Arc::new(Metrics::new());
        let bots = Bots::new(1, 1, Arc::clone(&metrics));
        let request = request("no such bot", Audience::People);
        let fallback = request.legal.first().copied();
        assert_eq!(bots.choose_action(request).await, fallback);
        assert_eq!(metrics.bots_failed.get(), 1);
    }
}
