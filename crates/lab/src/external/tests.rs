//! Well-behaved and misbehaving bots.
//!
//! One test replays the conversation in `docs/PROTOCOL.md`: a script gives the documented answers,
//! and the test compares the messages that the script receives with the document.

use super::spawn;
use orrery_bots::{Bot, Random, RandomBot};
use orrery_rules::{
    Action, Actions, Actor, GameResult, Options, Seat, Setup, State, Step, deck, fixed_outcome,
};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const PROTOCOL: &str = include_str!("../../../../docs/PROTOCOL.md");
const SHORT_TIMEOUT: Duration = Duration::from_millis(400);
const LONG_TIMEOUT: Duration = Duration::from_secs(10);
/// Shell commands that read `hello` and answer `ready`.
const READY: &str = r#"read x; echo '{"ready":{"orrery":1}}'; "#;

/// Returns a new directory for the files of a test.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("orrery-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a new folder");
    path
}

fn shell(script: &str) -> String {
    format!("sh -c '{}'", script.replace('\'', r#"'"'"'"#))
}

/// Starts a shell script that answers `hello` with `ready` and then runs `then`.
fn scripted(then: &str) -> Box<dyn Bot> {
    spawn(&shell(&format!("{READY}{then}")), SHORT_TIMEOUT).expect("a bot")
}

/// Returns a position in which A decides.
fn position() -> State<'static> {
    set_up("classic 2; row jakks nagato hoefker shouhua; turn A dice move energy")
}

/// Returns a position in the last turn of a game that B has almost won.
fn last_turn() -> State<'static> {
    set_up(
        "classic 2; row jakks nagato hoefker shouhua; start B; end B; \
         B level 6 ships home home home home colonies gort piedes k-widow nibiru; \
         turn A dice move energy",
    )
}

fn set_up(text: &str) -> State<'static> {
    let setup = Setup::parse(deck::classic(), text).expect("a set-up");
    State::from_setup(deck::classic(), &setup).expect("a position")
}

/// Asks a bot once, as seat A.
fn ask(bot: &mut dyn Bot) -> Result<Action, String> {
    let (state, mut legal) = (position(), Actions::new());
    state.legal_actions(&mut legal);
    bot.start(Seat::new(0).expect("a seat"), 7);
    bot.choose(&state.observe(Seat::new(0)), &legal).map_err(|error| error.to_string())
}

/// Returns the error that a misbehaving script causes.
fn error_of(then: &str) -> String {
    ask(&mut *scripted(then)).expect_err("an error")
}

#[test]
fn an_action_can_be_named_or_numbered() {
    let reads = "read x; read y; ";
    let named = ask(&mut *scripted(&format!("{reads}echo '{{\"action\":\"end\"}}'; read z")));
    assert_eq!(named, Ok(Action::EndTurn));
    let numbered = ask(&mut *scripted(&format!("{reads}echo '{{\"index\":2}}'; read z")));
    assert_eq!(numbered, Ok(Action::Reroll));
}

#[test]
fn bad_answers_give_clear_errors() {
    let answer =
        |text: &str| error_of(&format!("read x; read y; echo '{text}'; read z; exec sleep 60"));
    assert!(answer("nonsense").contains("did not answer with JSON"));
    assert!(answer("{\"action\":\"pass\"}").contains("which is not legal"));
    assert!(answer("{\"action\":\"rolled move\"}").contains("which is not legal"));
    assert!(answer("{\"index\":99}").contains("which is not legal"));
    assert!(answer("{\"move\":1}").contains("contains no action"));
    assert!(answer("{\"error\":\"no idea\"}").contains("gave up: no idea"));
}

#[test]
fn errors_report_a_timeout_a_crash_and_unrequested_output() {
    let begun = Instant::now();
    assert!(error_of("exec sleep 60").contains("did not answer within 0.4 s"));
    assert!(begun.elapsed() < Duration::from_secs(20), "the sleeper is stopped");
    assert!(error_of("read x; exit 3").contains("(exit status: 3)"));
    let chatter = error_of("echo 1; echo 2; exec sleep 60");
    assert!(chatter.contains("without being asked") || chatter.contains("no action"), "{chatter}");
}

#[test]
fn a_bot_must_answer_hello_with_ready() {
    let why = |command: &str| match spawn(command, SHORT_TIMEOUT) {
        Ok(_) => panic!("{command} is no bot"),
        Err(error) => format!("{error:#}"),
    };
    assert!(why("./no-such-program").contains("cannot start `./no-such-program`"));
    assert!(why("").contains("names no program"));
    assert!(why("true").contains("exited before"));
    assert!(why("cat").contains("did not answer `hello` with `ready`"));
    assert!(
        why(&shell("read x; echo '{\"ready\":{\"orrery\":9}}'; read y"))
            .contains("protocol version 9")
    );
    assert!(why("sleep 60").contains("did not answer within"));
}

#[test]
fn the_documented_conversation_is_exact() {
    let text = PROTOCOL.split("```bot\n").nth(1).and_then(|rest| rest.split("```").next());
    let lines: Vec<&str> = text.expect("a conversation").lines().collect();
    let messages = |prefix: &str| -> Vec<&str> {
        lines.iter().filter_map(|line| line.strip_prefix(prefix)).collect()
    };
    let (to_bot, from_bot) = (messages("> "), messages("< "));
    let received = play_scripted(&from_bot);
    assert_eq!(received.len(), to_bot.len(), "{received:#?}");
    for (expected, found) in to_bot.iter().zip(&received) {
        let expected: Value = serde_json::from_str(expected).expect("JSON");
        let found: Value = serde_json::from_str(found).expect("JSON");
        assert!(fits(&expected, &found), "documented {expected}\nsent {found}");
    }
}

