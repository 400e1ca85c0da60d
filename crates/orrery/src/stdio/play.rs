//! The commands that play and inspect a game.

use super::commands::game_name;
use super::error::RequestError;
use super::fields::{Fields, Perspective, missing};
use super::session::{MAX_STEPS, Session, SessionGame, short};
use crate::rules_cmd;
use orrery_describe::{Context, Language, Localizer, Message};
use orrery_protocol as protocol;
use orrery_rules::{Actions, Actor, ChanceNode, ChanceOutcome, Event, Seat, Setup, State, Step};
use serde_json::{Value, json};

type Reply = Result<Value, RequestError>;

/// Returns the status of a game: who acts, the decision, the number of steps.
///
/// The digest is omitted for seats and spectators, because it depends on hidden cards.
pub(super) fn position(
    session: &mut Session,
    name: &str,
    language: Language,
    for_viewer: bool,
) -> Reply {
    let game = session.game(name)?;
    let (state, rules, count) = (game.state, game.rules(), game.steps.len());
    let mut form = json!({
        "actor": protocol::Actor::from(state.actor()),
        "decision": Value::Null,
        "steps": count,
    });
    if let Some(asked) = state.decision() {
        form["decision"] = json!(protocol::Decision::of(&asked, rules));
        let text = session.text(name, language, &orrery_describe::decision(&asked))?;
        form["decision"]["text"] = json!(text);
    }
    if !for_viewer {
        form["digest"] = json!(hex(&state));
    }
    Ok(form)
}

fn hex(state: &State<'_>) -> String {
    format!("{:016x}", state.digest())
}

pub(super) fn state(session: &mut Session, fields: Fields<'_>) -> Reply {
    let name = game_name(fields)?;
    let mut form = position(session, name, fields.language()?, false)?;
    let game = session.game(name)?;
    let rules = game.rules();
    form["edition"] = json!(rules.id);
    form["revision"] = json!(rules.revision);
    form["seats"] = game.state.seats().map(|seat| json!(seat.to_string())).collect();
    form["names"] = json!(game.names);
    form["setup"] = json!(Setup::of(&game.state).map(|setup| setup.text(rules).to_string()));
    Ok(form)
}

pub(super) fn legal(session: &mut Session, fields: Fields<'_>) -> Reply {
    let name = game_name(fields)?;
    let game = session.game(name)?;
    let mut actions = Actions::new();
    game.state.legal_actions(&mut actions);
    let mut form = json!({ "legal": protocol::legal(&actions, game.rules()) });
    if fields.0.contains_key("words") {
        let language = fields.language()?;
        let say = |action| session.text(name, language, &orrery_describe::action(action));
        form["texts"] =
            json!(actions.iter().map(say).collect::<Result<Vec<String>, RequestError>>()?);
    }
    Ok(form)
}

pub(super) fn chance(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let Some(node) = game.state.chance() else {
        return Ok(json!({ "chance": Value::Null }));
    };
    let kind = match node {
        ChanceNode::Draw(_) => "draw",
        ChanceNode::Deal(_) => "deal",
        ChanceNode::Start(_) => "start",
        ChanceNode::Roll(_) => "roll",
    };
    let form = |(outcome, weight): &(ChanceOutcome, u64)| {
        let words = Step::Chance(*outcome).notation(game.rules()).to_string();
        json!({ "step": words, "weight": weight })
    };
    let list: Vec<Value> = outcomes(node).iter().map(form).collect();
    Ok(json!({ "chance": kind, "total": node.total(), "outcomes": list }))
}

fn outcomes(node: ChanceNode) -> Vec<(ChanceOutcome, u64)> {
    let mut outcomes = Vec::new();
    node.outcomes(&mut outcomes);
    outcomes
}

