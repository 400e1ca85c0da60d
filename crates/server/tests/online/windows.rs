//! Follow windows, standing orders and taking back, over real sockets.

use crate::support::{Person, Socket, TestServer, orders_of, prompt_for, prompt_of};
use orrery_protocol::{
    AutoStepCause, ClientMessage, Code, Consent, Face, Following, MyTables, Order, Prompt,
    Question, Scope, Seat, ServerMessage, Standing,
};
use serde_json::json;

/// A table of so many players that has begun, with a socket for each.
pub(crate) async fn begun(
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

/// Plays on until somebody is asked to follow; returns the prompts of all who are.
///
/// The active player moves ships into orbits and activates what others can follow.
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

/// Answers something that others can follow soon.
async fn answer(socket: &mut Socket, prompt: &Prompt) {
    let wanted =
        ["activate energy", "activate culture", "activate move", "ship", "to orbit", "end"];
    let mut wanted = wanted.iter().filter_map(|it| prompt.legal.iter().find(|s| s.starts_with(it)));
    let step = wanted.next().unwrap_or(&prompt.legal[0]).clone();
    let id = socket.id();
    socket.say(&ClientMessage::Act { id, version: prompt.version, step }).await;
}

/// The next prompt of everyone who is asked: all sockets are told of the same version.
async fn next_prompts(players: &mut [(Person, Socket)]) -> Vec<Prompt> {
    let first = hear_prompt(&mut players[0].1, None).await;
    let mut prompts = Vec::new();
    for seat in &first.seats {
        let socket = &mut players[seat.index()].1;
        let own = match *seat {
            Seat::A => first.clone(),
            _ => hear_prompt(socket, Some(first.version)).await,
        };
        if own.answered.is_none() {
            prompts.push(own);
        }
    }
    prompts
}

/// The next prompt that is told to all, of this version or any later one.
async fn hear_prompt(socket: &mut Socket, version: Option<u32>) -> Prompt {
    socket
        .hear_until(|message| match message {
            ServerMessage::Prompt { .. } => None,
            _ => prompt_of(message)
                .filter(|prompt| version.is_none_or(|version| prompt.version >= version))
                .cloned(),
        })
        .await
}

/// Who did what, and why if that is told.
type Told = Vec<(Option<Seat>, String, Option<AutoStepCause>)>;

/// The steps of the next message that tells some after this version.
async fn next_steps(socket: &mut Socket, after: u32) -> Told {
    socket
        .hear_until(|message| match message {
            ServerMessage::Steps { steps, version, .. } if *version > after => {
                Some(steps.iter().map(|it| (it.seat, it.step.clone(), it.by)).collect())
            }
            _ => None,
        })
        .await
}

/// What comes of a window, as the one hears it who was not asked: the active player.
async fn carried_out(players: &mut [(Person, Socket)], prompts: &[Prompt]) -> Told {
    let asked = |seat: &Seat| prompts.iter().any(|prompt| prompt.decision.seat == *seat);
    let active = Seat::ALL.into_iter().find(|seat| !asked(seat)).expect("somebody is active");
    next_steps(&mut players[active.index()].1, prompts[0].version).await
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_asked_at_once_and_answers_are_carried_out_clockwise() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 4, "start": "A", "beat_ms": 0 });
    let mut players = begun(&server, settings).await;
    let prompts = until_window(&mut players).await;
    let asked: Vec<Seat> = prompts.iter().map(|prompt| prompt.decision.seat).collect();
    assert!(asked.len() >= 2, "several are asked at once: {asked:?}");
    assert!(
        prompts.iter().all(|prompt| prompt.seats == asked && prompt.legal == ["follow", "pass"])
    );
    // The last one answers first, and changes its mind.
    for prompt in prompts.iter().rev() {
        let socket = &mut players[prompt.decision.seat.index()].1;
        socket.act(prompt.version, "follow").await.expect("it is taken");
        if prompt.decision.seat != asked[0] {
            socket.act(prompt.version, "pass").await.expect("it may be changed");
        } else {
            break;
        }
    }
    let steps = carried_out(&mut players, &prompts).await;
    assert_eq!((steps[0].0, steps[0].1.as_str()), (Some(asked[0]), "follow"));
}

