//! Absent players and hosts, with a paused clock.

use crate::headless::{HeadlessClient, HeadlessServer};
use crate::time::first_turn;
use orrery_protocol::{ClientMessage, Code, Seat, ServerMessage, StepTaken};
use orrery_server::{Reply, RequestKind};
use orrery_store::{PriorState, Store};
use serde_json::json;
use std::time::Duration;

/// Returns the seats for which a table waits, as the bit mask that the store keeps for lists of tables.
async fn stored_awaited_seats(headless: &HeadlessServer, table: &str) -> u8 {
    headless.store.game(table).await.expect("it reads").expect("a game").waits
}

/// Waits until this client is the host.
async fn wait_until_host(client: &mut HeadlessClient) {
    let host = |message: &ServerMessage| match message {
        ServerMessage::Table { table } => table.you.host.then_some(()),
        _ => None,
    };
    client.until(host).await;
}

#[tokio::test(start_paused = true)]
async fn lists_show_awaited_seats_of_tables_without_a_clock() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0 });
    let (ada, _ben, _) = first_turn(&headless, "list", settings).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    headless.ask(&ada.table, Seat::A, RequestKind::Info).await;
    assert_eq!(
        stored_awaited_seats(&headless, &ada.table).await,
        0b01,
        "the list shows A although both players are connected"
    );
}

#[tokio::test(start_paused = true)]
async fn the_host_role_passes_on_when_the_host_is_away() {
    let headless = HeadlessServer::new();
    let table = headless.table("host", json!({ "seats": 2 })).await;
    let (ada, mut ben) =
        (headless.attach(&table, Seat::A).await, headless.attach(&table, Seat::B).await);
    ada.leave().await;
    tokio::time::sleep(Duration::from_secs(50)).await;
    // A short absence changes nothing.
    let mut ada = headless.attach(&table, Seat::A).await;
    headless.ask(&table, Seat::A, RequestKind::Start).await;
    ada.next_prompt().await;
    ada.leave().await;
    wait_until_host(&mut ben).await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_stands_in_for_an_absent_player_on_request() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0 });
    let (ada, mut ben, _) = first_turn(&headless, "away", settings).await;
    let table = ada.table.clone();
    let stand_in = |seat| headless.try_ask(&table, Seat::B, RequestKind::StandIn(seat));
    assert_eq!(stand_in(Seat::A).await.expect_err("A is here").code, Code::SeatTaken);
    ada.leave().await;
    assert_eq!(stand_in(Seat::B).await.expect_err("B is here").code, Code::SeatTaken);
    stand_in(Seat::A).await.expect("the game waits for A");
    // A has only kept a mission, so all other steps of A are steps of the bot.
    let stands_in = |message: &ServerMessage| match message {
        ServerMessage::Steps { steps, .. } => {
            let is_bot_step =
                |step: &StepTaken| step.seat == Some(Seat::A) && !step.step.starts_with("keep");
            steps.iter().any(is_bot_step).then_some(())
        }
        _ => None,
    };
    ben.until(stands_in).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_with_a_clock_refuses_requests_for_a_stand_in() {
    let headless = HeadlessServer::new();
    let clock = json!({ "kind": "days", "hours": 24 });
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0, "clock": clock });
    let (ada, _ben, _) = first_turn(&headless, "clock", settings).await;
    let table = ada.table.clone();
    ada.leave().await;
    let refused = headless.try_ask(&table, Seat::B, RequestKind::StandIn(Seat::A)).await;
    assert_eq!(refused.expect_err("the table has a clock").code, Code::NotAdmitted);
}

