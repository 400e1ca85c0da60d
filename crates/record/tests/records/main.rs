//! Tests of records: round trips, replays, redaction and verification of the dice.

#[path = "../../../rules/tests/common/child.rs"]
mod child;
#[allow(dead_code, reason = "the tests of the rules use more of it")]
#[path = "../../../rules/tests/common/mod.rs"]
mod common;
mod fair;
mod forms;
mod hidden;
mod hostile;
mod operator;
mod play;
mod python;
mod replay;
mod revisions;
mod samples;
