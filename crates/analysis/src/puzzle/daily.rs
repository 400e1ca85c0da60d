//! The puzzle of the day.

/// Returns the index of the puzzle of a day, for example `2026-01-31`; `None` if it is no date.
///
/// It depends only on the date and the number of puzzles. Every puzzle comes once before one repeats.
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

/// Returns a step that visits all puzzles and leads far away from the previous one.
fn stride(count: usize) -> usize {
    let first = (count * 5 / 8).max(1);
    (first..).find(|step| gcd(*step, count) == 1).unwrap_or(1)
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::puzzle_of_the_day;
    use std::collections::BTreeSet;

    #[test]
    fn every_puzzle_comes_once_before_one_repeats() {
        let days = (1..=31).map(|day| format!("2026-01-{day:02}"));
        let days: Vec<String> =
            days.chain((1..=9).map(|day| format!("2026-02-{day:02}"))).collect();
        let seen: BTreeSet<_> = days.iter().map(|day| puzzle_of_the_day(day, 40)).collect();
        assert_eq!(seen.len(), 40);
        assert!(!seen.contains(&None));
        assert_eq!(puzzle_of_the_day("2024-02-29", 7), puzzle_of_the_day("2024-03-07", 7));
    }

    #[test]
    fn no_date_has_no_puzzle() {
        for date in
            ["", "today", "2026-13-01", "2026-01-32", "2026-01", "20260101xx", "ä2026-01-01"]
        {
            assert_eq!(puzzle_of_the_day(date, 7), None, "{date}");
        }
        assert_eq!(puzzle_of_the_day("2026-01-01", 0), None);
    }
}
