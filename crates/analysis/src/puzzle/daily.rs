//! The puzzle of the day.

/// Returns the index of the puzzle for a date such as `2026-01-31`, or `None` for an invalid date.
///
/// The index depends only on the date and the number of puzzles. Every puzzle occurs once before a
/// puzzle repeats.
#[must_use]
pub fn puzzle_of_the_day(date: &str, count: usize) -> Option<usize> {
    let mut parts = date.get(..10)?.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || count == 0 {
        return None;
    }
    let days = day_number(year, month, day).rem_euclid(count as i64) as usize;
    Some(days * stride(count) % count)
}

/// Returns the number of a day in the Gregorian calendar; successive days have successive numbers.
const fn day_number(year: i64, month: i64, day: i64) -> i64 {
    // Years that start in March have their leap day at the end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (153 * month + 2) / 5
        + day
}

/// Returns a stride that visits all puzzles and puts successive puzzles far apart in the list.
fn stride(count: usize) -> usize {
    let first = (count * 5 / 8).max(1);
    (first..).find(|step| gcd(*step, count) == 1).unwrap_or(1)
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
