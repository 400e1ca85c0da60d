//! Conformance tests that every store must pass.
//!
//! Each function panics if the store does not conform. [`all`] runs them one after another on an
//! empty store.

#![expect(clippy::missing_panics_doc, reason = "a failing test panics")]

pub mod logins;

use crate::{
    ChatRow, Device, GameRow, GameStatus, Hash, Identity, IdentityKind, Listing, Outage,
    PriorState, RunHistory, SeatRow, Stage, Stale, Store, StoreError,
};

/// Runs all tests.
///
/// The tests list orphaned games through `observer`: the same store, or the store of another node
/// that is alive.
pub async fn all(store: &dyn Store, observer: &dyn Store) {
    logins::identities_are_found_by_their_secrets(store).await;
    logins::devices_are_listed_by_their_last_use(store).await;
    logins::all_devices_of_an_identity_are_replaced_at_once(store).await;
    logins::recovery_codes_are_valid_until_replaced(store).await;
    logins::planned_recovery_codes_take_effect_at_their_time(store).await;
    deleting_an_identity_clears_its_name_in_games(store).await;
    games_round_trip(store).await;
    games_share_equal_decks(store).await;
    lists_contain_the_right_games(store).await;
    open_games_are_filtered_by_host(store).await;
    unfinished_games_of_a_person_are_counted(store).await;
    only_stale_games_are_deleted(store).await;
    size_is_reported(store).await;
    logs_round_trip(store).await;
    appends_with_a_wrong_number_are_refused(store).await;
    void_leases_are_refused(store).await;
    appends_of_many_games_keep_their_order(store).await;
    concurrent_appends_do_not_interleave(store).await;
    claims_report_the_prior_state(store, observer).await;
    due_and_orphaned_games_are_listed(store, observer).await;
    chat_is_kept_in_order(store).await;
    outages_are_recorded(store).await;
}

fn hash(name: &str) -> Hash {
    let mut hash = [7; 32];
    hash.iter_mut().zip(name.bytes()).for_each(|(target, byte)| *target = byte);
    hash
}

fn device(name: &str) -> Device {
    let label = Some(format!("{name} · Linux"));
    Device { secret: hash(name), label, created: Some(5), used: Some(6) }
}

fn person(id: &str) -> Identity {
    Identity {
        id: id.to_owned(),
        name: format!("{id}'s name"),
        kind: IdentityKind::Person,
        owner: None,
        created: 5,
    }
}

/// Returns a game with two seats; the player has the first one.
#[must_use]
pub fn a_game(id: &str, player: &str) -> GameRow {
    let taken_seat = SeatRow {
        identity: Some(player.to_owned()),
        name: Some("Ada".to_owned()),
        entropy: Some(vec![1, 2, 255]),
        entropy_hash: Some([3; 32]),
        offered: Some(7_000),
        ..SeatRow::default()
    };
    GameRow {
        settings: "{\"seats\":2}".to_owned(),
        deck: Some("id = \"x\"\n".to_owned()),
        withheld: vec!["withholder".to_owned()],
        seats: vec![taken_seat, SeatRow::default()],
        ..GameRow::new(id.to_owned(), player.to_owned(), [9; 32], 100)
    }
}

/// Checks that a store deletes an identity with its bot accounts, devices and chat.
///
/// The games of the identity stay.
pub async fn deleting_an_identity_clears_its_name_in_games(store: &dyn Store) {
    let who = person("deleted-person");
    store.add_identity(who.clone(), device("d")).await.expect("an identity is added");
    let program = Identity {
        kind: IdentityKind::Program,
        owner: Some(who.id.clone()),
        ..person("deleted-program")
    };
    store.add_identity(program.clone(), device("dp")).await.expect("a program");
    assert_eq!(store.bot_accounts_of(&who.id).await, Ok(vec![program]));
    store.add_game(a_game("deleted-game", &who.id)).await.expect("a game");
    store.add_chat("deleted-game", line(1, &who.id)).await.expect("a line");
    store.delete_identity(&who.id).await.expect("it is deleted");
    assert_eq!(store.login(hash("d")).await, Ok(None));
    assert_eq!(store.login(hash("dp")).await, Ok(None));
    let game = store.game("deleted-game").await.expect("it can be read").expect("it stays");
    assert_eq!((game.seats[0].identity.as_ref(), game.seats[0].name.as_ref()), (None, None));
    assert_eq!(store.chat("deleted-game", 9).await, Ok(Vec::new()));
    assert_eq!(store.delete_identity(&who.id).await, Err(StoreError::Missing));
}

