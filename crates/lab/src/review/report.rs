//! Builds the tables of one reviewed game.

use super::ReviewedGame;
use crate::section::{Section, head, render};
use orrery_analysis::{Account, CheckVerdict, LuckMark, Mark, MoveReview, PlaysLike};
use orrery_rules::Seat;
use std::fmt::Write as _;

/// Maximum number of key moments in a table.
const MAX_MOMENTS: usize = 12;

/// Returns the review of a game as text.
pub(super) fn text(game: &ReviewedGame, only: Option<Seat>) -> String {
    let review = &game.review;
    let mut out = format!("{}: {}\n", game.file, summary(game));
    for note in &review.notes {
        let step = note.step.map_or_else(String::new, |step| format!("step {step}: "));
        let _ = writeln!(out, "  note: {step}{}", note.text);
    }
    sections(game, only).iter().for_each(|section| out += &render(section));
    let is_close = |it: &&MoveReview| {
        is_shown(only, it.seat)
            && it.check.as_ref().is_some_and(|check| check.verdict == CheckVerdict::Close)
    };
    let close = review.moves.iter().filter(is_close);
    let close: Vec<String> =
        close.map(|it| format!("turn {} ({})", it.turn, game.names[it.seat.index()])).collect();
    if !close.is_empty() {
        let _ = writeln!(out, "\nToo close to call: {}", close.join(", "));
    }
    if let Some(point) = &review.turning_point {
        let name = &game.names[point.seat.index()];
        let _ = writeln!(
            out,
            "\nTurning point: turn {}, steps {} to {}: {name} {}",
            point.turn,
            point.from + 1,
            point.to,
            signed(point.change)
        );
    }
    out + "\n"
}

/// Returns a line about a game.
pub(super) fn summary(game: &ReviewedGame) -> String {
    let review = &game.review;
    let players = if review.solo { "solo".to_owned() } else { format!("{} seats", review.seats) };
    let status = if review.over { "finished" } else { "not finished" };
    let part = match review.analysed == review.steps {
        true => String::new(),
        false => format!(", {} analysed", review.analysed),
    };
    format!("{}, {players}, {} steps{part}, {status}", game.edition, review.steps)
}

/// Returns the tables of a game.
pub(super) fn sections(game: &ReviewedGame, only: Option<Seat>) -> Vec<Section> {
    vec![accounts(game, only), strength(game, only), moments(game, only), luck(game, only)]
}

fn is_shown(only: Option<Seat>, seat: Seat) -> bool {
    only.is_none_or(|only| only == seat)
}

/// Formats a change of chance in percentage points.
pub(super) fn signed(change: f64) -> String {
    let points = 100.0 * change;
    // A change that rounds to 0 has no sign.
    if points.abs() < 0.05 { "0.0".to_owned() } else { format!("{points:+.1}") }
}

fn percent(chance: f64) -> String {
    format!("{:.1}", 100.0 * chance)
}

fn accounts(game: &ReviewedGame, only: Option<Seat>) -> Section {
    let row = |it: &Account| {
        vec![
            game.names[it.seat.index()].clone(),
            percent(it.start),
            signed(it.luck),
            signed(-it.losses),
            signed(it.gifts),
            signed(it.hidden),
            signed(it.unexplained),
            percent(it.result),
            percent(it.adjusted),
        ]
    };
    let accounts = game.review.accounts.iter().filter(|it| is_shown(only, it.seat));
    Section {
        title: "Account, in percentage points",
        note: "start + luck + own errors + gifts + hidden + unexplained = result; adjusted is the result without luck",
        head: head([
            "player",
            "start",
            "luck",
            "own errors",
            "gifts",
            "hidden",
            "unexplained",
            "result",
            "adjusted",
        ]),
        rows: accounts.map(row).collect(),
    }
}

/// Formats an estimate of strength.
pub(super) fn format_plays_like(estimate: Option<&PlaysLike>) -> String {
    let Some(it) = estimate else { return "–".to_owned() };
    match it.weakest == it.strongest {
        true => it.level.clone(),
        false => format!("{} ({} to {})", it.level, it.weakest, it.strongest),
    }
}

