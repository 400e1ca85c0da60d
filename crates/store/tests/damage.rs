//! Damage to the embedded database: the store detects and reports it, and other games are unaffected.

use orrery_store::conformance::a_game;
use orrery_store::{
    Damage, DamagedGame, GameDamage, GameRow, GameStatus, Lease, LossExtent, OnDamage, OnLoss,
    Report, SeatRow, Sqlite, Store, StoreError, backup, check, restore,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

const DATABASE: &str = "orrery.sqlite";
const MARK: &str = "orrery.mark";

fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(folder.path()).expect("it opens")
}

fn change(folder: &Path, sql: &str) {
    let db = rusqlite::Connection::open(folder.join(DATABASE)).expect("it opens");
    db.execute_batch(sql).expect("it is changed");
}

/// Returns an entry of a game, long enough to be unique in the file.
fn entry(game: &str, seq: u64) -> Vec<u8> {
    format!("the entry {seq} of the game {game}").into_bytes()
}

async fn append(store: &Sqlite, game: &str, lease: Lease, from: u64, until: u64) {
    let entries = (from..until).map(|seq| entry(game, seq)).collect();
    store.append(lease, from, entries).await.expect("it is appended");
}

/// Stores two games of ten entries each.
async fn two_games(folder: &TempDir) {
    two_games_and(folder, a_game("one", "p")).await;
}

/// Stores the game `one` with these properties and the game `two`, each with ten entries.
async fn two_games_and(folder: &TempDir, one: GameRow) {
    let store = open(folder);
    for (game, row) in [("one", one), ("two", a_game("two", "p"))] {
        store.add_game(row).await.expect("a game is added");
        let lease = store.claim(game).await.expect("it is claimed");
        append(&store, game, lease, 0, 10).await;
        let status = GameStatus { changed: 1, due: None, waits: 0, live: false };
        store.park(lease, status).await.expect("it is parked");
    }
    store.close().await;
}

/// Stores the same two games, with compacted logs.
async fn two_compacted_games(folder: &TempDir) {
    two_games(folder).await;
    let store = open(folder);
    // The first write triggers a compaction after its reply.
    store.add_game(a_game("three", "p")).await.expect("a game is added");
    store.ready().await.expect("it writes");
    store.close().await;
}

fn damaged(game: &str, seq: u64, damage: Damage) -> StoreError {
    StoreError::Damaged { game: game.to_owned(), seq, damage }
}

/// Returns the ten entries of a game.
fn all_entries(game: &str) -> Vec<Vec<u8>> {
    (0..10).map(|seq| entry(game, seq)).collect()
}

/// Flips a bit in every occurrence of `wanted` in the file.
fn flip_bit(file: &Path, wanted: &[u8]) {
    let mut bytes = fs::read(file).expect("it is read");
    let offsets: Vec<usize> =
        (0..bytes.len() - wanted.len()).filter(|i| bytes[*i..].starts_with(wanted)).collect();
    assert!(!offsets.is_empty(), "the bytes are not in the file");
    for offset in offsets {
        bytes[offset + wanted.len() / 2] ^= 4;
    }
    fs::write(file, bytes).expect("it is written");
}

#[tokio::test]
async fn flipped_bit_is_detected_and_other_games_are_unaffected() {
    for compacted in [false, true] {
        let folder = tempdir().expect("a folder");
        if compacted {
            two_compacted_games(&folder).await
        } else {
            two_games(&folder).await
        }
        flip_bit(&folder.path().join(DATABASE), &entry("one", 3));
        let store = open(&folder);
        let expected = damaged("one", 3, Damage::Changed);
        assert_eq!(store.log("one", 0).await, Err(expected), "compacted: {compacted}");
        assert_eq!(store.log("two", 0).await, Ok(all_entries("two")));
        let lease = store.claim("two").await.expect("it is claimed");
        append(&store, "two", lease, 10, 11).await;
    }
}

#[tokio::test]
async fn missing_entry_and_missing_tail_are_detected() {
    for (table, compacted) in [("log", true), ("fresh", false)] {
        for (lost, seq) in [("seq = 4", 4), ("seq >= 7", 7), ("seq >= 0", 0)] {
            let folder = tempdir().expect("a folder");
            if compacted {
                two_compacted_games(&folder).await
            } else {
                two_games(&folder).await
            }
            let game = "game = (SELECT key FROM games WHERE id = 'one')";
            change(folder.path(), &format!("DELETE FROM {table} WHERE {lost} AND {game}"));
            let store = open(&folder);
            let expected = damaged("one", seq, Damage::Missing);
            assert_eq!(store.log("one", 0).await, Err(expected), "{lost} in {table}");
            assert_eq!(store.log("two", 0).await, Ok(all_entries("two")));
        }
    }
}

