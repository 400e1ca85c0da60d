//! The queue of the client's inputs: lines, terminal events, and results of jobs.

use crate::table::Report;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// An input of the client.
#[derive(Debug)]
pub(crate) enum Input {
    /// A line of standard input.
    Line(String),
    /// The result of a job, or a message from the server.
    Report(Report),
    /// A key press, a mouse event, or a new terminal size.
    Terminal(ratatui::crossterm::event::Event),
    /// The process was suspended (Ctrl-Z) and runs again.
    Continued,
    /// The end of the input, or a signal to quit.
    End,
}

/// The queue of inputs.
pub(crate) struct Inbox {
    sender: Sender<Input>,
    receiver: Receiver<Input>,
}

impl Inbox {
    /// Creates an empty queue.
    pub(crate) fn new() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }

    /// Returns a handle that adds inputs to this queue.
    pub(crate) fn sender(&self) -> Sender<Input> {
        self.sender.clone()
    }

    /// Blocks until the next input arrives; `None` at the end of the input.
    pub(crate) fn next(&self) -> Option<Input> {
        match self.receiver.recv() {
            Ok(Input::End) | Err(_) => None,
            Ok(input) => Some(input),
        }
    }

    /// Returns the next input if one has already arrived; does not block.
    pub(crate) fn try_next(&self) -> Option<Input> {
        self.receiver.try_recv().ok()
    }

    /// Starts a thread that reads lines and adds them to the queue.
    pub(crate) fn read_lines(&self, source: impl BufRead + Send + 'static) {
        let sender = self.sender();
        thread::spawn(move || {
            for line in source.lines().map_while(Result::ok) {
                if sender.send(Input::Line(line)).is_err() {
                    return;
                }
            }
            let _ = sender.send(Input::End);
        });
    }
}
