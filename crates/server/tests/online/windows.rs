//! Follow windows, standing orders and undo, over real sockets.

use crate::support::{Person, Socket, TestServer, orders_of, prompt_for, prompt_of};
use orrery_protocol::{
    AutoStepCause, ClientMessage, Code, Consent, Face, Following, Order, Prompt, Question, Scope,
    Seat, ServerMessage, Standing,
};
use serde_json::json;

/// Starts a game with these settings. Returns its players, each with a socket.
pub(crate) async fn started(
    server: &TestServer,
    settings: serde_json::Value,
) -> Vec<(Person, Socket)> {
    let seats = settings["seats"].as_u64().expect("a number") as usize;
    let mut players = Vec::new();
    for seat in &Seat::ALL[..seats] {
        players.push(server.person(&format!("P{seat}")).await);
    }
    let table = players[0].table(settings).await.table;
    let mut sockets = Vec::new();
    for (person, seat) in players.iter().zip(Seat::ALL) {
        person.sit(&table, seat).await;
        sockets.push(person.watch(&table).await);
    }
    players[0].begin(&table).await;
    players.into_iter().zip(sockets).collect()
}

/// Plays until a follow window opens. Returns the prompts of all seats that are asked.
///
/// The active player moves ships into orbits, and activates dice that others can follow.
pub(crate) async fn until_window(players: &mut [(Person, Socket)]) -> Vec<Prompt> {
    loop {
        let prompts = next_prompts(players).await;
        if prompts.iter().any(|prompt| prompt.decision.question == Question::Follow) {
            return prompts;
        }
        for prompt in prompts {
            answer(&mut players[prompt.decision.seat.index()].1, &prompt).await;
        }
    }
}

/// Answers a prompt with an action that others can follow, if there is one.
async fn answer(socket: &mut Socket, prompt: &Prompt) {
    let wanted =
        ["activate energy", "activate culture", "activate move", "ship", "to orbit", "end"];
    let mut wanted = wanted.iter().filter_map(|it| prompt.legal.iter().find(|s| s.starts_with(it)));
    let step = wanted.next().unwrap_or(&prompt.legal[0]).clone();
    let id = socket.id();
    socket.send(&ClientMessage::Act { id, version: prompt.version, step }).await;
}

/// Returns the next prompt of every seat that is asked. All sockets receive the same version.
async fn next_prompts(players: &mut [(Person, Socket)]) -> Vec<Prompt> {
    let first = receive_prompt(&mut players[0].1, None).await;
    let mut prompts = Vec::new();
    for seat in &first.seats {
        let socket = &mut players[seat.index()].1;
        let prompt = match *seat {
            Seat::A => first.clone(),
            _ => receive_prompt(socket, Some(first.version)).await,
        };
        if prompt.answered.is_none() {
            prompts.push(prompt);
        }
    }
    prompts
}

/// Returns the next public prompt, of this version or a later one.
async fn receive_prompt(socket: &mut Socket, version: Option<u32>) -> Prompt {
    socket
        .receive_until(|message| match message {
            ServerMessage::Prompt { .. } => None,
            _ => prompt_of(message)
                .filter(|prompt| version.is_none_or(|version| prompt.version >= version))
                .cloned(),
        })
        .await
}

/// Steps with their seat, notation, and cause as the client sees it.
type TakenSteps = Vec<(Option<Seat>, String, Option<AutoStepCause>)>;

/// Returns the steps of the next message after this version.
async fn next_steps(socket: &mut Socket, after: u32) -> TakenSteps {
    socket
        .receive_until(|message| match message {
            ServerMessage::Steps { steps, version, .. } if *version > after => {
                Some(steps.iter().map(|it| (it.seat, it.step.clone(), it.by)).collect())
            }
            _ => None,
        })
        .await
}

/// Returns the steps that result from a window, as the active player receives them.
async fn steps_after_window(players: &mut [(Person, Socket)], prompts: &[Prompt]) -> TakenSteps {
    let asked = |seat: &Seat| prompts.iter().any(|prompt| prompt.decision.seat == *seat);
    let active = Seat::ALL.into_iter().find(|seat| !asked(seat)).expect("a player is active");
    next_steps(&mut players[active.index()].1, prompts[0].version).await
}

