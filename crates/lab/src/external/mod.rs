//! External bots: programs that play a seat.
//!
//! A bot receives views as JSON lines on its standard input and answers on its standard output. It
//! never receives hidden information. `docs/PROTOCOL.md` describes the messages.

mod process;
mod split;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result};
use orrery_bots::{Bot, BotError};
use orrery_describe::Language;
use orrery_protocol::{self as protocol, Cards, PROTOCOL};
use orrery_rules::{Action, Actions, Rules, Seat, Step, View};
use process::BotProcess;
use serde_json::{Value, json};
use std::time::Duration;

/// Starts an external bot such as `./mybot --level 3`.
///
/// The command is split at spaces outside quotes; no shell is involved. `timeout` limits the start
/// and each decision.
///
/// # Errors
/// If the program cannot be started or does not report that it is ready.
pub(crate) fn spawn(command: &str, timeout: Duration) -> Result<Box<dyn Bot>> {
    let words = split::words(command).with_context(|| format!("bot `{command}`"))?;
    let process = BotProcess::start(&words, timeout).with_context(|| format!("bot `{command}`"))?;
    let mut bot = ExternalBot { process, command: command.to_owned(), game: 0, current: None };
    bot.handshake().map_err(|why| anyhow::anyhow!("{}", bot.error_text(&why)))?;
    Ok(Box::new(bot))
}

/// The current game, which the bot learns about at its first decision.
#[derive(Clone, Copy)]
struct CurrentGame {
    seat: Seat,
    seed: u64,
    /// Whether the bot has received `start`.
    announced: bool,
}

/// A bot that is an external program.
struct ExternalBot {
    process: BotProcess,
    command: String,
    /// Number of games announced so far.
    game: u64,
    current: Option<CurrentGame>,
}

impl Bot for ExternalBot {
    fn start(&mut self, seat: Seat, seed: u64) {
        self.finish(Value::Null);
        self.current = Some(CurrentGame { seat, seed, announced: false });
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError> {
        self.decide(view, legal).map_err(|why| BotError(self.error_text(&why)))
    }

    fn over(&mut self, view: &View<'_>) {
        self.finish(json!(view.outcome().as_ref().map(protocol::Outcome::of)));
    }
}

impl Drop for ExternalBot {
    fn drop(&mut self) {
        self.finish(Value::Null);
    }
}

impl ExternalBot {
    fn error_text(&self, why: &str) -> String {
        format!("bot `{}` {why}", self.command)
    }

    /// Exchanges `hello` and `ready`.
    fn handshake(&mut self) -> Result<(), String> {
        let version = env!("CARGO_PKG_VERSION");
        self.process.send(&json!({ "hello": { "orrery": PROTOCOL, "version": version } }))?;
        let answer = self.process.receive()?;
        match answer["ready"]["orrery"].as_u64() {
            Some(version) if version == u64::from(PROTOCOL) => Ok(()),
            Some(other) => Err(format!("speaks protocol version {other} instead of {PROTOCOL}")),
            None => Err(format!("did not answer `hello` with `ready`: {}", excerpt(&answer))),
        }
    }

    /// Tells the bot that the current game is over; a null outcome means that it was abandoned.
    fn finish(&mut self, outcome: Value) {
        if self.current.take().is_some_and(|game| game.announced) {
            // If sending fails, the next decision reports the error.
            let _ =
                self.process.send(&json!({ "over": { "game": self.game, "outcome": outcome } }));
        }
    }

    /// Announces a game at its first decision, when the table is known.
    fn announce(&mut self, view: &View<'_>) -> Result<(), String> {
        // A caller may ask for a decision without a call of `start`.
        let unannounced = |view: &View<'_>| CurrentGame {
            seat: view.viewer().or_else(|| Seat::new(0)).unwrap_or(view.active()),
            seed: 0,
            announced: false,
        };
        let game = self.current.unwrap_or_else(|| unannounced(view));
        if game.announced {
            return Ok(());
        }
        self.game += 1;
        self.current = Some(CurrentGame { announced: true, ..game });
        let rules = view.rules();
        let seats: Vec<String> = view.seats().map(|seat| seat.to_string()).collect();
        self.process.send(&json!({ "start": {
            "game": self.game,
            "seat": game.seat.to_string(),
            "seed": game.seed.to_string(),
            "edition": rules.id,
            "revision": rules.revision,
            "seats": seats,
            "rogue": view.rogue().map(|rogue| &rules.rogues[rogue].id),
            "cards": Cards::of(rules, Language::English.localizer()),
        } }))
    }

    fn decide(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, String> {
        self.process.expect_silence()?;
        self.announce(view)?;
        let list = protocol::legal(legal, view.rules());
        self.process
            .send(&json!({ "decide": { "view": protocol::View::of(view), "legal": list } }))?;
        let answer = self.process.receive()?;
        chosen(&answer, view.rules(), legal)
    }
}

/// Returns the action that an answer names by notation or by index.
fn chosen(answer: &Value, rules: &Rules, legal: &Actions) -> Result<Action, String> {
    if let Some(why) = answer["error"].as_str() {
        return Err(format!("gave up: {}", shorten(why)));
    }
    let action = match (answer["action"].as_str(), answer["index"].as_u64()) {
        (Some(words), None) => match Step::parse(rules, words) {
            Ok(Step::Action(action)) => {
                legal.iter().find(|candidate| **candidate == action).copied()
            }
            _ => None,
        },
        (None, Some(index)) => usize::try_from(index).ok().and_then(|at| legal.get(at)).copied(),
        _ => return Err(format!("answered {}, which contains no action", excerpt(answer))),
    };
    action.ok_or_else(|| format!("answered {}, which is not legal", excerpt(answer)))
}

/// Formats the start of an answer for an error message.
fn excerpt(answer: &Value) -> String {
    shorten(&answer.to_string())
}

/// Shortens a text to 80 characters and replaces control characters with spaces.
fn shorten(text: &str) -> String {
    let mut short: String =
        text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > 80 {
        short.push('…');
    }
    short
}
