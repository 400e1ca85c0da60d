//! The line mode: a whole game as plain text with numbered choices.
//!
//! It never redraws anything. Every change is a sentence, so that screen readers and scripts can
//! follow.

mod commands;

use crate::advice::Advisor;
use crate::inbox::{Inbox, Input};
use crate::replay::Replay;
use crate::review::{self, GameReview};
use crate::rules_search;
use crate::table::{Job, Phase, Report, Response, Scene, Table, TableCommand};
use crate::texts::Texts;
use anyhow::Result;
use commands::LineCommand;
use orrery_analysis::Analysis;
use orrery_protocol::Face;
use std::io::Write;

/// The number of sentences that `log` shows by default.
const DEFAULT_LOG_LEN: usize = 20;

/// The prompt, which shows that the program waits for input.
pub(crate) const PROMPT: &str = "> ";

/// The reason why the line mode ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The game is over.
    Over,
    /// The person left; the game can be continued.
    Left,
}

/// Asks a question with numbered answers; `None` at the end of the input.
pub(crate) fn ask(
    inbox: &Inbox,
    out: &mut dyn Write,
    texts: Texts,
    question: &str,
    answers: &[String],
) -> Result<Option<usize>> {
    writeln!(out, "{question}")?;
    for (index, answer) in answers.iter().enumerate() {
        writeln!(out, "{}. {answer}", index + 1)?;
    }
    loop {
        write!(out, "{PROMPT}")?;
        out.flush()?;
        match inbox.next() {
            Some(Input::Line(line)) => match line.trim().parse::<usize>() {
                Ok(number) if (1..=answers.len()).contains(&number) => {
                    return Ok(Some(number - 1));
                }
                _ => writeln!(out, "{}", texts.choose_number(answers.len()))?,
            },
            Some(_) => {}
            None => return Ok(None),
        }
    }
}

/// Asks for a line of text; `None` at the end of the input.
pub(crate) fn ask_text(
    inbox: &Inbox,
    out: &mut dyn Write,
    question: &str,
) -> Result<Option<String>> {
    writeln!(out, "{question}")?;
    write!(out, "{PROMPT}")?;
    out.flush()?;
    loop {
        match inbox.next() {
            Some(Input::Line(line)) => return Ok(Some(line.trim().to_owned())),
            Some(_) => {}
            None => return Ok(None),
        }
    }
}

/// The state of the line-mode dialogue about a game.
pub(crate) struct Lines<'a> {
    table: &'a mut dyn Table,
    inbox: &'a Inbox,
    out: &'a mut dyn Write,
    /// The number of log sentences that were printed.
    printed: usize,
    /// The index of the first log sentence after the person's last choice, for `repeat`.
    since: usize,
    /// The version and phase that were printed last.
    shown: Option<(u32, Phase)>,
    /// The version of the secret question that the asked person has chosen to show.
    revealed: Option<u32>,
    /// Whether the cursor is still on the line of the prompt.
    prompted: bool,
}

/// Plays a game in line mode until it is over or the person leaves.
///
/// # Errors
/// If the output is closed.
pub(crate) fn play(table: &mut dyn Table, inbox: &Inbox, out: &mut dyn Write) -> Result<End> {
    Lines::new(table, inbox, out).run()
}

/// Plays a game in line mode, and offers its review when it is over.
///
/// # Errors
/// If the output is closed.
pub(crate) fn play_and_review(
    table: &mut dyn Table,
    inbox: &Inbox,
    out: &mut dyn Write,
) -> Result<()> {
    let ended = play(table, inbox, out)?;
    let Some((record, rules)) = table.finished().filter(|_| ended == End::Over) else {
        return Ok(());
    };
    let texts = table.scene().texts();
    let offers = [texts.review_game(), texts.menu_quit()];
    if ask(inbox, out, texts, &texts.whats_next(), &offers)? != Some(0) {
        return Ok(());
    }
    let mut replay = Replay::new(&record, rules, texts)?;
    let mut lines = Lines::new(&mut replay, inbox, out);
    let scene = lines.table.scene();
    lines.command(TableCommand::Review, &scene)?;
    lines.run().map(drop)
}

impl<'a> Lines<'a> {
    /// Creates the dialogue about a game; sentences that are already in the log are not printed.
    fn new(table: &'a mut dyn Table, inbox: &'a Inbox, out: &'a mut dyn Write) -> Self {
        let printed = table.log().len();
        let (since, shown, revealed, prompted) = (printed, None, None, false);
        Self { table, inbox, out, printed, since, shown, revealed, prompted }
    }
}

