//! Standing orders and follow modes, with a paused clock.
//!
//! The server stores orders and modes, and applies them even while their player is away.

use crate::headless::{HeadlessClient, HeadlessServer};
use crate::support::prompt_for;
use orrery_protocol::{
    AutoStepCause, ClientMessage, Face, FollowPreview, Following, Order, Prompt, Question, Scope,
    Seat, ServerMessage, Standing,
};
use orrery_server::{Command, RequestKind};
use orrery_store::Store;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

const FACES: [Face; 6] =
    [Face::Move, Face::Energy, Face::Culture, Face::Diplomacy, Face::Economy, Face::Colony];

fn on_every_face(standing: &Standing, scope: Scope) -> Vec<Order> {
    FACES.map(|face| Order { face, standing: standing.clone(), scope }).to_vec()
}

/// Starts a table of two where both have kept a mission.
async fn started(
    headless: &HeadlessServer,
    settings: serde_json::Value,
) -> (ActivePlayer, HeadlessClient) {
    let table = headless.table("orders", settings).await;
    let (mut ada, mut ben) =
        (headless.attach(&table, Seat::A).await, headless.attach(&table, Seat::B).await);
    headless.ask(&table, Seat::A, RequestKind::Start).await;
    ada.keep_mission().await;
    ben.keep_mission().await;
    (ActivePlayer { client: ada, prompt: None }, ben)
}

/// Player A, who plays actions that others can follow.
struct ActivePlayer {
    client: HeadlessClient,
    /// A prompt that is not answered yet.
    prompt: Option<Prompt>,
}

/// Outcome of a follow window for B.
enum FollowOutcome {
    /// B is asked to follow.
    Asked(Prompt),
    /// B has passed.
    Passed,
}

impl ActivePlayer {
    /// Plays A until B is asked or passes.
    async fn until_window(&mut self) -> FollowOutcome {
        loop {
            if let Some(prompt) = self.prompt.take() {
                let step = followable_step(&prompt).to_owned();
                self.client.act(&prompt, &step).await;
            }
            let message = self.client.receive().await;
            self.prompt = prompt_for(&message, Seat::A).cloned();
            let ServerMessage::Steps { steps, prompt, .. } = message else { continue };
            if steps.iter().any(|step| step.seat == Some(Seat::B) && step.step == "pass") {
                return FollowOutcome::Passed;
            }
            if let Some(prompt) = prompt.filter(|it| it.decision.question == Question::Follow) {
                return FollowOutcome::Asked(prompt);
            }
        }
    }
}

/// Returns a legal step that others can follow, if there is one.
fn followable_step(prompt: &Prompt) -> &str {
    let wanted =
        ["activate energy", "activate culture", "activate move", "ship", "to orbit", "activate"];
    let mut wanted = wanted.iter().filter_map(|it| prompt.legal.iter().find(|s| s.starts_with(it)));
    wanted.next().unwrap_or(&prompt.legal[0])
}

/// Returns B's prompt in the window.
async fn follow_prompt(ben: &mut HeadlessClient) -> Prompt {
    ben.until(|message| match message {
        ServerMessage::Steps { prompt: Some(prompt), .. } => {
            (prompt.decision.question == Question::Follow).then(|| prompt.clone())
        }
        _ => None,
    })
    .await
}

/// Sends orders, and waits until they are in force.
///
/// The message id is the follow mode, so a test can use each mode only once.
async fn give_orders(client: &mut HeadlessClient, orders: Vec<Order>, following: Following) {
    let id = format!("{following:?}");
    client.send(ClientMessage::Orders { id, orders, following }).await;
    let following_of = |message: &ServerMessage| match message {
        ServerMessage::Orders { following, .. } => Some(*following),
        _ => None,
    };
    assert_eq!(client.until(following_of).await, following, "its owner is notified");
}

async fn leave(headless: &HeadlessServer, client: HeadlessClient) -> String {
    headless.router.send(&client.table, Command::Detach(client.number)).await;
    client.table
}

#[tokio::test(start_paused = true)]
async fn orders_answer_while_their_player_is_away() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24} });
    let (mut ada, mut ben) = started(&headless, settings).await;
    give_orders(&mut ben, on_every_face(&Standing::Never, Scope::Game), Following::Normal).await;
    let table = leave(&headless, ben).await;
    let began = Instant::now();
    let FollowOutcome::Asked(_) = ada.until_window().await else { panic!("a window opens first") };
    assert!(matches!(ada.until_window().await, FollowOutcome::Passed));
    assert!(
        began.elapsed() < Duration::from_secs(60),
        "at the end of the minimum window time, not of the day"
    );
    let mut back = headless.attach(&table, Seat::B).await;
    back.send(ClientMessage::Resume { since: Some(0) }).await;
    let cause_of_pass = |message: &ServerMessage| match message {
        ServerMessage::Steps { steps, .. } => {
            let mut own = steps.iter().filter(|step| step.seat == Some(Seat::B));
            own.find(|step| step.step == "pass").map(|step| step.by)
        }
        _ => None,
    };
    assert_eq!(
        back.until(cause_of_pass).await,
        Some(AutoStepCause::Order),
        "it is logged as automatic"
    );
}