/// An intact entry in the wrong place is damage.
#[tokio::test]
async fn swapped_entries_are_detected() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let sql = "UPDATE fresh SET entry = (SELECT entry FROM fresh WHERE rowid = 2), \
        sum = (SELECT sum FROM fresh WHERE rowid = 2) WHERE rowid = 4";
    change(folder.path(), sql);
    let store = open(&folder);
    assert_eq!(store.log("one", 0).await, Err(damaged("one", 3, Damage::Changed)));
}

/// A page of zeros replaces entries of a game.
#[tokio::test]
async fn lost_page_damages_only_its_games() {
    let folder = tempdir().expect("a folder");
    two_compacted_games(&folder).await;
    let store = open(&folder);
    let lease = store.claim("one").await.expect("it is claimed");
    let large: Vec<Vec<u8>> = (10..40).map(|seq: u8| vec![seq; 3000]).collect();
    store.append(lease, 10, large).await.expect("it is appended");
    store.ready().await.expect("it writes");
    store.close().await;
    let file = folder.path().join(DATABASE);
    let mut bytes = fs::read(&file).expect("it is read");
    let offset =
        (0..bytes.len()).find(|i| bytes[*i..].starts_with(&[25; 3000])).expect("it is there");
    bytes[offset / 4096 * 4096..][..4096].fill(0);
    fs::write(&file, bytes).expect("it is written");
    let store = open(&folder);
    let read = store.log("one", 0).await;
    let unreadable = |damage: &Damage| matches!(damage, Damage::Unreadable(_));
    match &read {
        Err(StoreError::Damaged { game, seq, damage }) if unreadable(damage) => {
            assert!(game == "one" && (10..=25).contains(seq), "{read:?}");
        }
        other => panic!("{other:?}"),
    }
    let report = check(folder.path()).expect("it is checked");
    assert!(!report.structure.is_empty(), "{report:?}");
    assert!(report.damaged.iter().any(|one| one.game == "one" && one.intact >= 10), "{report:?}");
}

#[tokio::test]
async fn check_reports_every_damaged_game_and_its_intact_entries() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let intact = check(folder.path()).expect("it is checked");
    assert_eq!(intact, Report { games: 2, entries: 20, ..Report::default() });
    assert!(intact.is_intact());
    flip_bit(&folder.path().join(DATABASE), &entry("two", 6));
    let report = check(folder.path()).expect("it is checked");
    let damage = "entry 6: checksum mismatch".to_owned();
    let expected = vec![DamagedGame { game: "two".to_owned(), intact: 6, damage }];
    assert_eq!((report.games, report.entries, &report.damaged), (2, 16, &expected));
    assert!(!report.is_intact());
    let store = open(&folder);
    let running = check(folder.path()).expect("it is checked while it runs");
    assert_eq!((running.damaged, running.structure), (expected, Vec::new()));
    drop(store);
}

/// Returns a game with unique values in every field that a checksum or a hash covers.
fn marked_game() -> GameRow {
    let bot = SeatRow { bot: Some("the level of a bot".to_owned()), ..SeatRow::default() };
    let player = SeatRow {
        entropy: Some(b"the entropy of a seat".to_vec()),
        entropy_hash: Some(
            *b"the hash of the entropy of seat B"[..32].first_chunk().expect("32 bytes"),
        ),
        ..SeatRow::default()
    };
    GameRow {
        settings: "the settings of a game".to_owned(),
        deck: Some("the text of a deck".to_owned()),
        seed: *b"the seed of the dice, 32 bytes..",
        ended: Some("the end of a game".to_owned()),
        seats: vec![bot, player],
        ..a_game("one", "the host of a game")
    }
}

#[tokio::test]
async fn flipped_bit_outside_of_the_log_is_detected() {
    let cases: [(&[u8], GameDamage); 8] = [
        (b"the settings of", GameDamage::Row),
        (b"the seed of", GameDamage::Row),
        (b"the host of", GameDamage::Row),
        (b"the end of", GameDamage::Row),
        (b"the level of", GameDamage::Row),
        (b"the entropy of", GameDamage::Row),
        (b"the hash of", GameDamage::Row),
        (b"the text of a deck", GameDamage::Deck),
    ];
    for (bytes, damage) in cases {
        let folder = tempdir().expect("a folder");
        two_games_and(&folder, marked_game()).await;
        flip_bit(&folder.path().join(DATABASE), bytes);
        let store = open(&folder);
        let expected = StoreError::DamagedGame { game: "one".to_owned(), damage };
        assert_eq!(store.game("one").await, Err(expected), "{damage}");
        assert!(store.game("two").await.is_ok_and(|game| game.is_some()), "{damage}");
        assert!(store.games_of("p", 10).await.is_ok(), "lists fail because of the damaged game");
        let report = check(folder.path()).expect("it is checked");
        let damage = damage.to_string();
        assert_eq!(report.damaged, [DamagedGame { game: "one".to_owned(), intact: 10, damage }]);
    }
}