/// Checks that a store returns every field of a game as it was written.
pub async fn games_round_trip(store: &dyn Store) {
    let mut game = a_game("round-game", "round-player");
    store.add_game(game.clone()).await.expect("a game is added");
    assert_eq!(store.game("round-game").await, Ok(Some(game.clone())));
    assert_eq!(store.game("no such").await, Ok(None));
    assert!(store.add_game(game.clone()).await.is_err(), "a duplicate id was accepted");
    let lease = store.claim("round-game").await.expect("it is claimed");
    game.stage = Stage::Over;
    game.ended = Some("rules".to_owned());
    game.finished = Some(190);
    game.seed = [10; 32];
    game.restored = true;
    game.withheld.push(person("round").id);
    game.rematch = Some("next-game".to_owned());
    game.changed = 200;
    game.seats[0].offered = None;
    game.seats[1].bot = Some("random".to_owned());
    game.waits = 3;
    store.put_game(lease, game.clone()).await.expect("it is replaced");
    assert_eq!(store.game("round-game").await, Ok(Some(game.clone())));
    game.withheld.clear();
    store.put_game(lease, game.clone()).await.expect("it is replaced");
    assert_eq!(store.game("round-game").await, Ok(Some(game)));
}

/// Checks which games a store lists as open games and as a player's games.
pub async fn lists_contain_the_right_games(store: &dyn Store) {
    for (id, listing, created) in [
        ("list-1", Listing::Public, 1001),
        ("list-2", Listing::Link, 1002),
        ("list-3", Listing::Public, 1003),
    ] {
        let game = GameRow { listing, created, changed: created, ..a_game(id, "list-player") };
        store.add_game(game).await.expect("a game is added");
    }
    let ids = |games: Vec<GameRow>| games.into_iter().map(|game| game.id).collect::<Vec<_>>();
    let open = store.open_games(2, Box::new(|_| true)).await.expect("a list");
    assert!(open.iter().all(|game| game.deck.is_none()), "a list contains a deck");
    assert_eq!(ids(open), ["list-3", "list-1"]);
    let games = store.games_of("list-player", 9).await.expect("a list");
    assert_eq!(ids(games), ["list-3", "list-2", "list-1"]);
    let hosted = GameRow { host: "list-host".to_owned(), ..a_game("list-4", "list-guest") };
    store.add_game(hosted).await.expect("a game is added");
    let games = store.games_of("list-host", 9).await.expect("a list");
    assert_eq!(ids(games), ["list-4"], "the list lacks hosted games");
    let lease = store.claim("list-2").await.expect("it is claimed");
    let archived = GameRow { stage: Stage::Archived, ..a_game("list-2", "list-player") };
    store.put_game(lease, archived).await.expect("it is archived");
    let games = store.games_of("list-player", 9).await.expect("a list");
    assert_eq!(ids(games), ["list-3", "list-1", "list-2"], "the list lacks archived games");
}

/// Checks that a store returns the deck of each game: the same deck, another deck, or none.
pub async fn games_share_equal_decks(store: &dyn Store) {
    let game_with = |id: &str, deck: Option<&str>| GameRow {
        deck: deck.map(str::to_owned),
        ..a_game(id, "deck-player")
    };
    let games = [
        game_with("deck-1", Some("id = \"one\"\n")),
        game_with("deck-2", Some("id = \"one\"\n")),
        game_with("deck-3", Some("id = \"two\"\n")),
        game_with("deck-4", None),
    ];
    for game in &games {
        store.add_game(game.clone()).await.expect("a game is added");
    }
    for game in &games {
        assert_eq!(store.game(&game.id).await, Ok(Some(game.clone())));
    }
}

