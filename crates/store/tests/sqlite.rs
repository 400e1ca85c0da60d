//! The SQLite store: the conformance suite, and tests of its files.

use orrery_store::conformance::{self, a_game};
use orrery_store::{Device, GameRow, Logins, OnDamage, Sqlite, Stage, Stale, Store, StoreError};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    orrery_store::backup(folder, to, OnDamage::Refuse).map(drop)
}

fn restore(from: &Path, folder: &Path) -> Result<Option<PathBuf>, StoreError> {
    orrery_store::restore(from, folder, OnDamage::Refuse)
}

fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(folder.path()).expect("it opens")
}

#[tokio::test(flavor = "multi_thread")]
async fn conforms() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    conformance::all(&store, &store).await;
}

#[tokio::test]
async fn entries_persist_after_reopening() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    store.append(lease, 0, vec![b"one".to_vec()]).await.expect("it is appended");
    store.close().await;
    let reopened = open(&folder);
    assert_eq!(reopened.log("g", 0).await, Ok(vec![b"one".to_vec()]));
    assert_eq!(reopened.append(lease, 1, vec![b"two".to_vec()]).await, Ok(()));
}

/// The store compacts two thousand entries at a time; readers always see the whole log.
#[tokio::test]
async fn log_is_complete_during_compaction() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    let mut leases = Vec::new();
    for id in ["a", "b", "c"] {
        store.add_game(a_game(id, "p")).await.expect("a game is added");
        leases.push((id, store.claim(id).await.expect("it is claimed")));
    }
    let entries = |id: &str, seqs: Range<u64>| -> Vec<Vec<u8>> {
        seqs.map(|seq| format!("{id}{seq}").into_bytes()).collect()
    };
    for seq in (0..1500).step_by(25) {
        for (id, lease) in &leases {
            let next = entries(id, seq..seq + 25);
            assert_eq!(store.append(*lease, seq, next.clone()).await, Ok(()));
            assert_eq!(store.log(id, 0).await, Ok(entries(id, 0..seq + 25)));
            let again = store.append(*lease, seq, next).await;
            assert_eq!(again, Err(StoreError::Conflict), "entry {seq} was stored twice");
        }
    }
    store.close().await;
    assert!(numbers(&folder, "SELECT count(*) FROM log")[0] > 4000, "few entries are compacted");
    assert!(
        numbers(&folder, "SELECT count(*) FROM fresh")[0] > 0,
        "even the last entries are compacted"
    );
    let again = open(&folder);
    for (id, lease) in &leases {
        assert_eq!(again.log(id, 0).await, Ok(entries(id, 0..1500)));
        assert_eq!(again.append(*lease, 1499, vec![Vec::new()]).await, Err(StoreError::Conflict));
        assert_eq!(again.append(*lease, 1500, entries(id, 1500..1501)).await, Ok(()));
        assert_eq!(again.log(id, 1499).await, Ok(entries(id, 1499..1501)));
    }
}

/// If compaction fails, entries stay readable and are compacted later.
#[tokio::test]
async fn failed_compaction_loses_no_entry() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    let change = |sql: &str| {
        let db = rusqlite::Connection::open(folder.path().join("orrery.sqlite"));
        db.expect("it opens").execute_batch(sql).expect("it is changed");
    };
    change("CREATE TRIGGER no BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'not now'); END");
    let entries = |seqs: Range<u64>| -> Vec<Vec<u8>> {
        seqs.map(|seq| seq.to_string().into_bytes()).collect()
    };
    for seq in (0..5000).step_by(100) {
        assert_eq!(store.append(lease, seq, entries(seq..seq + 100)).await, Ok(()));
    }
    assert_eq!(store.log("g", 0).await, Ok(entries(0..5000)));
    assert_eq!(numbers(&folder, "SELECT count(*) FROM log"), [0]);
    change("DROP TRIGGER no");
    for seq in (5000..8000).step_by(100) {
        assert_eq!(store.append(lease, seq, entries(seq..seq + 100)).await, Ok(()));
    }
    assert_eq!(store.log("g", 0).await, Ok(entries(0..8000)));
    store.close().await;
    assert!(numbers(&folder, "SELECT count(*) FROM log")[0] > 5000);
}

/// Twenty games share one stored deck, which is deleted with the last of them.
#[tokio::test]
async fn deck_is_stored_once_until_its_last_game_is_deleted() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    for number in 0..20 {
        store.add_game(a_game(&format!("g{number}"), "p")).await.expect("a game is added");
    }
    let last = GameRow { deck: None, ..a_game("last", "p") };
    store.add_game(last).await.expect("a game is added");
    let decks = || numbers(&folder, "SELECT count(*) FROM decks")[0];
    assert_eq!(decks(), 1);
    for number in 0..20 {
        assert_eq!(decks(), 1, "a shared deck was deleted");
        let id = format!("g{number}");
        assert_eq!(store.delete_game(&id, Stale::Unstarted, i64::MAX).await, Ok(true));
    }
    assert_eq!(decks(), 0, "an unused deck is still stored");
}

