//! Descriptions of a table for clients.

use super::Table;
use super::command::User;
use crate::secret;
use crate::settings_codec;
use orrery_protocol::{
    self as protocol, ClientRole, ClockSetting, EndedBy, Outcome, Player, Seat, SeatInfo, Stage,
    TableSettings, TableSummary,
};
use orrery_record::Dealer;
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
                deck: self.rules.deck().map(str::to_owned),
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
            ended_by: self.row.ended.as_deref().map(ended_by),
            outcome: result.as_ref().map(Outcome::of),
            rematch: self.row.rematch.clone(),
        }
    }

    /// Returns whether the game is over, so that it has no secrets any more.
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
        row.identity.as_ref().map(drop).or(begun.then_some(()))?;
        let (name, present) = (name_of(row), self.present().has(seat));
        let resigned = self.game.as_ref().is_some_and(|game| game.core.resigned.has(seat));
        Some(match row.program {
            true => Player::Program { name, present, resigned },
            false => Player::Person { name, present, resigned },
        })
    }
}

pub(super) fn ended_by(word: &str) -> EndedBy {
    match word {
        "rules" => EndedBy::Rules,
        "resignation" => EndedBy::Resignation,
        _ => EndedBy::Archived,
    }
}

/// Summarises a stored game for a list.
pub(crate) fn summary(row: &GameRow, me: Option<&str>) -> TableSummary {
    let settings = settings_codec::decode(&row.settings).ok().map(|(settings, _)| settings);
    let own = row.seats.iter().position(|seat| me.is_some() && seat.identity.as_deref() == me);
    let player =
        |seat: &SeatRow| (seat.identity.is_some() || seat.bot.is_some()).then(|| name_of(seat));
    TableSummary {
        table: row.id.clone(),
        edition: settings.as_ref().map(|it| it.edition.clone()).unwrap_or_default(),
        stage: stage(row.stage),
        clock: settings.map_or(ClockSetting::None, |it| it.clock),
        players: row.seats.iter().map(player).collect(),
        created: row.created,
        changed: row.changed,
        your_turn: own.is_some_and(|seat| row.waits >> seat & 1 == 1),
    }
}