impl Lines<'_> {
    fn run(&mut self) -> Result<End> {
        let mut is_introduced = false;
        loop {
            self.print_log()?;
            if let Some(job) = self.table.job() {
                self.table.receive(job());
                continue;
            }
            let scene = self.table.scene();
            if !is_introduced && (!scene.online || scene.version > 0) {
                is_introduced = true;
                self.print(&scene.status())?;
            }
            self.show(&scene)?;
            if scene.phase == Phase::Over {
                return Ok(End::Over);
            }
            self.prompt(&scene)?;
            match self.inbox.next() {
                Some(Input::Line(line)) => {
                    self.prompted = false;
                    if self.answer(line.trim(), &scene)? {
                        return self.leave();
                    }
                }
                Some(Input::Report(report)) => self.table.receive(report),
                Some(_) => {}
                None => return self.leave(),
            }
        }
    }

    fn leave(&mut self) -> Result<End> {
        let stored: Vec<String> = self.table.stored().into_iter().collect();
        self.print(&stored)?;
        Ok(End::Left)
    }

    /// Writes the prompt if the program waits for input.
    fn prompt(&mut self, scene: &Scene) -> Result<()> {
        if !self.prompted && matches!(scene.phase, Phase::Asked(_) | Phase::Replay { .. }) {
            write!(self.out, "{PROMPT}")?;
            self.prompted = true;
        }
        Ok(self.out.flush()?)
    }

    fn print(&mut self, lines: &[String]) -> Result<()> {
        if self.prompted && !lines.is_empty() {
            writeln!(self.out)?;
            self.prompted = false;
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Prints the new sentences of the log.
    fn print_log(&mut self) -> Result<()> {
        self.printed = self.printed.min(self.table.log().len());
        self.since = self.since.min(self.printed);
        let new: Vec<String> = self.table.log()[self.printed..].to_vec();
        self.printed += new.len();
        self.print(&new)
    }

    /// Prints the question or the phase if it has changed.
    fn show(&mut self, scene: &Scene) -> Result<()> {
        // Print every new question, but say only once that the game waits for the same player.
        let version = if scene.question().is_some() { scene.version } else { 0 };
        let situation = (version, scene.phase.clone());
        // Print nothing while chance outcomes or messages from the server are due.
        if situation.1 == Phase::Waiting(String::new()) {
            return Ok(());
        }
        if self.shown.as_ref() == Some(&situation) {
            return Ok(());
        }
        self.show_again(scene)?;
        self.shown = Some(situation);
        Ok(())
    }

    fn show_again(&mut self, scene: &Scene) -> Result<()> {
        let texts = scene.texts();
        match &scene.phase {
            Phase::Asked(question) if question.secret && self.revealed != Some(scene.version) => {
                self.print(&[texts.handover(&question.name), texts.press_enter()])
            }
            Phase::Asked(question) => {
                let text = scene.question_line().unwrap_or_default();
                let choices = question.choices.iter().enumerate();
                let mut lines = vec![text];
                lines.extend(choices.map(|(index, it)| format!("{}. {}", index + 1, it.full())));
                self.print(&lines)
            }
            Phase::Waiting(text) => self.print(std::slice::from_ref(text)),
            Phase::Replay { at, all } => self.print(&[texts.replay_at(at, all)]),
            Phase::Over => {
                let mut lines = vec![texts.game_over()];
                lines.extend(scene.result_lines());
                lines.extend(scene.history_lines(&self.table.history()));
                lines.extend(self.table.stored());
                self.print(&lines)
            }
        }
    }

    /// Handles a line of input; returns whether the person leaves.
    fn answer(&mut self, line: &str, scene: &Scene) -> Result<bool> {
        let is_hidden =
            scene.question().is_some_and(|it| it.secret) && self.revealed != Some(scene.version);
        if is_hidden && line.is_empty() {
            self.revealed = Some(scene.version);
            self.shown = None;
            return Ok(false);
        }
        if let Some(index) = chosen(line, scene).filter(|_| !is_hidden) {
            self.since = self.printed;
            let acted = self.table.act(index);
            self.print_error(acted)?;
            return Ok(false);
        }
        if let (Phase::Replay { .. }, Ok(step)) = (&scene.phase, line.parse()) {
            self.command(TableCommand::GoTo(step), scene)?;
            return Ok(false);
        }
        match commands::parse(line) {
            Some((LineCommand::Quit, _)) => return Ok(true),
            // These commands would reveal the secret question.
            Some((LineCommand::Hint | LineCommand::Why | LineCommand::Mission, _)) if is_hidden => {
                self.show_again(scene)?;
            }
            Some((command, rest)) => self.execute(command, rest, scene)?,
            None if line.is_empty() => self.show_again(scene)?,
            None => self.print(&[scene.texts().unknown(line), commands(scene)])?,
        }
        Ok(false)
    }

    fn print_error(&mut self, result: Result<(), String>) -> Result<()> {
        if let Err(reason) = result { self.print(&[reason]) } else { Ok(()) }
    }

    /// Executes a command of the line mode; `rest` holds its arguments.
    fn execute(&mut self, line_command: LineCommand, rest: &str, scene: &Scene) -> Result<()> {
        let texts = scene.texts();
        let command = match line_command {
            LineCommand::Status => return self.print(&scene.status()),
            LineCommand::Actions => return self.actions(scene),
            LineCommand::Planets => return self.print(&scene.planet_lines()),
            LineCommand::Ships => return self.print(&scene.ship_lines()),
            LineCommand::Log => return self.log(rest, texts),
            LineCommand::Repeat => {
                let lines = self.table.log()[self.since.min(self.printed)..].to_vec();
                self.print(&lines)?;
                return self.show_again(scene);
            }
            LineCommand::Mission => {
                let line = scene.mission_line(false).unwrap_or_else(|| texts.no_mission());
                return self.print(&[line]);
            }
            LineCommand::Orders => return self.orders(rest, scene),
            LineCommand::Rules => return self.print(&rules_search::lines(texts, rest)),
            LineCommand::Help | LineCommand::Quit => return self.print(&[commands(scene)]),
            LineCommand::Why => TableCommand::Why((!rest.is_empty()).then(|| rest.to_owned())),
            LineCommand::Hint => TableCommand::Hint,
            LineCommand::Undo => TableCommand::Undo,
            LineCommand::Chat => TableCommand::Chat(rest.to_owned()),
            LineCommand::Resign => TableCommand::Resign,
            LineCommand::Next => TableCommand::Step(1),
            LineCommand::Back => TableCommand::Step(-1),
            LineCommand::Turn => TableCommand::Turn(1),
            LineCommand::End => TableCommand::GoTo(usize::MAX),
            LineCommand::Review => TableCommand::Review,
        };
        self.command(command, scene)
    }

    fn actions(&mut self, scene: &Scene) -> Result<()> {
        match scene.phase {
            Phase::Asked(_) => self.show_again(scene),
            _ => self.print(&[scene.texts().nothing_to_choose()]),
        }
    }

    fn log(&mut self, count: &str, texts: Texts) -> Result<()> {
        let count = count.parse().unwrap_or(DEFAULT_LOG_LEN);
        let log = self.table.log();
        let lines = log[log.len().saturating_sub(count)..].to_vec();
        if lines.is_empty() { self.print(&[texts.log_empty()]) } else { self.print(&lines) }
    }

    fn orders(&mut self, number: &str, scene: &Scene) -> Result<()> {
        let texts = scene.texts();
        let Some(orders) = &scene.orders else { return self.print(&[texts.nothing_to_choose()]) };
        let faces: Vec<Face> = scene.game_texts.edition.faces.iter().map(|it| it.face).collect();
        let number = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(face) = number.and_then(|index| faces.get(index)) {
            return self.command(TableCommand::Order(*face), scene);
        }
        let mut lines = vec![texts.orders_title()];
        for (index, face) in faces.iter().enumerate() {
            let name = scene.game_texts.face(*face);
            let is_set = orders.contains(face);
            let text = if is_set { texts.order_never(name) } else { texts.order_ask(name) };
            lines.push(format!("{}. {text}", index + 1));
        }
        lines.push(texts.orders_how());
        self.print(&lines)
    }

    fn command(&mut self, command: TableCommand, scene: &Scene) -> Result<()> {
        match self.table.command(command) {
            Ok(Response::Done(sentence)) => {
                self.print_log()?;
                if !sentence.is_empty() {
                    self.print(&[sentence])?;
                }
            }
            Ok(Response::Lines(title, lines)) => {
                self.print(&[title])?;
                self.print(&lines)?;
            }
            Ok(Response::Job(job)) => self.run_job(job, scene)?,
            Err(reason) => self.print(&[reason])?,
        }
        Ok(())
    }

    /// Runs the job of a command and shows its result.
    fn run_job(&mut self, job: Job, scene: &Scene) -> Result<()> {
        match job() {
            Report::Answer(_, title, lines) => {
                self.print(&[title])?;
                self.print(&lines)
            }
            Report::Review(analysis) => self.review(analysis, scene),
            report => {
                self.table.receive(report);
                Ok(())
            }
        }
    }

    /// Completes a review and prints it; reports the progress about every 25 percent.
    fn review(&mut self, mut analysis: Box<Analysis>, scene: &Scene) -> Result<()> {
        let mut next_report = 0;
        while !analysis.is_done() {
            let percent = review::percent_done(&analysis);
            if percent >= next_report {
                self.print(&[scene.texts().review_running(percent)])?;
                self.out.flush()?;
                next_report = (percent / 25 + 1) * 25;
            }
            let Report::Review(next) = review::next_part(analysis)() else { return Ok(()) };
            analysis = next;
        }
        let advisor = Advisor { names: scene.names.clone(), texts: scene.texts() };
        self.print(&GameReview::new(&analysis, advisor).sentences())
    }
}

/// Returns the index of the choice that a line names by its number or its notation.
fn chosen(line: &str, scene: &Scene) -> Option<usize> {
    let choices = &scene.question()?.choices;
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let named = choices.iter().position(|choice| choice.step == line);
    number.filter(|index| *index < choices.len()).or(named)
}

/// Returns the sentence that lists the available commands.
fn commands(scene: &Scene) -> String {
    let texts = scene.texts();
    match scene.phase {
        Phase::Replay { .. } => texts.replay_commands(),
        _ if scene.online => format!("{} {}", texts.commands(), texts.commands_online()),
        _ => texts.commands(),
    }
}
