//! The commands that play and inspect a game.

use crate::commands::game_name;
use crate::fields::{Fields, missing};
use crate::session::{MAX_STEPS, Session, SessionGame, shorten};
use orrery_describe::{Book, Language, Message};
use orrery_protocol as protocol;
use orrery_protocol::{Code, Fault, Narrator, Perspective, PlayedStep, Presenter};
use orrery_rules::{Actions, Actor, ChanceNode, ChanceOutcome, Seat, Setup, State, Step};
use serde_json::{Value, json};

/// The fields that a command adds to its reply, or an error.
type Reply = Result<Value, Fault>;

/// Returns the status of a game: the actor, the decision, the number of steps and the digest.
///
/// Seats and spectators do not get the digest, because it depends on hidden cards.
pub(crate) fn status(
    session: &mut Session,
    name: &str,
    language: Language,
    for_viewer: bool,
) -> Reply {
    let game = session.game(name)?;
    let state = game.state();
    let narrator = Some(Narrator { names: &game.names, language });
    let presenter = Presenter { viewer: Perspective::Of(None), narrator };
    let decision = state.decision().map(|decision| presenter.decision(state.table(), &decision));
    let mut reply = json!({
        "actor": protocol::Actor::from(state.actor()),
        "decision": decision,
        "steps": game.steps.len(),
    });
    if !for_viewer {
        reply["digest"] = json!(hex(&state));
    }
    Ok(reply)
}

fn hex(state: &State<'_>) -> String {
    format!("{:016x}", state.digest())
}

pub(crate) fn state(session: &mut Session, fields: Fields<'_>) -> Reply {
    let name = game_name(fields)?;
    let mut reply = status(session, name, fields.language()?, false)?;
    let game = session.game(name)?;
    let rules = game.rules();
    reply["edition"] = json!(rules.id);
    reply["revision"] = json!(rules.revision);
    reply["seats"] = game.state().seats().map(|seat| json!(seat.to_string())).collect();
    reply["names"] = json!(game.names);
    reply["setup"] = json!(Setup::of(&game.state()).map(|setup| setup.text(rules).to_string()));
    Ok(reply)
}

pub(crate) fn legal(session: &mut Session, fields: Fields<'_>) -> Reply {
    let name = game_name(fields)?;
    let game = session.game(name)?;
    let (state, mut actions) = (game.state(), Actions::new());
    state.legal_actions(&mut actions);
    let mut reply = json!({ "legal": protocol::legal(&actions, game.rules()) });
    if let Some(narrator) = wanted_narrator(game, fields)? {
        let texts = actions.iter().map(|action| narrator.action(state.table(), *action));
        reply["texts"] = json!(texts.collect::<Vec<String>>());
    }
    Ok(reply)
}

/// Returns the narrator of a game if the request asks for texts.
fn wanted_narrator<'g>(
    game: &'g SessionGame,
    fields: Fields<'_>,
) -> Result<Option<Narrator<'g>>, Fault> {
    let narrator = Narrator { names: &game.names, language: fields.language()? };
    Ok(fields.0.contains_key("words").then_some(narrator))
}

pub(crate) fn chance(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let Some(node) = game.state().chance() else {
        return Ok(json!({ "chance": Value::Null }));
    };
    let kind = match node {
        ChanceNode::Draw(_) => "draw",
        ChanceNode::Deal(_) => "deal",
        ChanceNode::Start(_) => "start",
        ChanceNode::Roll(_) => "roll",
    };
    let outcome = |(outcome, weight): &(ChanceOutcome, u64)| {
        let step = Step::Chance(*outcome).notation(game.rules()).to_string();
        json!({ "step": step, "weight": weight })
    };
    let list: Vec<Value> = outcomes(node).iter().map(outcome).collect();
    Ok(json!({ "chance": kind, "total": node.total(), "outcomes": list }))
}

fn outcomes(node: ChanceNode) -> Vec<(ChanceOutcome, u64)> {
    let mut outcomes = Vec::new();
    node.outcomes(&mut outcomes);
    outcomes
}