/// Checks that a store filters open games by their host before it applies the limit of the list.
pub async fn open_games_are_filtered_by_host(store: &dyn Store) {
    for (id, host, created) in
        [("admit-1", "few", 2001), ("admit-2", "many", 2002), ("admit-3", "many", 2003)]
    {
        let game = GameRow { listing: Listing::Public, created, ..a_game(id, host) };
        store.add_game(game).await.expect("a game is added");
    }
    let mut many = 0;
    let admit = move |host: &str| {
        many += i32::from(host == "many");
        host != "many" || many == 1
    };
    let open = store.open_games(2, Box::new(admit)).await.expect("a list");
    let ids: Vec<_> = open.iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids, ["admit-3", "admit-1"]);
}

/// Checks that a store counts the unfinished games that a person hosts.
///
/// Games that the person's bot accounts host count as well.
pub async fn unfinished_games_of_a_person_are_counted(store: &dyn Store) {
    let owner = person("count-owner");
    let program = Identity {
        kind: IdentityKind::Program,
        owner: Some(owner.id.clone()),
        ..person("count-program")
    };
    store.add_identity(owner, device("count-owner")).await.expect("an identity is added");
    store.add_identity(program, device("count-program")).await.expect("a program is added");
    assert_eq!(store.unfinished_games("count-owner").await, Ok(0));
    let stages = [Stage::Open, Stage::Playing, Stage::Over, Stage::Archived];
    for host in ["count-owner", "count-program", "count-other"] {
        for stage in stages {
            let game = a_game(&format!("{host}-{stage:?}"), "count-player");
            let game = GameRow { stage, host: host.to_owned(), ..game };
            store.add_game(game).await.expect("a game is added");
        }
    }
    assert_eq!(store.unfinished_games("count-owner").await, Ok(4));
    assert_eq!(store.unfinished_games("count-player").await, Ok(0), "players are not hosts");
}

/// Adds a game that is in this stage and was last changed at the time `changed`.
async fn add_stale(store: &dyn Store, id: &str, stage: Stage, changed: i64) {
    let deck = Some(format!("id = \"{id}\"\n"));
    let game = GameRow { stage, changed, deck, ..a_game(id, "stale-player") };
    store.add_game(game).await.expect("a game is added");
}

/// Checks that a store lists and deletes only stale games.
///
/// These are games that never began or were abandoned for long enough.
pub async fn only_stale_games_are_deleted(store: &dyn Store) {
    add_stale(store, "stale-open", Stage::Open, 10).await;
    add_stale(store, "stale-new", Stage::Open, 50).await;
    add_stale(store, "stale-unplayed", Stage::Archived, 11).await;
    add_stale(store, "stale-over", Stage::Over, 12).await;
    add_stale(store, "stale-left", Stage::Playing, 13).await;
    add_stale(store, "stale-live", Stage::Playing, 14).await;
    add_stale(store, "stale-played", Stage::Playing, 15).await;
    let first = GameRow { rematch: Some("stale-open".to_owned()), ..a_game("stale-first", "p") };
    store.add_game(first).await.expect("a game is added");
    store.add_chat("stale-open", line(1, "stale-player")).await.expect("a line");
    let live = store.claim("stale-live").await.expect("it is claimed");
    store.append(live, 0, entries(&["a"])).await.expect("it is appended");
    let played = store.claim("stale-played").await.expect("it is claimed");
    store.append(played, 0, entries(&["a"])).await.expect("it is appended");
    let archived =
        GameRow { stage: Stage::Archived, changed: 15, ..a_game("stale-played", "stale-player") };
    store.put_game(played, archived).await.expect("it is archived");
    let status = GameStatus { changed: 15, due: None, waits: 0, live: false };
    store.park(played, status).await.expect("it is parked");

    let stale = async |stale| store.stale_games(stale, 40, 9).await.expect("a list");
    assert_eq!(stale(Stale::Unstarted).await, ["stale-open", "stale-unplayed"]);
    assert_eq!(stale(Stale::Abandoned).await, ["stale-left"]);
    assert_eq!(store.stale_games(Stale::Unstarted, 40, 1).await.map(|ids| ids.len()), Ok(1));
    let delete = async |id, stale| store.delete_game(id, stale, 40).await;
    for id in ["stale-new", "stale-over", "stale-live", "stale-played", "no such"] {
        assert_eq!(delete(id, Stale::Unstarted).await, Ok(false), "{id}");
        assert_eq!(delete(id, Stale::Abandoned).await, Ok(false), "{id}");
    }
    assert_eq!(delete("stale-open", Stale::Unstarted).await, Ok(true));
    assert_eq!(delete("stale-unplayed", Stale::Unstarted).await, Ok(true));
    assert_eq!(delete("stale-left", Stale::Abandoned).await, Ok(true));
    for id in ["stale-open", "stale-unplayed", "stale-left"] {
        assert_eq!(store.game(id).await, Ok(None), "{id}");
        assert_eq!(store.claim(id).await, Err(StoreError::Missing), "{id}");
    }
    assert_eq!(store.log("stale-live", 0).await, Ok(entries(&["a"])));
    let first = store.game("stale-first").await.expect("it can be read").expect("it stays");
    assert_eq!(first.rematch, None, "the deleted rematch is still set");
    let status = GameStatus { changed: 14, due: None, waits: 0, live: false };
    store.park(live, status).await.expect("it is parked");
}