#[tokio::test(flavor = "multi_thread")]
async fn all_seats_are_asked_at_once_and_answers_are_carried_out_clockwise() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 4, "start": "A", "beat_ms": 0 });
    let mut players = started(&server, settings).await;
    let prompts = until_window(&mut players).await;
    let asked: Vec<Seat> = prompts.iter().map(|prompt| prompt.decision.seat).collect();
    assert!(asked.len() >= 2, "several are asked at once: {asked:?}");
    assert!(
        prompts.iter().all(|prompt| prompt.seats == asked && prompt.legal == ["follow", "pass"])
    );
    // The last seat answers first, and changes its answer.
    for prompt in prompts.iter().rev() {
        let socket = &mut players[prompt.decision.seat.index()].1;
        socket.act(prompt.version, "follow").await.expect("it is taken");
        if prompt.decision.seat != asked[0] {
            socket.act(prompt.version, "pass").await.expect("it may be changed");
        } else {
            break;
        }
    }
    let steps = steps_after_window(&mut players, &prompts).await;
    assert_eq!((steps[0].0, steps[0].1.as_str()), (Some(asked[0]), "follow"));
}

#[tokio::test(flavor = "multi_thread")]
async fn passes_of_all_seats_are_one_message() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 0 });
    let mut players = started(&server, settings).await;
    let prompts = until_window(&mut players).await;
    for prompt in prompts.iter().rev() {
        let socket = &mut players[prompt.decision.seat.index()].1;
        socket.act(prompt.version, "pass").await.expect("it is taken");
    }
    let steps = steps_after_window(&mut players, &prompts).await;
    let passed: Vec<_> = steps.iter().map(|(seat, step, _)| (*seat, step.as_str())).collect();
    let expected: Vec<_> =
        prompts.iter().map(|prompt| (Some(prompt.decision.seat), "pass")).collect();
    assert_eq!(passed[..expected.len()], expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_seat_is_asked_after_the_seats_before_it() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 0 });
    let mut players = started(&server, settings).await;
    let prompts = until_window(&mut players).await;
    assert_eq!(prompts.len(), 2);
    let (first, second) = (&prompts[0], &prompts[1]);
    let wait = |id: &str, version| ClientMessage::Wait { id: id.to_owned(), version };
    let eager = &mut players[first.decision.seat.index()].1;
    eager.send(&wait("w0", first.version)).await;
    let refused = eager.answer("w0").await.expect_err("there is no seat before the first");
    assert_eq!(refused.code, Code::NotAsked);
    let waiter = &mut players[second.decision.seat.index()].1;
    waiter.send(&wait("w1", second.version)).await;
    waiter.answer("w1").await.expect("it may wait");
    players[first.decision.seat.index()].1.act(first.version, "pass").await.expect("it passes");
    let waiter = &mut players[second.decision.seat.index()].1;
    let again = waiter.next_prompt(second.decision.seat).await;
    assert_eq!(again.version, second.version);
    assert_eq!(again.seats, [second.decision.seat]);
    waiter.act(again.version, "pass").await.expect("now it answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_answers_and_only_its_owner_is_notified() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 300 });
    let mut players = started(&server, settings).await;
    for (seat, (_, socket)) in Seat::ALL.into_iter().zip(&mut players) {
        let prompt = socket.next_prompt(seat).await;
        socket.act(prompt.version, &prompt.legal[0]).await.expect("a mission is kept");
    }
    for (_, socket) in &mut players[1..] {
        let order = |face| Order { face, standing: Standing::Never, scope: Scope::Game };
        let faces =
            [Face::Move, Face::Energy, Face::Culture, Face::Diplomacy, Face::Economy, Face::Colony];
        let orders = faces.into_iter().map(order).collect();
        socket.send(&orders_of(orders, Following::Normal)).await;
        socket.answer("o").await.expect("the orders are taken");
    }
    let steps = loop {
        let prompts = next_prompts(&mut players).await;
        if prompts.is_empty() {
            break next_steps(&mut players[0].1, 0).await;
        }
        for prompt in prompts {
            let asked = (prompt.decision.question, prompt.decision.seat);
            assert!(asked.0 != Question::Follow || asked.1 == Seat::A, "an order answers");
            answer(&mut players[asked.1.index()].1, &prompt).await;
        }
    };
    assert!(steps.iter().all(|(_, _, by)| by.is_none()), "others do not see the cause");
    let passed = steps.iter().find(|(_, step, _)| step == "pass").expect("a seat passes");
    let seat = passed.0.expect("a seat");
    let cause = loop {
        let steps = next_steps(&mut players[seat.index()].1, 0).await;
        let pass = steps.iter().find(|(by, step, _)| *by == Some(seat) && step == "pass");
        if let Some((_, _, by)) = pass {
            break *by;
        }
    };
    assert_eq!(cause, Some(AutoStepCause::Order));
}

