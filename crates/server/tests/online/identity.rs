//! Identities: cookies, recovery codes, bot accounts, export and deletion.

use crate::support::{Person, TestServer, config};
use orrery_protocol::{
    BotAccounts, Code, Export, Me, MyTables, NewBotAccount, Player, Recovery, Seat, Stage, Table,
};
use orrery_server::Config;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn guests_get_a_cookie_that_scripts_cannot_read() {
    let server = TestServer::start().await;
    let nobody = Person::nobody(server.address);
    let answer = nobody.post("/api/me", json!({ "name": " Ada  L. " })).await;
    let set = answer.header("set-cookie").expect("a cookie").to_owned();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && set.contains("Path=/"));
    let ada = Person { cookie: answer.cookie().expect("a cookie"), ..nobody.clone() };
    let me: Me = ada.get("/api/me").await;
    assert_eq!((me.name.as_str(), me.program), ("Ada L.", false));
    assert_eq!(nobody.send("GET", "/api/me", "").await.fault().code, Code::NoIdentity);
    let forged = Person { cookie: "orrery=forged".to_owned(), ..nobody };
    assert_eq!(forged.send("GET", "/api/me", "").await.fault().code, Code::NoIdentity);
    let renamed: Me = ada.send("PATCH", "/api/me", "{\"name\":\"Bea\"}").await.json();
    assert_eq!(renamed.name, "Bea");
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_secure_if_configured() {
    let server = TestServer::with(Config { secure_cookies: true, ..config() }).await;
    let nobody = Person::nobody(server.address);
    let answer = nobody.post("/api/me", json!({ "name": "Ada" })).await;
    assert!(answer.header("set-cookie").expect("a cookie").ends_with("; Secure"));
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_each_address_has_its_own_limits() {
    let limits = Config { behind_proxy: true, identities_per_hour: 1, ..config() };
    let server = TestServer::with(limits).await;
    let nobody = Person::nobody(server.address);
    let from = |addresses: &str| {
        format!("Content-Type: application/json\r\nX-Forwarded-For: {addresses}\r\n")
    };
    let body = "{\"name\":\"x\"}";
    let mut statuses = Vec::new();
    // Addresses that the client itself sends are not trusted. A /64 network counts as one address.
    for addresses in
        ["192.0.2.1", "192.0.2.9, 192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2"]
    {
        statuses.push(nobody.send_with("POST", "/api/me", &from(addresses), body).await.status);
    }
    assert_eq!(statuses, [201, 429, 201, 201, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_logs_in_another_device() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let old: Recovery = ada.send("POST", "/api/me/recovery", "").await.json();
    let code: Recovery = ada.post("/api/me/recovery", json!({ "old": old.code })).await.json();
    let phone = Person::nobody(server.address);
    let wrong = phone.post("/api/me/recover", json!({ "code": old.code })).await;
    assert_eq!(wrong.fault().code, Code::NoRecovery);
    let typed = code.code.to_lowercase().replace('-', " ");
    let answer = phone.post("/api/me/recover", json!({ "code": typed })).await;
    let phone = Person { cookie: answer.cookie().expect("a cookie"), ..phone };
    assert_ne!(phone.cookie, ada.cookie);
    let (one, other): (Me, Me) = (ada.get("/api/me").await, phone.get("/api/me").await);
    assert_eq!(one.id, other.id);
    assert_eq!(phone.send("POST", "/api/me/leave", "").await.status, 204);
    assert_eq!(phone.send("GET", "/api/me", "").await.status, 401, "this device is logged out");
    assert_eq!(ada.send("GET", "/api/me", "").await.status, 200, "the other device is not");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_account_plays_with_a_token_where_it_is_admitted() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let bot: NewBotAccount = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await.json();
    let bots: BotAccounts = ada.get("/api/me/bots").await;
    assert_eq!(bots.bots.len(), 1);
    let program = Person::nobody(server.address);
    let bearer =
        format!("Authorization: Bearer {}\r\nContent-Type: application/json\r\n", bot.token);
    let open = ada.table(json!({ "seats": 2 })).await.table;
    let closed = ada.table(json!({ "seats": 2, "programs": "refused" })).await.table;
    let sit = "{\"kind\":\"me\"}";
    let path = |table: &str| format!("/api/tables/{table}/seats/B");
    let seated = program.send_with("PUT", &path(&open), &bearer, sit).await;
    let table: Table = seated.json();
    assert!(
        matches!(&table.seats[1].player, Some(Player::Program { name, .. }) if name == "Robbie")
    );
    let refused = program.send_with("PUT", &path(&closed), &bearer, sit).await;
    assert_eq!(refused.fault().code, Code::NotAdmitted);
    let code = program.send_with("POST", "/api/me/recovery", &bearer, "").await;
    assert_eq!(code.fault().code, Code::NotAdmitted, "programs have no recovery");
    assert_eq!(ada.send("DELETE", &format!("/api/me/bots/{}", bot.id), "").await.status, 204);
    let gone = program.send_with("GET", "/api/me", &bearer, "").await;
    assert_eq!(gone.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_data_can_be_exported_and_deleted() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.person("Ada").await, server.person("Ben").await);
    let table = ada.table(json!({ "seats": 2 })).await.table;
    ada.sit(&table, Seat::A).await;
    ben.sit(&table, Seat::B).await;
    ada.begin(&table).await;
    let export: Export = ben.get("/api/me/export").await;
    assert_eq!(export.me.name, "Ben");
    assert!(export.games[0].record.as_ref().is_some_and(|record| record.contains("orrery")));
    let gone = ben.send("DELETE", "/api/me", "").await;
    assert_eq!(gone.status, 204, "{}", gone.body);
    assert_eq!(ben.send("GET", "/api/me", "").await.status, 401);
    let after: Table = ada.get(&format!("/api/tables/{table}")).await;
    let text = serde_json::to_string(&after).expect("text");
    assert!(!text.contains("Ben"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_bot_account_resigns_and_its_name_disappears() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let account: NewBotAccount = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await.json();
    let table = ada.table(json!({ "seats": 2 })).await.table;
    ada.sit(&table, Seat::A).await;
    let token =
        format!("Authorization: Bearer {}\r\nContent-Type: application/json\r\n", account.token);
    let nobody = Person::nobody(server.address);
    let seat = format!("/api/tables/{table}/seats/B");
    let sat = nobody.send_with("PUT", &seat, &token, "{\"kind\":\"me\"}").await;
    assert_eq!(sat.status, 200);
    ada.begin(&table).await;
    let path = format!("/api/me/bots/{}", account.id);
    assert_eq!(ada.send("DELETE", &path, "").await.status, 204);
    // Later writes to the table must not bring the name back.
    ada.send("PATCH", "/api/me", "{\"name\":\"Bea\"}").await;
    let left: Table = ada.get(&format!("/api/tables/{table}")).await;
    let text = serde_json::to_string(&left).expect("JSON");
    assert!(!text.contains("Robbie") && !text.contains(&account.id), "{text}");
    let resigned = matches!(left.seats[1].player, Some(Player::Program { resigned: true, .. }));
    assert!(resigned, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_the_host_archives_an_unlisted_table_without_players() {
    let server = TestServer::start().await;
    let (ada, bea) = (server.person("Ada").await, server.person("Bea").await);
    let table = ada.table(json!({ "seats": 2, "visibility": "link" })).await.table;
    let mine: MyTables = ada.get("/api/me/tables").await;
    assert_eq!(mine.tables.len(), 1, "the host finds the table");
    assert_eq!(ada.send("DELETE", "/api/me", "").await.status, 204);
    let left: Table = bea.get(&format!("/api/tables/{table}")).await;
    assert_eq!(left.stage, Stage::Archived, "nobody could start it");
}