#[tokio::test(start_paused = true)]
async fn another_person_claims_the_offered_seat_of_an_absent_player() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0 });
    let (ada, mut ben, _) = first_turn(&headless, "claim", settings).await;
    let table = ada.table.clone();
    let ask = |user, kind| headless.try_ask(&table, user, kind);
    let mut eve = headless.attach(&table, Seat::C).await;
    let refused = ask(Seat::B, RequestKind::Offer(Seat::A)).await;
    assert_eq!(refused.expect_err("A is here").code, Code::SeatTaken);
    ada.leave().await;
    let refused = ask(Seat::C, RequestKind::Offer(Seat::A)).await;
    assert_eq!(refused.expect_err("a spectator").code, Code::NotSeated);
    let refused = ask(Seat::C, RequestKind::Claim(Seat::A)).await;
    assert_eq!(refused.expect_err("not offered").code, Code::SeatTaken);

    // The offer ends when the player returns.
    ask(Seat::B, RequestKind::Offer(Seat::A)).await.expect("A is away");
    wait_for_offers(&mut eve, &[Seat::A]).await;
    let ada = headless.attach(&table, Seat::A).await;
    wait_for_offers(&mut eve, &[]).await;
    ada.leave().await;

    ask(Seat::B, RequestKind::Offer(Seat::A)).await.expect("A is away");
    ask(Seat::B, RequestKind::StandIn(Seat::A)).await.expect("the game waits for A");
    let refused = ask(Seat::C, RequestKind::Claim(Seat::A)).await;
    assert_eq!(refused.expect_err("A may still return").code, Code::SeatTaken);
    tokio::time::sleep(Duration::from_secs(60)).await;
    let refused = ask(Seat::B, RequestKind::Claim(Seat::A)).await;
    assert_eq!(refused.expect_err("B plays already").code, Code::AlreadySeated);
    ask(Seat::C, RequestKind::Claim(Seat::A)).await.expect("it is offered");
    wait_for_offers(&mut ben, &[]).await;
    let row = headless.store.game(&table).await.expect("it reads").expect("a game");
    assert_eq!(row.seats[0].name.as_deref(), Some("PC"));
    // The new player plays the seat, and the former one only watches.
    let seat = |message: &ServerMessage| match message {
        ServerMessage::Welcome { you, .. } => Some(you.seat),
        _ => None,
    };
    let mut eve = headless.attach(&table, Seat::C).await;
    assert_eq!(eve.until(seat).await, Some(Seat::A));
    let mut ada = headless.attach(&table, Seat::A).await;
    assert_eq!(ada.until(seat).await, None);
    let refused = ask(Seat::A, RequestKind::Claim(Seat::A)).await;
    assert_eq!(refused.expect_err("not offered").code, Code::SeatTaken);
}

#[tokio::test(start_paused = true)]
async fn an_offer_lasts_while_the_table_is_parked() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0 });
    let (ada, ben, _) = first_turn(&headless, "park", settings).await;
    let table = ada.table.clone();
    ada.leave().await;
    headless.ask(&table, Seat::B, RequestKind::Offer(Seat::A)).await;
    ben.leave().await;
    tokio::time::sleep(Duration::from_secs(3600)).await;
    // The table is parked: another node could claim it.
    let lease = headless.store.claim(&table).await.expect("a lease");
    assert_eq!(lease.prior, PriorState::Parked);
    let Reply::Table(info) = headless.ask(&table, Seat::C, RequestKind::Info).await else {
        panic!("the reply is not a table");
    };
    assert_eq!(info.offered, [Seat::A]);
    headless.ask(&table, Seat::C, RequestKind::Claim(Seat::A)).await;
    let row = headless.store.game(&table).await.expect("it reads").expect("a game");
    assert_eq!((row.seats[0].name.as_deref(), row.seats[0].offered), (Some("PC"), None));
}

#[tokio::test(start_paused = true)]
async fn chat_lines_of_a_former_player_keep_the_name_but_not_the_seat() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0 });
    let (ada, mut ben, _) = first_turn(&headless, "lines", settings).await;
    let table = ada.table.clone();
    ada.send(ClientMessage::Chat { id: "c".to_owned(), text: "hello".to_owned() }).await;
    let line = |message: &ServerMessage| match message {
        ServerMessage::Chat { line } => Some(line.clone()),
        _ => None,
    };
    let first = ben.until(line).await;
    assert_eq!((first.from.name.as_str(), first.from.seat), ("PA", Some(Seat::A)));
    ada.leave().await;
    headless.ask(&table, Seat::B, RequestKind::Offer(Seat::A)).await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    headless.ask(&table, Seat::C, RequestKind::Claim(Seat::A)).await;
    let again = ben.until(line).await;
    assert_eq!((again.number, again.text.as_str()), (first.number, "hello"));
    assert_eq!((again.from.name.as_str(), again.from.seat), ("PA", None));
}

/// Waits until a client sees exactly these offers.
async fn wait_for_offers(client: &mut HeadlessClient, seats: &[Seat]) {
    let offered = |message: &ServerMessage| match message {
        ServerMessage::Table { table } => (table.offered == seats).then_some(()),
        _ => None,
    };
    client.until(offered).await;
}