/// The previous version changes games, and does not know their checksums.
#[tokio::test]
async fn game_that_an_older_version_changed_is_accepted_without_a_checksum() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    change(
        folder.path(),
        "UPDATE games SET epoch = epoch + 1 WHERE id = 'one';
        UPDATE games SET settings = 'older' WHERE id = 'one'",
    );
    let store = open(&folder);
    let game = store.game("one").await.expect("it is read").expect("a game");
    assert_eq!(game.settings, "older");
    let lease = store.claim("one").await.expect("it is claimed");
    assert!(store.game("one").await.is_ok(), "the claim made the old checksum valid again");
    store.put_game(lease, game).await.expect("it is stored");
    store.claim("one").await.expect("it is claimed");
    change(folder.path(), "UPDATE games SET settings = 'damaged' WHERE id = 'one'");
    let damage = GameDamage::Row;
    let expected = StoreError::DamagedGame { game: "one".to_owned(), damage };
    assert_eq!(store.game("one").await, Err(expected), "the new version wrote no checksum");
}

#[tokio::test]
async fn entries_of_an_older_version_need_no_checksums() {
    let folder = tempdir().expect("a folder");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/schema-3.sqlite");
    fs::copy(file, folder.path().join(DATABASE)).expect("it is copied");
    let before = check(folder.path()).expect("it is checked");
    assert!(before.is_intact() && before.unchecked == before.entries, "{before:?}");
    open(&folder).close().await;
    let after = check(folder.path()).expect("it is checked");
    assert_eq!(after, before);
    assert!(after.entries > 100 && after.games > 3);
}

/// `orrery check` reads a database that the new version has not opened yet.
#[tokio::test]
async fn database_of_the_previous_schema_can_be_checked_and_backed_up() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let previous = "DROP INDEX games_unfinished; ALTER TABLE games DROP COLUMN withheld;
        DELETE FROM migrations WHERE step > 10";
    change(folder.path(), previous);
    let before = check(folder.path()).expect("it is checked");
    assert!(before.is_intact() && before.games == 2, "{before:?}");
    let saved = folder.path().join("saved.sqlite");
    backup(folder.path(), &saved, OnDamage::Refuse).expect("it is saved");
    open(&folder).close().await;
    assert_eq!(check(folder.path()), Ok(before));
}

/// The previous version knows neither checksums nor the high-water mark.
#[tokio::test]
async fn downgrade_and_upgrade_again_keep_all_entries() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let older =
        "INSERT INTO fresh (game, seq, entry) SELECT key, 10, 'x' FROM games WHERE id = 'one';
        INSERT INTO log (game, seq, entry) SELECT game, seq, entry FROM fresh ORDER BY game, seq;
        DELETE FROM fresh;";
    change(folder.path(), &older.replace("'x'", "x'78'"));
    let store = open(&folder);
    let mut expected = all_entries("one");
    expected.push(b"x".to_vec());
    assert_eq!(store.log("one", 0).await, Ok(expected));
    let lease = store.claim("one").await.expect("it is claimed");
    append(&store, "one", lease, 11, 12).await;
    store.close().await;
    let report = check(folder.path()).expect("it is checked");
    assert!(report.is_intact(), "{report:?}");
    assert_eq!((report.entries, report.unchecked), (22, 21));
    drop(open(&folder));
}

/// Returns the error of opening a folder that has lost data.
fn open_error(folder: &Path) -> StoreError {
    Sqlite::open(folder).map(drop).expect_err("something is lost")
}

