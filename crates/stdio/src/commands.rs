//! The table of commands, and the commands that create and close games.

use crate::fields::{Fields, missing};
use crate::play;
use crate::session::{MAX_DECKS, MAX_GAMES, MAX_NAME, MAX_STEPS, Session, SessionGame, shorten};
use orrery_protocol::input_line::MAX_LINE;
use orrery_protocol::{Cards, Code, Fault, PROTOCOL};
use orrery_record::LoadedRules;
use orrery_rules::{GameOption, OptionProblem, Options, Rules, Setup, State, deck};
use serde_json::{Map, Value, json};

/// A complete reply without its `id`, or an error.
pub(crate) type Answer = Result<Map<String, Value>, Fault>;

/// A command: its name, its fields and its handler.
struct Command {
    name: &'static str,
    fields: &'static [&'static str],
    run: fn(&mut Session, Fields<'_>) -> Result<Value, Fault>,
}

macro_rules! commands {
    ($($name:literal ($($field:literal),*) => $run:path,)*) => {
        &[$(Command { name: $name, fields: &["do", "id", $($field),*], run: $run },)*]
    };
}

const COMMANDS: &[Command] = commands! {
    "hello" ("orrery") => hello,
    "new" ("game", "edition", "seats", "options", "names", "words") => new,
    "setup" ("game", "text", "names", "words") => setup,
    "deck" ("text") => load_deck,
    "cards" ("edition", "words") => cards,
    "state" ("game", "words") => play::state,
    "legal" ("game", "words") => play::legal,
    "chance" ("game") => play::chance,
    "apply" ("game", "step", "steps", "index", "as", "words") => play::apply,
    "pick" ("game", "bits", "as", "words") => play::pick,
    "observe" ("game", "as", "words") => play::observe,
    "outcome" ("game") => play::outcome,
    "digest" ("game") => play::digest,
    "history" ("game") => play::history,
    "undo" ("game", "to", "words") => play::undo,
    "describe" ("game", "step", "planet", "mission", "rule", "words") => play::describe,
    "games" () => games,
    "close" ("game") => close,
    "quit" () => quit,
};

/// Handles a request.
pub(crate) fn answer(session: &mut Session, request: &Map<String, Value>) -> Answer {
    let fields = Fields(request);
    let name = fields.text("do")?.ok_or_else(|| missing("do"))?;
    let command = COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| {
        let known: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        let text = format!("unknown command `{}`; known: {}", shorten(name), known.join(", "));
        Fault::new(Code::UnknownCommand, text)
    })?;
    fields.allow_only(command.fields)?;
    let mut answer = Map::from_iter([("ok".to_owned(), json!(command.name))]);
    if let Value::Object(body) = (command.run)(session, fields)? {
        answer.extend(body);
    }
    Ok(answer)
}

fn hello(_: &mut Session, fields: Fields<'_>) -> Result<Value, Fault> {
    if fields.number("orrery")?.is_some_and(|wanted| wanted != PROTOCOL as usize) {
        let text = format!("this program speaks version {PROTOCOL} of the protocol");
        return Err(Fault::new(Code::Version, text));
    }
    let commands: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    Ok(json!({
        "orrery": PROTOCOL,
        "version": env!("CARGO_PKG_VERSION"),
        "editions": deck::EDITIONS,
        "commands": commands,
        "limits": {
            "line": MAX_LINE, "games": MAX_GAMES, "steps": MAX_STEPS, "decks": MAX_DECKS,
            "name": MAX_NAME,
        },
    }))
}

/// Returns the name of the game that a request refers to; `main` if it names none.
pub(crate) fn game_name(fields: Fields<'_>) -> Result<&str, Fault> {
    Ok(fields.text("game")?.unwrap_or("main"))
}

fn new(session: &mut Session, fields: Fields<'_>) -> Result<Value, Fault> {
    let rules = session.rules(fields.text("edition")?.unwrap_or("classic"))?;
    let options = options(&rules, fields)?;
    let state = State::new(&rules, &options).map_err(|problems| bad_options(&problems))?;
    begin(session, &rules, &state, fields)
}

