//! Reference data: editions, cards, decks and the rulebook.

use crate::decks;
use crate::messages::{
    CardsRequest, CheckDeck, EditionRequest, EditionsRequest, EngineInfo, EngineInfoRequest, Rule,
    Rulebook, RulebookRequest,
};
use crate::workspace::Workspace;
use orrery_describe::{Book, BookEntry};
use orrery_protocol::{Cards, Edition, EditionDescription, Fault};
use orrery_record::LoadedRules;
use orrery_rules::deck;

/// A reference to a ruleset: by game, replay, deck or edition.
struct RulesRef {
    edition: Option<String>,
    deck: Option<String>,
    game: Option<u32>,
    replay: Option<u32>,
}

impl Workspace {
    /// Returns the built-in editions and bots.
    pub(crate) fn engine_info(&mut self, _: EngineInfoRequest) -> Result<EngineInfo, Fault> {
        Ok(EngineInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            editions: deck::EDITIONS
                .iter()
                .filter_map(|id| deck::edition(id))
                .map(|rules| Edition::of(rules, self.localizer()))
                .collect(),
            bots: orrery_bots::NAMES.iter().map(|name| (*name).to_owned()).collect(),
        })
    }

    /// Returns the cards of an edition or a deck.
    pub(crate) fn cards(&mut self, request: CardsRequest) -> Result<Cards, Fault> {
        let CardsRequest { edition, deck, game, replay } = request;
        let rules = self.rules(&RulesRef { edition, deck, game, replay })?;
        Ok(Cards::of(&rules, self.localizer()))
    }

    /// Describes the built-in editions.
    pub(crate) fn editions(
        &mut self,
        _: EditionsRequest,
    ) -> Result<Vec<EditionDescription>, Fault> {
        let editions = deck::EDITIONS.iter().filter_map(|id| deck::edition(id));
        Ok(editions.map(|rules| EditionDescription::of(rules, self.localizer())).collect())
    }

    /// Describes an edition, a deck, or the edition of a game or a replay.
    pub(crate) fn edition(&mut self, request: EditionRequest) -> Result<EditionDescription, Fault> {
        let EditionRequest { edition, deck, game, replay } = request;
        let rules = self.rules(&RulesRef { edition, deck, game, replay })?;
        Ok(EditionDescription::of(&rules, self.localizer()))
    }

    fn rules(&mut self, reference: &RulesRef) -> Result<LoadedRules, Fault> {
        match (reference.game, reference.replay) {
            (Some(game), _) => Ok(self.game(game)?.rules().clone()),
            (None, Some(replay)) => Ok(self.replays.get(replay)?.rules.clone()),
            (None, None) => {
                let edition = reference.edition.as_deref().unwrap_or("classic");
                decks::rules(&mut self.decks, edition, reference.deck.as_deref())
            }
        }
    }

    /// Validates a custom deck.
    pub(crate) fn check_deck(&mut self, request: CheckDeck) -> Result<Edition, Fault> {
        let rules = decks::rules(&mut self.decks, "", Some(&request.deck))?;
        Ok(Edition::of(&rules, self.localizer()))
    }

    /// Returns the rulebook in the current language.
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