/// The previous version stored the deck with each game.
#[tokio::test]
async fn inline_deck_of_an_older_version_stays_readable() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("old", "p")).await.expect("a game is added");
    let db = rusqlite::Connection::open(folder.path().join("orrery.sqlite")).expect("it opens");
    let inline = "UPDATE games SET deck = 'id = \"old\"', deck_hash = NULL; DELETE FROM decks";
    db.execute_batch(inline).expect("the deck is stored as before");
    let game = store.game("old").await.expect("it reads").expect("a game");
    assert_eq!(game.deck.as_deref(), Some("id = \"old\""));
    store.add_game(GameRow { id: "next".to_owned(), ..game.clone() }).await.expect("a rematch");
    let next = store.game("next").await.expect("it reads").expect("a game");
    assert_eq!(next.deck, game.deck);
}

/// The lease of a deleted game is not valid for any other game.
#[tokio::test]
async fn lease_of_a_deleted_game_is_void() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("old", "p")).await.expect("a game is added");
    let lease = store.claim("old").await.expect("it is claimed");
    store.append(lease, 0, vec![b"one".to_vec()]).await.expect("it is appended");
    let deleted = store.delete_game("old", Stale::Unstarted, i64::MAX).await;
    assert_eq!(deleted, Ok(false), "the newest game was deleted, so its key can be reused");
    store.add_game(a_game("new", "p")).await.expect("a game is added");
    assert_eq!(store.delete_game("old", Stale::Unstarted, i64::MAX).await, Ok(true));
    for entries in ["fresh", "log"] {
        assert_eq!(numbers(&folder, &format!("SELECT count(*) FROM {entries}")), [0]);
    }
    let refused = store.append(lease, 1, vec![b"two".to_vec()]).await;
    assert_eq!(refused, Err(StoreError::Conflict));
    assert_ne!(store.claim("new").await.map(|lease| lease.key), Ok(lease.key));
}

#[tokio::test]
async fn free_disk_space_is_reported() {
    let folder = tempdir().expect("a folder");
    let space = open(&folder).space().await.expect("it is measured");
    assert!(space.used > 4096, "{space:?}");
    assert_eq!(space.free.is_some_and(|bytes| bytes > 0), cfg!(unix), "{space:?}");
}

#[tokio::test]
async fn two_servers_cannot_use_one_directory() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    let second = Sqlite::open(folder.path()).map(drop);
    assert!(matches!(second, Err(StoreError::InUse(_))), "{second:?}");
    store.close().await;
    drop(open(&folder));
}

#[tokio::test]
async fn database_of_a_newer_version_is_refused() {
    let folder = tempdir().expect("a folder");
    open(&folder).close().await;
    let db = rusqlite::Connection::open(folder.path().join("orrery.sqlite")).expect("it opens");
    db.pragma_update(None, "user_version", 99).expect("it is written");
    drop(db);
    let refused = Sqlite::open(folder.path()).map(drop);
    assert!(matches!(refused, Err(StoreError::NewerSchema { found: 99, .. })), "{refused:?}");
}

/// Returns a data directory that the first version of the program wrote.
fn create_schema_1_folder() -> TempDir {
    let folder = tempdir().expect("a folder");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/schema-1.sqlite");
    fs::copy(file, folder.path().join("orrery.sqlite")).expect("it is copied");
    folder
}

fn numbers(folder: &TempDir, sql: &str) -> Vec<i64> {
    let db = rusqlite::Connection::open(folder.path().join("orrery.sqlite")).expect("it opens");
    let mut query = db.prepare(sql).expect("a query");
    let rows = query.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("numbers")
}

#[tokio::test]
async fn database_of_the_first_version_is_migrated_once() {
    let folder = create_schema_1_folder();
    let entries = numbers(&folder, "SELECT count(*) FROM log");
    for _ in 0..2 {
        let store = open(&folder);
        let ended = store.game("z3oydu57z5ncke24hmsy").await.expect("it reads").expect("a game");
        assert_eq!((ended.stage, ended.finished), (Stage::Over, Some(ended.changed)));
        let playing = store.game("4q2xtdvqjsskcipkvp4g").await.expect("it reads").expect("a game");
        assert_eq!((playing.stage, playing.finished), (Stage::Playing, None));
        store.close().await;
    }
    assert_eq!(numbers(&folder, "SELECT count(*) FROM log"), entries);
    assert_eq!(numbers(&folder, "SELECT step FROM migrations"), (2..=12).collect::<Vec<_>>());
    assert_eq!(
        numbers(&folder, "PRAGMA user_version"),
        [4],
        "older programs can open the database, although they do not see entries in `fresh`"
    );
}

