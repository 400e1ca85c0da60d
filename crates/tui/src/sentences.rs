//! Describes a position in sentences: status, planets, ships and the result.

use crate::table::{GameTexts, Scene, TurnPoints};
use orrery_protocol::{Berth, Galaxy, PlanetCard, View};

impl Scene {
    /// Returns the status of the game: turn, players, dice, missions.
    pub(crate) fn status(&self) -> Vec<String> {
        let (texts, view, game_texts) = (self.texts(), &self.view, &self.game_texts);
        let mut lines = vec![match (view.turn, view.active) {
            (1.., Some(active)) => texts.status_turn(view.turn, self.name(active)),
            _ => texts.status_opening(),
        }];
        if view.end_triggered {
            lines.push(texts.status_end());
        }
        lines.extend(view.seats.iter().map(|galaxy| self.player_line(galaxy)));
        if view.turn > 0 && view.outcome.is_none() {
            lines.push(texts.status_dice(game_texts.faces(&view.dice)));
        }
        if !view.bay.is_empty() {
            lines.push(texts.status_bay(game_texts.faces(&view.bay)));
        }
        if !view.converter.is_empty() {
            lines.push(texts.status_converter(game_texts.faces(&view.converter)));
        }
        if !view.effects.is_empty() {
            let effects: Vec<String> = view.effects.iter().map(|it| texts.effect(it)).collect();
            lines.push(texts.status_effects(effects.join(", ")));
        }
        lines.push(texts.status_deck(view.deck));
        lines.extend(self.mission_line(self.shared));
        lines
    }

    fn player_line(&self, galaxy: &Galaxy) -> String {
        let (texts, Galaxy { points, level, dice, energy, culture, .. }) = (self.texts(), galaxy);
        let name = self.name(galaxy.seat);
        let line = texts.status_player(name, texts.points(*points), level, dice, energy, culture);
        if galaxy.colonies.is_empty() {
            return line;
        }
        let colonies: Vec<&str> =
            galaxy.colonies.iter().map(|id| self.game_texts.planet_name(id)).collect();
        format!("{line} {}", texts.status_colonies(colonies.join(", ")))
    }

    /// Returns the line about the viewer's mission; if `hidden`, without naming the mission.
    pub(crate) fn mission_line(&self, hidden: bool) -> Option<String> {
        let card = self.mission()?;
        if hidden {
            return Some(self.texts().status_mission_hidden());
        }
        let line = self.texts().status_mission(&card.name, &card.text);
        let Some(standing) = &self.view.standing else { return Some(line) };
        let points = self.texts().points(standing.points);
        Some(format!("{line} {}", self.texts().mission_points(points)))
    }

    /// Returns a line for each slot of the planet row: the planet and its ships.
    pub(crate) fn planet_lines(&self) -> Vec<String> {
        let row = self.view.row.iter().enumerate();
        row.map(|(index, id)| self.planet_line(index as u8 + 1, id.as_deref())).collect()
    }

    fn planet_line(&self, slot: u8, id: Option<&str>) -> String {
        let (texts, game_texts) = (self.texts(), &self.game_texts);
        let Some(card) = id.and_then(|id| game_texts.planet(id)) else {
            return texts.planet_empty(slot);
        };
        let (resource, track) = (game_texts.resource(card.resource), game_texts.track(card.track));
        let line = texts.planet_line(
            slot,
            &card.name,
            texts.points(card.points),
            resource,
            track,
            card.end,
            &card.text,
        );
        let ships: Vec<String> = ships_at(&self.view, slot)
            .map(|(galaxy, ship, berth)| {
                let name = self.name(galaxy.seat);
                match berth {
                    Berth::Orbit { space, .. } => texts.ship_in_orbit(name, ship, space),
                    _ => texts.ship_on_surface(name, ship),
                }
            })
            .collect();
        if ships.is_empty() {
            return line;
        }
        format!("{line} {}", texts.planet_ships(ships.join("; ")))
    }

    /// Returns a line for each ship.
    pub(crate) fn ship_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for galaxy in &self.view.seats {
            for (index, berth) in galaxy.ships.iter().enumerate() {
                let place = self.place(*berth);
                lines.push(self.texts().ship_line(self.name(galaxy.seat), index + 1, place));
            }
        }
        lines
    }

    fn place(&self, berth: Berth) -> String {
        describe_berth(&self.view, &self.game_texts, berth)
    }

    /// Returns the result of a finished game.
    pub(crate) fn result_lines(&self) -> Vec<String> {
        let Some(outcome) = &self.view.outcome else { return Vec::new() };
        let texts = self.texts();
        let winners: Vec<String> = outcome.winners.iter().map(|seat| self.name(*seat)).collect();
        let mut lines = vec![texts.winner(winners.join(", "))];
        lines.extend(outcome.scores.iter().map(|score| {
            let (planets, empire) = (score.planet_points, score.empire_points);
            texts.score_line(
                self.name(score.seat),
                texts.points(score.points),
                planets,
                empire,
                score.mission_points,
            )
        }));
        lines
    }

    /// Returns a line with the points of all seats for each turn.
    pub(crate) fn history_lines(&self, history: &[TurnPoints]) -> Vec<String> {
        let texts = self.texts();
        let line = |entry: &TurnPoints| {
            let names = self.names.iter().zip(&entry.points);
            let all: Vec<String> =
                names.map(|(name, points)| texts.score_of(name, points)).collect();
            texts.points_after(entry.turn, all.join(", "))
        };
        history.iter().map(line).collect()
    }

    /// Returns the question as one line, with the name of the asked player unless only one plays.
    pub(crate) fn question_line(&self) -> Option<String> {
        let question = self.question()?;
        Some(match self.names.len() {
            1 => question.text.clone(),
            _ => self.texts().asked(&question.name, &question.text),
        })
    }
}

/// Returns the ships at a planet of the row: galaxy, number of the ship (from 1), and berth.
pub(crate) fn ships_at(view: &View, slot: u8) -> impl Iterator<Item = (&Galaxy, usize, Berth)> {
    view.seats.iter().flat_map(move |galaxy| {
        let ships = galaxy.ships.iter().enumerate();
        let there = ships.filter(move |(_, berth)| match berth {
            Berth::Surface { slot: at } | Berth::Orbit { slot: at, .. } => *at == slot,
            Berth::Home | Berth::Reserve => false,
        });
        there.map(move |(index, berth)| (galaxy, index + 1, *berth))
    })
}

/// Describes where a ship is.
pub(crate) fn describe_berth(view: &View, game_texts: &GameTexts, berth: Berth) -> String {
    let texts = game_texts.texts;
    let card = |slot: u8| planet_in(view, game_texts, slot);
    let name = |slot| card(slot).map_or("", |card| card.name.as_str());
    let end = |slot| card(slot).map_or(0, |card| card.end);
    match berth {
        Berth::Reserve => texts.in_reserve(),
        Berth::Home => texts.at_home(),
        Berth::Surface { slot } => texts.on_planet(name(slot)),
        Berth::Orbit { slot, space: 0 } => texts.in_orbit_start(name(slot), end(slot)),
        Berth::Orbit { slot, space } => texts.in_orbit(name(slot), space, end(slot)),
    }
}

/// Returns the card of the planet in a slot; slots count from 1.
pub(crate) fn planet_in<'a>(
    view: &View,
    game_texts: &'a GameTexts,
    slot: u8,
) -> Option<&'a PlanetCard> {
    game_texts.planet(view.row.get(usize::from(slot).checked_sub(1)?)?.as_deref()?)
}