pub(crate) fn apply(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let given = ["step", "steps", "index"].map(|name| fields.0.contains_key(name));
    if given.into_iter().filter(|is_given| *is_given).count() > 1 {
        return Err(Fault::bad_field("step", "given once: as `step`, as `steps` or as `index`"));
    }
    let texts = match (fields.text("step")?, fields.texts("steps")?, fields.number("index")?) {
        (Some(text), ..) => vec![text],
        (_, Some(texts), _) => texts,
        (.., Some(index)) => {
            let step = step_at(&game.state(), index)?;
            return apply_steps(session, fields, |_, _| Ok(step), 1);
        }
        _ => return Err(missing("step")),
    };
    let count = texts.len();
    apply_steps(session, fields, |state, i| parse(state, texts[i]), count)
}

/// Returns the step at this index of the legal actions or chance outcomes.
fn step_at(state: &State<'_>, index: usize) -> Result<Step, Fault> {
    let mut actions = Actions::new();
    state.legal_actions(&mut actions);
    let listed = match state.chance() {
        Some(node) => outcomes(node).get(index).map(|(outcome, _)| Step::Chance(*outcome)),
        None => actions.get(index).copied().map(Step::Action),
    };
    listed.ok_or_else(|| Fault::bad_field("index", "an index of the list, counted from 0"))
}

fn parse(state: &State<'_>, text: &str) -> Result<Step, Fault> {
    Step::parse(state.rules(), text).map_err(|why| Fault::not_a_step(text, &why))
}

pub(crate) fn pick(session: &mut Session, fields: Fields<'_>) -> Reply {
    let bits = fields.bits("bits")?;
    let game = session.game(game_name(fields)?)?;
    let state = game.state();
    let outcome = state.chance().map(|node| node.pick(bits));
    let step = outcome.map(Step::Chance).ok_or_else(|| not_chance(&state))?;
    let notation = step.notation(game.rules()).to_string();
    let perspective = perspective(&state, fields)?;
    let mut reply = apply_steps(session, fields, |_, _| Ok(step), 1)?;
    if perspective == Perspective::Full {
        reply["step"] = json!(notation);
    }
    Ok(reply)
}

fn not_chance(state: &State<'_>) -> Fault {
    let text = match state.actor() {
        Actor::Over => "the game is over",
        _ => "no chance node: a seat must act first",
    };
    Fault::new(Code::NotChance, text)
}

fn perspective(state: &State<'_>, fields: Fields<'_>) -> Result<Perspective, Fault> {
    let seated = |seat: Option<Seat>| seat.is_none_or(|seat| seat.index() < state.seat_count());
    match fields.perspective()? {
        None => Ok(Perspective::Full),
        Some(viewer) if seated(viewer) => Ok(Perspective::Of(viewer)),
        Some(_) => Err(Fault::bad_field("as", "a seat of the game, or `spectator`")),
    }
}

/// Applies `count` steps, all or none of them. `step` returns the step at the given index.
fn apply_steps(
    session: &mut Session,
    fields: Fields<'_>,
    step: impl Fn(&State<'_>, usize) -> Result<Step, Fault>,
    count: usize,
) -> Reply {
    let (name, language) = (game_name(fields)?, fields.language()?);
    let game = session.game(name)?;
    let mut state = game.state();
    let perspective = perspective(&state, fields)?;
    if game.steps.len() + count > MAX_STEPS {
        let text = format!("a game may have at most {MAX_STEPS} steps");
        return Err(Fault::new(Code::GameTooLong, text));
    }
    let narrator = Narrator { names: &game.names, language };
    let mut played = Vec::new();
    for i in 0..count {
        let result = step(&state, i).and_then(|next| apply_step(&mut state, next, narrator));
        played.push(result.map_err(|fault| with_index(fault, i, count))?);
    }
    let presenter = Presenter { viewer: perspective, narrator: Some(narrator) };
    let events = presenter.steps(&played).into_iter().flat_map(|step| step.events);
    let mut reply = json!({ "events": events.collect::<Vec<_>>() });
    let steps: Vec<Step> = played.iter().map(|played| played.step).collect();
    let state = state.detach();
    game.advance(state, steps);
    let status = status(session, name, language, perspective != Perspective::Full)?;
    if let (Value::Object(reply), Value::Object(status)) = (&mut reply, status) {
        reply.extend(status);
    }
    Ok(reply)
}

fn apply_step<'r>(
    state: &mut State<'r>,
    step: Step,
    narrator: Narrator<'_>,
) -> Result<PlayedStep<'r>, Fault> {
    let before = *state;
    PlayedStep::take(state, step).map_err(|why| narrator.illegal(before.table(), why))
}