/// Lists say when a table changed, in seconds; a sealed answer is no change that others may see.
#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_answer_does_not_show_in_anybodys_list() {
    let server = TestServer::start().await;
    let clock = json!({ "kind": "days", "hours": 24 });
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 0, "clock": clock });
    let mut players = begun(&server, settings).await;
    let prompts = until_window(&mut players).await;
    let changed = async |person: &Person| {
        let listed: MyTables = person.get("/api/me/tables").await;
        listed.tables[0].changed
    };
    let before = changed(&players[0].0).await;
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    let last = prompts.last().expect("somebody is asked");
    let socket = &mut players[last.decision.seat.index()].1;
    socket.act(last.version, "pass").await.expect("it is taken");
    assert_eq!(changed(&players[0].0).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_pass_is_one_message() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 0 });
    let mut players = begun(&server, settings).await;
    let prompts = until_window(&mut players).await;
    for prompt in prompts.iter().rev() {
        let socket = &mut players[prompt.decision.seat.index()].1;
        socket.act(prompt.version, "pass").await.expect("it is taken");
    }
    let steps = carried_out(&mut players, &prompts).await;
    let passed: Vec<_> = steps.iter().map(|(seat, step, _)| (*seat, step.as_str())).collect();
    let expected: Vec<_> =
        prompts.iter().map(|prompt| (Some(prompt.decision.seat), "pass")).collect();
    assert_eq!(passed[..expected.len()], expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_is_asked_when_those_before_have_answered() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 0 });
    let mut players = begun(&server, settings).await;
    let prompts = until_window(&mut players).await;
    assert_eq!(prompts.len(), 2);
    let (first, second) = (&prompts[0], &prompts[1]);
    let wait = |id: &str, version| ClientMessage::Wait { id: id.to_owned(), version };
    let eager = &mut players[first.decision.seat.index()].1;
    eager.say(&wait("w0", first.version)).await;
    let refused = eager.answer("w0").await.expect_err("nobody is before the first");
    assert_eq!(refused.code, Code::NotAsked);
    let waiter = &mut players[second.decision.seat.index()].1;
    waiter.say(&wait("w1", second.version)).await;
    waiter.answer("w1").await.expect("it may wait");
    players[first.decision.seat.index()].1.act(first.version, "pass").await.expect("it passes");
    let waiter = &mut players[second.decision.seat.index()].1;
    let again = waiter.prompted(second.decision.seat).await;
    assert_eq!(again.version, second.version);
    assert_eq!(again.seats, [second.decision.seat]);
    waiter.act(again.version, "pass").await.expect("now it answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_answers_and_only_its_owner_is_told() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 300 });
    let mut players = begun(&server, settings).await;
    for (seat, (_, socket)) in Seat::ALL.into_iter().zip(&mut players) {
        let prompt = socket.prompted(seat).await;
        socket.act(prompt.version, &prompt.legal[0]).await.expect("a mission is kept");
    }
    for (_, socket) in &mut players[1..] {
        let order = |face| Order { face, standing: Standing::Never, scope: Scope::Game };
        let faces =
            [Face::Move, Face::Energy, Face::Culture, Face::Diplomacy, Face::Economy, Face::Colony];
        let orders = faces.into_iter().map(order).collect();
        socket.say(&orders_of(orders, Following::Normal)).await;
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
    assert!(steps.iter().all(|(_, _, by)| by.is_none()), "others are not told");
    let passed = steps.iter().find(|(_, step, _)| step == "pass").expect("somebody passes");
    let seat = passed.0.expect("a seat");
    let own = loop {
        let steps = next_steps(&mut players[seat.index()].1, 0).await;
        let own = steps.iter().find(|(by, step, _)| *by == Some(seat) && step == "pass");
        if let Some((_, _, by)) = own {
            break *by;
        }
    };
    assert_eq!(own, Some(AutoStepCause::Order));
}

#[tokio::test(flavor = "multi_thread")]
async fn own_steps_are_taken_back_until_something_new_is_seen() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    for (number, (_, socket)) in players.iter_mut().enumerate() {
        let prompt = socket.prompted(Seat::ALL[number]).await;
        socket.act(prompt.version, &prompt.legal[0]).await.expect("a mission is kept");
    }
    let socket = &mut players[0].1;
    let turn = loop {
        let prompt = socket.prompted(Seat::A).await;
        if prompt.decision.question == Question::Turn {
            break prompt;
        }
    };
    let reroll = "reroll";
    let version = socket.act(turn.version, reroll).await.expect("dice are taken up");
    let undo = |id: &str, version| ClientMessage::Undo { id: id.to_owned(), version, to: None };
    socket.say(&undo("u1", version)).await;
    let after = socket.answer("u1").await.expect("nothing was seen yet");
    assert_eq!(after, version + 1);
    // Before it there is a roll: now the other is asked.
    socket.say(&undo("u2", after)).await;
    let version = socket.answer("u2").await.expect("the wish is taken");
    assert_eq!(version, after, "nothing has happened yet");
    let other = &mut players[1].1;
    let request = other
        .hear_until(|message| match message {
            ServerMessage::UndoAsked { request, waiting, .. } => {
                assert_eq!(waiting, &[Seat::B]);
                Some(*request)
            }
            _ => None,
        })
        .await;
    let consent = |id: &str, answer| ClientMessage::Consent { id: id.to_owned(), request, answer };
    other.say(&consent("c1", Consent::Refuse)).await;
    other.answer("c1").await.expect("it may refuse");
    other.say(&consent("c2", Consent::Agree)).await;
    assert_eq!(other.answer("c2").await.expect_err("too late").code, Code::NothingToUndo);
    let refused = |message: &ServerMessage| {
        matches!(message, ServerMessage::UndoRefused { .. }).then_some(())
    };
    players[0].1.hear_until(refused).await;
}

