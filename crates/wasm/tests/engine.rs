//! Tests of the engine's requests and responses, as a page uses them.

#[path = "engine/help.rs"]
mod help;
#[path = "engine/page.rs"]
mod page;
#[path = "engine/play.rs"]
mod play;
#[path = "engine/reasons.rs"]
mod reasons;
#[path = "engine/records.rs"]
mod records;
#[path = "engine/reviews.rs"]
mod reviews;
#[path = "engine/tutor.rs"]
mod tutor;
