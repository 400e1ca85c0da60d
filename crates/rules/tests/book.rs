//! The rulebook as tests: a set-up, steps, and what is then so, all in the words of `check`.

#[path = "book/check.rs"]
mod check;
