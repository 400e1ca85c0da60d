//! Contributions to the dice, and new seeds of restored games.
//!
//! Players send hashes of their contributions first, and reveal the contributions when all hashes
//! are fixed.

use crate::headless::{HeadlessClient, HeadlessServer, row};
use crate::support::{Person, TestServer, config, reopen};
use crate::time::first_turn;
use orrery_protocol::{ClientMessage, Code, Seat, ServerMessage, Sit, Stage, Table};
use orrery_record::{ExpectedValues, ProofLevel, Record, Shortfall, VerifyProblem, entropy_hash};
use orrery_rules::deck;
use orrery_server::{Reply, RequestKind};
use orrery_store::{GameRow, GameStatus, OnDamage, SeatRow, Store, StoreError};
use rusqlite::Connection;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

const ADA_ENTROPY: [u8; 16] = [0xad; 16];
const BEN_ENTROPY: [u8; 16] = [0xbe; 16];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sit_with_hash(entropy: &[u8]) -> Sit {
    Sit::Me { entropy_hash: Some(hex(&entropy_hash(entropy))), entropy: None }
}

fn reveal(entropy: &[u8]) -> RequestKind {
    RequestKind::Reveal(hex(entropy))
}

async fn ask_table(headless: &HeadlessServer, table: &str, seat: Seat, kind: RequestKind) -> Table {
    match headless.ask(table, seat, kind).await {
        Reply::Table(table) => *table,
        other => panic!("{other:?}"),
    }
}

async fn refused_code(
    headless: &HeadlessServer,
    table: &str,
    seat: Seat,
    kind: RequestKind,
) -> Code {
    headless.try_ask(table, seat, kind).await.expect_err("it is refused").code
}

/// Creates an open table where two connected players have sent hashes.
async fn seated(headless: &HeadlessServer, id: &str) -> (String, HeadlessClient, HeadlessClient) {
    let row = row(id, json!({ "seats": 2, "start": "A" }));
    let table = row.id.clone();
    headless.store.add_game(row).await.expect("a game");
    for (seat, entropy) in [(Seat::A, ADA_ENTROPY), (Seat::B, BEN_ENTROPY)] {
        ask_table(headless, &table, seat, RequestKind::Sit(seat, sit_with_hash(&entropy))).await;
    }
    let ada = headless.attach(&table, Seat::A).await;
    let ben = headless.attach(&table, Seat::B).await;
    (table, ada, ben)
}

fn hashes(table: &Table) -> Vec<Option<String>> {
    table.seats.iter().map(|seat| seat.entropy_hash.clone()).collect()
}

fn entropies(table: &Table) -> Vec<Option<String>> {
    table.seats.iter().map(|seat| seat.entropy.clone()).collect()
}

async fn record(headless: &HeadlessServer, table: &str) -> Record {
    match headless.ask(table, Seat::A, RequestKind::Record).await {
        Reply::Record(record) => *record,
        other => panic!("{other:?}"),
    }
}

/// Returns the receipt that Ben's client notes before it reveals its contribution.
fn receipt(table: &Table) -> String {
    let mut text = format!("orrery dice receipt 1\nseat B\ncommit {}\n", table.commitment);
    text += &format!("entropy {}\n", hex(&BEN_ENTROPY));
    for fixed in &table.draw.as_ref().expect("a draw").fixed {
        text += &format!("hash {} {}\n", fixed.seat, fixed.hash);
    }
    text
}

