//! Reference data: editions, cards, decks and the rulebook.

use crate::decks;
use crate::messages::{
    About, CardsRequest, CheckDeck, EngineInfo, Rule, Rulebook, RulebookRequest,
};
use crate::workspace::Workspace;
use orrery_describe::{Book, BookEntry, Localizer};
use orrery_protocol::{Cards, Edition, Fault, RogueName};
use orrery_rules::{Options, Rules, deck};

impl Workspace {
    /// Returns the built-in editions and bots.
    pub(crate) fn about(&mut self, _: About) -> Result<EngineInfo, Fault> {
        Ok(EngineInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            editions: deck::EDITIONS
                .iter()
                .filter_map(|id| deck::edition(id))
                .map(|rules| edition(rules, self.localizer()))
                .collect(),
            bots: orrery_bots::NAMES.iter().map(|name| (*name).to_owned()).collect(),
        })
    }

    /// Returns the cards of an edition or a deck.
    pub(crate) fn cards(&mut self, asked: CardsRequest) -> Result<Cards, Fault> {
        let rules = match (asked.game, asked.replay) {
            (Some(game), _) => self.game(game)?.rules().clone(),
            (None, Some(replay)) => self.replays.get(replay)?.rules.clone(),
            (None, None) => {
                let edition = asked.edition.as_deref().unwrap_or("classic");
                decks::rules(&mut self.decks, edition, asked.deck.as_deref())?
            }
        };
        Ok(Cards::of(&rules, self.localizer()))
    }

    /// Validates a custom deck.
    pub(crate) fn check_deck(&mut self, asked: CheckDeck) -> Result<Edition, Fault> {
        let rules = decks::rules(&mut self.decks, "", Some(&asked.deck))?;
        Ok(edition(&rules, self.localizer()))
    }

    /// Returns the rulebook.
    pub(crate) fn rulebook(&mut self, _: RulebookRequest) -> Result<Rulebook, Fault> {
        let rule = |entry: BookEntry| Rule { number: entry.number, text: entry.text };
        let language = self.localizer().language();
        let book = Book::read(language);
        Ok(Rulebook {
            language: language.tag().to_owned(),
            chapters: book.chapters.into_iter().map(rule).collect(),
            rules: book.rules.into_iter().map(rule).collect(),
        })
    }
}

/// Returns the options that these rules allow.
fn edition(rules: &Rules, localizer: &Localizer) -> Edition {
    let fits = |options: Options| options.problems(rules).is_empty();
    let solo = Options::solo(0);
    let seats = (2..=5).filter(|seats| fits(Options::players(*seats)));
    let duel = Options { duel_missions: true, ..Options::players(2) };
    let relentless = Options { relentless: true, ..solo };
    let options = [(duel, "duel-missions"), (relentless, "relentless")];
    let rogue = |card: &orrery_rules::ruleset::RogueCard| RogueName {
        rogue: card.id.clone(),
        name: card.name.clone(),
    };
    Edition {
        edition: rules.id.clone(),
        name: localizer.name(&rules.name),
        seats: fits(solo).then_some(1).into_iter().chain(seats).map(|count| count as u8).collect(),
        rogues: rules.rogues.iter().map(rogue).collect(),
        options: options.into_iter().filter(|it| fits(it.0)).map(|it| it.1.to_owned()).collect(),
    }
}
