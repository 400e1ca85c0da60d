//! Contributions to the dice: hashed when players sit down, revealed when all are fixed, and a new
//! key for games of a restored backup.

use crate::bare::{Bare, Watcher, row};
use crate::support::{Person, TestServer, config, reopen};
use crate::time::first_turn;
use orrery_protocol::{ClientMessage, Code, Seat, ServerMessage, Sit, Stage, Table};
use orrery_record::{ExpectedTerms, Record, Shortfall, Strength, VerifyProblem, entropy_hash};
use orrery_rules::deck;
use orrery_server::{Reply, What};
use orrery_store::{GameRow, GameStatus, OnDamage, SeatRow, Store, StoreError};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

const ADA: [u8; 16] = [0xad; 16];
const BEN: [u8; 16] = [0xbe; 16];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sealed(entropy: &[u8]) -> Sit {
    Sit::Me { entropy_hash: Some(hex(&entropy_hash(entropy))), entropy: None }
}

fn reveals(entropy: &[u8]) -> What {
    What::Reveal(hex(entropy))
}

async fn asks(bare: &Bare, table: &str, seat: Seat, what: What) -> Table {
    match bare.ask(table, seat, what).await {
        Reply::Table(table) => *table,
        other => panic!("{other:?}"),
    }
}

async fn refused(bare: &Bare, table: &str, seat: Seat, what: What) -> Code {
    bare.try_ask(table, seat, what).await.expect_err("it is refused").code
}

/// An open table where two players have sent hashes; both look at it.
async fn seated(bare: &Bare, id: &str) -> (String, Watcher, Watcher) {
    let row = row(id, json!({ "seats": 2, "start": "A" }));
    let table = row.id.clone();
    bare.store.add_game(row).await.expect("a game");
    for (seat, entropy) in [(Seat::A, ADA), (Seat::B, BEN)] {
        asks(bare, &table, seat, What::Sit(seat, sealed(&entropy))).await;
    }
    let ada = bare.watch(&table, Seat::A).await;
    let ben = bare.watch(&table, Seat::B).await;
    (table, ada, ben)
}

fn hashes(table: &Table) -> Vec<Option<String>> {
    table.seats.iter().map(|seat| seat.entropy_hash.clone()).collect()
}

fn entropies(table: &Table) -> Vec<Option<String>> {
    table.seats.iter().map(|seat| seat.entropy.clone()).collect()
}

async fn record(bare: &Bare, table: &str) -> Record {
    match bare.ask(table, Seat::A, What::Record).await {
        Reply::Record(record) => *record,
        other => panic!("{other:?}"),
    }
}

/// What Ben's client notes of a draw before it reveals.
fn receipt(table: &Table) -> String {
    let mut text = format!("orrery dice receipt 1\nseat B\ncommit {}\n", table.commitment);
    text += &format!("entropy {}\n", hex(&BEN));
    for fixed in &table.draw.as_ref().expect("a draw").fixed {
        text += &format!("hash {} {}\n", fixed.seat, fixed.hash);
    }
    text
}

