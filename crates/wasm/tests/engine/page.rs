//! A test client that uses the engine like a page.

use orrery_wasm::Engine;
use serde_json::{Value, json};

/// A seed of 32 bytes in hexadecimal digits.
pub(crate) const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// A test client: an engine and the language of its texts.
pub(crate) struct Page {
    engine: Engine,
    pub(crate) language: &'static str,
}

impl Page {
    pub(crate) fn new() -> Self {
        Self { engine: Engine::new(), language: "en" }
    }

    fn answer(&mut self, request: &Value) -> Value {
        let answer = self.engine.ask(&request.to_string(), self.language);
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    /// Sends a request that must succeed, and returns the response.
    #[track_caller]
    pub(crate) fn ask(&mut self, request: Value) -> Value {
        let mut answer = self.answer(&request);
        assert!(answer.get("ok").is_some(), "{request}: {answer}");
        answer["ok"].take()
    }

    /// Sends a request that must fail, and returns its fault.
    #[track_caller]
    pub(crate) fn refused(&mut self, request: Value) -> Value {
        let mut answer = self.answer(&request);
        assert!(answer.get("fault").is_some(), "{request}: {answer}");
        answer["fault"].take()
    }

    pub(crate) fn ask_raw(&mut self, request: &str) -> String {
        self.engine.ask(request, "en")
    }

    pub(crate) fn read(&mut self, file: &[u8]) -> Value {
        serde_json::from_str(&self.engine.read(file)).expect("an answer is JSON")
    }

    /// Starts a game, viewed by seat A.
    #[track_caller]
    pub(crate) fn new_game(&mut self, settings: Value) -> Value {
        self.ask(json!({
            "do": "new", "settings": settings, "names": ["Ada", "Ben"], "seed": SEED, "viewer": "A",
        }))
    }

    /// Lets bots play the given seats until another seat must act or the game is over.
    #[track_caller]
    pub(crate) fn bots_play(&mut self, game: &Value, mut moment: Value, bot_seats: &str) -> Value {
        while let Some(seat) = moment["prompt"]["seats"][0].as_str() {
            if !bot_seats.contains(seat) {
                break;
            }
            let saved = self.ask(json!({ "do": "save", "game": game }));
            let chosen = self.ask(json!({ "do": "choose", "saved": saved, "bot": "greedy" }));
            let progress = self.ask(json!({
                "do": "act", "game": game, "version": moment["version"],
                "steps": [chosen["step"]], "viewer": "A",
            }));
            moment = progress["moment"].clone();
        }
        moment
    }

    /// Lets bots play a whole game; returns the last moment and the saved game.
    #[track_caller]
    pub(crate) fn play_whole_game(&mut self, settings: Value) -> (Value, Value) {
        let opened = self.new_game(settings);
        let end = self.bots_play(&opened["game"], opened["moment"].clone(), "ABCDE");
        let saved = self.ask(json!({ "do": "save", "game": opened["game"] }));
        (end, saved)
    }
}
