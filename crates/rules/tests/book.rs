//! Tests of `docs/RULES.md`, the rulebook. Most tests pass a set-up, steps and the expected result
//! to `check`.

#[path = "book/cards_blast_off.rs"]
mod cards_blast_off;
#[path = "book/cards_classic.rs"]
mod cards_classic;
#[path = "book/cards_prototype.rs"]
mod cards_prototype;
#[path = "book/cards_revised.rs"]
mod cards_revised;
#[path = "book/check.rs"]
mod check;
#[path = "book/r01_setup.rs"]
mod r01_setup;
#[path = "book/r02_turn.rs"]
mod r02_turn;
#[path = "book/r03_die.rs"]
mod r03_die;
#[path = "book/r04_reroll.rs"]
mod r04_reroll;
#[path = "book/r05_convert.rs"]
mod r05_convert;
#[path = "book/r06_empire.rs"]
mod r06_empire;
#[path = "book/r07_follow.rs"]
mod r07_follow;
#[path = "book/r08_orbit.rs"]
mod r08_orbit;
#[path = "book/r09_abilities.rs"]
mod r09_abilities;
#[path = "book/r10_rulings.rs"]
mod r10_rulings;
#[path = "book/r11_end.rs"]
mod r11_end;
#[path = "book/r12_rogue.rs"]
mod r12_rogue;
#[path = "book/r13_blast_off.rs"]
mod r13_blast_off;
#[path = "book/r14_prototype.rs"]
mod r14_prototype;