#[tokio::test(start_paused = true)]
async fn no_contribution_is_revealed_before_all_are_fixed() {
    let headless = HeadlessServer::new();
    let (table, _ada, mut ben) = seated(&headless, "draw").await;
    assert_eq!(
        refused_code(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await,
        Code::NotBegun
    );
    let drawing = ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    assert_eq!((drawing.stage, entropies(&drawing)), (Stage::Open, vec![None, None]));
    let draw = drawing.draw.clone().expect("a draw");
    assert_eq!(draw.waiting, [Seat::A, Seat::B]);
    let fixed: Vec<_> = draw.fixed.iter().map(|it| Some(it.hash.clone())).collect();
    assert_eq!(fixed, hashes(&drawing));
    let draw_of = |message: &ServerMessage| match message {
        ServerMessage::Table { table } => table.draw.clone(),
        _ => None,
    };
    assert_eq!(ben.until(draw_of).await, draw, "all sockets are notified");
    assert_eq!(
        refused_code(&headless, &table, Seat::A, reveal(&BEN_ENTROPY)).await,
        Code::BadField
    );
    let after = ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await;
    assert_eq!((after.stage, entropies(&after)), (Stage::Open, vec![None, None]));
    assert_eq!(after.draw.expect("a draw").waiting, [Seat::B]);
    let begun = ask_table(&headless, &table, Seat::B, reveal(&BEN_ENTROPY)).await;
    assert_eq!((begun.stage, &begun.draw), (Stage::Playing, &None));
    assert_eq!(entropies(&begun), [Some(hex(&ADA_ENTROPY)), Some(hex(&BEN_ENTROPY))]);
    let again = ask_table(&headless, &table, Seat::B, reveal(&BEN_ENTROPY)).await;
    assert_eq!(again.stage, Stage::Playing, "the answer may have been lost");
    ask_table(&headless, &table, Seat::A, RequestKind::Resign).await;
    let expected = ExpectedValues::from_receipt(&receipt(&drawing)).expect("a receipt");
    let proved = record(&headless, &table).await.verify_against(deck::classic(), &expected);
    assert_eq!(proved.expect("true dice").proof_level, ProofLevel::Contributed);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_does_not_reveal_aborts_one_draw_and_is_left_out_of_the_next() {
    let headless = HeadlessServer::new();
    let (table, mut ada, _ben) = seated(&headless, "silent").await;
    let drawing = ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await;
    tokio::time::sleep(Duration::from_secs(14)).await;
    let waiting = ask_table(&headless, &table, Seat::A, RequestKind::Info).await;
    assert!(waiting.draw.is_some());
    let aborted = ada
        .until(|message| match message {
            ServerMessage::Table { table } if hashes(table) == [None, None] => Some(table.clone()),
            _ => None,
        })
        .await;
    assert_eq!(
        (aborted.stage, &aborted.draw),
        (Stage::Open, &None),
        "the contribution that Ada revealed is void"
    );
    assert_eq!(aborted.commitment, drawing.commitment, "the dealer's commitment stays");
    assert_eq!(
        refused_code(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await,
        Code::BadField
    );
    for (seat, entropy) in [(Seat::A, [1; 16]), (Seat::B, [2; 16])] {
        ask_table(&headless, &table, seat, RequestKind::Sit(seat, sit_with_hash(&entropy))).await;
    }
    let again = ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    assert_eq!(again.draw.expect("a draw").waiting, [Seat::A], "Ben missed the first draw");
    let begun = ask_table(&headless, &table, Seat::A, reveal(&[1; 16])).await;
    assert_eq!(begun.stage, Stage::Playing);
    assert_eq!(entropies(&begun), [Some("01".repeat(16)), None]);
}

/// The server forgets everything about a parked table that is not in the store, as at a restart.
#[tokio::test(start_paused = true)]
async fn a_player_who_did_not_reveal_is_left_out_after_a_restart() {
    let headless = HeadlessServer::new();
    let (table, ada, ben) = seated(&headless, "silent").await;
    ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await;
    tokio::time::sleep(Duration::from_secs(16)).await;
    ada.leave().await;
    ben.leave().await;
    // A new seat does not give Ben another chance.
    ask_table(&headless, &table, Seat::B, RequestKind::Rise(Seat::B)).await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    let stored = headless.store.game(&table).await.expect("it reads").expect("it is there");
    assert_eq!(stored.withheld, ["pB"]);
    let _clients = [headless.attach(&table, Seat::A).await, headless.attach(&table, Seat::B).await];
    for (seat, entropy) in [(Seat::A, [1; 16]), (Seat::B, [2; 16])] {
        ask_table(&headless, &table, seat, RequestKind::Sit(seat, sit_with_hash(&entropy))).await;
    }
    let drawing = ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    assert_eq!(drawing.draw.expect("a draw").waiting, [Seat::A], "Ben had his chance");
    let begun = ask_table(&headless, &table, Seat::A, reveal(&[1; 16])).await;
    assert_eq!(entropies(&begun), [Some("01".repeat(16)), None]);
    let stored = headless.store.game(&table).await.expect("it reads").expect("it is there");
    assert_eq!(stored.withheld, ["pB"], "the started game still says who withheld");
}

/// The draw stays open until the store can record who withheld.
#[tokio::test(start_paused = true)]
async fn a_failed_write_does_not_forget_who_withheld() {
    let headless = HeadlessServer::new();
    let (table, _ada, _ben) = seated(&headless, "failing").await;
    ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await;
    let db = Connection::open(headless.folder.path().join("orrery.sqlite")).expect("it opens");
    db.execute_batch("BEGIN IMMEDIATE").expect("the store cannot write");
    tokio::time::sleep(Duration::from_secs(16)).await;
    let still = ask_table(&headless, &table, Seat::A, RequestKind::Info).await;
    assert_eq!(still.draw.expect("the draw is not closed yet").waiting, [Seat::B]);
    db.execute_batch("ROLLBACK").expect("the store can write again");
    tokio::time::sleep(Duration::from_secs(16)).await;
    let closed = ask_table(&headless, &table, Seat::A, RequestKind::Info).await;
    assert_eq!((&closed.draw, hashes(&closed)), (&None, vec![None, None]));
    let stored = headless.store.game(&table).await.expect("it reads").expect("it is there");
    assert_eq!(stored.withheld, ["pB"]);
}

#[tokio::test(start_paused = true)]
async fn changing_a_contribution_during_the_draw_voids_all() {
    let headless = HeadlessServer::new();
    let (table, _ada, _ben) = seated(&headless, "changed").await;
    ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await;
    let same = ask_table(
        &headless,
        &table,
        Seat::B,
        RequestKind::Sit(Seat::B, sit_with_hash(&BEN_ENTROPY)),
    )
    .await;
    assert!(same.draw.is_some(), "the same hash changes nothing");
    let other = hex(&entropy_hash(&[1; 16]));
    let changed =
        ask_table(&headless, &table, Seat::B, RequestKind::Sit(Seat::B, sit_with_hash(&[1; 16])))
            .await;
    assert_eq!((&changed.draw, hashes(&changed)), (&None, vec![None, Some(other)]));
    ask_table(&headless, &table, Seat::A, RequestKind::Sit(Seat::A, sit_with_hash(&[2; 16]))).await;
    ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    let risen = ask_table(&headless, &table, Seat::A, RequestKind::Rise(Seat::B)).await;
    assert_eq!((&risen.draw, hashes(&risen)), (&None, vec![None, None]), "the host removes Ben");
}

#[tokio::test(start_paused = true)]
async fn the_draw_does_not_wait_for_absent_players() {
    let headless = HeadlessServer::new();
    let (table, _ada, ben) = seated(&headless, "away").await;
    ben.leave().await;
    let drawing = ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    assert_eq!(drawing.draw.expect("a draw").fixed.len(), 1);
    let begun = ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await;
    assert_eq!(begun.stage, Stage::Playing);
    assert_eq!(entropies(&begun), [Some(hex(&ADA_ENTROPY)), None]);
    let late = ask_table(&headless, &table, Seat::B, reveal(&BEN_ENTROPY)).await;
    assert_eq!(entropies(&late), [Some(hex(&ADA_ENTROPY)), None], "it comes too late");
}

#[tokio::test(start_paused = true)]
async fn a_public_contribution_is_fixed_with_the_others() {
    let headless = HeadlessServer::new();
    let (table, _ada, _ben) = seated(&headless, "open").await;
    let open = Sit::Me { entropy_hash: None, entropy: Some(hex(&BEN_ENTROPY)) };
    ask_table(&headless, &table, Seat::B, RequestKind::Sit(Seat::B, open)).await;
    let both = Sit::Me { entropy_hash: Some("00".repeat(32)), entropy: Some("00".to_owned()) };
    for bad in [both, Sit::Me { entropy_hash: Some("00".to_owned()), entropy: None }] {
        assert_eq!(
            refused_code(&headless, &table, Seat::B, RequestKind::Sit(Seat::B, bad)).await,
            Code::BadField
        );
    }
    let drawing = ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    let draw = drawing.draw.expect("a draw");
    assert_eq!((draw.fixed.len(), draw.waiting), (2, vec![Seat::A]));
    assert_eq!(draw.fixed[1].hash, hex(&entropy_hash(&BEN_ENTROPY)));
    assert_eq!(
        ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await.stage,
        Stage::Playing
    );
}

#[tokio::test(start_paused = true)]
async fn a_rematch_begins_without_contributions_and_takes_new_ones() {
    let headless = HeadlessServer::new();
    let (table, _ada, _ben) = seated(&headless, "first").await;
    ask_table(&headless, &table, Seat::A, RequestKind::Start).await;
    ask_table(&headless, &table, Seat::A, reveal(&ADA_ENTROPY)).await;
    ask_table(&headless, &table, Seat::B, reveal(&BEN_ENTROPY)).await;
    ask_table(&headless, &table, Seat::A, RequestKind::Resign).await;
    let over = ask_table(&headless, &table, Seat::A, RequestKind::Rematch).await;
    let rematch = over.rematch.expect("a rematch");
    let _ada = headless.attach(&rematch, Seat::A).await;
    let _ben = headless.attach(&rematch, Seat::B).await;
    let open = ask_table(&headless, &rematch, Seat::A, RequestKind::Info).await;
    assert_eq!((entropies(&open), hashes(&open)), (vec![None, None], vec![None, None]));
    assert_ne!(open.commitment, over.commitment);
    for (who, seat, entropy) in [(Seat::A, Seat::B, [3; 16]), (Seat::B, Seat::A, [4; 16])] {
        ask_table(&headless, &rematch, who, RequestKind::Sit(seat, sit_with_hash(&entropy))).await;
    }
    ask_table(&headless, &rematch, Seat::A, RequestKind::Start).await;
    ask_table(&headless, &rematch, Seat::A, reveal(&[3; 16])).await;
    let begun = ask_table(&headless, &rematch, Seat::B, reveal(&[4; 16])).await;
    assert_eq!(entropies(&begun), [Some("04".repeat(16)), Some("03".repeat(16))]);
}

/// Copies a table, as from a restored backup.
async fn restored(headless: &HeadlessServer, table: &str) -> String {
    let row = headless.store.game(table).await.expect("it reads").expect("it is there");
    let copy = GameRow { id: format!("{:b<20}", "copy"), restored: true, ..row };
    let id = copy.id.clone();
    headless.store.add_game(copy).await.expect("a game");
    let log = headless.store.log(table, 0).await.expect("its log");
    let lease = headless.store.claim(&id).await.expect("it is ours");
    headless.store.append(lease, 0, log).await.expect("a log");
    let status = GameStatus { changed: 0, due: None, waits: 0, live: false };
    headless.store.park(lease, status).await.expect("it is parked");
    id
}

#[tokio::test(start_paused = true)]
async fn a_restored_running_game_continues_with_a_new_commitment() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0 });
    let (ada, _ben, turn) = first_turn(&headless, "saved", settings).await;
    let before = ask_table(&headless, &ada.table, Seat::A, RequestKind::Info).await;
    assert_eq!(before.rekeyed, []);
    let count_chance_steps = |record: &Record| {
        let chance_verbs = ["drew", "dealt", "starts", "rolled"];
        record.entries().filter(|(_, entry)| chance_verbs.contains(&entry.text.verb())).count()
    };
    let rolled = count_chance_steps(&record(&headless, &ada.table).await);
    let table = restored(&headless, &ada.table).await;
    let mut back = headless.attach(&table, Seat::A).await;
    let after = ask_table(&headless, &table, Seat::A, RequestKind::Info).await;
    assert_eq!(after.commitment, before.commitment);
    let [rekeyed] = after.rekeyed.as_slice() else { panic!("{:?}", after.rekeyed) };
    assert_eq!(rekeyed.from as usize, rolled);
    assert_ne!(rekeyed.commitment, after.commitment);
    let (id, version, step) = ("back".to_owned(), turn.version, "end".to_owned());
    back.send(ClientMessage::Act { id, version, step }).await;
    back.steps().await;
    back.leave().await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    let again = ask_table(&headless, &table, Seat::A, RequestKind::Info).await;
    assert_eq!(again.rekeyed, after.rekeyed, "a parked table is not re-keyed again");
    ask_table(&headless, &table, Seat::A, RequestKind::Resign).await;
    let record = record(&headless, &table).await;
    assert!(count_chance_steps(&record) > rolled, "something was rolled under the new key");
    let noted = format!("orrery dice receipt 1\ncommit {}\n", before.commitment);
    let updated_receipt = format!("{noted}rekey {} {}\n", rekeyed.from, rekeyed.commitment);
    let verify = |receipt: &str| {
        record.verify_against(
            deck::classic(),
            &ExpectedValues::from_receipt(receipt).expect("a receipt"),
        )
    };
    let proved = verify(&updated_receipt).expect("true dice");
    assert_eq!(proved.proof_level, ProofLevel::Committed);
    assert_eq!(proved.shortfall, Some(Shortfall::NoContribution));
    assert_eq!(
        verify(&noted),
        Err(VerifyProblem::Rekeyed(rekeyed.from)),
        "the receipt lacks the re-keying"
    );
}

