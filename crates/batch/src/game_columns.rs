//! The columns of simulated games, for files and data frames; `docs/SIMULATE.md` describes them.

use crate::game_row::{GameRow, SeatRow, decided_word};
use orrery_rules::Rules;
use orrery_rules::ruleset::MAX_LEVELS;

/// The values of a column, one per game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ColumnValues<'a> {
    /// 32-bit integers.
    Int(Vec<i32>),
    /// Nullable 32-bit integers.
    OptionalInt(Vec<Option<i32>>),
    /// 64-bit integers.
    Long(Vec<i64>),
    /// Unsigned 64-bit integers.
    Unsigned(Vec<u64>),
    /// Strings.
    Text(Vec<&'a str>),
    /// Nullable strings.
    OptionalText(Vec<Option<&'a str>>),
}

impl ColumnValues<'_> {
    /// Appends the values of a column of the same kind.
    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Int(all), Self::Int(more)) => all.extend(more),
            (Self::OptionalInt(all), Self::OptionalInt(more)) => all.extend(more),
            (Self::Long(all), Self::Long(more)) => all.extend(more),
            (Self::Unsigned(all), Self::Unsigned(more)) => all.extend(more),
            (Self::Text(all), Self::Text(more)) => all.extend(more),
            (Self::OptionalText(all), Self::OptionalText(more)) => all.extend(more),
            _ => debug_assert!(false, "a column has values of one kind"),
        }
    }
}

/// A named column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column<'a> {
    /// The name of the column.
    pub name: String,
    /// The values of the column.
    pub values: ColumnValues<'a>,
}

/// The properties of a simulation that its rows do not contain.
///
/// The rows refer to cards and bots by numbers.
#[derive(Clone, Copy, Debug)]
pub struct RowContext<'a> {
    /// The ruleset.
    pub rules: &'a Rules,
    /// The names of the bots.
    pub bots: &'a [String],
    /// The number of seats without the Rogue's; 1 is solo.
    pub seats: usize,
}

impl RowContext<'_> {
    /// Returns the number of seats per game, including the Rogue's.
    const fn seat_count(&self) -> usize {
        if self.seats == 1 { 2 } else { self.seats }
    }

    /// Returns the number of levels above the first, on the longer of the two level tracks.
    fn levels(&self) -> usize {
        let rogue = if self.seats == 1 { self.rules.rogue_track.top() } else { 0 };
        usize::from(self.rules.track.top().max(rogue)).saturating_sub(1).min(MAX_LEVELS)
    }
}

/// Returns the columns of these games.
#[must_use]
pub fn game_columns<'a>(context: &RowContext<'a>, rows: &[GameRow]) -> Vec<Column<'a>> {
    use ColumnValues::{Int, Long, OptionalText, Text, Unsigned};
    let ints = |value: fn(&GameRow) -> i32| Int(rows.iter().map(value).collect());
    let rules = context.rules;
    let rogue = |row: &GameRow| Some(&*rules.rogues.get(usize::from(row.rogue?))?.id);
    let columns = [
        ("game", Long(rows.iter().map(|row| row.game as i64).collect())),
        ("seed", Unsigned(rows.iter().map(|row| row.seed).collect())),
        ("turns", ints(|row| row.turns.into())),
        ("decisions", ints(|row| row.decisions.cast_signed())),
        ("steps", ints(|row| row.steps.cast_signed())),
        ("start", ints(|row| row.start.into())),
        ("winners", ints(|row| row.winners.bits().into())),
        ("winner_count", ints(|row| row.winners.len() as i32)),
        ("decided_by", Text(rows.iter().map(|row| decided_word(row.decided_by)).collect())),
        ("rogue", OptionalText(rows.iter().map(rogue).collect())),
    ];
    let columns =
        columns.into_iter().map(|(name, values)| Column { name: name.to_owned(), values });
    let seats = (0..context.seat_count()).flat_map(|seat| seat_columns(context, seat, rows));
    columns.chain(seats).collect()
}

/// Returns the columns of a seat.
fn seat_columns<'a>(context: &RowContext<'a>, seat: usize, rows: &[GameRow]) -> Vec<Column<'a>> {
    use ColumnValues::{Int, Long, OptionalInt, OptionalText};
    let (rules, bots) = (context.rules, context.bots);
    let all = || rows.iter().filter_map(|row| row.seats().get(seat));
    let ints = |value: fn(&SeatRow) -> i32| Int(all().map(value).collect());
    let bot = |row: &SeatRow| bots.get(usize::from(row.bot?)).map(|name| &**name);
    let mission = |row: &SeatRow| Some(&*rules.missions.get(row.mission?.index())?.id);
    let columns = [
        ("bot", OptionalText(all().map(bot).collect())),
        ("points", ints(|row| row.points.into())),
        ("planet_points", ints(|row| row.planet_points.into())),
        ("empire_points", ints(|row| row.empire_points.into())),
        ("mission_points", ints(|row| row.mission_points.into())),
        ("mission", OptionalText(all().map(mission).collect())),
        ("level", ints(|row| row.level.into())),
        ("energy", ints(|row| row.energy.into())),
        ("culture", ints(|row| row.culture.into())),
        ("colonies", ints(|row| row.planets.len() as i32)),
        ("planets", Long(all().map(|row| row.planets.bits().cast_signed()).collect())),
    ];
    let turn = |level: usize| {
        let turn = move |row: &SeatRow| Some(row.reached[level].into()).filter(|turn| *turn > 0);
        (format!("level_{}_turn", level + 2), OptionalInt(all().map(turn).collect()))
    };
    let letter = char::from(b'a' + seat as u8);
    let columns = columns.into_iter().map(|(name, values)| (name.to_owned(), values));
    let columns = columns.chain((0..context.levels()).map(turn));
    columns.map(|(name, values)| Column { name: format!("{letter}_{name}"), values }).collect()
}

/// Appends the values of columns with the same names.
pub(crate) fn append<'a>(all: &mut Vec<Column<'a>>, more: Vec<Column<'a>>) {
    if all.is_empty() {
        *all = more;
        return;
    }
    for (column, more) in all.iter_mut().zip(more) {
        column.values.append(more.values);
    }
}
