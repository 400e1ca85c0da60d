//! Tests of records: round trips, replays, redaction and verification of the dice.

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
