//! A scripted user of the line mode.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running client in line mode.
pub(crate) struct Script {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The output so far.
    transcript: String,
    /// The output since the last input.
    latest: String,
}

impl Script {
    /// Starts a command.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, input, output, transcript: String::new(), latest: String::new() }
    }

    /// Returns the output so far.
    pub(crate) fn text(&self) -> &str {
        &self.transcript
    }

    /// Reads until the client prompts for input; `None` at the end of the output.
    pub(crate) fn until_prompt(&mut self) -> Option<String> {
        self.until(|text| text == "> " || text.ends_with("\n> "))
    }

    /// Reads until the new text meets a condition; `None` at the end of the output.
    pub(crate) fn until(&mut self, condition: impl Fn(&str) -> bool) -> Option<String> {
        let mut bytes = Vec::new();
        loop {
            let mut byte = [0];
            let count = self.output.read(&mut byte).expect("an output");
            bytes.extend_from_slice(&byte[..count]);
            let Ok(text) = std::str::from_utf8(&bytes) else { continue };
            if count == 0 || condition(text) {
                self.transcript.push_str(text);
                self.latest = text.to_owned();
                return (count > 0).then(|| text.to_owned());
            }
        }
    }

    /// Writes a line.
    pub(crate) fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open input");
        writeln!(input, "{line}").expect("an open input");
    }

    /// Writes a line and reads the answer up to the next prompt.
    pub(crate) fn say(&mut self, line: &str) -> Option<String> {
        self.write(line);
        self.until_prompt()
    }

    /// Answers the next question with the number that `choose` returns for its choices.
    ///
    /// Returns whether there was a question.
    pub(crate) fn answer(&mut self, choose: impl FnOnce(&[String]) -> usize) -> bool {
        if self.until_prompt().is_none() {
            return false;
        }
        // A message may have been printed instead of the choices; ask for the list again.
        while choices(&self.latest).is_empty() {
            if self.say("actions").is_none() {
                return false;
            }
        }
        let number = choose(&choices(&self.latest));
        self.write(&number.to_string());
        true
    }

    /// Kills the process immediately, so that it writes nothing more.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the choices of the last question in a text.
fn choices(text: &str) -> Vec<String> {
    let mut choices = Vec::new();
    for line in text.lines() {
        let numbered = line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
        let Some((number, choice)) = numbered else { continue };
        if number == "1" {
            choices.clear();
        }
        choices.push(choice.to_owned());
    }
    choices
}