#[tokio::test]
async fn lost_database_is_not_treated_as_new() {
    type LoseData = fn(&Path);
    let missing: LoseData = |folder| fs::remove_file(folder.join(DATABASE)).expect("it is removed");
    let empty: LoseData = |folder| fs::write(folder.join(DATABASE), b"").expect("it is emptied");
    let without_tables: LoseData = |folder| {
        fs::remove_file(folder.join(DATABASE)).expect("it is removed");
        change(folder, "CREATE TABLE other (x)");
    };
    for (number, lose) in [missing, empty, without_tables].into_iter().enumerate() {
        let folder = tempdir().expect("a folder");
        two_games(&folder).await;
        lose(folder.path());
        let error = open_error(folder.path());
        let StoreError::DataLost(loss) = &error else { panic!("{number}: {error}") };
        assert_eq!(loss.extent, LossExtent::Everything, "{number}");
        let text = error.to_string();
        assert!(text.contains("orrery restore") && text.contains("--accept-loss"), "{text}");
        assert!(!text.contains('\n'), "more than one line: {text}");
        let report = check(folder.path()).expect("it is checked");
        assert_eq!(
            (report.lost.clone(), report.is_intact()),
            (Some(LossExtent::Everything), false)
        );
        assert!(
            matches!(open_error(folder.path()), StoreError::DataLost(_)),
            "the second attempt opened it"
        );
        let emptied = Sqlite::open_with(folder.path(), OnLoss::Accept)
            .expect("it starts with an empty database");
        assert_eq!(emptied.game("one").await, Ok(None));
        emptied.close().await;
        drop(open(&folder));
    }
}

#[tokio::test]
async fn restored_database_is_not_treated_as_lost() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let saved = folder.path().join("saved.sqlite");
    backup(folder.path(), &saved, OnDamage::Refuse).expect("it is saved");
    let store = open(&folder);
    let lease = store.claim("one").await.expect("it is claimed");
    append(&store, "one", lease, 10, 20).await;
    store.close().await;
    fs::remove_file(folder.path().join(DATABASE)).expect("it is removed");
    assert!(matches!(open_error(folder.path()), StoreError::DataLost(_)));
    restore(&saved, folder.path(), OnDamage::Refuse).expect("it is restored");
    assert_eq!(open(&folder).log("one", 0).await, Ok(all_entries("one")));
}

/// Waits until the mark differs from `before`, since the store writes it after the reply.
fn wait_for_mark(folder: &Path, before: &[u8]) -> Vec<u8> {
    let began = Instant::now();
    loop {
        let mark = fs::read(folder.join(MARK)).expect("there is a mark");
        if mark != before {
            return mark;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "the mark is never written");
        std::thread::yield_now();
    }
}

/// Copies the files of a running server, as a power failure would leave them.
fn copy_files(folder: &Path) -> TempDir {
    let copy = tempdir().expect("a folder");
    for name in [DATABASE, "orrery.sqlite-wal", MARK] {
        fs::copy(folder.join(name), copy.path().join(name)).expect("it is copied");
    }
    copy
}

/// SQLite reads a write-ahead log up to its first damaged page and silently ignores the rest.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_write_ahead_log_is_reported_as_loss() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("one", "p")).await.expect("a game is added");
    let lease = store.claim("one").await.expect("it is claimed");
    append(&store, "one", lease, 0, 5).await;
    store.ready().await.expect("it writes");
    let intact_len = fs::metadata(folder.path().join("orrery.sqlite-wal")).expect("a log").len();
    let before = fs::read(folder.path().join(MARK)).expect("there is a mark");
    append(&store, "one", lease, 5, 3000).await;
    wait_for_mark(folder.path(), &before);
    let crashed = copy_files(folder.path());
    drop(Sqlite::open(crashed.path()).expect("a crash loses nothing"));
    for damage in ["flipped", "cut"] {
        let crashed = copy_files(folder.path());
        let wal: PathBuf = crashed.path().join("orrery.sqlite-wal");
        let mut bytes = fs::read(&wal).expect("a log");
        match damage {
            "cut" => bytes.truncate(intact_len as usize + 100),
            _ => bytes[intact_len as usize + 2000] ^= 1,
        }
        fs::write(&wal, bytes).expect("it is written");
        let report = check(crashed.path()).expect("it is checked");
        let games = vec![("one".to_owned(), 5)];
        let lost = LossExtent::Tail { entries: 2995, games };
        assert_eq!((report.lost.as_ref(), report.entries), (Some(&lost), 5), "{damage}");
        let error = open_error(crashed.path());
        let StoreError::DataLost(loss) = &error else { panic!("{error}") };
        assert_eq!(loss.extent, lost, "{damage}");
        assert!(error.to_string().contains("game one from entry 5 on"), "{error}");
        let accepted = Sqlite::open_with(crashed.path(), OnLoss::Accept).expect("it is accepted");
        assert_eq!(accepted.log("one", 0).await.map(|log| log.len()), Ok(5));
        drop(accepted);
        let report = check(crashed.path()).expect("it is checked");
        assert!(report.is_intact(), "the accepted loss is reported again: {report:?}");
    }
}

