//! The rules engine, texts and bots for the browser.
//!
//! An [`Engine`] answers JSON requests, and stores running games and open replays. A test generates
//! the TypeScript types of the requests from [`messages`]. The engine has no clock and no random
//! source: callers pass in dates and seeds. `web/src/lib/engine` runs the engine in a worker and
//! handles files, storage and turn order.

mod bots;
mod branch;
mod decks;
mod extend;
mod fault;
mod game;
mod lookahead;
pub mod messages;
mod option_flags;
mod paths;
mod play;
mod presenter;
pub mod puzzles;
pub mod reasons;
mod reference;
mod replay;
mod requests;
pub mod review;
mod save;
pub mod tutor;
#[cfg(test)]
mod typescript;
mod workspace;

use wasm_bindgen::prelude::wasm_bindgen;
use workspace::Workspace;

/// The engine with its games and replays.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Engine {
    workspace: Workspace,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine without games.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        log_panics();
        Self::default()
    }

    /// Answers a request with `{"ok": …}` or `{"fault": …}`; texts are in the given language.
    pub fn ask(&mut self, request: &str, language: &str) -> String {
        self.workspace.set_language(language);
        requests::answer(&mut self.workspace, request)
    }

    /// Opens a record file of any format; responds like the request `open`.
    pub fn read(&mut self, file: &[u8]) -> String {
        requests::response_json(&self.workspace.open_file(file))
    }
}

/// Logs panics to the browser console.
#[cfg(target_family = "wasm")]
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

#[cfg(not(target_family = "wasm"))]
const fn log_panics() {}

#[cfg(target_family = "wasm")]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}
