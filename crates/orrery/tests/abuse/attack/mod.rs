//! The attacks, grouped into rounds.
//!
//! Each attack has a time limit, and checks the server's responses.

mod accounts;
mod connections;
mod frames;
mod oracles;
mod parsers;
mod readers;

use crate::target::Target;
use anyhow::Result;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The future of a running attack.
type Running = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// An attack.
#[derive(Clone, Copy)]
pub(crate) struct Attack {
    /// The name in the report.
    pub(crate) name: &'static str,
    /// Runs the attack until the end of the round, or until the server closes its connections.
    pub(crate) run: fn(AttackContext) -> Running,
}

/// The context of a running attack.
#[derive(Clone)]
pub(crate) struct AttackContext {
    /// The server and the results.
    pub(crate) target: Arc<Target>,
    /// The end of the attack.
    pub(crate) until: Instant,
    /// The name of the attack.
    pub(crate) name: &'static str,
}

impl AttackContext {
    /// Waits for the pause between two requests, and returns whether there is time left.
    async fn has_time_after(&self, pause: Duration) -> bool {
        has_time_after(self.until, pause).await
    }

    fn record_response(&self, status: u16, expected: &[u16]) {
        self.target.record_response(self.name, status, expected);
    }

    fn count(&self, result: &str, more: u64) {
        self.target.count(self.name, result, more);
    }

    fn check_at_most(&self, result: &str, count: u64, max: u64) {
        self.target.check_at_most(self.name, result, count, max);
    }

    fn report_failure(&self, failure: String) {
        self.target.report_failure(self.name, failure);
    }
}

/// Creates an [`Attack`] from an async function.
macro_rules! attack {
    ($name:literal, $run:path) => {
        Attack { name: $name, run: |context| Box::pin($run(context)) }
    };
}

/// The rounds, in order. The oracles are last, because their games continue after the round.
pub(crate) const ROUNDS: [(&str, &[Attack]); 6] = [
    (
        "parsers",
        &[
            attack!("nested decks", parsers::nested_decks),
            attack!("crowded decks", parsers::crowded_decks),
            attack!("nested JSON", parsers::nested_json),
            attack!("names", parsers::names),
            attack!("oversized bodies", parsers::oversized_bodies),
            attack!("forged hosts and origins", parsers::forged),
            attack!("malformed HTTP", parsers::malformed_http),
        ],
    ),
    (
        "connections",
        &[
            attack!("silent connections", connections::silent),
            attack!("slow heads", connections::slow_heads),
            attack!("slow bodies", connections::slow_bodies),
        ],
    ),
    (
        "readers",
        &[
            attack!("unread exports", readers::unread_exports),
            attack!("unread sockets", readers::unread_sockets),
        ],
    ),
    (
        "accounts",
        &[
            attack!("identities", accounts::identities),
            attack!("tables with large decks", accounts::tables),
            attack!("tables of bot accounts", accounts::bot_accounts),
        ],
    ),
    (
        "frames",
        &[
            attack!("malformed frames", frames::malformed),
            attack!("oversized messages", frames::oversized),
            attack!("bad messages", frames::bad_messages),
            attack!("orders and chat", frames::orders),
        ],
    ),
    ("oracles", &[attack!("tables of oracles", oracles::tables)]),
];

/// Returns a deck of nearly the maximum size, whose id contains `number`.
fn large_deck(number: u32) -> String {
    let comment = "x".repeat(250_000);
    format!("id = \"home-{number}\"\nname = \"At home\"\nedition = \"classic\"\n# {comment}\n")
}

/// Returns the settings of a table with a custom deck.
fn with_deck(seats: u8, deck: &str) -> String {
    serde_json::json!({ "seats": seats, "deck": deck }).to_string()
}

/// Sleeps for the pause, and returns whether there is time left.
async fn has_time_after(until: Instant, pause: Duration) -> bool {
    tokio::time::sleep(pause).await;
    Instant::now() < until
}
