//! Sessions: devices, logging out, and stolen cookies.

use crate::support::{Answer, Person, Socket, TestServer, config};
use orrery_protocol::{
    CloseReason, Code, Device, Devices, Export, Me, NewBotAccount, Recovery, RecoveryState, Seat,
    ServerMessage,
};
use orrery_server::Config;
use serde_json::json;
use std::time::Duration;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const DAY: i64 = 24 * 3600;

/// Creates a person with a recovery code.
async fn with_code(server: &TestServer) -> (Person, String) {
    let ada = server.person("Ada").await;
    let code: Recovery = ada.send("POST", "/api/me/recovery", "").await.json();
    assert_eq!(code.from, None, "the first code works at once");
    (ada, code.code)
}

/// Logs in on another device with this user agent.
async fn log_in(server: &TestServer, code: &str, agent: &str) -> Answer {
    let nobody = Person::nobody(server.address);
    let headers = format!("Content-Type: application/json\r\nUser-Agent: {agent}\r\n");
    let body = json!({ "code": code }).to_string();
    nobody.send_with("POST", "/api/me/recover", &headers, &body).await
}

async fn other_device(server: &TestServer, code: &str) -> Person {
    let answer = log_in(server, code, FIREFOX).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    Person { address: server.address, cookie: answer.cookie().expect("a cookie") }
}

async fn devices(person: &Person) -> Vec<Device> {
    person.get::<Devices>("/api/me/devices").await.devices
}

async fn is_logged_in(person: &Person) -> bool {
    person.send("GET", "/api/me", "").await.status == 200
}

/// Starts a solo game.
pub(crate) async fn start_solo_game(person: &Person) -> String {
    let table = person.table(json!({ "seats": 1, "beat_ms": 0 })).await.table;
    person.sit(&table, Seat::A).await;
    person.begin(&table).await;
    table
}

pub(crate) async fn close_reason(socket: &mut Socket) -> CloseReason {
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { why, retry_ms } => Some((*why, *retry_ms)),
        _ => None,
    };
    let (why, retry) = socket.receive_until(closing).await;
    assert_eq!(retry, None, "the client must not reconnect automatically");
    assert!(socket.receive().await.is_none(), "the connection has ended");
    why
}

/// Opens a socket at a table, and waits for the welcome.
pub(crate) async fn welcomed(person: &Person, table: &str) -> Socket {
    let mut socket = person.watch(table).await;
    socket
        .receive_until(|message| matches!(message, ServerMessage::Welcome { .. }).then_some(()))
        .await;
    socket
}