#[tokio::test(start_paused = true)]
async fn a_restored_open_table_gets_a_new_seed() {
    let headless = HeadlessServer::new();
    let (table, _ada, _ben) = seated(&headless, "saved").await;
    let before = ask_table(&headless, &table, Seat::A, RequestKind::Info).await;
    let copy = restored(&headless, &table).await;
    let after = ask_table(&headless, &copy, Seat::A, RequestKind::Info).await;
    assert_ne!(after.commitment, before.commitment);
    assert_eq!((after.rekeyed.len(), hashes(&after)), (0, vec![None, None]));
    let stored = headless.store.game(&copy).await.expect("it reads").expect("it is there");
    assert!(!stored.restored);
    assert!(
        stored.seats.iter().all(|seat| SeatRow { entropy_hash: None, ..seat.clone() } == *seat)
    );
}

/// Makes a backup and restores it, with a server before and after.
#[tokio::test]
async fn a_restored_server_announces_new_commitments_for_running_games() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.person("Ada").await, server.person("Ben").await);
    let table = ada.table(json!({ "seats": 2 })).await.table;
    ada.sit(&table, Seat::A).await;
    ben.sit(&table, Seat::B).await;
    ada.begin(&table).await;
    let path = format!("/api/tables/{table}");
    let before: Table = ada.get(&path).await;
    let saved = server.folder().join("saved.sqlite");
    orrery_store::backup(server.folder(), &saved, OnDamage::Refuse).expect("it is saved");
    let folder = server.stop().await;
    drop(reopen(&folder).await);
    while let Err(held) = orrery_store::restore(&saved, folder.path(), OnDamage::Refuse) {
        assert!(matches!(held, StoreError::InUse(_)), "{held}");
        tokio::task::yield_now().await;
    }
    let store = Arc::new(reopen(&folder).await);
    let server = TestServer::with_store(config(), folder, store).await;
    let ada = Person { address: server.address, ..ada };
    let after: Table = ada.get(&path).await;
    assert_eq!((after.commitment, before.rekeyed.len()), (before.commitment, 0));
    assert_eq!(after.rekeyed.len(), 1);
}