#[tokio::test(start_paused = true)]
async fn nothing_is_revealed_before_all_is_fixed() {
    let bare = Bare::new();
    let (table, _ada, mut ben) = seated(&bare, "draw").await;
    assert_eq!(refused(&bare, &table, Seat::A, reveals(&ADA)).await, Code::NotBegun);
    let drawing = asks(&bare, &table, Seat::A, What::Start).await;
    assert_eq!((drawing.stage, entropies(&drawing)), (Stage::Open, vec![None, None]));
    let draw = drawing.draw.clone().expect("a draw");
    assert_eq!(draw.waiting, [Seat::A, Seat::B]);
    let fixed: Vec<_> = draw.fixed.iter().map(|it| Some(it.hash.clone())).collect();
    assert_eq!(fixed, hashes(&drawing));
    let told = |message: &ServerMessage| match message {
        ServerMessage::Table { table } => table.draw.clone(),
        _ => None,
    };
    assert_eq!(ben.until(told).await, draw, "everybody is told");
    assert_eq!(refused(&bare, &table, Seat::A, reveals(&BEN)).await, Code::BadField);
    let after = asks(&bare, &table, Seat::A, reveals(&ADA)).await;
    assert_eq!((after.stage, entropies(&after)), (Stage::Open, vec![None, None]));
    assert_eq!(after.draw.expect("a draw").waiting, [Seat::B]);
    let begun = asks(&bare, &table, Seat::B, reveals(&BEN)).await;
    assert_eq!((begun.stage, &begun.draw), (Stage::Playing, &None));
    assert_eq!(entropies(&begun), [Some(hex(&ADA)), Some(hex(&BEN))]);
    let again = asks(&bare, &table, Seat::B, reveals(&BEN)).await;
    assert_eq!(again.stage, Stage::Playing, "the answer may have been lost");
    asks(&bare, &table, Seat::A, What::Resign).await;
    let expected = ExpectedTerms::from_receipt(&receipt(&drawing)).expect("a receipt");
    let proved = record(&bare, &table).await.verify_against(deck::classic(), &expected);
    assert_eq!(proved.expect("true dice").strength, Strength::Contributed);
}

#[tokio::test(start_paused = true)]
async fn whoever_does_not_reveal_breaks_one_draw_off_and_is_left_out_of_the_next() {
    let bare = Bare::new();
    let (table, mut ada, _ben) = seated(&bare, "silent").await;
    let drawing = asks(&bare, &table, Seat::A, What::Start).await;
    asks(&bare, &table, Seat::A, reveals(&ADA)).await;
    tokio::time::sleep(Duration::from_secs(14)).await;
    let waiting = asks(&bare, &table, Seat::A, What::Info).await;
    assert!(waiting.draw.is_some());
    let broken = ada
        .until(|message| match message {
            ServerMessage::Table { table } if hashes(table) == [None, None] => Some(table.clone()),
            _ => None,
        })
        .await;
    assert_eq!((broken.stage, &broken.draw), (Stage::Open, &None), "what Ada revealed is void");
    assert_eq!(broken.commitment, drawing.commitment, "the dealer's commitment stays");
    assert_eq!(refused(&bare, &table, Seat::A, reveals(&ADA)).await, Code::BadField);
    for (seat, entropy) in [(Seat::A, [1; 16]), (Seat::B, [2; 16])] {
        asks(&bare, &table, seat, What::Sit(seat, sealed(&entropy))).await;
    }
    let again = asks(&bare, &table, Seat::A, What::Start).await;
    assert_eq!(again.draw.expect("a draw").waiting, [Seat::A], "Ben had his chance");
    let begun = asks(&bare, &table, Seat::A, reveals(&[1; 16])).await;
    assert_eq!(begun.stage, Stage::Playing);
    assert_eq!(entropies(&begun), [Some("01".repeat(16)), None]);
}

