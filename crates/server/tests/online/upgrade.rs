//! Databases of earlier versions.
//!
//! Identities stay valid, games continue, and records can be replayed.
//! `crates/store/tests/data/README.md` describes the content of these databases.

use crate::games::verify;
use crate::support::{Person, Socket, TestServer, config};
use orrery_protocol::{
    AutoStepCause, ClientMessage, EndedBy, Face, Me, MyTables, Seat, ServerMessage, Stage, Table,
    TableList,
};
use serde_json::json;

const ADA: &str = "orrery=sl8f1W_AVx-sryx75KRe38T5SLdOiOtERTtsFFW2vTY";
const BEN: &str = "orrery=B7FzYs9bzfSxQAoNlTE1Oc83969gqSfgPjMBZ-GIqdg";
const TOKEN: &str = "qZKS1jJYtEMdI7C9M7eO2NwtVA8BTJD1ow2qz_bQg0k";
const RECOVERY: &str = "LXTEV-6RXZF-TPGQE-WISFD-MYMHY-N";
const FINISHED: &str = "z3oydu57z5ncke24hmsy";
const PLAYING: &str = "4q2xtdvqjsskcipkvp4g";
const OPEN: &str = "xqrs5ds3j2zvdvcwe7p3";

/// A game that only the database of schema 3 contains.
const SCHEMA_3_GAME: &str = "a5l5kmgbyriudfvq64c4";

/// The schema versions with a test database.
const SCHEMAS: [u32; 2] = [1, 3];

