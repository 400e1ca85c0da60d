//! `orrery stdio`: the engine as a service, with one JSON object per line of input and output.
//!
//! `commands` and `play` handle requests, `session` stores the games. `docs/PROTOCOL.md` describes
//! the messages.

mod commands;
mod fields;
mod play;
mod session;

pub(crate) use commands::edition_of;

use crate::output;
use anyhow::{Context as _, Result};
use orrery_protocol::input_line::{InputLine, MAX_LINE, read_line};
use orrery_protocol::{Code, Fault};
use serde_json::{Map, Value, json};
use session::Session;
use std::io::Write;

/// Serve the engine as JSON lines on standard input and output.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  echo '{\"do\":\"new\",\"edition\":\"classic\",\"seats\":2}' | orrery stdio
  echo '{\"do\":\"hello\"}' | orrery stdio

docs/PROTOCOL.md describes the messages.")]
pub(crate) struct Args {}

/// Answers requests until `quit` or the end of the input.
pub(crate) fn run(_: &Args) -> Result<()> {
    let mut input = std::io::stdin().lock();
    let mut out = std::io::stdout().lock();
    let mut session = Session::default();
    while !session.is_closed() {
        let answer = match read_line(&mut input).context("cannot read standard input")? {
            InputLine::End => break,
            InputLine::Text(text) if text.trim().is_empty() => continue,
            InputLine::Text(text) => answer(&mut session, &text),
            InputLine::NotText => refusal(malformed("the line is not UTF-8")),
            InputLine::TooLong => refusal(too_long()),
        };
        let written = writeln!(out, "{}", Value::Object(answer)).and_then(|()| out.flush());
        if !output::still_open(written)? {
            break;
        }
    }
    Ok(())
}

/// Handles a line of input, and returns the reply with the `id` of the request.
fn answer(session: &mut Session, line: &str) -> Map<String, Value> {
    let request = match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(request)) => request,
        Ok(_) => return refusal(malformed("a request must be a JSON object")),
        Err(error) => return refusal(Fault::malformed(&error)),
    };
    let body = commands::answer(session, &request).unwrap_or_else(refusal);
    let mut answer = Map::new();
    if let Some(id) = request.get("id") {
        answer.insert("id".to_owned(), id.clone());
    }
    answer.extend(body);
    answer
}

fn malformed(why: &str) -> Fault {
    Fault::new(Code::Malformed, why)
}

fn too_long() -> Fault {
    Fault::new(Code::TooLong, format!("the line has more than {MAX_LINE} bytes"))
}

fn refusal(fault: Fault) -> Map<String, Value> {
    Map::from_iter([("error".to_owned(), json!(fault))])
}
