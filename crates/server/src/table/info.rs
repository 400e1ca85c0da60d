//! Descriptions of a table for clients.

use super::Table;
use super::command::User;
use crate::secret;
use crate::settings_codec;
use orrery_protocol::{
    self as protocol, ClientRole, Outcome, Player, Seat, SeatInfo, Stage, TableSettings,
    TableSummary,
};
use orrery_record::Dealer;
use orrery_rules::Seats;
use orrery_store::{GameRow, SeatRow};

pub(crate) const fn stage(stage: orrery_store::Stage) -> Stage {
    match stage {
        orrery_store::Stage::Open => Stage::Open,
        orrery_store::Stage::Playing => Stage::Playing,
        orrery_store::Stage::Over => Stage::Over,
        orrery_store::Stage::Archived => Stage::Archived,
    }
}

/// Name of a deleted player.
const DELETED_NAME: &str = "—";

fn name_of(row: &SeatRow) -> String {
    let name = row.name.clone().or_else(|| row.bot.clone());
    name.unwrap_or_else(|| DELETED_NAME.to_owned())
}

impl Table<'_> {
    /// Returns the names of the players for texts.
    ///
    /// In a solo game, the second name is that of the Rogue Galaxy.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.row.seats.iter().map(name_of).collect();
        names.extend(
            self.terms.options.rogue.map(|rogue| self.terms.rules.rogues[rogue].name.clone()),
        );
        names
    }

    /// Describes the table for a user.
    pub(super) fn info(&self, user: Option<&User>) -> protocol::Table {
        let over = self.is_over();
        let dealer = Dealer::new(self.row.seed);
        let result = self.game.as_ref().filter(|_| over).and_then(|game| game.core.state.outcome());
        protocol::Table {
            table: self.id.to_string(),
            settings: TableSettings {
                deck: self.rules.deck_text().map(str::to_owned),
                ..self.settings.clone()
            },
            deck_hash: self.deck_hash.clone(),
            stage: stage(self.row.stage),
            seats: self.seats(),
            you: ClientRole { seat: self.seat_of(user), host: self.is_host(user) },
            created: self.row.created,
            commitment: secret::hex(&dealer.commitment()),
            seed: over.then(|| secret::hex(&self.row.seed)),
            rekeyed: self.game.as_ref().map(|game| game.dice.rekeyed()).unwrap_or_default(),
            draw: self.draw.as_ref().map(super::draw::Draw::message),
            offered: Seat::ALL
                .into_iter()
                .filter(|seat| self.offered_since(*seat).is_some())
                .collect(),
            version: self.game.as_ref().map_or(0, |game| game.core.version),
            ended_by: self.ended(),
            outcome: result.as_ref().map(Outcome::of),
            rematch: self.row.rematch.clone(),
        }
    }

    /// Returns whether the game is over. A finished game has no secrets.
    pub(super) fn is_over(&self) -> bool {
        let ended =
            matches!(self.row.stage, orrery_store::Stage::Over | orrery_store::Stage::Archived);
        ended && self.game.is_some()
    }

    fn seats(&self) -> Vec<SeatInfo> {
        let rows = Seat::ALL.into_iter().zip(&self.row.seats);
        let mut seats: Vec<SeatInfo> = rows
            .map(|(seat, row)| SeatInfo {
                seat,
                player: self.player(seat, row),
                entropy: row.entropy.as_deref().map(secret::hex),
                entropy_hash: row.entropy_hash.map(|hash| secret::hex(&hash)),
            })
            .collect();
        if let Some(rogue) = self.terms.options.rogue {
            let name = self.terms.rules.rogues[rogue].name.clone();
            let player = Some(Player::Rogue { name });
            seats.push(SeatInfo { seat: Seat::B, player, entropy: None, entropy_hash: None });
        }
        seats
    }

    fn player(&self, seat: Seat, row: &SeatRow) -> Option<Player> {
        if let Some(level) = &row.bot {
            return Some(Player::Bot { name: name_of(row), level: level.clone() });
        }
        let begun = self.row.stage != orrery_store::Stage::Open;
        if row.identity.is_none() && !begun {
            return None;
        }
        let (name, present) = (name_of(row), self.present_seats().has(seat.rules()));
        let resigned = self.game.as_ref().is_some_and(|game| game.core.resigned.has(seat.rules()));
        Some(match row.program {
            true => Player::Program { name, present, resigned },
            false => Player::Person { name, present, resigned },
        })
    }
}

/// Summarises stored games for a list. Skips and logs unreadable ones.
pub(crate) fn summaries<'a>(
    rows: impl Iterator<Item = &'a GameRow>,
    me: Option<&str>,
) -> Vec<TableSummary> {
    let readable = |row: &GameRow| {
        let log = |why| tracing::error!(table = %row.id, %why, "failed to read stored game");
        summary(row, me).map_err(log).ok()
    };
    rows.filter_map(readable).collect()
}

fn summary(row: &GameRow, me: Option<&str>) -> Result<TableSummary, String> {
    let (settings, _) = settings_codec::decode(&row.settings).map_err(|error| error.to_string())?;
    let waits = Seats::from_bits(row.waits);
    let waits = waits.ok_or_else(|| format!("unknown awaited seats: {:#b}", row.waits))?;
    let is_mine = |seat: &SeatRow| me.is_some() && seat.identity.as_deref() == me;
    let my_seat = row.seats.iter().position(is_mine).and_then(orrery_rules::Seat::new);
    let player =
        |seat: &SeatRow| (seat.identity.is_some() || seat.bot.is_some()).then(|| name_of(seat));
    Ok(TableSummary {
        table: row.id.clone(),
        edition: settings.edition,
        stage: stage(row.stage),
        clock: settings.clock,
        players: row.seats.iter().map(player).collect(),
        created: row.created,
        changed: row.changed,
        your_turn: my_seat.is_some_and(|seat| waits.has(seat)),
    })
}

#[cfg(test)]
mod tests {
    use super::summaries;
    use orrery_store::{GameRow, SeatRow, Stage};

    fn row(id: &str, settings: &str, waits: u8) -> GameRow {
        let seat = SeatRow { identity: Some("ada".to_owned()), ..SeatRow::default() };
        GameRow {
            stage: Stage::Playing,
            settings: settings.to_owned(),
            waits,
            seats: vec![SeatRow::default(), seat],
            ..GameRow::new(id.to_owned(), "ada".to_owned(), [7; 32], 0)
        }
    }

    #[test]
    fn lists_show_whose_turn_it_is_and_leave_out_unreadable_tables() {
        let rows = [
            row("mine", r#"{"seats":2}"#, 0b10),
            row("theirs", r#"{"seats":2}"#, 0b01),
            row("settings", r#"{"seats":2,"colour":"red"}"#, 0),
            row("seats", r#"{"seats":2}"#, 0b10_0000),
        ];
        let listed = summaries(rows.iter(), Some("ada"));
        let listed: Vec<_> = listed.iter().map(|it| (it.table.as_str(), it.your_turn)).collect();
        assert_eq!(listed, [("mine", true), ("theirs", false)]);
    }
}
