//! The record of a game: complete if the game is over, otherwise without hidden information.

use super::Table;
use super::command::User;
use orrery_protocol::{Code, Fault, Seat};
use orrery_record::{Date, Record, Recorder};

impl Table<'_> {
    /// Returns the record as a user may see it.
    pub(super) fn record(&self, user: Option<&User>) -> Result<Record, Fault> {
        self.check_admission(user)?;
        let record = self.full_record()?;
        if self.is_over() {
            return Ok(record);
        }
        let viewer = self.seat_of(user).map(Seat::rules);
        record.seen_by(self.terms.rules, viewer).map_err(|why| {
            tracing::error!(table = %self.id, %why, "failed to redact record");
            Fault::new(Code::Internal, "cannot make the record; the server logged the error")
        })
    }

    fn full_record(&self) -> Result<Record, Fault> {
        let none = || Fault::new(Code::NotBegun, "the game has not started");
        let game = self.game.as_ref().ok_or_else(none)?;
        let broken =
            || Fault::new(Code::Internal, "cannot make the record; the server logged the error");
        let recorder = Recorder::new(self.terms.rules, &self.terms.options);
        let mut recorder = recorder.map_err(|_| broken())?;
        let header = recorder.header_mut();
        header.dice = Some(game.dice.terms());
        header.date = date(self.row.created);
        header.deck = self.rules.deck_ref();
        let names = self.names();
        let seats = names.into_iter().enumerate().take(self.terms.seats());
        header.names =
            seats.filter_map(|(i, name)| Some((orrery_rules::Seat::new(i)?, name))).collect();
        for stored in &game.steps {
            recorder.push(stored.step).map_err(|_| broken())?;
        }
        let mut record = recorder.finish();
        if self.is_over() {
            record.header.ended = date(self.row.finished.unwrap_or(self.row.changed));
            game.dice.reveal(&mut record);
        }
        Ok(record)
    }
}

/// Formats a Unix time as the date of a record.
fn date(seconds: i64) -> Option<Date> {
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days since 1 March of the year 0, in eras of 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    Date::new(&format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn unix_times_become_dates() {
        let text = |seconds| date(seconds).expect("a date").as_str().to_owned();
        assert_eq!(text(0), "1970-01-01T00:00:00Z");
        assert_eq!(text(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(text(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(text(1_798_761_599), "2026-12-31T23:59:59Z");
    }
}