/// Checks that the reported size grows with the stored data.
pub async fn size_is_reported(store: &dyn Store) {
    let before = store.space().await.expect("it is measured");
    // PostgreSQL compresses long texts, so the deck must be nearly incompressible.
    let mut number = 1_u64;
    let mut next_char = || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'!' + (number >> 58) as u8)
    };
    for id in ["space-1", "space-2"] {
        let deck = Some((0..500_000).map(|_| next_char()).collect());
        store.add_game(GameRow { deck, ..a_game(id, "p") }).await.expect("a game is added");
    }
    let after = store.space().await.expect("it is measured");
    assert!(after.used >= before.used + 500_000, "{before:?} {after:?}");
}

fn entries(words: &[&str]) -> Vec<Vec<u8>> {
    words.iter().map(|word| word.as_bytes().to_vec()).collect()
}

/// Checks that a store returns a log from its start and from a later entry.
pub async fn logs_round_trip(store: &dyn Store) {
    store.add_game(a_game("log-game", "log-player")).await.expect("a game is added");
    let lease = store.claim("log-game").await.expect("it is claimed");
    store.append(lease, 0, entries(&["a", "b"])).await.expect("two entries are appended");
    store.append(lease, 2, entries(&["c"])).await.expect("one more entry is appended");
    assert_eq!(store.log("log-game", 0).await, Ok(entries(&["a", "b", "c"])));
    assert_eq!(store.log("log-game", 2).await, Ok(entries(&["c"])));
    assert_eq!(store.log("log-game", 3).await, Ok(Vec::new()));
}

/// Checks that a store refuses an append that overwrites an entry or leaves a gap.
pub async fn appends_with_a_wrong_number_are_refused(store: &dyn Store) {
    store.add_game(a_game("fit-game", "fit-player")).await.expect("a game is added");
    let lease = store.claim("fit-game").await.expect("it is claimed");
    store.append(lease, 0, entries(&["a", "b"])).await.expect("two entries are appended");
    for seq in [0, 1, 3, 9] {
        let refused = store.append(lease, seq, entries(&["x", "y"])).await;
        assert_eq!(refused, Err(StoreError::Conflict), "at {seq}");
    }
    assert_eq!(store.log("fit-game", 0).await, Ok(entries(&["a", "b"])));
}

