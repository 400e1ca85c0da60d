//! Gifts: which seat gains most by a bad move, and whether it then loses this gain again.

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
    let (bad_move, later) = moves.split_first()?;
    mark(bad_move.loss / spread)?;
    let (index, gain) = bad_move.gifts.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    let seat = Seat::new(index)?;
    let is_before_next_turn =
        |it: &&MoveReview| it.seat != bad_move.seat || it.turn == bad_move.turn;
    let answers = later.iter().take_while(is_before_next_turn).filter(|it| it.seat == seat);
    let lost: f64 = answers.map(|it| it.loss).sum();
    Some(Gift { seat, taken: lost < *gain })
}