/// Lists show when a table changed. A sealed answer must not count as a change.
#[tokio::test(start_paused = true)]
async fn a_sealed_answer_does_not_change_the_list_of_tables() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 3, "start": "A", "clock": {"kind":"days","hours":24} });
    let (mut ada, mut ben) = started(&headless, settings).await;
    headless.attach(&ben.table, Seat::C).await.keep_mission().await;
    let FollowOutcome::Asked(others) = ada.until_window().await else { panic!("B is asked") };
    assert_eq!(others.seats, [Seat::B, Seat::C], "the window stays open after the answer of B");
    let table = ben.table.clone();
    let stored = async || {
        headless.store.ready().await.expect("it writes");
        headless.store.game(&table).await.expect("it reads").expect("a game")
    };
    let before = stored().await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let prompt = follow_prompt(&mut ben).await;
    ben.act(&prompt, "pass").await;
    ben.until(|message| matches!(message, ServerMessage::Done { .. }).then_some(())).await;
    let after = stored().await;
    assert_eq!((before.waits, after.waits), (0b110, 0b100), "the answer is stored");
    assert_eq!(after.changed, before.changed);
}

#[tokio::test(start_paused = true)]
async fn fast_followers_are_asked_only_where_an_order_says_so() {
    for (orders, asked) in [(Vec::new(), false), (on_every_face(&Standing::Ask, Scope::Game), true)]
    {
        let headless = HeadlessServer::new();
        let (mut ada, mut ben) = started(&headless, json!({ "seats": 2, "start": "A" })).await;
        give_orders(&mut ben, orders, Following::Fast).await;
        ada.until_window().await;
        assert_eq!(follow_prompt(&mut ben).await.answered.is_none(), asked);
    }
}

#[tokio::test(start_paused = true)]
async fn beginners_are_always_asked_and_see_what_a_follow_brings() {
    let headless = HeadlessServer::new();
    let (mut ada, mut ben) = started(&headless, json!({ "seats": 2, "start": "A" })).await;
    give_orders(&mut ben, on_every_face(&Standing::Never, Scope::Game), Following::Beginner).await;
    let FollowOutcome::Asked(others) = ada.until_window().await else { panic!("B is asked") };
    assert_eq!(others.brings, None, "only B sees the preview");
    let own = follow_prompt(&mut ben).await;
    assert_eq!((own.answered.as_deref(), own.legal.len()), (None, 2));
    let brings = own.brings.expect("the preview is included");
    assert_eq!(
        brings,
        FollowPreview { keeps_culture: 0, ..brings },
        "the one culture is the price"
    );
    // In normal mode, the orders are in force again, and answer the open window.
    give_orders(&mut ben, on_every_face(&Standing::Never, Scope::Game), Following::Normal).await;
    assert!(matches!(ada.until_window().await, FollowOutcome::Passed));
}

#[tokio::test(start_paused = true)]
async fn an_order_for_the_turn_ends_with_it_and_its_owner_is_notified() {
    let headless = HeadlessServer::new();
    let (mut ada, mut ben) = started(&headless, json!({ "seats": 2, "start": "A" })).await;
    let mut orders = on_every_face(&Standing::Never, Scope::Turn);
    orders[0].scope = Scope::Game;
    give_orders(&mut ben, orders, Following::Fast).await;
    let player = tokio::spawn(async move {
        loop {
            ada.until_window().await;
        }
    });
    let remaining = |message: &ServerMessage| match message {
        ServerMessage::Orders { orders, following } => Some((orders.clone(), *following)),
        _ => None,
    };
    let (orders, following) = ben.until(remaining).await;
    assert_eq!(orders.iter().map(|order| order.face).collect::<Vec<_>>(), [Face::Move]);
    assert_eq!(following, Following::Fast, "the follow mode is unchanged");
    player.abort();
}

/// The log contains the follow mode, so that it is in force when the table is loaded again.
#[tokio::test(start_paused = true)]
async fn the_follow_mode_is_kept_while_the_table_is_parked() {
    let headless = HeadlessServer::new();
    let (ada, mut ben) = started(&headless, json!({ "seats": 2, "start": "A" })).await;
    give_orders(&mut ben, Vec::new(), Following::Fast).await;
    leave(&headless, ada.client).await;
    let table = leave(&headless, ben).await;
    tokio::time::sleep(Duration::from_secs(3600)).await;
    let mut back = headless.attach(&table, Seat::B).await;
    let kept = |message: &ServerMessage| match message {
        ServerMessage::Welcome { following, .. } => Some(*following),
        _ => None,
    };
    assert_eq!(back.until(kept).await, Following::Fast);
}