/// Waits until a socket is notified of the next recovery code.
async fn recovery_notice(socket: &mut Socket) -> Option<i64> {
    socket
        .receive_until(|message| match message {
            ServerMessage::Recovery { from } => Some(*from),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_closes_all_sockets_of_the_device() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    let phone = other_device(&server, &code).await;
    let table = start_solo_game(&ada).await;
    let (mut here, mut there) = (welcomed(&ada, &table).await, welcomed(&phone, &table).await);
    assert_eq!(phone.send("POST", "/api/me/leave", "").await.status, 204);
    assert_eq!(close_reason(&mut there).await, CloseReason::LoggedOut);
    let prompt = here.next_prompt(Seat::A).await;
    here.act(prompt.version, &prompt.legal[0]).await.expect("the other device plays on");
}

#[tokio::test(flavor = "multi_thread")]
async fn devices_are_listed_with_browser_and_day_and_can_be_logged_out() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    let phone = other_device(&server, &code).await;
    let listed = devices(&ada).await;
    assert_eq!(listed.len(), 2);
    let (own, other) = match listed[0].current {
        true => (&listed[0], &listed[1]),
        false => (&listed[1], &listed[0]),
    };
    assert_eq!((own.current, own.label.as_deref()), (true, None));
    assert_eq!((other.current, other.label.as_deref()), (false, Some("Firefox · Linux")));
    assert!(listed.iter().all(|it| it.created.is_some_and(|at| at > 1_700_000_000)));
    assert!(listed.iter().all(|it| it.used.is_some_and(|at| at % DAY == 0)), "{listed:?}");
    let table = start_solo_game(&ada).await;
    let mut socket = welcomed(&phone, &table).await;
    let path = format!("/api/me/devices/{}", other.id);
    let ben = server.person("Ben").await;
    assert_eq!(ben.send("DELETE", &path, "").await.fault().code, Code::NotFound, "not his");
    assert!(is_logged_in(&phone).await);
    assert_eq!(ada.send("DELETE", &path, "").await.status, 204);
    assert_eq!(close_reason(&mut socket).await, CloseReason::LoggedOut);
    assert_eq!((is_logged_in(&phone).await, is_logged_in(&ada).await), (false, true));
    assert_eq!(ada.send("DELETE", &path, "").await.status, 404);
    let path = format!("/api/me/devices/{}", own.id);
    let answer = ada.send("DELETE", &path, "").await;
    assert_eq!(answer.status, 204);
    assert!(
        answer
            .header("set-cookie")
            .expect("a header that deletes the cookie")
            .contains("Max-Age=0")
    );
    assert!(!is_logged_in(&ada).await);
}

/// A thief has a copy of the owner's cookie, so logging out all other devices must invalidate it.
#[tokio::test(flavor = "multi_thread")]
async fn logging_out_other_devices_invalidates_copies_of_the_cookie() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    let (thief, phone) = (ada.clone(), other_device(&server, &code).await);
    let table = start_solo_game(&ada).await;
    let (mut stolen, mut other) = (welcomed(&thief, &table).await, welcomed(&phone, &table).await);
    let answer = ada.post("/api/me/leave-all", json!({ "devices": "others" })).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    let ada = Person { cookie: answer.cookie().expect("a new cookie"), ..ada };
    for socket in [&mut stolen, &mut other] {
        assert_eq!(close_reason(socket).await, CloseReason::LoggedOut);
    }
    assert!(!is_logged_in(&thief).await && !is_logged_in(&phone).await);
    let left = devices(&ada).await;
    assert_eq!((left.len(), left[0].current), (1, true));
    assert!(left[0].created.is_some(), "it is the same device");
    let mut socket = welcomed(&ada, &table).await;
    let answer = ada.post("/api/me/leave-all", json!({ "devices": "all" })).await;
    assert!(
        answer
            .header("set-cookie")
            .expect("a header that deletes the cookie")
            .contains("Max-Age=0")
    );
    assert_eq!(close_reason(&mut socket).await, CloseReason::LoggedOut);
    assert!(!is_logged_in(&ada).await);
    assert_eq!(devices(&other_device(&server, &code).await).await.len(), 1, "the code works");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_cookie_cannot_get_an_immediate_recovery_code() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    let (thief, phone) = (ada.clone(), other_device(&server, &code).await);
    let table = start_solo_game(&ada).await;
    let mut socket = welcomed(&phone, &table).await;
    let wrong = thief.post("/api/me/recovery", json!({ "old": "AAAAA-AAAAA" })).await;
    assert_eq!(wrong.fault().code, Code::NoRecovery);
    let new: Recovery = thief.send("POST", "/api/me/recovery", "").await.json();
    let from = new.from.expect("it does not work at once");
    assert_eq!(recovery_notice(&mut socket).await, Some(from), "every device is notified");
    let me: Me = phone.get("/api/me").await;
    assert_eq!(me.new_recovery, Some(from));
    let created = devices(&phone).await.iter().filter_map(|it| it.created).max();
    let delay = from - created.expect("a time");
    assert!((72 * 3600..73 * 3600).contains(&delay), "{delay} seconds");
    assert_eq!(log_in(&server, &new.code, FIREFOX).await.fault().code, Code::NoRecovery);
    assert_eq!(phone.send("DELETE", "/api/me/recovery", "").await.status, 204);
    assert_eq!(
        recovery_notice(&mut socket).await,
        None,
        "every device is notified of the cancellation"
    );
    let state: RecoveryState = ada.get("/api/me/recovery").await;
    assert_eq!((state.has_code, state.new_from), (true, None));
    assert_eq!(ada.get::<Me>("/api/me").await.new_recovery, None);
    other_device(&server, &code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_old_code_a_new_one_works_at_once() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    let planned: Recovery = ada.send("POST", "/api/me/recovery", "").await.json();
    assert!(planned.from.is_some());
    let typed = code.to_lowercase().replace('-', " ");
    let new: Recovery = ada.post("/api/me/recovery", json!({ "old": typed })).await.json();
    assert_eq!(new.from, None);
    assert_eq!(ada.get::<Me>("/api/me").await.new_recovery, None, "the planned one is void");
    other_device(&server, &new.code).await;
    for void in [&code, &planned.code] {
        assert_eq!(log_in(&server, void, FIREFOX).await.fault().code, Code::NoRecovery);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_of_another_identity_does_not_count_as_the_old_code() {
    let server = TestServer::start().await;
    let ((ada, _), (_, bens_code)) = (with_code(&server).await, with_code(&server).await);
    let refused = ada.post("/api/me/recovery", json!({ "old": bens_code })).await;
    assert_eq!(refused.fault().code, Code::NoRecovery);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delayed_recovery_code_works_after_the_delay() {
    let server = TestServer::with(Config { recovery_delay: Duration::ZERO, ..config() }).await;
    let (ada, code) = with_code(&server).await;
    let new: Recovery = ada.send("POST", "/api/me/recovery", "").await.json();
    assert!(new.from.is_some());
    other_device(&server, &new.code).await;
    assert_eq!(log_in(&server, &code, FIREFOX).await.fault().code, Code::NoRecovery);
    assert_eq!(ada.get::<Me>("/api/me").await.new_recovery, None, "it is no longer new");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_logs_in_again_is_listed_once() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    let again = ada.post("/api/me/recover", json!({ "code": code })).await;
    assert!(!is_logged_in(&ada).await, "its browser has another cookie now");
    let ada = Person { cookie: again.cookie().expect("a cookie"), ..ada };
    assert_eq!(devices(&ada).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_has_a_limited_number_of_devices() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    for _ in 1..50 {
        other_device(&server, &code).await;
    }
    assert_eq!(log_in(&server, &code, FIREFOX).await.fault().code, Code::TooMany);
    assert_eq!(devices(&ada).await.len(), 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_identity_closes_its_sockets() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.person("Ada").await, server.person("Ben").await);
    let robbie: NewBotAccount = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await.json();
    // Ada and Robbie only watch this table, so the deletion does not change the table.
    let table = start_solo_game(&ben).await;
    let mut watching = welcomed(&ada, &table).await;
    let mut program = program_socket(&server, &table, &robbie.token).await;
    assert_eq!(ada.send("DELETE", "/api/me", "").await.status, 204);
    assert_eq!(close_reason(&mut watching).await, CloseReason::LoggedOut);
    assert_eq!(close_reason(&mut program).await, CloseReason::LoggedOut);
}

/// Opens a socket with the token of a bot account.
async fn program_socket(server: &TestServer, table: &str, token: &str) -> Socket {
    // The server accepts the token in the cookie, too.
    let program = Person { address: server.address, cookie: format!("orrery={token}") };
    welcomed(&program, table).await
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_accounts_have_no_recovery_code_and_cannot_log_out_everywhere() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let robbie: NewBotAccount = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await.json();
    let program = Person { address: server.address, cookie: format!("orrery={}", robbie.token) };
    let all = json!({ "devices": "all" });
    assert_eq!(program.post("/api/me/leave-all", all).await.fault().code, Code::NotAdmitted);
    let cancelled = program.send("DELETE", "/api/me/recovery", "").await;
    assert_eq!(cancelled.fault().code, Code::NotAdmitted);
    assert!(is_logged_in(&program).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_frees_a_seat_no_longer_acts_for_it() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.person("Ada").await, server.person("Ben").await);
    let table = ada.table(json!({ "seats": 2, "beat_ms": 0 })).await.table;
    ada.sit(&table, Seat::A).await;
    ben.sit(&table, Seat::B).await;
    let mut socket = welcomed(&ben, &table).await;
    let path = format!("/api/tables/{table}/seats/B");
    assert_eq!(ben.send("DELETE", &path, "").await.status, 200);
    ada.seat_bot(&table, Seat::B, "random").await;
    ada.begin(&table).await;
    for (id, message) in [
        ("a", json!({"do": "act", "id": "a", "version": 1, "step": "end"})),
        ("c", json!({"do": "chat", "id": "c", "text": "I am still here"})),
        ("r", json!({"do": "resign", "id": "r"})),
        ("o", json!({"do": "orders", "id": "o", "orders": [], "following": "normal"})),
    ] {
        socket.send_text(&message.to_string()).await;
        let refused = socket.answer(id).await.expect_err("Ben has left the seat");
        assert_eq!(refused.code, Code::NotSeated, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_lists_the_devices() {
    let server = TestServer::start().await;
    let (ada, code) = with_code(&server).await;
    other_device(&server, &code).await;
    let export: Export = ada.get("/api/me/export").await;
    assert_eq!(export.devices.len(), 2);
    assert_eq!(export.devices.iter().filter(|it| it.current).count(), 1);
}
