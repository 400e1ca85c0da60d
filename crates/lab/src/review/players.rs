//! Statistics of players over several games: in total, and by edition, phase, kind and die face.

use super::ReviewedGame;
use super::report::{format_plays_like, signed};
use crate::section::{Section, head, render};
use orrery_analysis::{
    Account, ChanceKind, Choice, DecisionKind, MoveReview, OutcomeReview, PlaysLike, plays_like,
};
use orrery_rules::Seat;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The statistics of a player.
#[derive(Debug, Serialize)]
pub(super) struct PlayerStatistics {
    player: String,
    /// The mean result per game.
    result: f64,
    /// The mean adjusted result per game.
    adjusted: f64,
    total: GroupStatistics,
    by_edition: BTreeMap<String, GroupStatistics>,
    by_phase: BTreeMap<String, GroupStatistics>,
    /// By kind of decision or of chance outcome; dice by their face.
    by_kind: BTreeMap<String, GroupStatistics>,
}

/// The statistics of a group of decisions and chance outcomes.
#[derive(Debug, Serialize)]
struct GroupStatistics {
    games: usize,
    decisions: usize,
    error_rate: Option<f64>,
    /// The mean luck per game.
    luck: f64,
    plays_like: Option<PlaysLike>,
}

/// A move of a player, a choice within a move, or a chance outcome.
#[derive(Clone, Copy)]
enum Event<'a> {
    Move(&'a MoveReview),
    /// A choice with its move.
    Choice(&'a Choice, &'a MoveReview),
    /// An outcome with the luck of the player.
    Outcome(&'a OutcomeReview, f64),
}

/// The events of a group.
#[derive(Default)]
struct Group<'a> {
    games: BTreeSet<usize>,
    decisions: usize,
    losses: f64,
    luck: f64,
    choices: Vec<&'a Choice>,
}

impl<'a> Group<'a> {
    fn add(&mut self, game: usize, event: Event<'a>) {
        self.games.insert(game);
        match event {
            Event::Move(it) if it.decision => {
                self.decisions += 1;
                self.losses += it.loss;
            }
            Event::Move(_) => {}
            Event::Choice(choice, _) => self.choices.push(choice),
            Event::Outcome(_, luck) => self.luck += luck,
        }
    }

    fn statistics(&self) -> GroupStatistics {
        let rate = 1000.0 * self.losses / self.decisions.max(1) as f64;
        GroupStatistics {
            games: self.games.len(),
            decisions: self.decisions,
            error_rate: (self.decisions > 0).then_some(rate),
            luck: self.luck / self.games.len().max(1) as f64,
            plays_like: plays_like(self.choices.iter().copied()),
        }
    }
}

/// A game of a player: its number, and the seat of the player.
type PlayerGame<'a> = (usize, &'a ReviewedGame, Seat);

/// Returns the statistics of all players, by name.
pub(super) fn statistics(games: &[ReviewedGame]) -> Vec<PlayerStatistics> {
    let mut players: BTreeMap<&str, Vec<PlayerGame<'_>>> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        for account in game.review.accounts.iter().filter(|account| account.moves > 0) {
            let name = &game.names[account.seat.index()];
            players.entry(name).or_default().push((number, game, account.seat));
        }
    }
    players.into_iter().map(|(name, games)| player(name, &games)).collect()
}

fn player(name: &str, games: &[PlayerGame<'_>]) -> PlayerStatistics {
    let accounts = games.iter().map(|(_, game, seat)| &game.review.accounts[seat.index()]);
    let mean = |value: fn(&Account) -> f64| {
        accounts.clone().map(value).sum::<f64>() / games.len().max(1) as f64
    };
    PlayerStatistics {
        player: name.to_owned(),
        result: mean(|it| it.result),
        adjusted: mean(|it| it.adjusted),
        total: total(games).statistics(),
        by_edition: statistics_by(games, |game, _| game.edition.clone()),
        by_phase: statistics_by(games, phase),
        by_kind: statistics_by(games, |_, event| kind(event)),
    }
}

/// Returns all events of a player as one group.
fn total<'a>(games: &[PlayerGame<'a>]) -> Group<'a> {
    let mut all = Group::default();
    for &(number, game, seat) in games {
        events(game, seat).into_iter().for_each(|event| all.add(number, event));
    }
    all
}

