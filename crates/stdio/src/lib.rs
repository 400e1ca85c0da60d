//! The engine as a service: requests and replies, one JSON object per line.
//!
//! `commands` and `play` handle requests, `session` stores the games. `docs/PROTOCOL.md` describes
//! the messages.

mod commands;
mod fields;
mod play;
mod session;

pub use session::Session;

use orrery_protocol::input_line::{InputLine, MAX_LINE};
use orrery_protocol::{Code, Fault};
use serde_json::{Map, Value, json};

impl Session {
    /// Handles a line of input and returns the reply; `None` for a blank line or the end of input.
    pub fn answer(&mut self, line: &InputLine) -> Option<Value> {
        let answer = match line {
            InputLine::End => return None,
            InputLine::Text(text) if text.trim().is_empty() => return None,
            InputLine::Text(text) => self.answer_text(text),
            InputLine::NotText => error_reply(malformed("the line is not UTF-8")),
            InputLine::TooLong => error_reply(too_long()),
        };
        Some(Value::Object(answer))
    }

    /// Handles a request, and returns the reply with the `id` of the request.
    fn answer_text(&mut self, line: &str) -> Map<String, Value> {
        let request = match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(request)) => request,
            Ok(_) => return error_reply(malformed("a request must be a JSON object")),
            Err(error) => return error_reply(Fault::malformed(&error)),
        };
        let body = commands::answer(self, &request).unwrap_or_else(error_reply);
        let mut answer = Map::new();
        if let Some(id) = request.get("id") {
            answer.insert("id".to_owned(), id.clone());
        }
        answer.extend(body);
        answer
    }
}

fn malformed(why: &str) -> Fault {
    Fault::new(Code::Malformed, why)
}

fn too_long() -> Fault {
    Fault::new(Code::TooLong, format!("the line has more than {MAX_LINE} bytes"))
}

fn error_reply(fault: Fault) -> Map<String, Value> {
    Map::from_iter([("error".to_owned(), json!(fault))])
}
