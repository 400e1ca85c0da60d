//! Describes a review in sentences, for the line mode.

use super::{GameReview, Moment, percent, signed};
use crate::texts::Texts;
use orrery_analysis::{Account, GraphPoint, Note, NoteKind};

impl GameReview {
    /// Returns the whole review: notes, accounts, key moments, chances by turn.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let texts = self.advisor.texts;
        let mut lines = vec![texts.review_of(self.review.steps)];
        lines.extend(self.notes());
        for account in &self.review.accounts {
            lines.push(self.account(account));
            lines.extend(self.decisions(account));
        }
        if self.moments.is_empty() {
            lines.push(texts.no_moments());
        }
        lines.extend(self.moments.iter().map(|moment| self.moment(moment)));
        lines.extend(self.chances_by_turn().into_iter().map(|point| self.chances(point)));
        lines.push(texts.review_go_to_step());
        lines
    }

    /// Returns notes about the limits of the review, such as an unfinished game.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        self.review.notes.iter().map(|note| note_text(self.advisor.texts, note))
    }

    fn account(&self, it: &Account) -> String {
        let [luck, errors, gifts, hidden, unexplained] =
            [it.luck, -it.losses, it.gifts, it.hidden, it.unexplained].map(signed);
        self.advisor.texts.account(
            self.name(it.seat.index()),
            percent(it.start),
            luck,
            errors,
            gifts,
            hidden,
            unexplained,
            percent(it.result),
        )
    }

    /// Returns the sentence about the decisions of a seat; `None` for the Rogue.
    fn decisions(&self, it: &Account) -> Option<String> {
        let (texts, accuracy) = (self.advisor.texts, it.accuracy?);
        let [inaccuracies, mistakes, blunders] = it.marks;
        let name = self.name(it.seat.index());
        let line = texts.decisions(
            name,
            it.decisions,
            format!("{accuracy:.0}"),
            inaccuracies,
            mistakes,
            blunders,
        );
        Some(match &it.plays_like {
            Some(like) => format!("{line} {}", texts.plays_like(texts.bot(&like.level))),
            None => line,
        })
    }

    /// Returns a key moment as a sentence that includes the number of its step.
    fn moment(&self, it: &Moment) -> String {
        let (texts, name) = (self.advisor.texts, self.name(it.seat));
        let line = texts.moment(it.turn, it.step, name, &it.kind, signed(it.change));
        let mut parts = vec![line];
        if !it.text.is_empty() {
            parts.push(as_sentence(&it.text));
        }
        if !it.better.is_empty() {
            parts.push(as_sentence(&texts.better(&it.better)));
        }
        parts.join(" ")
    }

    fn chances(&self, point: &GraphPoint) -> String {
        let texts = self.advisor.texts;
        let seat_chance =
            |(seat, chance): (usize, &f64)| texts.chance_of(self.name(seat), percent(*chance));
        let all: Vec<String> = point.chances.iter().enumerate().map(seat_chance).collect();
        match point.turn {
            0 => texts.chances_at_start(all.join(", ")),
            turn => texts.chances_after(turn, all.join(", ")),
        }
    }
}

/// Adds a full stop unless the text already ends with punctuation.
fn as_sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

fn note_text(texts: Texts, note: &Note) -> String {
    match note.kind {
        NoteKind::Unfinished => texts.note_unfinished(),
        NoteKind::Illegal => texts.note_illegal(note.step.unwrap_or_default()),
        NoteKind::Revision => texts.note_revision(),
        NoteKind::UnknownCards => texts.note_unknown_cards(),
        NoteKind::FalseDice => texts.note_false_dice(),
        NoteKind::HiddenMissions => texts.note_hidden_missions(),
    }
}
