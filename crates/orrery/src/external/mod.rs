//! External bots: a program that plays a seat. It is sent views as JSON lines on its standard input
//! and answers on its standard output; what it may not know is never sent. The messages are
//! described in `docs/PROTOCOL.md`.

mod process;
mod split;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result};
use orrery_bots::{Bot, BotError};
use orrery_describe::{Language, Localizer};
use orrery_protocol::{self as protocol, Cards, PROTOCOL};
use orrery_rules::{Action, Actions, Rules, Seat, Step, View};
use process::Process;
use serde_json::{Value, json};
use std::time::Duration;

/// Starts a program that plays: `./mybot --level 3`, split at spaces, quotes respected, no shell.
/// Its patience is for getting ready and for each decision.
///
/// # Errors
/// If it cannot be started, or does not get ready.
pub(crate) fn spawn(command: &str, patience: Duration) -> Result<Box<dyn Bot>> {
    let words = split::words(command).with_context(|| format!("bot `{command}`"))?;
    let process = Process::start(&words, patience).with_context(|| format!("bot `{command}`"))?;
    let mut bot = External { process, command: command.to_owned(), game: 0, game_of: None };
    bot.greet().map_err(|why| anyhow::anyhow!("{}", bot.blame(&why)))?;
    Ok(Box::new(bot))
}

/// A game that was announced to the bot, or is about to be.
#[derive(Clone, Copy)]
struct GameOf {
    seat: Seat,
    seed: u64,
    announced: bool,
}

/// A program that plays.
struct External {
    process: Process,
    command: String,
    game: u64,
    game_of: Option<GameOf>,
}

impl Bot for External {
    fn start(&mut self, seat: Seat, seed: u64) {
        self.finish(Value::Null);
        self.game_of = Some(GameOf { seat, seed, announced: false });
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError> {
        self.decide(view, legal).map_err(|why| BotError(self.blame(&why)))
    }

    fn over(&mut self, view: &View<'_>) {
        self.finish(json!(view.outcome().as_ref().map(protocol::Outcome::of)));
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.finish(Value::Null);
    }
}

impl External {
    fn blame(&self, why: &str) -> String {
        format!("bot `{}` {why}", self.command)
    }

    /// `hello`, and what makes a bot ready.
    fn greet(&mut self) -> Result<(), String> {
        let version = env!("CARGO_PKG_VERSION");
        self.process.say(&json!({ "hello": { "orrery": PROTOCOL, "version": version } }))?;
        let answer = self.process.hear()?;
        match answer["ready"]["orrery"].as_u64() {
            Some(version) if version == u64::from(PROTOCOL) => Ok(()),
            Some(other) => Err(format!("speaks version {other} of the protocol, not {PROTOCOL}")),
            None => Err(format!("did not answer `hello` with `ready` but with {}", brief(&answer))),
        }
    }

    /// The game that ran is over, for the bot; without an outcome it was not played to its end.
    fn finish(&mut self, outcome: Value) {
        if self.game_of.take().is_some_and(|game| game.announced) {
            // If it cannot be told, the next decision says why.
            let _ = self.process.say(&json!({ "over": { "game": self.game, "outcome": outcome } }));
        }
    }

    /// Tells the bot of a new game, at its first decision: only then is the table known.
    fn announce(&mut self, view: &View<'_>) -> Result<(), String> {
        let fresh = |view: &View<'_>| GameOf {
            seat: view.viewer().or_else(|| Seat::new(0)).unwrap_or(view.active()),
            seed: 0,
            announced: false,
        };
        let game = self.game_of.unwrap_or_else(|| fresh(view));
        if game.announced {
            return Ok(());
        }
        self.game += 1;
        self.game_of = Some(GameOf { announced: true, ..game });
        let rules = view.rules();
        let seats: Vec<String> = view.seats().map(|seat| seat.to_string()).collect();
        self.process.say(&json!({ "start": {
            "game": self.game,
            "seat": game.seat.to_string(),
            "seed": game.seed.to_string(),
            "edition": rules.id,
            "revision": rules.revision,
            "seats": seats,
            "rogue": view.rogue().map(|rogue| &rules.rogues[rogue].id),
            "cards": Cards::of(rules, &Localizer::new(Language::English)),
        } }))
    }

    fn decide(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, String> {
        self.process.still_silent()?;
        self.announce(view)?;
        let list = protocol::legal(legal, view.rules());
        self.process
            .say(&json!({ "decide": { "view": protocol::View::of(view), "legal": list } }))?;
        let answer = self.process.hear()?;
        chosen(&answer, view.rules(), legal)
    }
}

/// The action an answer names, by its words or by its place in the list.
fn chosen(answer: &Value, rules: &Rules, legal: &Actions) -> Result<Action, String> {
    if let Some(why) = answer["error"].as_str() {
        return Err(format!("gave up: {}", short(why)));
    }
    let action = match (answer["action"].as_str(), answer["index"].as_u64()) {
        (Some(words), None) => match Step::parse(rules, words) {
            Ok(Step::Action(action)) => legal.iter().find(|own| **own == action).copied(),
            _ => None,
        },
        (None, Some(index)) => usize::try_from(index).ok().and_then(|at| legal.get(at)).copied(),
        _ => return Err(format!("answered {}, which holds no action", brief(answer))),
    };
    action.ok_or_else(|| format!("answered {}, which is not legal here", brief(answer)))
}

/// An answer as it may be quoted.
fn brief(answer: &Value) -> String {
    short(&answer.to_string())
}

fn short(text: &str) -> String {
    let mut short: String =
        text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > 80 {
        short.push('…');
    }
    short
}
