//! Nothing hidden is in any byte that a seat gets: of games that differ only in hidden facts, a
//! seat hears the same.

use crate::support::{Person, Socket, TestServer, prompt_for};
use orrery_protocol::{ClientMessage, Face, Order, Question, Scope, Seat, ServerMessage, Standing};
use serde_json::{Value, json};

/// What differs between two games: nothing that A may know.
#[derive(Clone, Copy)]
struct Hidden {
    /// Which of the two missions the others keep.
    mission: usize,
    /// Whether the others pass by order or by hand.
    orders: bool,
    /// In which order they answer.
    backwards: bool,
}

/// Plays some turns in which A does the same, and all others pass; returns what A and a spectator
/// heard.
async fn play(server: &TestServer, hidden: Hidden) -> [Vec<Value>; 2] {
    let mut people: Vec<Person> = Vec::new();
    for name in ["A", "B", "C"] {
        people.push(server.person(name).await);
    }
    let settings = json!({ "seats": 3, "start": "A", "beat_ms": 150 });
    let table = people[0].table(settings).await.table;
    let mut sockets: Vec<Socket> = Vec::new();
    for (person, seat) in people.iter().zip(Seat::ALL) {
        person.sit(&table, seat).await;
        sockets.push(person.watch(&table).await);
    }
    let mut spectator = Person { cookie: String::new(), ..people[0].clone() }.watch(&table).await;
    people[0].begin(&table).await;
    for (number, socket) in sockets.iter_mut().enumerate() {
        let prompt = socket.prompted(Seat::ALL[number]).await;
        let choice = if number == 0 { 0 } else { hidden.mission };
        if number > 0 && hidden.orders {
            pass_by_order(socket).await;
        }
        socket.act(prompt.version, &prompt.legal[choice]).await.expect("a mission is kept");
    }
    let others = sockets.split_off(1);
    let mut ada = sockets.pop().expect("A's socket");
    let mut passing = Vec::new();
    for (socket, seat) in others.into_iter().zip([Seat::B, Seat::C]) {
        let late = (seat == Seat::B) == hidden.backwards;
        passing.push(tokio::spawn(pass_always(socket, seat, late)));
    }
    take_turn(&mut ada).await;
    let version = ada
        .hear_until(|message| match message {
            ServerMessage::Steps { version, steps, .. } => {
                steps.iter().any(|step| step.step == "end").then_some(*version)
            }
            _ => None,
        })
        .await;
    spectator
        .hear_until(|message| match message {
            ServerMessage::Steps { version: heard, .. } => (*heard >= version).then_some(()),
            _ => None,
        })
        .await;
    passing.iter().for_each(tokio::task::JoinHandle::abort);
    [ada.heard, spectator.heard].map(|heard| heard.iter().map(|text| masked(text)).collect())
}

async fn pass_by_order(socket: &mut Socket) {
    let faces =
        [Face::Move, Face::Energy, Face::Culture, Face::Diplomacy, Face::Economy, Face::Colony];
    let order = |face| Order { face, standing: Standing::Never, scope: Scope::Game };
    let orders = faces.into_iter().map(order).collect();
    socket.say(&ClientMessage::Orders { id: "orders".to_owned(), orders }).await;
    socket.answer("orders").await.expect("the orders are taken");
}

/// Passes whatever is asked, by hand.
async fn pass_always(mut socket: Socket, seat: Seat, late: bool) {
    while let Some(message) = socket.hear().await {
        let Some(prompt) = prompt_for(&message, seat) else { continue };
        if late {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let id = socket.id();
        let step = prompt.legal.iter().find(|step| *step == "pass").unwrap_or(&prompt.legal[0]);
        let act = ClientMessage::Act { id, version: prompt.version, step: step.clone() };
        socket.say(&act).await;
    }
}

/// A activates dice in order, and ends the turn.
async fn take_turn(socket: &mut Socket) {
    loop {
        let prompt = socket.prompted(Seat::A).await;
        let turn = prompt.decision.question == Question::Turn;
        let wanted =
            ["activate move", "activate energy", "activate culture", "to orbit", "decline"];
        let wanted = wanted.iter().find_map(|it| prompt.legal.iter().find(|s| s.starts_with(it)));
        let end = "end".to_owned();
        let step = wanted.unwrap_or(if turn { &end } else { &prompt.legal[0] }).clone();
        let id = socket.id();
        let last = step == "end";
        socket.say(&ClientMessage::Act { id, version: prompt.version, step }).await;
        if last {
            return;
        }
    }
}

/// A message without what no two games share: ids, commitments, times; the dice differ as well,
/// since each game has a seed of its own, so faces and cards are masked by kind.
fn masked(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).expect("it is JSON");
    if value["type"] == "welcome" || value["type"] == "table" {
        value["table"]["table"] = json!("*");
        value["table"]["commitment"] = json!("*");
        value["table"]["created"] = json!(0);
    }
    value
}

/// What can be compared between games with different dice: kinds, order, and which keys there are.
fn shape(messages: &[Value]) -> Vec<String> {
    let kind = |message: &Value| {
        let keys = |value: &Value| {
            value.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>().join(","))
        };
        format!("{} {:?} {:?}", message["type"], keys(message), message["prompt"]["seats"])
    };
    messages.iter().map(kind).collect()
}

/// No message to A or to a spectator names a mission of others, says what gave an answer, or has a
/// field that another game of the same course does not have.
#[tokio::test(flavor = "multi_thread")]
async fn others_cannot_tell_orders_from_hands_nor_one_mission_from_another() {
    let server = TestServer::start().await;
    let games = [
        Hidden { mission: 0, orders: false, backwards: false },
        Hidden { mission: 1, orders: false, backwards: true },
        Hidden { mission: 0, orders: true, backwards: false },
    ];
    for hidden in games {
        let [ada, spectator] = play(&server, hidden).await;
        for message in ada.iter().chain(&spectator) {
            let text = message.to_string();
            assert!(!text.contains("\"by\""), "what gave an answer is told: {text}");
            assert!(message["type"] != "orders", "orders of others are told");
            for step in message["steps"].as_array().into_iter().flatten() {
                let words = step["step"].as_str().expect("words");
                if words.starts_with("keep") && step["seat"] != "A" {
                    assert_eq!(words, "keep ?");
                }
            }
        }
        // A window is told in one message: all passes together, clockwise.
        let passes = |message: &&Value| {
            let steps = message["steps"].as_array();
            steps.is_some_and(|steps| steps.iter().any(|step| step["step"] == "pass"))
        };
        for message in ada.iter().filter(passes) {
            let steps = message["steps"].as_array().expect("steps");
            let seats: Vec<&Value> =
                steps.iter().filter(|it| it["step"] == "pass").map(|it| &it["seat"]).collect();
            let mut sorted = seats.clone();
            sorted.sort_by_key(|seat| seat.to_string());
            assert_eq!(seats, sorted);
        }
        assert!(shape(&ada).iter().any(|line| line.contains("steps")));
    }
}