/// A clean shutdown writes the mark even after a single entry.
#[tokio::test]
async fn lost_entry_is_detected_after_a_clean_shutdown() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let older = copy_database(&folder);
    let store = open(&folder);
    let lease = store.claim("two").await.expect("it is claimed");
    append(&store, "two", lease, 10, 11).await;
    store.close().await;
    fs::copy(older.path().join(DATABASE), folder.path().join(DATABASE)).expect("it is replaced");
    let StoreError::DataLost(loss) = open_error(folder.path()) else {
        panic!("no loss is reported")
    };
    assert_eq!(loss.extent, LossExtent::Tail { entries: 1, games: vec![("two".to_owned(), 10)] });
}

fn copy_database(folder: &TempDir) -> TempDir {
    let copy = tempdir().expect("a folder");
    fs::copy(folder.path().join(DATABASE), copy.path().join(DATABASE)).expect("it is copied");
    copy
}

/// Entries of deleted games do not count as lost.
#[tokio::test]
async fn deleted_games_are_not_reported_as_lost() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let store = open(&folder);
    change(
        folder.path(),
        "DELETE FROM games WHERE id = 'two'; DELETE FROM fresh WHERE game NOT IN \
         (SELECT key FROM games); DELETE FROM log WHERE game NOT IN (SELECT key FROM games)",
    );
    store.close().await;
    let report = check(folder.path()).expect("it is checked");
    assert_eq!(report, Report { games: 1, entries: 10, ..Report::default() });
    assert_eq!(open(&folder).log("one", 0).await, Ok(all_entries("one")));
}

#[tokio::test]
async fn backup_and_restore_refuse_damage_unless_allowed() {
    let folder = tempdir().expect("a folder");
    two_games(&folder).await;
    let whole_file = folder.path().join("whole.sqlite");
    backup(folder.path(), &whole_file, OnDamage::Refuse).expect("it is saved");
    flip_bit(&folder.path().join(DATABASE), &entry("one", 3));
    let saved = folder.path().join("saved.sqlite");
    let error = backup(folder.path(), &saved, OnDamage::Refuse).expect_err("it is damaged");
    assert!(error.to_string().contains("game one is damaged (entry 3"), "{error}");
    let file_count = || fs::read_dir(folder.path()).expect("a folder").count();
    let files = file_count();
    assert!(!saved.exists());
    let report = backup(folder.path(), &saved, OnDamage::Accept).expect("it is allowed");
    assert_eq!(report.damaged.len(), 1);
    assert_eq!(file_count(), files + 1, "an unfinished file is left");

    let target = tempdir().expect("a folder");
    restore(&whole_file, target.path(), OnDamage::Refuse).expect("it is valid");
    let error = restore(&saved, target.path(), OnDamage::Refuse).expect_err("it is damaged");
    assert!(error.to_string().contains("game one is damaged"), "{error}");
    assert_eq!(
        open(&target).log("one", 0).await,
        Ok(all_entries("one")),
        "the refused restore replaced the intact games"
    );
    restore(&saved, target.path(), OnDamage::Accept).expect("it is allowed");
    assert_eq!(open(&target).log("two", 0).await, Ok(all_entries("two")));
}

#[tokio::test]
async fn damaged_file_structure_is_always_refused() {
    let folder = tempdir().expect("a folder");
    two_compacted_games(&folder).await;
    let saved = folder.path().join("saved.sqlite");
    backup(folder.path(), &saved, OnDamage::Refuse).expect("it is saved");
    // Skip the first page, which holds the schema.
    for file in [folder.path().join(DATABASE), saved.clone()] {
        let mut bytes = fs::read(&file).expect("it is read");
        let page = bytes.len() / 4096 / 2;
        bytes[page * 4096..][..4096].fill(0xA5);
        fs::write(&file, bytes).expect("it is written");
    }
    let target = tempdir().expect("a folder");
    for on_damage in [OnDamage::Refuse, OnDamage::Accept] {
        let again = folder.path().join("again.sqlite");
        let error = backup(folder.path(), &again, on_damage).expect_err("it is damaged");
        assert!(error.to_string().contains("damaged"), "{error}");
        assert!(!again.exists());
        let error = restore(&saved, target.path(), on_damage).expect_err("it is damaged");
        assert!(error.to_string().contains("damaged"), "{error}");
        assert!(!target.path().join(DATABASE).exists());
    }
}
