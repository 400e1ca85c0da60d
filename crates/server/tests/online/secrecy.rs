//! Nothing hidden is in any byte, or in the time, that others get: in games that differ only in
//! hidden facts a seat and a spectator hear the same, byte for byte, at the same moments.

use crate::bare::{Bare, Watcher};
use crate::support::{orders_of, prompt_for};
use orrery_protocol::{
    ClientMessage, Face, Following, Order, Question, Scope, Seat, ServerMessage, Standing,
};
use orrery_server::{Frame, RequestKind};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// What differs between two games, and A may not know.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    /// Which of their two missions the others keep.
    mission: usize,
    /// How the others answer follow windows.
    answers: Answers,
}

/// How the others pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answers {
    /// B by order, C by order.
    Orders,
    /// B first, then C, by hand.
    Clockwise,
    /// C first, then B, by hand; and C changes its mind on the way.
    Backwards,
    /// B by order, C by hand.
    Mixed,
    /// B because it follows fast, C by order.
    Fast,
}

/// What was heard, and when.
type Heard = Vec<(u128, String)>;

/// Passes everything: by an order for each face, or by asking for nothing.
fn pass_all(following: Following) -> ClientMessage {
    if following == Following::Fast {
        return orders_of(Vec::new(), following);
    }
    let faces =
        [Face::Move, Face::Energy, Face::Culture, Face::Diplomacy, Face::Economy, Face::Colony];
    let order = |face| Order { face, standing: Standing::Never, scope: Scope::Game };
    orders_of(faces.into_iter().map(order).collect(), following)
}

/// Plays A's first turn, in which A does the same in every game; returns what A and a spectator
/// heard from the beginning of it.
async fn play(hidden: Hidden) -> [Heard; 2] {
    let bare = Bare::new();
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 700,
        "clock": {"kind":"live","bank_s":60,"move_s":30,"follow_s":20} });
    let table = bare.table("secret", settings).await;
    let mut ada = bare.watch(&table, Seat::A).await;
    // Seat D is nobody's, so this is a spectator.
    let mut spectator = bare.watch(&table, Seat::D).await;
    let mut others = vec![bare.watch(&table, Seat::B).await, bare.watch(&table, Seat::C).await];
    bare.ask(&table, Seat::A, RequestKind::Start).await;
    ada.keep().await;
    for (number, watcher) in others.iter_mut().enumerate() {
        let prompt = watcher.prompted().await;
        let step = prompt.legal[hidden.mission].clone();
        watcher.act(&prompt, &step).await;
        let ordered = match hidden.answers {
            Answers::Orders | Answers::Fast => true,
            Answers::Mixed => number == 0,
            Answers::Clockwise | Answers::Backwards => false,
        };
        if ordered {
            let fast = hidden.answers == Answers::Fast && number == 0;
            let following = if fast { Following::Fast } else { Following::Normal };
            watcher.say(pass_all(following)).await;
        }
    }
    let delays = match hidden.answers {
        Answers::Backwards => [300, 50],
        _ => [50, 300],
    };
    for (watcher, delay) in others.into_iter().zip(delays) {
        tokio::spawn(pass_by_hand(watcher, delay, hidden.answers == Answers::Backwards));
    }
    let began = Instant::now();
    let heard = take_turn(&mut ada, began).await;
    [heard, listen(&mut spectator, began).await]
}

/// Passes by hand what no order answers.
async fn pass_by_hand(mut watcher: Watcher, delay: u64, changes: bool) {
    let seat = watcher.seat;
    loop {
        let Some(Frame::Text(text)) = watcher.receiver.recv().await else { return };
        let message: ServerMessage = serde_json::from_str(&text).expect("a message");
        let Some(prompt) = prompt_for(&message, seat).cloned() else { continue };
        if prompt.decision.question != Question::Follow {
            continue;
        }
        tokio::time::sleep(Duration::from_millis(delay)).await;
        if changes {
            watcher.act(&prompt, "follow").await;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        watcher.act(&prompt, "pass").await;
    }
}

/// A activates what it can and ends the turn; returns all that A hears until then.
async fn take_turn(ada: &mut Watcher, began: Instant) -> Heard {
    let mut heard = Vec::new();
    loop {
        let Some(Frame::Text(text)) = ada.receiver.recv().await else { panic!("it stays open") };
        heard.push((began.elapsed().as_millis(), text.to_string()));
        let message: ServerMessage = serde_json::from_str(&text).expect("a message");
        if text.contains("\"step\":\"end\"") {
            return heard;
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

/// Everything up to the end of A's turn.
async fn listen(watcher: &mut Watcher, began: Instant) -> Heard {
    let mut heard = Vec::new();
    loop {
        let Some(Frame::Text(text)) = watcher.receiver.recv().await else {
            panic!("it stays open")
        };
        // It is read late, so the time says nothing.
        heard.push((0, text.to_string()));
        if text.contains("\"step\":\"end\"") {
            assert!(began.elapsed() < Duration::from_secs(600));
            return heard;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn others_hear_the_same_whatever_is_hidden_byte_for_byte() {
    let first = play(Hidden { mission: 0, answers: Answers::Orders }).await;
    let windows = first[0].iter().filter(|(_, text)| text.contains("\"pass\"")).count();
    assert!(windows > 0, "somebody could follow");
    let all =
        [Answers::Orders, Answers::Clockwise, Answers::Backwards, Answers::Mixed, Answers::Fast];
    for answers in all {
        for mission in [0, 1] {
            let hidden = Hidden { mission, answers };
            let heard = play(hidden).await;
            for (viewer, (one, other)) in ["A", "a spectator"].iter().zip(first.iter().zip(&heard))
            {
                assert_eq!(one.len(), other.len(), "{viewer} hears as much: {hidden:?}");
                for (one, other) in one.iter().zip(other) {
                    assert_eq!(one, other, "{viewer}, {hidden:?}");
                }
            }
        }
    }
}