/// Adds the index of the refused step to an error, if there are several steps.
fn with_index(fault: Fault, index: usize, count: usize) -> Fault {
    Fault { at: u16::try_from(index).ok().filter(|_| count > 1), ..fault }
}

pub(crate) fn observe(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let state = game.state();
    let viewer = match perspective(&state, fields)? {
        Perspective::Full => None,
        Perspective::Of(viewer) => viewer,
    };
    let view = state.observe(viewer);
    let narrator = wanted_narrator(game, fields)?;
    let presenter = Presenter { viewer: Perspective::Of(viewer), narrator };
    let mut actions = Actions::new();
    view.legal_actions(&mut actions);
    Ok(json!({ "view": presenter.view(&view), "legal": protocol::legal(&actions, game.rules()) }))
}

pub(crate) fn outcome(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    Ok(json!({ "outcome": game.state().outcome().as_ref().map(protocol::Outcome::of) }))
}

pub(crate) fn digest(session: &mut Session, fields: Fields<'_>) -> Reply {
    Ok(json!({ "digest": hex(&session.game(game_name(fields)?)?.state()) }))
}

pub(crate) fn history(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let notation = |step: &Step| step.notation(game.rules()).to_string();
    Ok(json!({ "steps": game.steps.iter().map(notation).collect::<Vec<String>>() }))
}

pub(crate) fn undo(session: &mut Session, fields: Fields<'_>) -> Reply {
    let name = game_name(fields)?;
    let game: &mut SessionGame = session.game(name)?;
    let to = fields.number("to")?.or_else(|| game.steps.len().checked_sub(1));
    match to {
        Some(to) if to <= game.steps.len() => game.return_to(to),
        _ => return Err(Fault::bad_field("to", "at most the number of steps of the game")),
    }
    status(session, name, fields.language()?, false)
}

pub(crate) fn describe(session: &mut Session, fields: Fields<'_>) -> Reply {
    if let Some(number) = fields.text("rule")? {
        let unknown = || Fault::new(Code::NoRule, format!("unknown rule `{}`", shorten(number)));
        let text = Book::read(Language::English).rule_text(number);
        return Ok(json!({ "text": text.ok_or_else(unknown)? }));
    }
    let (name, language) = (game_name(fields)?, fields.language()?);
    let game = session.game(name)?;
    let narrator = Narrator { names: &game.names, language };
    let state = game.state();
    let message = description(&state, fields)?;
    Ok(json!({ "text": narrator.text(state.table(), &message) }))
}

/// Returns the description of the step or card that a request names.
fn description(state: &State<'_>, fields: Fields<'_>) -> Result<Message, Fault> {
    let rules = state.rules();
    let unknown = |field| Fault::bad_field(field, "a card of this game");
    if let Some(text) = fields.text("step")? {
        return Ok(orrery_describe::step(&parse(state, text)?));
    }
    if let Some(id) = fields.text("planet")? {
        let planet = rules.find_planet(id).ok_or_else(|| unknown("planet"))?;
        return Ok(orrery_describe::ability(rules, planet));
    }
    let id = fields.text("mission")?.ok_or_else(|| missing("step"))?;
    let mission = rules.find_mission(id).ok_or_else(|| unknown("mission"))?;
    Ok(orrery_describe::mission(rules, mission))
}
