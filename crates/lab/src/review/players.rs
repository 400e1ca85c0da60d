//! Statistics of players over several games.

use super::ReviewedGame;
use super::report::{format_plays_like, signed};
use crate::section::{Section, head, render};
use orrery_analysis::{Account, Choice, DecisionKind, MoveReview, plays_like};
use std::collections::BTreeMap;

/// The games of one player.
#[derive(Default)]
struct PlayerGames<'a> {
    accounts: Vec<&'a Account>,
    choices: Vec<&'a Choice>,
}

/// The losses of a group of decisions.
#[derive(Clone, Copy, Default)]
struct Losses {
    count: u32,
    sum: f64,
}

/// Returns the statistics as text.
pub(super) fn text(games: &[ReviewedGame]) -> String {
    sections(games).iter().map(render).collect::<String>() + "\n"
}

/// Returns the statistics of all players.
pub(super) fn sections(games: &[ReviewedGame]) -> Vec<Section> {
    vec![
        players(games),
        grouped_by(games, "Error rate by edition", |game, _| game.edition.clone()),
        grouped_by(games, "Error rate by phase", phase),
        grouped_by(games, "Error rate by kind of decision", |_, it| kind(it)),
    ]
}

fn players(games: &[ReviewedGame]) -> Section {
    let mut players: BTreeMap<&str, PlayerGames<'_>> = BTreeMap::new();
    for game in games {
        for (account, choices) in game.review.accounts.iter().zip(&game.choices) {
            if account.moves > 0 {
                let player = players.entry(&game.names[account.seat.index()]).or_default();
                player.accounts.push(account);
                player.choices.extend(choices);
            }
        }
    }
    let row = |(name, player): (&&str, &PlayerGames<'_>)| {
        let count = player.accounts.len() as f64;
        let mean = |value: fn(&Account) -> f64| -> f64 {
            player.accounts.iter().map(|it| value(it)).sum::<f64>() / count
        };
        let decisions: u32 = player.accounts.iter().map(|it| it.decisions).sum();
        let losses: f64 = player
            .accounts
            .iter()
            .filter_map(|it| it.error_rate.map(|rate| rate * f64::from(it.decisions)))
            .sum();
        vec![
            (*name).to_owned(),
            player.accounts.len().to_string(),
            decisions.to_string(),
            format!("{:.1}", losses / f64::from(decisions.max(1))),
            format!("{:.1}", 100.0 * mean(|it| it.result)),
            signed(mean(|it| it.luck)),
            format!("{:.1}", 100.0 * mean(|it| it.adjusted)),
            format_plays_like(plays_like(player.choices.iter().copied()).as_ref()),
        ]
    };
    Section {
        title: "Players",
        note: "means per game, in percent and percentage points",
        head: head([
            "player",
            "games",
            "decisions",
            "error rate",
            "result",
            "luck",
            "adjusted",
            "plays like",
        ]),
        rows: players.iter().map(row).collect(),
    }
}

/// Returns the error rate of each player in each group of decisions.
fn grouped_by(
    games: &[ReviewedGame],
    title: &'static str,
    group: impl Fn(&ReviewedGame, &MoveReview) -> String,
) -> Section {
    let mut groups: BTreeMap<(String, String), Losses> = BTreeMap::new();
    for game in games {
        for it in game.review.moves.iter().filter(|it| it.decision) {
            let key = (game.names[it.seat.index()].clone(), group(game, it));
            let losses = groups.entry(key).or_default();
            losses.count += 1;
            losses.sum += it.loss;
        }
    }
    let row = |((player, group), losses): (&(String, String), &Losses)| {
        let rate = 1000.0 * losses.sum / f64::from(losses.count);
        vec![player.clone(), group.clone(), losses.count.to_string(), format!("{rate:.1}")]
    };
    Section {
        title,
        note: "",
        head: head(["player", "group", "decisions", "error rate"]),
        rows: groups.iter().map(row).collect(),
    }
}

/// Returns the third of the game in which a move was made.
fn phase(game: &ReviewedGame, it: &MoveReview) -> String {
    let turns = game.review.graph.last().map_or(1, |point| point.turn.max(1));
    let third = usize::from(it.turn.saturating_sub(1)) * 3 / usize::from(turns);
    ["1 opening", "2 middle", "3 end"][third.min(2)].to_owned()
}

/// Returns the kind of a decision; for a die, the step that activates it.
fn kind(it: &MoveReview) -> String {
    let word = match it.kind {
        DecisionKind::Mission => "mission",
        DecisionKind::Die => it.steps.first().map_or("die", |step| step.as_str()),
        DecisionKind::Reroll => "reroll",
        DecisionKind::Convert => "convert",
        DecisionKind::EndTurn => "end turn",
        DecisionKind::Follow => "follow or pass",
        DecisionKind::Rogue => "Rogue",
        DecisionKind::Other => "other",
    };
    word.to_owned()
}
