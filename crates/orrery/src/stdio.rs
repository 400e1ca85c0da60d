//! `orrery stdio`: the engine as a service on standard input and output.

use crate::output;
use anyhow::{Context as _, Result};
use orrery_protocol::input_line::{InputLine, read_line};
use orrery_stdio::Session;
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
        let line = read_line(&mut input).context("cannot read standard input")?;
        if line == InputLine::End {
            break;
        }
        let Some(answer) = session.answer(&line) else { continue };
        let written = writeln!(out, "{answer}").and_then(|()| out.flush());
        if !output::still_open(written)? {
            break;
        }
    }
    Ok(())
}
