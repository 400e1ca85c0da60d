//! Implements [`Table`] for local games.

use super::game::{LocalGame, Player, legal, notation};
use crate::advice::Advisor;
use crate::details::details;
use crate::table::{
    Choice, Job, Phase, Question, Report, Response, Scene, Table, TableCommand, TurnPoints,
};
use orrery_protocol::{Face, MissionStanding, Perspective, Presenter, View};
use orrery_record::{LoadedRules, Record};
use orrery_rules as rules;
use orrery_rules::{Action, Actor, Seat};
use std::hash::{DefaultHasher, Hash, Hasher};

impl LocalGame {
    /// Returns the phase of the game for the person at the terminal.
    fn phase(&self) -> Phase {
        let seat = match self.state().actor() {
            Actor::Over => return Phase::Over,
            Actor::Seat(seat) if self.is_person(seat) => seat,
            Actor::Seat(seat) => {
                let texts = self.game_texts.texts;
                return Phase::Waiting(texts.waiting_for(&self.names[seat.index()]));
            }
            Actor::Chance => return Phase::Waiting(String::new()),
        };
        let (state, presenter) = (self.state(), self.presenter_of(Some(seat)));
        let Some(asked) = state.decision() else { return Phase::Waiting(String::new()) };
        let view = presenter.view(&state.observe(Some(seat)));
        let choice = |action: &Action| Choice {
            step: notation(self.rules(), *action),
            text: self.narrator().action(state.table(), *action),
            detail: details(self.rules(), &view, &self.game_texts, *action),
        };
        Phase::Asked(Question {
            name: self.names[seat.index()].clone(),
            text: presenter.decision(state.table(), &asked).text.unwrap_or_default(),
            secret: self.is_shared() && asked.question == rules::Question::KeepMission,
            choices: legal(&state).iter().map(choice).collect(),
        })
    }

    fn presenter_of(&self, viewer: Option<Seat>) -> Presenter<'_> {
        Presenter { viewer: Perspective::Of(viewer), narrator: Some(self.narrator()) }
    }

    /// Returns the job in which a bot chooses its action; `None` if no bot must act.
    fn bot_job(&self) -> Option<Job> {
        let Actor::Seat(seat) = self.state().actor() else { return None };
        let Some(Player::Bot(name)) = self.players.get(seat.index()) else { return None };
        let (name, version, seed) = (name.clone(), self.version(), self.bot_seed());
        let (rules, state) = (self.rules().clone(), self.state().detach());
        Some(Box::new(move || {
            let state = state.attach(&rules);
            let answers = legal(&state);
            if let [only] = &answers[..] {
                return Report::Bot(version, Ok(*only));
            }
            let Some(mut bot) = orrery_bots::named(&name) else {
                return Report::Bot(version, Err(format!("unknown bot `{name}`")));
            };
            bot.start(seat, seed);
            let chosen = bot.choose(&state.observe(Some(seat)), &answers);
            Report::Bot(version, chosen.map_err(|error| error.to_string()))
        }))
    }

    /// Returns a bot's seed, which depends on the game and version but does not reveal the dice.
    fn bot_seed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        ("bot", self.seed(), self.version()).hash(&mut hasher);
        hasher.finish()
    }

    fn advisor(&self) -> Advisor {
        Advisor { names: self.names.clone(), texts: self.game_texts.texts }
    }

    /// Returns the job that rates the legal actions; `None` if nobody is asked.
    fn hint(&self) -> Option<Job> {
        let seat = self.state().decision().map(|asked| asked.seat)?;
        let (rules, state, version) = (self.rules().clone(), self.state().detach(), self.version());
        let (advisor, title) = (self.advisor(), self.game_texts.texts.hint_title());
        let job = move || {
            let lines = advisor.hint(&state.attach(&rules), seat);
            Report::Answer(version, title, lines)
        };
        self.is_person(seat).then(|| Box::new(job) as Job)
    }

    /// Toggles the standing order of the viewer for a face.
    fn switch_order(&mut self, face: Face) -> Result<Response, String> {
        let texts = self.game_texts.texts;
        let seat = self.viewer().ok_or_else(|| texts.nothing_to_choose())?;
        let name = self.game_texts.face(face).to_owned();
        let order = (seat, face);
        Ok(Response::Done(if self.orders.remove(&order) {
            texts.order_removed(name)
        } else {
            self.orders.insert(order);
            texts.order_set(name)
        }))
    }

    /// Saves the game; a failure becomes a sentence in the log.
    fn save(&mut self) {
        if let Some(file) = &self.file
            && let Err(error) = file.write(self)
        {
            self.log.push(format!("{error:#}"));
        }
    }
}

