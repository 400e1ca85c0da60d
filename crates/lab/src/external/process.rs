//! A child process that exchanges lines with the caller and cannot block it.
//!
//! Reading and writing have their own threads, and every wait has a time limit.

use anyhow::{Context, Result};
use orrery_protocol::input_line::{InputLine, MAX_LINE, read_line};
use serde_json::Value;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// Capacity of the line queues in both directions.
const QUEUE_CAPACITY: usize = 16;
/// Time that a program gets to exit by itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A running program.
pub(super) struct BotProcess {
    child: Child,
    /// Lines for its standard input; `None` after it is closed.
    input: Option<SyncSender<String>>,
    /// Lines from its standard output.
    output: Receiver<InputLine>,
    /// Time limit for an answer.
    timeout: Duration,
}

impl BotProcess {
    /// Starts a program; its standard error is passed through.
    pub(super) fn start(words: &[String], timeout: Duration) -> Result<Self> {
        let (program, args) = words.split_first().context("the command names no program")?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        detach(&mut command);
        let mut child = command.spawn().with_context(|| format!("cannot start `{program}`"))?;
        let stdin = child.stdin.take().context("the program has no standard input")?;
        let stdout = child.stdout.take().context("the program has no standard output")?;
        let (input, lines) = sync_channel(QUEUE_CAPACITY);
        let (answers, output) = sync_channel(QUEUE_CAPACITY);
        std::thread::spawn(move || write_lines(stdin, &lines));
        std::thread::spawn(move || read_lines(stdout, &answers));
        Ok(Self { child, input: Some(input), output, timeout })
    }

    /// Sends a message.
    pub(super) fn send(&self, message: &Value) -> Result<(), String> {
        let sent = self.input.as_ref().map(|input| input.try_send(format!("{message}\n")));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(std::sync::mpsc::TrySendError::Full(_))) => {
                Err("does not read its standard input".to_owned())
            }
            _ => Err("has exited".to_owned()),
        }
    }

    /// Rejects unsolicited output, which would be mistaken for the next answer.
    pub(super) fn expect_silence(&mut self) -> Result<(), String> {
        match self.output.try_recv() {
            Err(TryRecvError::Empty) => Ok(()),
            Err(TryRecvError::Disconnected) | Ok(InputLine::End) => Err(self.exit_reason()),
            Ok(_) => Err("sent a message without being asked".to_owned()),
        }
    }

    /// Waits for the next message.
    pub(super) fn receive(&mut self) -> Result<Value, String> {
        match self.output.recv_timeout(self.timeout) {
            Ok(InputLine::Text(text)) => serde_json::from_str(&text)
                .map_err(|why| format!("did not answer with JSON: {why}")),
            Ok(InputLine::NotText) => Err("answered with invalid UTF-8".to_owned()),
            Ok(InputLine::TooLong) => Err(format!("answered with a line over {MAX_LINE} bytes")),
            Ok(InputLine::End) | Err(RecvTimeoutError::Disconnected) => Err(self.exit_reason()),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("did not answer within {} s", self.timeout.as_secs_f64()))
            }
        }
    }

    /// Returns the reason why the program sends no more output.
    fn exit_reason(&mut self) -> String {
        match self.wait_for(EXIT_TIMEOUT) {
            Some(status) => format!("exited before the game was over ({status})"),
            None => "closed its standard output before the game was over".to_owned(),
        }
    }

    /// Waits at most `time` for the program to exit; `None` if it is still running then.
    fn wait_for(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < time => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => return None,
            }
        }
    }
}

impl Drop for BotProcess {
    /// Closes the program's input, and kills the program if it does not exit in time.
    fn drop(&mut self) {
        self.input = None;
        if self.wait_for(EXIT_TIMEOUT).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, answers: &SyncSender<InputLine>) {
    let mut lines = BufReader::new(stdout);
    loop {
        let line = read_line(&mut lines).unwrap_or(InputLine::End);
        let is_end = line == InputLine::End;
        if answers.send(line).is_err() || is_end {
            return;
        }
    }
}

/// Puts the bot into its own process group, so that Ctrl-C does not reach it.
///
/// The bot exits when its input is closed.
#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn detach(_: &mut Command) {}
