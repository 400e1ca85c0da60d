//! Editions, their cards, server bots, and deck checks.

use super::error::{DeckBody, IdPath, JsonBody, Query};
use super::identity::Authenticated;
use super::{ApiResult, App, guard};
use crate::decks;
use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use orrery_describe::Language;
use orrery_protocol::{BotList, Cards, Deck, Edition, EditionList, FaultAnswer, TextLanguage};
use orrery_rules::deck;
use serde::Deserialize;
use std::net::SocketAddr;

/// Lists the editions.
#[utoipa::path(get, path = "/api/editions", tag = "cards",
    responses((status = 200, body = EditionList)))]
pub(super) async fn editions() -> Json<EditionList> {
    let all = deck::EDITIONS.into_iter().filter_map(deck::edition);
    let english = Language::English.localizer();
    Json(EditionList { editions: all.map(|rules| Edition::of(rules, english)).collect() })
}

/// Query of the card list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardsQuery {
    #[serde(default)]
    words: TextLanguage,
}

/// Returns all cards of an edition, with their texts.
#[utoipa::path(get, path = "/api/editions/{id}/cards", tag = "cards",
    params(("id" = String, Path, description = "The id of the edition."),
        ("words" = Option<TextLanguage>, Query, description = "The language of texts. Default: `en`.")),
    responses((status = 200, body = Cards)))]
pub(super) async fn cards(IdPath(id): IdPath, Query(query): Query<CardsQuery>) -> ApiResult<Cards> {
    let rules = deck::edition(&id).ok_or_else(|| decks::unknown_edition(&id))?;
    Ok(Json(Cards::of(rules, Language::from(query.words).localizer())))
}

/// Lists the server's bots.
#[utoipa::path(get, path = "/api/bots", tag = "cards", responses((status = 200, body = BotList)))]
pub(super) async fn bots() -> Json<BotList> {
    Json(BotList { bots: orrery_bots::NAMES.iter().map(|name| (*name).to_owned()).collect() })
}

/// Checks a deck file, and describes the edition that it defines.
#[utoipa::path(post, path = "/api/decks", tag = "cards", request_body = Deck,
    responses((status = 200, body = Edition), (status = 422, body = FaultAnswer)),
    security(("guest" = []), ("program" = [])))]
pub(super) async fn check_deck(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    _auth: Authenticated,
    JsonBody(deck): DeckBody<Deck>,
) -> ApiResult<Edition> {
    app.limits.count_deck_check(guard::address(&app, &headers, peer))?;
    let rules = app.hub.decks.check(deck.text).await?;
    Ok(Json(Edition::of(&rules, Language::English.localizer())))
}