/// Starts a server on a database of this schema.
async fn upgraded(schema: u32) -> (TestServer, Person, Person) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/tests/data");
    let file = format!("{data}/schema-{schema}.sqlite");
    std::fs::copy(file, folder.path().join("orrery.sqlite")).expect("it is copied");
    let server = TestServer::in_folder(config(), folder).await;
    let person = |cookie: &str| Person { address: server.address, cookie: cookie.to_owned() };
    let (ada, ben) = (person(ADA), person(BEN));
    (server, ada, ben)
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_and_bot_accounts_stay_valid() {
    for schema in SCHEMAS {
        let (server, ada, ben) = upgraded(schema).await;
        let names = [ada.get::<Me>("/api/me").await.name, ben.get::<Me>("/api/me").await.name];
        assert_eq!(names, ["Ada", "Ben"]);
        let nobody = Person::nobody(server.address);
        let program = format!("Authorization: Bearer {TOKEN}\r\n");
        let robbie: Me = nobody.send_with("GET", "/api/me", &program, "").await.json();
        assert_eq!((robbie.name.as_str(), robbie.program), ("Robbie", true));
        let back = nobody.post("/api/me/recover", json!({ "code": RECOVERY })).await;
        assert_eq!(back.json::<Me>().name, "Ada");
        let tables: MyTables = ada.get("/api/me/tables").await;
        let waits: Vec<_> =
            tables.tables.iter().map(|it| (it.table.as_str(), it.your_turn)).collect();
        assert_eq!(waits, [(PLAYING, true), (FINISHED, false)]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_verify_and_keep_their_date() {
    for schema in SCHEMAS {
        let (_server, ada, _) = upgraded(schema).await;
        let table: Table = ada.get(&format!("/api/tables/{FINISHED}")).await;
        assert_eq!((table.stage, table.ended_by), (Stage::Over, Some(EndedBy::Rules)));
        verify(&table, &ada).await;
        let path = format!("/api/tables/{FINISHED}/record");
        let before = ada.send("GET", &path, "").await.body;
        let rematch = ada.send("POST", &format!("/api/tables/{FINISHED}/rematch"), "").await;
        assert_eq!(rematch.status, 200, "{}", rematch.body);
        assert_eq!(
            ada.send("GET", &path, "").await.body,
            before,
            "a rematch does not change the record"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tables_with_decks_can_be_started() {
    for schema in SCHEMAS {
        let (_server, ada, ben) = upgraded(schema).await;
        let list: TableList = ada.get("/api/tables").await;
        assert_eq!(list.tables.iter().map(|it| it.table.as_str()).collect::<Vec<_>>(), [OPEN]);
        ada.sit(OPEN, Seat::A).await;
        ben.seat_bot(OPEN, Seat::C, "random").await;
        ben.begin(OPEN).await;
        let table: Table = ada.get(&format!("/api/tables/{OPEN}")).await;
        assert_eq!((table.settings.edition.as_str(), table.stage), ("home", Stage::Playing));
        let record = ada.send("GET", &format!("/api/tables/{OPEN}/record"), "").await.body;
        let record = orrery_record::Record::parse(&record).expect("it is a record");
        let deck = record.header.deck.expect("it carries its deck");
        assert_eq!(deck.rulings, 1, "a table keeps the rulings it was made with");
    }
}

/// Answers the next prompt with the legal action that starts with `step`.
async fn answer_next(socket: &mut Socket, seat: Seat, step: &str) {
    let prompt = socket.next_prompt(seat).await;
    let step = prompt.legal.iter().find(|it| it.starts_with(step)).expect("it is legal").clone();
    let id = socket.id();
    socket.send(&ClientMessage::Act { id, version: prompt.version, step }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_games_continue_with_orders_and_chat() {
    for schema in SCHEMAS {
        let (_server, ada, ben) = upgraded(schema).await;
        let (mut first, mut second) = (ada.watch(PLAYING).await, ben.watch(PLAYING).await);
        let welcome = |message: &ServerMessage| match message {
            ServerMessage::Welcome { orders, chat, .. } => Some((orders.clone(), chat.clone())),
            _ => None,
        };
        let (orders, chat) = second.receive_until(welcome).await;
        assert_eq!(orders.iter().map(|it| it.face).collect::<Vec<_>>(), [Face::Energy, Face::Move]);
        assert_eq!(chat.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["Good luck!"]);
        // A moves with the activated die. B's order asks, because a follow would spend its last
        // culture.
        answer_next(&mut first, Seat::A, "ship 1").await;
        answer_next(&mut first, Seat::A, "to orbit 1").await;
        answer_next(&mut second, Seat::B, "pass").await;
        // For energy, B's order passes.
        answer_next(&mut first, Seat::A, "activate energy").await;
        let by = |message: &ServerMessage| match message {
            ServerMessage::Steps { steps, .. } => {
                let mut own =
                    steps.iter().filter(|it| it.seat == Some(Seat::B) && it.step == "pass");
                own.find_map(|it| it.by)
            }
            _ => None,
        };
        assert_eq!(second.receive_until(by).await, AutoStepCause::Order);
        second.send(&ClientMessage::Resign { id: "r".to_owned() }).await;
        second.answer("r").await.expect("a player may resign");
        let record = ada.send("GET", &format!("/api/tables/{PLAYING}/record"), "").await.body;
        let record = orrery_record::Record::parse(&record).expect("it is a record");
        assert_eq!(record.header.revision, 1, "a running game keeps the rules it began with");
        let rules = orrery_rules::deck::edition_at("classic", 1).expect("it is built in");
        record.verify(rules).expect("its dice are fair");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_that_only_schema_3_contains_verifies() {
    let (_server, ada, _) = upgraded(3).await;
    let record = ada.send("GET", &format!("/api/tables/{SCHEMA_3_GAME}/record"), "").await.body;
    let record = orrery_record::Record::parse(&record).expect("it is a record");
    assert_eq!(record.header.revision, 1);
    let revised = orrery_rules::deck::edition_at("revised", 1).expect("it is built in");
    record.verify(revised).expect("its dice are fair");
    let scores = record.ending.and_then(|ending| ending.scores);
    assert!(scores.is_some(), "it was played to its end");
}