pub(super) fn apply(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let given = ["step", "steps", "index"].map(|name| fields.0.contains_key(name));
    if given.into_iter().filter(|is_given| *is_given).count() > 1 {
        return Err(RequestError::field("step", "given once: as `step`, as `steps` or as `index`"));
    }
    let texts = match (fields.text("step")?, fields.texts("steps")?, fields.number("index")?) {
        (Some(text), ..) => vec![text],
        (_, Some(texts), _) => texts,
        (.., Some(index)) => {
            let step = numbered(&game.state, index)?;
            return take(session, fields, |_, _| Ok(step), 1);
        }
        _ => return Err(missing("step")),
    };
    let count = texts.len();
    take(session, fields, |state, i| parse(state, texts[i]), count)
}

/// Returns the action or outcome at this index of its list.
fn numbered(state: &State<'_>, index: usize) -> Result<Step, RequestError> {
    let mut actions = Actions::new();
    state.legal_actions(&mut actions);
    let listed = match state.chance() {
        Some(node) => outcomes(node).get(index).map(|(outcome, _)| Step::Chance(*outcome)),
        None => actions.get(index).copied().map(Step::Action),
    };
    listed.ok_or_else(|| RequestError::field("index", "an index of the list, counted from 0"))
}

fn parse(state: &State<'_>, text: &str) -> Result<Step, RequestError> {
    Step::parse(state.rules(), text)
        .map_err(|why| RequestError::new("not-a-step", format!("`{}`: {why}", short(text))))
}

pub(super) fn pick(session: &mut Session, fields: Fields<'_>) -> Reply {
    let bits = fields.bits("bits")?;
    let game = session.game(game_name(fields)?)?;
    let outcome = game.state.chance().map(|node| node.pick(bits));
    let step = outcome.map(Step::Chance).ok_or_else(|| not_chance(&game.state))?;
    let words = step.notation(game.rules()).to_string();
    let perspective = perspective(&game.state, fields)?;
    let mut form = take(session, fields, |_, _| Ok(step), 1)?;
    if perspective == Perspective::All {
        form["step"] = json!(words);
    }
    Ok(form)
}

fn not_chance(state: &State<'_>) -> RequestError {
    let text = match state.actor() {
        Actor::Over => "the game is over",
        _ => "no chance node: a seat must act first",
    };
    RequestError::new("not-chance", text)
}

fn perspective(state: &State<'_>, fields: Fields<'_>) -> Result<Perspective, RequestError> {
    let seated = |seat: Option<Seat>| seat.is_none_or(|seat| seat.index() < state.seat_count());
    match fields.perspective()? {
        None => Ok(Perspective::All),
        Some(viewer) if seated(viewer) => Ok(Perspective::Of(viewer)),
        Some(_) => Err(RequestError::field("as", "a seat of the game, or `spectator`")),
    }
}

/// Applies steps, all or none of them.
fn take(
    session: &mut Session,
    fields: Fields<'_>,
    step: impl Fn(&State<'_>, usize) -> Result<Step, RequestError>,
    count: usize,
) -> Reply {
    let (name, language) = (game_name(fields)?, fields.language()?);
    let game = session.game(name)?;
    let perspective = perspective(&game.state, fields)?;
    if game.steps.len() + count > MAX_STEPS {
        let text = format!("a game may have at most {MAX_STEPS} steps");
        return Err(RequestError::new("game-too-long", text));
    }
    let (mut state, names) = (game.state, game.names.clone());
    let narrator = Narrator { words: session.words(language), names: &names, perspective };
    let (mut taken, mut events) = (Vec::new(), Vec::new());
    for i in 0..count {
        let next = step(&state, i).map_err(|fault| at(fault, i, count))?;
        events.extend(narrator.take(&mut state, next).map_err(|fault| at(fault, i, count))?);
        taken.push(next);
    }
    let game = session.game(name)?;
    game.state = state;
    game.steps.extend(taken);
    let mut form = json!({ "events": events });
    let now = position(session, name, language, perspective != Perspective::All)?;
    if let (Value::Object(form), Value::Object(now)) = (&mut form, now) {
        form.extend(now);
    }
    Ok(form)
}

/// Adds the index of the refused step, if there are several.
fn at(fault: RequestError, place: usize, count: usize) -> RequestError {
    if count > 1 { fault.with("at", json!(place)) } else { fault }
}

/// Narrates events in a language, for a viewer.
struct Narrator<'w> {
    words: &'w Localizer,
    names: &'w [String],
    perspective: Perspective,
}