/// Returns the statistics of each group of events; `group_name` assigns events to groups.
fn statistics_by(
    games: &[PlayerGame<'_>],
    group_name: impl Fn(&ReviewedGame, Event<'_>) -> String,
) -> BTreeMap<String, GroupStatistics> {
    let mut groups: BTreeMap<String, Group<'_>> = BTreeMap::new();
    for &(number, game, seat) in games {
        for event in events(game, seat) {
            groups.entry(group_name(game, event)).or_default().add(number, event);
        }
    }
    groups.into_iter().map(|(name, group)| (name, group.statistics())).collect()
}

/// Returns the events of a seat.
fn events(game: &ReviewedGame, seat: Seat) -> Vec<Event<'_>> {
    let review = &game.review;
    let moves = || review.moves.iter().filter(move |it| it.seat == seat);
    let by_start: BTreeMap<u32, &MoveReview> = moves().map(|it| (it.from, it)).collect();
    let choices = game.choices[seat.index()].iter();
    let choices = choices.filter_map(|choice| {
        Some(Event::Choice(choice, by_start.get(&choice.steps_before_move())?))
    });
    let outcomes = review.outcomes.iter().map(|it| Event::Outcome(it, it.luck[seat.index()]));
    moves().map(Event::Move).chain(choices).chain(outcomes).collect()
}

/// Returns the third of the game in which an event happened.
fn phase(game: &ReviewedGame, event: Event<'_>) -> String {
    let turn = match event {
        Event::Move(it) | Event::Choice(_, it) => it.turn,
        Event::Outcome(it, _) => it.turn,
    };
    let turns = game.review.graph.last().map_or(1, |point| point.turn.max(1));
    let third = usize::from(turn.saturating_sub(1)) * 3 / usize::from(turns);
    ["1 opening", "2 middle", "3 end"][third.min(2)].to_owned()
}

/// Returns the kind of an event; for a die, the step that activates it.
fn kind(event: Event<'_>) -> String {
    let word = match event {
        Event::Move(it) | Event::Choice(_, it) => match it.kind {
            DecisionKind::Mission => "mission",
            DecisionKind::Die => it.steps.first().map_or("die", |step| step.as_str()),
            DecisionKind::Reroll => "reroll",
            DecisionKind::Convert => "convert",
            DecisionKind::EndTurn => "end turn",
            DecisionKind::Follow => "follow or pass",
            DecisionKind::Rogue => "Rogue",
            DecisionKind::Other => "other",
        },
        Event::Outcome(it, _) => match it.kind {
            ChanceKind::Roll => "roll",
            ChanceKind::Reroll => "reroll",
            ChanceKind::Draw => "draw",
            ChanceKind::Deal => "deal",
            ChanceKind::Start => "starting player",
            ChanceKind::Rogue => "Rogue",
        },
    };
    word.to_owned()
}

/// Returns the statistics as text.
pub(super) fn text(games: &[ReviewedGame]) -> String {
    sections(games).iter().map(render).collect::<String>() + "\n"
}

/// Returns the tables of all players.
pub(super) fn sections(games: &[ReviewedGame]) -> Vec<Section> {
    let players = statistics(games);
    vec![
        totals(&players),
        table("By edition", &players, |it| &it.by_edition),
        table("By phase", &players, |it| &it.by_phase),
        table("By kind of decision or chance, and die face", &players, |it| &it.by_kind),
    ]
}

const NOTE: &str = "means per game, in percent and percentage points";

fn totals(players: &[PlayerStatistics]) -> Section {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let row = |it: &PlayerStatistics| {
        let results = [percent(it.result), percent(it.adjusted)];
        [vec![it.player.clone()], cells(&it.total), results.to_vec()].concat()
    };
    Section {
        title: "Players",
        note: NOTE,
        head: [vec!["player".to_owned()], headings(), head(["result", "adjusted"])].concat(),
        rows: players.iter().map(row).collect(),
    }
}

fn table(
    title: &'static str,
    players: &[PlayerStatistics],
    groups: fn(&PlayerStatistics) -> &BTreeMap<String, GroupStatistics>,
) -> Section {
    let rows = players.iter().flat_map(|it| {
        groups(it)
            .iter()
            .map(|(name, group)| [vec![it.player.clone(), name.clone()], cells(group)].concat())
    });
    let head = [head(["player", "group"]), headings()].concat();
    Section { title, note: NOTE, head, rows: rows.collect() }
}

fn headings() -> Vec<String> {
    head(["games", "decisions", "error rate", "luck", "plays like"])
}

fn cells(group: &GroupStatistics) -> Vec<String> {
    vec![
        group.games.to_string(),
        group.decisions.to_string(),
        group.error_rate.map_or("–".to_owned(), |rate| format!("{rate:.1}")),
        signed(group.luck),
        format_plays_like(group.plays_like.as_ref()),
    ]
}