/// Others have seen it and go on: who could take it back for nothing could hold them up for ever.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_a_window_is_taken_back_only_if_all_agree() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let prompts = until_window(&mut players).await;
    let asked = prompts[0].decision.seat.index();
    let version = players[asked].1.act(prompts[0].version, "pass").await.expect("it is taken");
    assert!(version > prompts[0].version, "it is carried out");
    let undo = ClientMessage::Undo { id: "u".to_owned(), version, to: None };
    players[asked].1.say(&undo).await;
    let after = players[asked].1.answer("u").await.expect("the wish is taken");
    assert_eq!(after, version, "nothing is taken back");
    let waiting = |message: &ServerMessage| match message {
        ServerMessage::UndoAsked { waiting, .. } => Some(waiting.clone()),
        _ => None,
    };
    assert_eq!(players[1 - asked].1.hear_until(waiting).await, [Seat::ALL[1 - asked]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_consent_more_is_taken_back() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    for (number, (_, socket)) in players.iter_mut().enumerate() {
        let prompt = socket.prompted(Seat::ALL[number]).await;
        socket.act(prompt.version, &prompt.legal[0]).await.expect("a mission is kept");
    }
    let (version, length) = players[0]
        .1
        .hear_until(|message| match message {
            ServerMessage::Steps { version, length, .. } => {
                prompt_for(message, Seat::A).map(|_| (*version, *length))
            }
            _ => None,
        })
        .await;
    let undo = ClientMessage::Undo { id: "u".to_owned(), version, to: Some(length - 3) };
    players[0].1.say(&undo).await;
    let request = |message: &ServerMessage| match message {
        ServerMessage::UndoAsked { request, .. } => Some(*request),
        _ => None,
    };
    let request = players[1].1.hear_until(request).await;
    let consent = ClientMessage::Consent { id: "c".to_owned(), request, answer: Consent::Agree };
    players[1].1.say(&consent).await;
    players[1].1.answer("c").await.expect("it agrees");
    let view = |message: &ServerMessage| match message {
        ServerMessage::View { version, length, .. } => Some((*version, *length)),
        _ => None,
    };
    let (after, shorter) = players[0].1.hear_until(view).await;
    assert!(after > version && shorter <= length, "{after} {shorter}");
}