/// Versions before schema 7 stored only the hash of a secret.
#[tokio::test]
async fn secrets_of_an_older_version_are_devices_without_details() {
    let folder = create_schema_1_folder();
    open(&folder).close().await;
    let db = rusqlite::Connection::open(folder.path().join("orrery.sqlite")).expect("it opens");
    let ada: String = db
        .query_row("SELECT id FROM identities WHERE name = 'Ada'", [], |row| row.get(0))
        .expect("Ada");
    let sql = "INSERT INTO secrets (hash, identity) VALUES (?1, ?2)";
    db.execute(sql, rusqlite::params![[7_u8; 32], ada])
        .expect("a secret is added as in older versions");
    drop(db);
    let devices = open(&folder).devices(&ada).await.expect("a list");
    assert_eq!(devices.len(), 2);
    let has_no_details =
        |device: &Device| (&device.label, device.created, device.used) == (&None, None, None);
    assert!(devices.iter().all(has_no_details), "{devices:?}");
}

#[tokio::test]
async fn backup_of_a_running_server_can_be_restored() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    store.append(lease, 0, vec![b"before".to_vec()]).await.expect("it is appended");
    let file = folder.path().join("saved.sqlite");
    backup(folder.path(), &file).expect("it is saved");
    assert!(backup(folder.path(), &file).is_err(), "an existing file was overwritten");
    store.append(lease, 1, vec![b"after".to_vec()]).await.expect("it is appended");
    assert!(matches!(restore(&file, folder.path()), Err(StoreError::InUse(_))));
    store.close().await;
    let kept = restore(&file, folder.path()).expect("it is restored").expect("the old is kept");
    let store = open(&folder);
    assert_eq!(store.log("g", 0).await, Ok(vec![b"before".to_vec()]));
    assert!(kept.exists());
}

/// Players who continued an unfinished game after the backup know its next rolls.
#[tokio::test]
async fn unfinished_restored_games_are_marked_until_the_mark_is_cleared() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    let stages = [Stage::Open, Stage::Playing, Stage::Over, Stage::Archived];
    for (id, stage) in ["open", "playing", "over", "archived"].into_iter().zip(stages) {
        let game = GameRow { stage, ..a_game(id, "p") };
        store.add_game(game).await.expect("a game is added");
    }
    let file = folder.path().join("saved.sqlite");
    backup(folder.path(), &file).expect("it is saved");
    store.close().await;
    restore(&file, folder.path()).expect("it is restored");
    let store = open(&folder);
    for (id, marked) in [("open", true), ("playing", true), ("over", false), ("archived", false)] {
        let game = store.game(id).await.expect("it can be read").expect("it is there");
        assert_eq!(game.restored, marked, "{id}");
        let lease = store.claim(id).await.expect("it is claimed");
        store.put_game(lease, GameRow { restored: false, ..game }).await.expect("it is put");
        let game = store.game(id).await.expect("it can be read").expect("it is there");
        assert!(!game.restored, "{id}");
    }
}

/// The backup needs several steps, and the server commits between them.
#[tokio::test(flavor = "multi_thread")]
async fn backup_completes_on_a_busy_server() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    store.append(lease, 0, vec![vec![7; 100_000]; 200]).await.expect("it is appended");
    let path = folder.path().to_owned();
    let saved = tokio::task::spawn_blocking(move || backup(&path, &path.join("saved.sqlite")));
    let mut seq = 200;
    while !saved.is_finished() {
        assert!(seq < 20_000, "the backup never completes");
        store.append(lease, seq, vec![b"on".to_vec()]).await.expect("it is appended");
        seq += 1;
    }
    saved.await.expect("it ends").expect("it is saved");
}

#[tokio::test]
async fn only_an_intact_database_is_restored() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("saved.sqlite");
    fs::write(&file, b"not a database at all").expect("it is written");
    let target = folder.path().join("data");
    assert!(restore(&file, &target).is_err());
    rusqlite::Connection::open(folder.path().join("empty.sqlite")).expect("a database");
    assert!(restore(&folder.path().join("empty.sqlite"), &target).is_err());
    assert!(!target.join("orrery.sqlite").exists());
}

