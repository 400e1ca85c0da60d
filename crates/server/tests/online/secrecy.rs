//! Hidden information does not reach other clients, neither in messages nor by timing.
//!
//! In games that differ only in hidden information, a seat receives the same bytes at the same
//! times, and a spectator receives the same bytes.

use crate::headless::{HeadlessClient, HeadlessServer};
use crate::support::{orders_of, prompt_for};
use orrery_protocol::{
    ClientMessage, Face, Following, Order, Question, Scope, Seat, ServerMessage, Standing,
};
use orrery_server::{Frame, RequestKind};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// Differences between two games that A may not know.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    /// Index of the mission that B and C keep.
    mission: usize,
    /// How B and C pass in follow windows.
    answers: Answers,
}

/// Ways in which B and C pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answers {
    /// B and C pass by order.
    Orders,
    /// B passes by hand, and then C.
    Clockwise,
    /// C passes by hand, and then B. Both first answer `follow` and change the answer.
    Backwards,
    /// B passes by order, and C by hand.
    Mixed,
    /// B passes by the fast follow mode, and C by order.
    Fast,
}

/// Received messages with their times.
type Transcript = Vec<(u128, String)>;

/// Returns orders that always pass: by an order for each face, or by the fast follow mode.
fn pass_all(following: Following) -> ClientMessage {
    if following == Following::Fast {
        return orders_of(Vec::new(), following);
    }
    let faces =
        [Face::Move, Face::Energy, Face::Culture, Face::Diplomacy, Face::Economy, Face::Colony];
    let order = |face| Order { face, standing: Standing::Never, scope: Scope::Game };
    orders_of(faces.into_iter().map(order).collect(), following)
}

/// Plays A's first turn, in which A acts the same way in every game.
///
/// Returns the messages that A and a spectator receive.
async fn play(hidden: Hidden) -> [Transcript; 2] {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 700,
        "clock": {"kind":"live","bank_s":60,"move_s":30,"follow_s":20} });
    let table = headless.table("secret", settings).await;
    let mut ada = headless.attach(&table, Seat::A).await;
    // Seat D does not exist, so this is a spectator.
    let mut spectator = headless.attach(&table, Seat::D).await;
    let mut others =
        vec![headless.attach(&table, Seat::B).await, headless.attach(&table, Seat::C).await];
    headless.ask(&table, Seat::A, RequestKind::Start).await;
    ada.keep_mission().await;
    for (number, client) in others.iter_mut().enumerate() {
        let prompt = client.next_prompt().await;
        let step = prompt.legal[hidden.mission].clone();
        client.act(&prompt, &step).await;
        let ordered = match hidden.answers {
            Answers::Orders | Answers::Fast => true,
            Answers::Mixed => number == 0,
            Answers::Clockwise | Answers::Backwards => false,
        };
        if ordered {
            let fast = hidden.answers == Answers::Fast && number == 0;
            let following = if fast { Following::Fast } else { Following::Normal };
            client.send(pass_all(following)).await;
        }
    }
    let delays = match hidden.answers {
        Answers::Backwards => [300, 50],
        _ => [50, 300],
    };
    for (client, delay) in others.into_iter().zip(delays) {
        tokio::spawn(pass_by_hand(client, delay, hidden.answers == Answers::Backwards));
    }
    let began = Instant::now();
    let received = take_turn(&mut ada, began).await;
    [received, receive_until_turn_end(&mut spectator, began).await]
}

/// Passes by hand in all windows that no order answers.
async fn pass_by_hand(mut client: HeadlessClient, delay: u64, changes: bool) {
    let seat = client.seat;
    loop {
        let Some(Frame::Text(text)) = client.receiver.recv().await else { return };
        let message: ServerMessage = serde_json::from_str(&text).expect("a message");
        let Some(prompt) = prompt_for(&message, seat).cloned() else { continue };
        if prompt.decision.question != Question::Follow {
            continue;
        }
        tokio::time::sleep(Duration::from_millis(delay)).await;
        if changes {
            client.act(&prompt, "follow").await;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        client.act(&prompt, "pass").await;
    }
}

/// Plays A's turn to its end. Returns the messages that A receives.
async fn take_turn(ada: &mut HeadlessClient, began: Instant) -> Transcript {
    let mut received = Vec::new();
    loop {
        let Some(Frame::Text(text)) = ada.receiver.recv().await else { panic!("it stays open") };
        received.push((began.elapsed().as_millis(), text.to_string()));
        let message: ServerMessage = serde_json::from_str(&text).expect("a message");
        if text.contains("\"step\":\"end\"") {
            return received;
        }
        let Some(prompt) = prompt_for(&message, Seat::A) else { continue };
        let wanted =
            ["activate move", "activate energy", "activate culture", "ship", "to orbit", "end"];
        let mut wanted =
            wanted.iter().filter_map(|it| prompt.legal.iter().find(|step| step.starts_with(it)));
        let step = wanted.next().unwrap_or(&prompt.legal[0]).clone();
        ada.act(prompt, &step).await;
    }
}

/// Returns the messages that a spectator receives until the end of A's turn.
async fn receive_until_turn_end(client: &mut HeadlessClient, began: Instant) -> Transcript {
    let mut received = Vec::new();
    loop {
        let Some(Frame::Text(text)) = client.receiver.recv().await else { panic!("it stays open") };
        // The test reads these messages late, so their times are meaningless.
        received.push((0, text.to_string()));
        if text.contains("\"step\":\"end\"") {
            assert!(began.elapsed() < Duration::from_secs(600));
            return received;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn hidden_facts_do_not_change_what_others_receive() {
    let first = play(Hidden { mission: 0, answers: Answers::Orders }).await;
    let windows = first[0].iter().filter(|(_, text)| text.contains("\"pass\"")).count();
    assert!(windows > 0, "a seat could follow");
    let all =
        [Answers::Orders, Answers::Clockwise, Answers::Backwards, Answers::Mixed, Answers::Fast];
    for answers in all {
        for mission in [0, 1] {
            let hidden = Hidden { mission, answers };
            let received = play(hidden).await;
            for (viewer, (one, other)) in
                ["A", "a spectator"].iter().zip(first.iter().zip(&received))
            {
                assert_eq!(one.len(), other.len(), "{viewer}, messages: {hidden:?}");
                for (one, other) in one.iter().zip(other) {
                    assert_eq!(one, other, "{viewer}, {hidden:?}");
                }
            }
        }
    }
}