impl Narrator<'_> {
    /// Applies a step and returns its events as JSON and text.
    fn take(&self, state: &mut State<'static>, step: Step) -> Result<Vec<Value>, RequestError> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let table = *state.table();
        let mut context = protocol::context(&table, &names);
        let mut events: Vec<Event> = Vec::new();
        state.apply(step, &mut events).map_err(|why| {
            let text = self.words.text(&orrery_describe::illegal(why), &context);
            RequestError::illegal(why, text)
        })?;
        Ok(events.into_iter().map(|event| self.event_json(event, &mut context)).collect())
    }

    fn event_json(&self, event: Event, context: &mut Context<'_>) -> Value {
        let seen = match self.perspective {
            Perspective::All => event,
            Perspective::Of(viewer) => event.seen_by(viewer),
        };
        let text = self.words.text(&orrery_describe::event(&seen), context);
        let event = protocol::Event::of(seen, context.rules);
        context.apply(&seen);
        json!(protocol::DescribedEvent { event, text: Some(text) })
    }
}

pub(super) fn observe(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let viewer = match perspective(&game.state, fields)? {
        Perspective::All => None,
        Perspective::Of(viewer) => viewer,
    };
    let view = game.state.observe(viewer);
    let mut actions = Actions::new();
    view.legal_actions(&mut actions);
    Ok(
        json!({ "view": protocol::View::of(&view), "legal": protocol::legal(&actions, game.rules()) }),
    )
}

pub(super) fn outcome(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    Ok(json!({ "outcome": game.state.outcome().as_ref().map(protocol::Outcome::of) }))
}

pub(super) fn digest(session: &mut Session, fields: Fields<'_>) -> Reply {
    Ok(json!({ "digest": hex(&session.game(game_name(fields)?)?.state) }))
}

pub(super) fn history(session: &mut Session, fields: Fields<'_>) -> Reply {
    let game = session.game(game_name(fields)?)?;
    let words = |step: &Step| step.notation(game.rules()).to_string();
    Ok(json!({ "steps": game.steps.iter().map(words).collect::<Vec<String>>() }))
}

pub(super) fn undo(session: &mut Session, fields: Fields<'_>) -> Reply {
    let name = game_name(fields)?;
    let game: &mut SessionGame = session.game(name)?;
    let to = fields.number("to")?.or_else(|| game.steps.len().checked_sub(1));
    match to {
        Some(to) if to <= game.steps.len() => game.return_to(to),
        _ => return Err(RequestError::field("to", "at most the number of steps of the game")),
    }
    position(session, name, fields.language()?, false)
}

pub(super) fn describe(session: &mut Session, fields: Fields<'_>) -> Reply {
    if let Some(number) = fields.text("rule")? {
        let unknown = || RequestError::new("no-rule", format!("unknown rule `{}`", short(number)));
        return Ok(json!({ "text": rules_cmd::rule(number).ok_or_else(unknown)? }));
    }
    let (name, language) = (game_name(fields)?, fields.language()?);
    let message = described(&session.game(name)?.state, fields)?;
    Ok(json!({ "text": session.text(name, language, &message)? }))
}

/// Describes the step or card that a request names.
fn described(state: &State<'_>, fields: Fields<'_>) -> Result<Message, RequestError> {
    let rules = state.rules();
    let unknown = |field| RequestError::field(field, "a card of this game");
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