fn bad_options(problems: &[OptionProblem]) -> Fault {
    Fault { code: Code::BadOptions, ..Fault::options(problems) }
}

fn options(rules: &Rules, fields: Fields<'_>) -> Result<Options, Fault> {
    let seats = fields.number("seats")?.unwrap_or(2);
    let first_rogue = (seats == 1 && !rules.rogues.is_empty()).then_some(0);
    let mut options = Options { rogue: first_rogue, ..Options::players(seats) };
    if let Some(given) = fields.object("options")? {
        let fields = GameOption::ALL.iter().map(|option| option.field());
        given.allow_only(&["rogue", "start"].into_iter().chain(fields).collect::<Vec<_>>())?;
        if let Some(rogue) = given.text("rogue")? {
            let number = rules.find_rogue(rogue);
            let unknown_rogue = || Fault::unknown_rogue(rules).as_bad_field("rogue");
            options.rogue = Some(number.ok_or_else(unknown_rogue)?);
        }
        options.start = given.seat("start")?;
        for option in GameOption::ALL {
            if given.flag(option.field())? {
                options.chosen.insert(*option);
            }
        }
    }
    Ok(options)
}

/// Starts a game from a position, whose text names the edition.
fn setup(session: &mut Session, fields: Fields<'_>) -> Result<Value, Fault> {
    let text = fields.required_text("text")?;
    let rules = session.rules(Setup::edition_of(text))?;
    let setup = Setup::parse(&rules, text).map_err(|problems| Fault::setup_text(&problems))?;
    let state = State::from_setup(&rules, &setup).map_err(|problems| Fault::setup(&problems))?;
    begin(session, &rules, &state, fields)
}

fn begin(
    session: &mut Session,
    rules: &LoadedRules,
    state: &State<'_>,
    fields: Fields<'_>,
) -> Result<Value, Fault> {
    let names = player_names(state, fields)?;
    let name = game_name(fields)?;
    let language = fields.language()?;
    session.put(name, SessionGame::new(rules, state, names))?;
    play::status(session, name, language, false)
}

fn player_names(state: &State<'_>, fields: Fields<'_>) -> Result<Vec<String>, Fault> {
    let letters = || state.seats().map(|seat| seat.to_string()).collect::<Vec<String>>();
    let Some(names) = fields.texts("names")? else {
        let mut names = letters();
        if let Some(rogue) = state.rogue() {
            names[1].clone_from(&state.rules().rogues[rogue].name);
        }
        return Ok(names);
    };
    if names.len() != state.seat_count() || names.iter().any(|name| name.len() > MAX_NAME) {
        let wanted = format!("{} texts of at most {MAX_NAME} bytes", state.seat_count());
        return Err(Fault::bad_field("names", &wanted));
    }
    Ok(names.into_iter().map(str::to_owned).collect())
}

fn load_deck(session: &mut Session, fields: Fields<'_>) -> Result<Value, Fault> {
    let rules = session.load_deck(fields.required_text("text")?)?;
    Ok(json!({
        "edition": rules.id,
        "name": rules.name,
        "revision": rules.revision,
        "planets": rules.planets.len(),
        "missions": rules.missions.len(),
        "rogues": rules.rogues.len(),
    }))
}

fn cards(session: &mut Session, fields: Fields<'_>) -> Result<Value, Fault> {
    let rules = session.rules(fields.text("edition")?.unwrap_or("classic"))?;
    Ok(json!(Cards::of(&rules, fields.language()?.localizer())))
}

fn games(session: &mut Session, _: Fields<'_>) -> Result<Value, Fault> {
    Ok(json!({ "games": session.names().collect::<Vec<&str>>() }))
}

fn close(session: &mut Session, fields: Fields<'_>) -> Result<Value, Fault> {
    session.remove(game_name(fields)?)?;
    Ok(json!({}))
}

fn quit(session: &mut Session, _: Fields<'_>) -> Result<Value, Fault> {
    session.close();
    Ok(json!({}))
}
