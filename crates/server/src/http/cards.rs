//! What can be played, and with whom.

use super::identity::Known;
use super::refusal::{Body, Named, Query};
use super::{Answered, App, guard};
use crate::decks;
use crate::game::tell;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use orrery_protocol::{
    BotList, Cards, Deck, Edition, EditionList, FaultAnswer, RogueName, TextLanguage,
};
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Options, Rules, deck};
use serde::Deserialize;
use std::net::SocketAddr;

fn edition(rules: &Rules) -> Edition {
    let options = |seats: usize| Options {
        rogue: (seats == 1 && !rules.rogues.is_empty()).then_some(0),
        ..Options::players(seats)
    };
    let seats: Vec<usize> =
        (1..=MAX_SEATS).filter(|seats| options(*seats).problems(rules).is_empty()).collect();
    let duel = Options { duel_missions: true, ..options(2) };
    let relentless = Options { relentless: true, ..options(1) };
    let fits = [(duel, "duel-missions"), (relentless, "relentless")].into_iter();
    let fits = fits.filter(|(options, _)| options.problems(rules).is_empty());
    let rogue = |rogue: &orrery_rules::ruleset::RogueCard| RogueName {
        rogue: rogue.id.clone(),
        name: rogue.name.clone(),
    };
    Edition {
        edition: rules.id.clone(),
        name: rules.name.clone(),
        seats: seats.into_iter().map(|seats| seats as u8).collect(),
        rogues: rules.rogues.iter().map(rogue).collect(),
        options: fits.map(|(_, word)| word.to_owned()).collect(),
    }
}

/// The editions.
#[utoipa::path(get, path = "/api/editions", tag = "cards",
    responses((status = 200, body = EditionList)))]
pub(super) async fn editions() -> Json<EditionList> {
    let all = deck::EDITIONS.into_iter().filter_map(deck::edition);
    Json(EditionList { editions: all.map(edition).collect() })
}

/// What a query may say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    #[serde(default)]
    words: TextLanguage,
}

/// Everything that is printed.
#[utoipa::path(get, path = "/api/editions/{id}/cards", tag = "cards",
    params(("id" = String, Path, description = "The id of the edition."),
        ("words" = Option<TextLanguage>, Query, description = "The language; `en` if left out.")),
    responses((status = 200, body = Cards)))]
pub(super) async fn cards(Named(id): Named, Query(wanted): Query<Wanted>) -> Answered<Cards> {
    let rules = deck::edition(&id).ok_or_else(|| decks::no_edition(&id))?;
    Ok(Json(Cards::of(rules, tell::words(wanted.words))))
}

/// The bots of the house.
#[utoipa::path(get, path = "/api/bots", tag = "cards", responses((status = 200, body = BotList)))]
pub(super) async fn bots() -> Json<BotList> {
    Json(BotList { bots: orrery_bots::NAMES.iter().map(|name| (*name).to_owned()).collect() })
}

/// Checks a deck file, and says what it is.
#[utoipa::path(post, path = "/api/decks", tag = "cards", request_body = Deck,
    responses((status = 200, body = Edition), (status = 422, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn check_deck(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    _known: Known,
    Body(deck): Body<Deck>,
) -> Answered<Edition> {
    app.limits.deck_check(guard::address(&app, &headers, peer))?;
    Ok(Json(edition(&app.hub.decks.check(deck.text).await?)))
}