#[tokio::test(flavor = "multi_thread")]
async fn own_steps_can_be_undone_until_new_information_is_revealed() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    for (number, (_, socket)) in players.iter_mut().enumerate() {
        let prompt = socket.next_prompt(Seat::ALL[number]).await;
        socket.act(prompt.version, &prompt.legal[0]).await.expect("a mission is kept");
    }
    let socket = &mut players[0].1;
    let turn = loop {
        let prompt = socket.next_prompt(Seat::A).await;
        if prompt.decision.question == Question::Turn {
            break prompt;
        }
    };
    let reroll = "reroll";
    let version = socket.act(turn.version, reroll).await.expect("dice are taken up");
    let undo = |id: &str, version| ClientMessage::Undo { id: id.to_owned(), version, to: None };
    socket.send(&undo("u1", version)).await;
    let after = socket.answer("u1").await.expect("nothing was revealed yet");
    assert_eq!(after, version + 1);
    // The step before is a roll, so now the other player must agree.
    socket.send(&undo("u2", after)).await;
    let version = socket.answer("u2").await.expect("the request is accepted");
    assert_eq!(version, after, "nothing has happened yet");
    let other = &mut players[1].1;
    let request = other
        .receive_until(|message| match message {
            ServerMessage::UndoAsked { request, waiting, .. } => {
                assert_eq!(waiting, &[Seat::B]);
                Some(*request)
            }
            _ => None,
        })
        .await;
    let consent = |id: &str, answer| ClientMessage::Consent { id: id.to_owned(), request, answer };
    other.send(&consent("c1", Consent::Refuse)).await;
    other.answer("c1").await.expect("it may refuse");
    other.send(&consent("c2", Consent::Agree)).await;
    assert_eq!(other.answer("c2").await.expect_err("too late").code, Code::NothingToUndo);
    let refused = |message: &ServerMessage| {
        matches!(message, ServerMessage::UndoRefused { .. }).then_some(())
    };
    players[0].1.receive_until(refused).await;
}

/// Other players have seen the answer and continue. If a player could undo it freely, the player
/// could delay the others forever.
#[tokio::test(flavor = "multi_thread")]
async fn undoing_an_answer_in_a_window_needs_consent() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let prompts = until_window(&mut players).await;
    let asked = prompts[0].decision.seat.index();
    let version = players[asked].1.act(prompts[0].version, "pass").await.expect("it is taken");
    assert!(version > prompts[0].version, "it is carried out");
    let undo = ClientMessage::Undo { id: "u".to_owned(), version, to: None };
    players[asked].1.send(&undo).await;
    let after = players[asked].1.answer("u").await.expect("the request is accepted");
    assert_eq!(after, version, "nothing is undone");
    let waiting = |message: &ServerMessage| match message {
        ServerMessage::UndoAsked { waiting, .. } => Some(waiting.clone()),
        _ => None,
    };
    assert_eq!(players[1 - asked].1.receive_until(waiting).await, [Seat::ALL[1 - asked]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_consent_more_can_be_undone() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    for (number, (_, socket)) in players.iter_mut().enumerate() {
        let prompt = socket.next_prompt(Seat::ALL[number]).await;
        socket.act(prompt.version, &prompt.legal[0]).await.expect("a mission is kept");
    }
    let (version, length) = players[0]
        .1
        .receive_until(|message| match message {
            ServerMessage::Steps { version, length, .. } => {
                prompt_for(message, Seat::A).map(|_| (*version, *length))
            }
            _ => None,
        })
        .await;
    let undo = ClientMessage::Undo { id: "u".to_owned(), version, to: Some(length - 3) };
    players[0].1.send(&undo).await;
    let request = |message: &ServerMessage| match message {
        ServerMessage::UndoAsked { request, .. } => Some(*request),
        _ => None,
    };
    let request = players[1].1.receive_until(request).await;
    let consent = ClientMessage::Consent { id: "c".to_owned(), request, answer: Consent::Agree };
    players[1].1.send(&consent).await;
    players[1].1.answer("c").await.expect("it agrees");
    let view = |message: &ServerMessage| match message {
        ServerMessage::View { version, length, .. } => Some((*version, *length)),
        _ => None,
    };
    let (after, shorter) = players[0].1.receive_until(view).await;
    assert!(after > version && shorter <= length, "{after} {shorter}");
}