fn strength(game: &ReviewedGame, only: Option<Seat>) -> Section {
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |it| format!("{it:.1}"));
    let row = |it: &Account| {
        vec![
            game.names[it.seat.index()].clone(),
            it.decisions.to_string(),
            number(it.error_rate),
            number(it.accuracy),
            it.marks[0].to_string(),
            it.marks[1].to_string(),
            it.marks[2].to_string(),
            format!("{} of {}", it.gifts_taken, it.gifts_received),
            signed(-it.followed),
            signed(it.luck_by.own_dice),
            signed(it.luck_by.others_dice),
            signed(it.luck_by.cards),
            signed(it.luck_by.rogue),
            format_plays_like(it.plays_like.as_ref()),
        ]
    };
    let players = game.review.accounts.iter().filter(|it| it.moves > 0 && is_shown(only, it.seat));
    Section {
        title: "Play and luck",
        note: "followed: the effect of being followed; luck by cause: own dice, dice of others, cards, the Rogue",
        head: head([
            "player",
            "decisions",
            "error rate",
            "accuracy",
            "?!",
            "?",
            "??",
            "gifts taken",
            "followed",
            "own dice",
            "others' dice",
            "cards",
            "Rogue",
            "plays like",
        ]),
        rows: players.map(row).collect(),
    }
}

/// Returns the symbol of a mark.
const fn symbol(mark: Option<Mark>) -> &'static str {
    match mark {
        Some(Mark::Inaccuracy) => "?!",
        Some(Mark::Mistake) => "?",
        Some(Mark::Blunder) => "??",
        None => "",
    }
}

/// Formats the loss of a move according to the rollouts that checked its mark.
fn rollout_loss(it: &MoveReview) -> String {
    let Some(check) = &it.check else { return String::new() };
    format!("{} ± {}", percent(check.loss), percent(check.error))
}

/// Names the seat that gained most by a move, and says whether it took the gift.
fn gift(game: &ReviewedGame, it: &MoveReview) -> String {
    let Some(gift) = &it.gift else { return String::new() };
    let verb = if gift.taken { "taken" } else { "missed" };
    format!("{verb} by {}", game.names[gift.seat.index()])
}

fn moments(game: &ReviewedGame, only: Option<Seat>) -> Section {
    let marked = game.review.moves.iter().filter(|it| it.mark.is_some() && is_shown(only, it.seat));
    let mut marked: Vec<&MoveReview> = marked.collect();
    marked.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    marked.truncate(MAX_MOMENTS);
    marked.sort_by_key(|it| it.from);
    let row = |it: &&MoveReview| {
        let best = it.alternatives.iter().find(|other| !other.played);
        vec![
            it.turn.to_string(),
            game.names[it.seat.index()].clone(),
            symbol(it.mark).to_owned(),
            percent(it.loss),
            rollout_loss(it),
            gift(game, it),
            it.steps.join(", "),
            best.map_or_else(String::new, |best| best.steps.join(", ")),
        ]
    };
    Section {
        title: "Key moments",
        note: "the largest losses, in percentage points",
        head: head(["turn", "player", "mark", "loss", "rollouts", "gift", "played", "better"]),
        rows: marked.iter().map(row).collect(),
    }
}

fn luck(game: &ReviewedGame, only: Option<Seat>) -> Section {
    let mut rolls: Vec<_> = game.review.rolls.iter().filter(|it| is_shown(only, it.seat)).collect();
    rolls.sort_by_key(|it| (it.seat, !it.luckiest));
    let row = |map: &&orrery_analysis::RollMap| {
        let outcome = game.review.outcomes.iter().find(|it| it.step == map.step)?;
        let word = match outcome.mark {
            Some(LuckMark::VeryLucky) => "very lucky",
            Some(LuckMark::Lucky) => "lucky",
            Some(LuckMark::Unlucky) => "unlucky",
            Some(LuckMark::VeryUnlucky) => "very unlucky",
            None => "",
        };
        Some(vec![
            game.names[map.seat.index()].clone(),
            if map.luckiest { "luckiest" } else { "unluckiest" }.to_owned(),
            outcome.turn.to_string(),
            outcome.outcome.clone(),
            signed(map.luck),
            word.to_owned(),
        ])
    };
    Section {
        title: "Luckiest and unluckiest rolls",
        note: "luck in percentage points",
        head: head(["player", "roll", "turn", "outcome", "luck", ""]),
        rows: rolls.iter().filter_map(row).collect(),
    }
}
