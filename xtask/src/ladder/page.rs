//! Renders the figures as a page of tables.

use super::MatchFigures;
use crate::TaskResult;
use serde_json::Value;
use std::fmt::Write as _;

/// The text before the tables.
const HEAD: &str = "\
# Strength of the bots

This page lists the strength and speed of the bot levels. `cargo xtask ladder` plays all matches and
writes this page; do not edit it. Scores are shares of victories with 95 % confidence intervals
([ARENA.md](ARENA.md) explains them). The full results are in `data/ladder`; [BOTS.md](BOTS.md)
explains how the levels decide.

";

/// Returns the page as Markdown.
pub(super) fn page(all: &[MatchFigures], missing: &[&str]) -> TaskResult<String> {
    let mut page = HEAD.to_owned();
    if !missing.is_empty() {
        let _ = writeln!(page, "Not played yet: {}.\n", missing.join(", "));
    }
    page += "## Two seats, classic\n\n| first | against | games | score of the first |\n|---|---|---|---|\n";
    for figures in all.iter().filter(|figures| is_duel(figures)) {
        page += &duel(figures)?;
    }
    page += "\n## One against three\n\n| challenger | against | games | score | even share |\n|---|---|---|---|---|\n";
    for figures in all.iter().filter(|figures| figures.name.starts_with("field")) {
        page += &field(figures)?;
    }
    for figures in all.iter().filter(|figures| figures.name.starts_with("solo")) {
        page += &solo(figures)?;
    }
    Ok(page + &times(all))
}

fn is_duel(figures: &MatchFigures) -> bool {
    !figures.name.starts_with("solo") && !figures.name.starts_with("field")
}

fn list<'a>(value: &'a Value, key: &str) -> TaskResult<&'a Vec<Value>> {
    value[key].as_array().ok_or_else(|| format!("the arena's results have no `{key}`"))
}

/// Formats a score as `80.3 % (77.8–82.5)`.
fn score(result: &Value) -> String {
    let part = |key: &str| 100.0 * result["score"][key].as_f64().unwrap_or(f64::NAN);
    let digits = if part("value") > 99.0 { 2 } else { 1 };
    format!("{:.digits$} % ({:.digits$}–{:.digits$})", part("value"), part("low"), part("high"))
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

fn duel(figures: &MatchFigures) -> TaskResult<String> {
    let lineup = list(&figures.results, "lineups")?.first().ok_or("a match without a line-up")?;
    let [first, second] = list(lineup, "results")?.as_slice() else {
        return Err("a match of two has two results".to_owned());
    };
    let bots = (word(&first["bot"]), word(&second["bot"]));
    Ok(format!("| {} | {} | {} | {} |\n", bots.0, bots.1, lineup["games"], score(first)))
}

fn field(figures: &MatchFigures) -> TaskResult<String> {
    let row = duel(figures)?;
    Ok(format!("{} 25 % |\n", row.trim_end()))
}

/// Returns a table with a row per level and a column per Rogue.
fn solo(figures: &MatchFigures) -> TaskResult<String> {
    let lineups = list(&figures.results, "lineups")?;
    let mut rogues: Vec<&str> = lineups.iter().map(|lineup| word(&lineup["rogue"])).collect();
    rogues.dedup();
    let mut bots: Vec<&str> = Vec::new();
    for lineup in lineups {
        let bot = word(&lineup["results"][0]["bot"]);
        if !bots.contains(&bot) {
            bots.push(bot);
        }
    }
    rogues.sort_unstable();
    rogues.dedup();
    let rogues = in_played_order(lineups, &rogues);
    let title = figures.name.trim_start_matches("solo-").replace('-', ", ");
    let games = lineups.iter().filter_map(|lineup| lineup["games"].as_u64()).min().unwrap_or(0);
    let mut out = format!(
        "\n## Solo, {title}\n\nShare of {games} games won against each Rogue.\n\n| level |"
    );
    rogues.iter().for_each(|rogue| out += &format!(" {rogue} |"));
    out += &format!("\n|---|{}\n", "---|".repeat(rogues.len()));
    for bot in bots {
        let _ = write!(out, "| {bot} |");
        for rogue in &rogues {
            let is_cell =
                |lineup: &&Value| lineup["rogue"] == **rogue && lineup["results"][0]["bot"] == bot;
            let found = lineups.iter().find(is_cell).map(|lineup| score(&lineup["results"][0]));
            let _ = write!(out, " {} |", found.unwrap_or_default());
        }
        out += "\n";
    }
    Ok(out)
}

/// Returns the Rogues in the order in which they were played.
fn in_played_order<'a>(lineups: &'a [Value], rogues: &[&'a str]) -> Vec<&'a str> {
    let position = |rogue: &&str| lineups.iter().position(|lineup| lineup["rogue"] == **rogue);
    let mut rogues = rogues.to_vec();
    rogues.sort_by_key(position);
    rogues
}

/// Returns a table with the longest decision times of each bot over all matches.
fn times(all: &[MatchFigures]) -> String {
    let mut out = "\n## Time per decision\n\nOnly decisions with a choice count, in the match with \
                   the longest times, on a machine with other load. A bot computes when it chooses a die, a reroll \
                   or a follow. It decides the details (which ship, where to) at the same time; these \
                   count as decisions that take almost no time.\n\n| bot | median | 99th percentile |\n|---|---|---|\n"
        .to_owned();
    for bot in ["cadet", "pilot", "captain", "admiral", "oracle"] {
        let of_bot = |figures: &MatchFigures| {
            let bots = figures.times["bots"].as_array()?;
            bots.iter().find(|times| times["bot"] == bot).cloned()
        };
        let longest = |key: &str| {
            let times = all.iter().filter_map(of_bot).filter_map(|times| times[key].as_f64());
            times.fold(0.0, f64::max)
        };
        let _ = writeln!(
            out,
            "| {bot} | {:.3} ms | {:.1} ms |",
            longest("median_ms"),
            longest("p99_ms")
        );
    }
    out
}
