//! The message types that all clients of the game share.
//!
//! `orrery stdio`, external bots, the server and the browser exchange these types as JSON. The
//! TypeScript types of the web client are generated from them.
//!
//! Seats are letters. Ships and slots are counted from 1. Cards are identified by slugs. Keys are
//! `snake_case`, and enum values are `kebab-case`. See `docs/PROTOCOL.md`. This crate opens neither
//! files nor sockets.

mod ability_kind;
mod basic_types;
mod cards;
mod edition;
mod event;
pub mod input_line;
mod online;
mod presenter;
#[cfg(test)]
mod typescript;
mod view;
mod viewer_decision;

pub use ability_kind::AbilityKind;
pub use basic_types::{
    Actor, Amount, Convert, DecidedBy, Face, Landing, Naming, Question, Reroll, Resource, Seat,
    ShipDestination, TextLanguage, Track,
};
pub use cards::{Cards, Level, MissionCard, PlanetCard, RogueCard};
pub use edition::{
    EditionDescription, Explanation, FaceDescription, OfferedOption, RogueChoice, Terms,
};
pub use event::{DescribedEvent, Event};
pub use online::account::{
    BotAccount, BotAccounts, BotList, Deck, Edition, EditionList, Export, ExportedGame, Me,
    MyTables, NewBot, NewBotAccount, NewMe, RogueName,
};
pub use online::chat::{ChatLine, Speaker};
pub use online::client::{ClientMessage, Consent, MuteState};
pub use online::clock::{ClockSetting, SeatClock};
pub use online::device::{
    Device, Devices, LogoutRequest, LogoutScope, NewRecovery, Recover, Recovery, RecoveryState,
};
pub use online::fault::{Code, Fault, FaultAnswer, Problem};
pub use online::order::{Condition, Fallback, FollowPreview, Following, Order, Scope, Standing};
pub use online::server::{
    AutoStepCause, ClientRole, CloseReason, Prompt, ServerMessage, StepTaken, ViewReason,
};
pub use online::table::{
    Admission, ChatReaders, Draw, EndedBy, EntropyCommitment, Player, Rekeyed, Reveal, SeatInfo,
    Sit, Spectating, Stage, Table, TableList, TableSettings, TableSummary, TimeoutPolicy,
    Visibility,
};
pub use presenter::{Narrator, Perspective, PlayedStep, Presenter};
pub use view::{Berth, Decision, Galaxy, MissionStanding, Outcome, Score, View, legal};
pub use viewer_decision::state_where_viewer_decides;

use orrery_describe::Context;
use orrery_rules::ids::MAX_ROW;
use orrery_rules::{Rules, Table as RulesTable};

/// The version of the protocol. Raise it with every change that old clients cannot understand.
pub const PROTOCOL: u32 = 1;

/// Returns the context for texts about a table. `seats` are the names of the players, seat A first.
#[must_use]
pub fn context<'a>(table: &RulesTable<'a>, seats: &'a [&'a str]) -> Context<'a> {
    let mut row = [None; MAX_ROW];
    for (slot, planet) in table.row() {
        row[slot.index()] = Some(planet);
    }
    Context { rules: table.rules(), seats, row }
}

fn planet(rules: &Rules, planet: orrery_rules::Planet) -> String {
    rules.planet(planet).id.clone()
}

fn mission(rules: &Rules, mission: orrery_rules::Mission) -> String {
    rules.mission(mission).id.clone()
}

/// Includes the README, so that the documentation tests compile and run its example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