/// Checks that a store refuses every write with a void lease.
pub async fn void_leases_are_refused(store: &dyn Store) {
    let game = a_game("owner-game", "owner-player");
    store.add_game(game.clone()).await.expect("a game is added");
    let first = store.claim("owner-game").await.expect("it is claimed");
    store.append(first, 0, entries(&["a"])).await.expect("the owner can append");
    let second = store.claim("owner-game").await.expect("it is claimed again");
    assert_eq!(store.append(first, 1, entries(&["b"])).await, Err(StoreError::Conflict));
    assert_eq!(store.put_game(first, game.clone()).await, Err(StoreError::Conflict));
    let status = GameStatus { changed: 1, due: None, waits: 0, live: false };
    assert_eq!(store.park(first, status).await, Err(StoreError::Conflict));
    store.append(second, 1, entries(&["c"])).await.expect("the new owner can write");
    store.put_game(second, game).await.expect("the new owner can write");
    assert_eq!(store.log("owner-game", 0).await, Ok(entries(&["a", "c"])));
    assert_eq!(store.claim("no such").await, Err(StoreError::Missing));
}

/// Checks that each log keeps the order of its appends while many games append concurrently.
pub async fn appends_of_many_games_keep_their_order(store: &dyn Store) {
    let mut leases = Vec::new();
    for number in 0..20 {
        let id = format!("many-{number}");
        store.add_game(a_game(&id, "many-player")).await.expect("a game is added");
        leases.push(store.claim(&id).await.expect("it is claimed"));
    }
    for seq in 0..25_u64 {
        let word = seq.to_string();
        let appends: Vec<_> =
            leases.iter().map(|lease| store.append(*lease, seq, entries(&[&word]))).collect();
        for append in appends {
            append.await.expect("it is appended");
        }
    }
    let expected: Vec<Vec<u8>> = (0..25).map(|seq| seq.to_string().into_bytes()).collect();
    for number in 0..20 {
        assert_eq!(store.log(&format!("many-{number}"), 0).await, Ok(expected.clone()));
    }
}

/// Checks that a store accepts exactly one of two concurrent appends with the same number.
pub async fn concurrent_appends_do_not_interleave(store: &dyn Store) {
    store.add_game(a_game("race-game", "race-player")).await.expect("a game is added");
    let lease = store.claim("race-game").await.expect("it is claimed");
    for seq in (0..40).step_by(2) {
        let long = store.append(lease, seq, entries(&["long", "long"]));
        let short = store.append(lease, seq, entries(&["short"]));
        let (long, short) = tokio::join!(long, short);
        assert_ne!(long.is_ok(), short.is_ok(), "at {seq}: {long:?} and {short:?}");
        if short.is_ok() {
            store
                .append(lease, seq + 1, entries(&["long"]))
                .await
                .expect("the next entry is appended");
        }
    }
    assert_eq!(store.log("race-game", 0).await.map(|log| log.len()), Ok(40));
}

/// Checks that a lease says whether the game was parked or orphaned before the claim.
pub async fn claims_report_the_prior_state(store: &dyn Store, observer: &dyn Store) {
    let game = GameRow { stage: Stage::Playing, ..a_game("found-game", "found-player") };
    store.add_game(game).await.expect("a game is added");
    let lease = store.claim("found-game").await.expect("it is claimed");
    assert_eq!(lease.prior, PriorState::Parked);
    let lease = store.claim("found-game").await.expect("it is claimed");
    assert_eq!(lease.prior, PriorState::Orphaned);
    store.update_status(lease, GameStatus { changed: 77, due: None, waits: 0, live: false });
    store.ready().await.expect("the queue is flushed");
    assert_eq!(store.claim("found-game").await.map(|lease| lease.prior), Ok(PriorState::Parked));
    store.update_status(lease, GameStatus { changed: 1, due: None, waits: 0, live: false });
    store.ready().await.expect("the queue is flushed");
    assert_eq!(
        observer.orphaned_games().await,
        Ok(vec!["found-game".to_owned()]),
        "an update with a void lease was applied"
    );
    let lease = store.claim("found-game").await.expect("it is claimed");
    store.update_status(lease, GameStatus { changed: 77, due: None, waits: 0, live: false });
    store.ready().await.expect("the queue is flushed");
}