/// Plays with a bot that gives these answers, and returns the messages that it received.
fn play_scripted(answers: &[&str]) -> Vec<String> {
    let folder = folder("talk");
    std::fs::write(folder.join("answers"), answers.join("\n") + "\n").expect("a file");
    let script = "exec 3< answers; while IFS= read -r line; do printf \"%s\\n\" \"$line\" >> heard; \
        case \"$line\" in \"{\\\"start\"*|\"{\\\"over\"*) ;; \
        *) IFS= read -r answer <&3; printf \"%s\\n\" \"$answer\";; esac; done";
    let command = shell(&format!("cd {} && {script}", folder.display()));
    let mut bot = spawn(&command, LONG_TIMEOUT).expect("a bot");
    let (mut state, mut legal, mut chance_count) = (last_turn(), Actions::new(), 0);
    bot.start(Seat::new(0).expect("a seat"), 7);
    for _ in 1..answers.len() {
        play_to_seat_a(&mut state, &mut chance_count);
        state.legal_actions(&mut legal);
        let action = bot.choose(&state.observe(Seat::new(0)), &legal).expect("an answer");
        state.apply(Step::Action(action), &mut Vec::new()).expect("a legal action");
    }
    assert!(state.is_over());
    bot.over(&state.observe(Seat::new(0)));
    drop(bot);
    let received = std::fs::read_to_string(folder.join("heard")).expect("messages");
    let _ = std::fs::remove_dir_all(&folder);
    received.lines().map(str::to_owned).collect()
}

/// Plays until seat A decides. Other seats take their last legal action; chance is fixed.
///
/// `chance_count` is the number of chance outcomes of the game so far.
fn play_to_seat_a(state: &mut State<'_>, chance_count: &mut usize) {
    let mut legal = Actions::new();
    while state.actor() != Actor::Seat(Seat::new(0).expect("a seat")) {
        let step = match state.chance() {
            Some(node) => Step::Chance(fixed_outcome(node, *chance_count)),
            None => {
                state.legal_actions(&mut legal);
                Step::Action(*legal.last().expect("an action"))
            }
        };
        *chance_count += usize::from(matches!(step, Step::Chance(_)));
        state.apply(step, &mut Vec::new()).expect("a legal step");
    }
}

/// Returns whether a value matches the document: `"*"` is any value, `"…"` any further elements.
fn fits(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(any), _) if any == "*" => true,
        (Value::Array(expected), Value::Array(found)) => {
            let rest = expected.last().is_some_and(|last| last == "…");
            let count = expected.len() - usize::from(rest);
            (if rest { found.len() >= count } else { found.len() == count })
                && expected[..count]
                    .iter()
                    .zip(found)
                    .all(|(expected, found)| fits(expected, found))
        }
        (Value::Object(expected), Value::Object(found)) => {
            let mut listed = expected.iter().filter(|(key, _)| *key != "…");
            let rest = expected.contains_key("…");
            (rest || expected.len() == found.len())
                && listed.all(|(key, value)| found.get(key).is_some_and(|it| fits(value, it)))
        }
        _ => expected == found,
    }
}

/// The bot of an abandoned game receives `over` once, with `null` as the outcome.
#[test]
fn an_abandoned_game_ends_without_an_outcome() {
    let folder = folder("abandoned");
    let script = format!(
        "cd {}; {READY}read a; read b; echo \"{{\\\"index\\\":0}}\"; cat > heard",
        folder.display()
    );
    let mut bot = spawn(&shell(&script), LONG_TIMEOUT).expect("a bot");
    ask(&mut *bot).expect("an answer");
    drop(bot);
    let received = std::fs::read_to_string(folder.join("heard")).expect("messages");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(received.trim(), r#"{"over":{"game":1,"outcome":null}}"#);
}

/// The example bot plays complete games of several editions and beats random bots.
#[test]
fn the_example_in_python_plays_and_wins() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    assert!(std::fs::read_to_string(&path).expect("the example").lines().count() < 100);
    let command = format!("python3 '{}'", path.display());
    let mut python = spawn(&command, LONG_TIMEOUT).expect("Python 3");
    let mut games = Vec::new();
    for seed in 0..3 {
        games.push(game(&mut *python, deck::classic(), Options::players(2), seed));
    }
    games.push(game(&mut *python, deck::blast_off(), Options::players(3), 3));
    games.push(game(&mut *python, deck::prototype(), Options::players(4), 4));
    game(&mut *python, deck::revised(), Options::solo(0), 5);
    let won = games.iter().filter(|game| game.is_winner(Seat::new(0).expect("a seat"))).count();
    assert!(won >= 4, "it won {won} of 5 games");
}

/// Plays a game against random bots; the bot has seat A.
fn game(
    bot: &mut dyn Bot,
    rules: &'static orrery_rules::Rules,
    options: Options,
    seed: u64,
) -> GameResult {
    let mut state = State::new(rules, &options).expect("options that fit");
    let (mut random, mut legal) = (Random(seed), Actions::new());
    let mut other = RandomBot::default();
    bot.start(Seat::new(0).expect("a seat"), seed);
    loop {
        let step = match state.actor() {
            Actor::Over => return state.outcome().expect("the end"),
            Actor::Chance => Step::Chance(state.chance().expect("chance").pick(random.bits())),
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let view = state.observe(Some(seat));
                let player: &mut dyn Bot = if seat.index() == 0 { bot } else { &mut other };
                Step::Action(player.choose(&view, &legal).expect("an answer"))
            }
        };
        state.apply(step, &mut Vec::new()).expect("a legal step");
    }
}
