//! Builds moments of a game and explanations of its rules, for one viewer in one language.

use crate::game::Game;
use crate::messages::{Moment, Refusal};
use orrery_describe::Book;
use orrery_protocol::{MissionStanding, Narrator, Presenter, Seat, View};
use orrery_rules as rules;
use orrery_rules::{Illegal, State};

/// Returns the presenter for a viewer.
pub(crate) fn presenter<'a>(narrator: Narrator<'a>, viewer: Option<Seat>) -> Presenter<'a> {
    Presenter { viewer: viewer.into(), narrator: Some(narrator) }
}

/// Returns the current view and prompt of a game.
pub(crate) fn moment(narrator: Narrator<'_>, game: &Game, viewer: Option<Seat>) -> Moment {
    let (version, presenter) = (game.version(), presenter(narrator, viewer));
    let view = view(presenter, &game.state().observe(rules_seat(viewer)));
    let prompt = presenter.prompt(&game.state(), version);
    Moment { version, view, prompt, undo: game.undo(rules_seat(viewer)) }
}

/// Returns a view with the current score of the viewer's mission, which the server does not send.
pub(crate) fn view(presenter: Presenter<'_>, seen: &rules::View<'_>) -> View {
    View { standing: MissionStanding::of(seen), ..presenter.view(seen) }
}

/// Explains why a step is illegal, and quotes the rule.
pub(crate) fn refusal(narrator: Narrator<'_>, state: &State<'_>, why: Illegal) -> Refusal {
    let text = narrator.illegal(state.table(), why).text;
    let book = Book::read(narrator.language);
    let parts = book.with_parts(why.rule());
    let lines: Vec<String> =
        parts.iter().map(|rule| format!("{} {}", rule.number, rule.text)).collect();
    Refusal { rule: why.rule().to_owned(), text, book: lines.join("\n") }
}

/// Converts a protocol seat to a seat of the rules.
pub(crate) fn rules_seat(viewer: Option<Seat>) -> Option<rules::Seat> {
    viewer.map(Seat::rules)
}