/// Checks that a store lists parked games that are due, and live games without a living owner.
pub async fn due_and_orphaned_games_are_listed(store: &dyn Store, observer: &dyn Store) {
    let playing = |id| GameRow { stage: Stage::Playing, ..a_game(id, "due-player") };
    for id in ["due-1", "due-2", "due-3"] {
        store.add_game(playing(id)).await.expect("a game is added");
    }
    for (id, due) in [("due-1", Some(5000)), ("due-2", Some(3000)), ("due-3", None)] {
        let lease = store.claim(id).await.expect("it is claimed");
        let orphaned = observer.orphaned_games().await.expect("a list");
        assert_eq!(orphaned, [id], "a claimed game whose owner sends no heartbeats is orphaned");
        store.update_status(lease, GameStatus { changed: 76, due: Some(1), waits: 1, live: true });
        let status = GameStatus { changed: 77, due, waits: 2, live: false };
        store.park(lease, status).await.expect("it is parked");
    }
    assert_eq!(observer.orphaned_games().await, Ok(Vec::new()));
    assert_eq!(store.due_games(2999, 9).await, Ok(Vec::new()));
    assert_eq!(store.due_games(5000, 9).await, Ok(vec!["due-2".to_owned(), "due-1".to_owned()]));
    assert_eq!(store.due_games(5000, 1).await, Ok(vec!["due-2".to_owned()]));
    let game = store.game("due-1").await.expect("it can be read").expect("it is there");
    assert_eq!((game.changed, game.waits), (77, 2));
}

fn line(number: u32, identity: &str) -> ChatRow {
    ChatRow {
        number,
        identity: identity.to_owned(),
        name: "Ada".to_owned(),
        seat: Some(1),
        at: 12,
        message_id: format!("m{number}"),
        text: "Grüße <b>".to_owned(),
    }
}

/// Checks that a store returns the last lines of chat, oldest first, and refuses a number twice.
pub async fn chat_is_kept_in_order(store: &dyn Store) {
    store.add_game(a_game("chat-game", "chat-player")).await.expect("a game is added");
    for number in 1..=5 {
        store.add_chat("chat-game", line(number, "chat-player")).await.expect("a line");
    }
    assert!(store.add_chat("chat-game", line(5, "chat-player")).await.is_err());
    let expected = vec![line(4, "chat-player"), line(5, "chat-player")];
    assert_eq!(store.chat("chat-game", 2).await, Ok(expected));
    assert_eq!(store.add_chat("no such", line(1, "x")).await, Err(StoreError::Missing));
}

/// Checks that a store records outages.
///
/// A run whose clock is behind the stored time changes nothing, and a short stop is not an outage.
pub async fn outages_are_recorded(store: &dyn Store) {
    const DAY: i64 = 24 * 3_600_000;
    let begin = 1_000 * DAY;
    let first = store.begin_run(begin).await;
    assert_eq!(
        first,
        Ok(RunHistory { last: 0, outages: Vec::new() }),
        "an empty store reports an earlier run"
    );
    store.record_running(begin + DAY);
    store.ready().await.expect("the queue is flushed");
    let soon = begin + DAY + RunHistory::MIN_OUTAGE;
    assert_eq!(
        store.begin_run(soon).await,
        Ok(RunHistory { last: begin + DAY, outages: Vec::new() }),
        "a short stop counts as an outage"
    );
    let outages = vec![Outage { since: soon, until: begin + 4 * DAY }];
    let run = RunHistory { last: soon, outages: outages.clone() };
    assert_eq!(store.begin_run(begin + 4 * DAY).await, Ok(run));
    let run = RunHistory { last: begin + 4 * DAY, outages };
    assert_eq!(
        store.begin_run(begin).await,
        Ok(run.clone()),
        "a run whose clock is behind the stored time changed the history"
    );
    store.record_running(begin);
    store.ready().await.expect("the queue is flushed");
    assert_eq!(store.begin_run(begin).await, Ok(run));
    let later = begin + 5 * DAY + RunHistory::RETENTION;
    let run = store.begin_run(later).await.expect("a run");
    assert_eq!(
        run.outages,
        [Outage { since: begin + 4 * DAY, until: later }],
        "an old outage was kept"
    );
}