/// A locked database refuses writes, as a full disk does, and accepts them again afterwards.
#[tokio::test]
async fn locked_database_refuses_writes_and_recovers() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    let other = rusqlite::Connection::open(folder.path().join("orrery.sqlite")).expect("it opens");
    other.execute_batch("BEGIN EXCLUSIVE").expect("it is locked");
    let refused = store.append(lease, 0, vec![b"x".to_vec()]).await;
    assert!(refused.as_ref().is_err_and(StoreError::is_transient), "{refused:?}");
    other.execute_batch("ROLLBACK").expect("it is free");
    assert_eq!(store.append(lease, 0, vec![b"y".to_vec()]).await, Ok(()));
    assert_eq!(store.log("g", 0).await, Ok(vec![b"y".to_vec()]));
}

/// A page limit simulates a full disk.
#[tokio::test]
async fn full_disk_loses_no_acknowledged_entry() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    store.close().await;
    let open_limited = |pages: u32| Sqlite::open_limited(folder.path(), pages).expect("it opens");
    let store = open_limited(60);
    let mut acknowledged = 0;
    let refused = loop {
        let entries = vec![vec![b'x'; 3000], vec![b'y'; 3000]];
        match store.append(lease, acknowledged, entries).await {
            Ok(()) => acknowledged += 2,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, StoreError::Full);
    assert_eq!(store.log("g", 0).await.expect("it reads").len() as u64, acknowledged);
    store.close().await;
    let store = open_limited(1000);
    store.append(lease, acknowledged, vec![b"more".to_vec()]).await.expect("there is room");
}

/// Returns the permissions of a file or folder.
#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let permissions = fs::Permissions::from_mode(mode);
    fs::set_permissions(path, permissions).expect("it is ours");
}

/// The database holds the seeds of running games, which reveal all future rolls.
#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    let parent = tempdir().expect("a folder");
    let folder = parent.path().join("new/data");
    let store = Sqlite::open(&folder).expect("it opens");
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    assert_eq!(mode(&folder), 0o700);
    let files = || fs::read_dir(&folder).expect("a folder").map(|it| it.expect("one").path());
    assert!(files().count() >= 4, "a lock, database, log or index is missing");
    assert!(files().all(|file| mode(&file) == 0o600), "{:?}", files().collect::<Vec<_>>());
    let saved = parent.path().join("saved.sqlite");
    backup(&folder, &saved).expect("it is saved");
    assert_eq!(mode(&saved), 0o600);
}

/// Older versions left all files readable for everyone.
#[cfg(unix)]
#[tokio::test]
async fn readable_files_are_made_private_at_start() {
    let parent = tempdir().expect("a folder");
    let folder = parent.path().join("data");
    Sqlite::open(&folder).expect("it opens").close().await;
    let saved = parent.path().join("saved.sqlite");
    backup(&folder, &saved).expect("it is saved");
    let database = folder.join("orrery.sqlite");
    for path in [&folder, &database, &saved] {
        set_mode(path, 0o755);
    }
    Sqlite::open(&folder).expect("it opens").close().await;
    assert_eq!((mode(&folder), mode(&database)), (0o700, 0o600));
    set_mode(&saved, 0o644);
    let kept = restore(&saved, &folder).expect("it is restored").expect("the old is kept");
    assert_eq!((mode(&database), mode(&kept)), (0o600, 0o600));
}

/// A folder with other files keeps its permissions; the files of the store become private.
#[cfg(unix)]
#[tokio::test]
async fn shared_folder_keeps_its_mode_but_the_files_of_the_store_are_private() {
    let folder = tempdir().expect("a folder");
    let other = folder.path().join("notes.txt");
    fs::write(&other, "mine").expect("it is written");
    set_mode(folder.path(), 0o755);
    set_mode(&other, 0o644);
    open(&folder).close().await;
    assert_eq!((mode(folder.path()), mode(&other)), (0o755, 0o644));
    assert_eq!(mode(&folder.path().join("orrery.sqlite")), 0o600);
}

/// A store on a full disk is not ready, even without queued writes.
#[tokio::test]
async fn full_disk_is_not_ready() {
    let folder = tempdir().expect("a folder");
    let store = open(&folder);
    store.limit(1).await.expect("the database cannot grow");
    let mut stored = 0;
    let full = loop {
        match store.add_game(a_game(&format!("g{stored}"), "p")).await {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
    };
    assert_eq!((full, store.ready().await), (StoreError::Full, Err(StoreError::Full)));
    store.limit(1_000_000).await.expect("there is room again");
    assert_eq!(store.ready().await, Ok(()));
    assert_eq!(store.ready().await, Ok(()), "the probe left something behind");
    let last = store.game(&format!("g{}", stored - 1)).await;
    assert!(last.expect("it is read").is_some(), "an acknowledged game is lost");
}