impl Table for LocalGame {
    fn scene(&self) -> Scene {
        let (state, viewer) = (self.state(), self.viewer());
        let seen = state.observe(viewer);
        let view = self.presenter_of(viewer).view(&seen);
        let orders = viewer.filter(|_| !state.is_solo()).map(|seat| {
            self.orders.iter().filter(|(owner, _)| *owner == seat).map(|(_, face)| *face).collect()
        });
        Scene {
            view: View { standing: MissionStanding::of(&seen), ..view },
            names: self.names.clone(),
            game_texts: self.game_texts.clone(),
            version: self.version(),
            phase: self.phase(),
            shared: self.is_shared(),
            can_undo: self.undo_version().is_some(),
            orders,
            online: false,
            hints: true,
        }
    }

    fn log(&self) -> &[String] {
        &self.log
    }

    fn act(&mut self, choice: usize) -> Result<(), String> {
        let texts = self.game_texts.texts;
        let Actor::Seat(seat) = self.state().actor() else { return Err(texts.nothing_to_choose()) };
        let action = legal(&self.state()).get(choice).copied();
        let action = action.filter(|_| self.is_person(seat));
        let action = action.ok_or_else(|| texts.nothing_to_choose())?;
        let acted = LocalGame::act(self, action);
        acted.map_err(|why| self.narrator().illegal(self.state().table(), why).text)?;
        self.save();
        Ok(())
    }

    fn command(&mut self, command: TableCommand) -> Result<Response, String> {
        let texts = self.game_texts.texts;
        match command {
            TableCommand::Undo if self.undo() => {
                self.save();
                Ok(Response::Done(texts.undone()))
            }
            TableCommand::Undo => Err(texts.nothing_to_undo()),
            TableCommand::Hint => self.hint().map(Response::Job).ok_or_else(|| texts.no_hint()),
            TableCommand::Why(step) => {
                let lines = self.advisor().why(&self.state(), step.as_deref())?;
                Ok(Response::Lines(texts.why_title(), lines))
            }
            TableCommand::Order(face) => {
                let switched = self.switch_order(face);
                self.save();
                switched
            }
            _ => Err(texts.nothing_to_choose()),
        }
    }

    fn job(&mut self) -> Option<Job> {
        let version = self.version();
        let job = self.bot_job().filter(|_| self.thinking != Some(version))?;
        self.thinking = Some(version);
        Some(job)
    }

    fn receive(&mut self, report: Report) {
        let Report::Bot(version, chosen) = report else { return };
        if version != self.version() {
            return;
        }
        match chosen {
            Ok(action) => {
                if LocalGame::act(self, action).is_ok() {
                    self.save();
                }
            }
            Err(error) => self.log.push(error),
        }
    }

    fn history(&self) -> Vec<TurnPoints> {
        self.points_by_turn()
    }

    fn stored(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(if self.state().is_over() {
            self.game_texts.texts.record_at(file.record_path().display())
        } else {
            self.game_texts.texts.saved_at(file.path().display())
        })
    }

    fn finished(&self) -> Option<(Record, LoadedRules)> {
        self.state().is_over().then(|| (self.record(), self.rules().clone()))
    }
}
