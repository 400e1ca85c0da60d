//! Gifts: who gains most by a bad move, and whether they lose the gain again.

use crate::analysis::mark;
use crate::review::{Gift, MoveReview};
use orrery_rules::Seat;

/// Sets the gifts of all moves with a loss that is large enough for a mark.
pub(crate) fn set_gifts(moves: &mut [MoveReview], spread: f64) {
    for index in 0..moves.len() {
        moves[index].gift = gift(&moves[index..], spread);
    }
}

/// Returns the gift of the first of these moves.
fn gift(moves: &[MoveReview], spread: f64) -> Option<Gift> {
    let (given, later) = moves.split_first()?;
    mark(given.loss / spread)?;
    let (index, gain) = given.gifts.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    let seat = Seat::new(index)?;
    let is_before_next_turn = |it: &&MoveReview| it.seat != given.seat || it.turn == given.turn;
    let answers = later.iter().take_while(is_before_next_turn).filter(|it| it.seat == seat);
    let lost: f64 = answers.map(|it| it.loss).sum();
    Some(Gift { seat, taken: lost < *gain })
}