#[tokio::test(start_paused = true)]
async fn a_contribution_that_is_changed_during_the_draw_makes_all_void() {
    let bare = Bare::new();
    let (table, _ada, _ben) = seated(&bare, "changed").await;
    asks(&bare, &table, Seat::A, What::Start).await;
    asks(&bare, &table, Seat::A, reveals(&ADA)).await;
    let same = asks(&bare, &table, Seat::B, What::Sit(Seat::B, sealed(&BEN))).await;
    assert!(same.draw.is_some(), "the same hash changes nothing");
    let other = hex(&entropy_hash(&[1; 16]));
    let changed = asks(&bare, &table, Seat::B, What::Sit(Seat::B, sealed(&[1; 16]))).await;
    assert_eq!((&changed.draw, hashes(&changed)), (&None, vec![None, Some(other)]));
    asks(&bare, &table, Seat::A, What::Sit(Seat::A, sealed(&[2; 16]))).await;
    asks(&bare, &table, Seat::A, What::Start).await;
    let risen = asks(&bare, &table, Seat::A, What::Rise(Seat::B)).await;
    assert_eq!((&risen.draw, hashes(&risen)), (&None, vec![None, None]), "the host removes Ben");
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_the_contribution_of_a_player_who_is_away() {
    let bare = Bare::new();
    let (table, _ada, ben) = seated(&bare, "away").await;
    ben.leave().await;
    let drawing = asks(&bare, &table, Seat::A, What::Start).await;
    assert_eq!(drawing.draw.expect("a draw").fixed.len(), 1);
    let begun = asks(&bare, &table, Seat::A, reveals(&ADA)).await;
    assert_eq!(begun.stage, Stage::Playing);
    assert_eq!(entropies(&begun), [Some(hex(&ADA)), None]);
    let late = asks(&bare, &table, Seat::B, reveals(&BEN)).await;
    assert_eq!(entropies(&late), [Some(hex(&ADA)), None], "it comes too late");
}

#[tokio::test(start_paused = true)]
async fn an_open_contribution_is_fixed_with_the_others() {
    let bare = Bare::new();
    let (table, _ada, _ben) = seated(&bare, "open").await;
    let open = Sit::Me { entropy_hash: None, entropy: Some(hex(&BEN)) };
    asks(&bare, &table, Seat::B, What::Sit(Seat::B, open)).await;
    let both = Sit::Me { entropy_hash: Some("00".repeat(32)), entropy: Some("00".to_owned()) };
    for bad in [both, Sit::Me { entropy_hash: Some("00".to_owned()), entropy: None }] {
        assert_eq!(refused(&bare, &table, Seat::B, What::Sit(Seat::B, bad)).await, Code::BadField);
    }
    let drawing = asks(&bare, &table, Seat::A, What::Start).await;
    let draw = drawing.draw.expect("a draw");
    assert_eq!((draw.fixed.len(), draw.waiting), (2, vec![Seat::A]));
    assert_eq!(draw.fixed[1].hash, hex(&entropy_hash(&BEN)));
    assert_eq!(asks(&bare, &table, Seat::A, reveals(&ADA)).await.stage, Stage::Playing);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_begins_without_contributions_and_takes_new_ones() {
    let bare = Bare::new();
    let (table, _ada, _ben) = seated(&bare, "first").await;
    asks(&bare, &table, Seat::A, What::Start).await;
    asks(&bare, &table, Seat::A, reveals(&ADA)).await;
    asks(&bare, &table, Seat::B, reveals(&BEN)).await;
    asks(&bare, &table, Seat::A, What::Resign).await;
    let over = asks(&bare, &table, Seat::A, What::Rematch).await;
    let rematch = over.rematch.expect("a rematch");
    let _ada = bare.watch(&rematch, Seat::A).await;
    let _ben = bare.watch(&rematch, Seat::B).await;
    let open = asks(&bare, &rematch, Seat::A, What::Info).await;
    assert_eq!((entropies(&open), hashes(&open)), (vec![None, None], vec![None, None]));
    assert_ne!(open.commitment, over.commitment);
    for (who, seat, entropy) in [(Seat::A, Seat::B, [3; 16]), (Seat::B, Seat::A, [4; 16])] {
        asks(&bare, &rematch, who, What::Sit(seat, sealed(&entropy))).await;
    }
    asks(&bare, &rematch, Seat::A, What::Start).await;
    asks(&bare, &rematch, Seat::A, reveals(&[3; 16])).await;
    let begun = asks(&bare, &rematch, Seat::B, reveals(&[4; 16])).await;
    assert_eq!(entropies(&begun), [Some("04".repeat(16)), Some("03".repeat(16))]);
}

/// A copy of a table, as a restored backup has it.
async fn restored(bare: &Bare, table: &str) -> String {
    let row = bare.store.game(table).await.expect("it reads").expect("it is there");
    let copy = GameRow { id: format!("{:b<20}", "copy"), restored: true, ..row };
    let id = copy.id.clone();
    bare.store.add_game(copy).await.expect("a game");
    let log = bare.store.log(table, 0).await.expect("its log");
    let lease = bare.store.claim(&id).await.expect("it is ours");
    bare.store.append(lease, 0, log).await.expect("a log");
    let note = GameStatus { changed: 0, due: None, waits: 0, live: false };
    bare.store.park(lease, note).await.expect("it is left");
    id
}

#[tokio::test(start_paused = true)]
async fn a_running_game_of_a_backup_goes_on_under_a_new_commitment() {
    let bare = Bare::new();
    let settings = json!({ "seats": 2, "start": "A", "beat_ms": 0 });
    let (ada, _ben, turn) = first_turn(&bare, "saved", settings).await;
    let before = asks(&bare, &ada.table, Seat::A, What::Info).await;
    assert_eq!(before.rekeyed, []);
    let chances = |record: &Record| {
        let said = ["drew", "dealt", "starts", "rolled"];
        record.entries().filter(|(_, entry)| said.contains(&entry.text.verb())).count()
    };
    let rolled = chances(&record(&bare, &ada.table).await);
    let table = restored(&bare, &ada.table).await;
    let mut back = bare.watch(&table, Seat::A).await;
    let after = asks(&bare, &table, Seat::A, What::Info).await;
    assert_eq!(after.commitment, before.commitment);
    let [rekeyed] = after.rekeyed.as_slice() else { panic!("{:?}", after.rekeyed) };
    assert_eq!(rekeyed.from as usize, rolled);
    assert_ne!(rekeyed.commitment, after.commitment);
    let (id, version, step) = ("back".to_owned(), turn.version, "end".to_owned());
    back.say(ClientMessage::Act { id, version, step }).await;
    back.steps().await;
    back.leave().await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    let again = asks(&bare, &table, Seat::A, What::Info).await;
    assert_eq!(again.rekeyed, after.rekeyed, "once, also when it was parked");
    asks(&bare, &table, Seat::A, What::Resign).await;
    let record = record(&bare, &table).await;
    assert!(chances(&record) > rolled, "something was rolled under the new key");
    let noted = format!("orrery dice receipt 1\ncommit {}\n", before.commitment);
    let told = format!("{noted}rekey {} {}\n", rekeyed.from, rekeyed.commitment);
    let verify = |receipt: &str| {
        record.verify_against(
            deck::classic(),
            &ExpectedTerms::from_receipt(receipt).expect("a receipt"),
        )
    };
    let proved = verify(&told).expect("true dice");
    assert_eq!(proved.strength, Strength::Committed);
    assert_eq!(proved.shortfall, Some(Shortfall::NoContribution));
    assert_eq!(verify(&noted), Err(VerifyProblem::Rekeyed(rekeyed.from)), "it was no secret");
}

#[tokio::test(start_paused = true)]
async fn an_open_table_of_a_backup_gets_a_new_seed() {
    let bare = Bare::new();
    let (table, _ada, _ben) = seated(&bare, "saved").await;
    let before = asks(&bare, &table, Seat::A, What::Info).await;
    let copy = restored(&bare, &table).await;
    let after = asks(&bare, &copy, Seat::A, What::Info).await;
    assert_ne!(after.commitment, before.commitment);
    assert_eq!((after.rekeyed.len(), hashes(&after)), (0, vec![None, None]));
    let stored = bare.store.game(&copy).await.expect("it reads").expect("it is there");
    assert!(!stored.restored);
    assert!(
        stored.seats.iter().all(|seat| SeatRow { entropy_hash: None, ..seat.clone() } == *seat)
    );
}

/// `orrery backup` and `orrery restore`, with a server before and after.
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
    let server = TestServer::on(config(), folder, store).await;
    let ada = Person { address: server.address, ..ada };
    let after: Table = ada.get(&path).await;
    assert_eq!((after.commitment, before.rekeyed.len()), (before.commitment, 0));
    assert_eq!(after.rekeyed.len(), 1);
}
