//! The engine, its words and the bots in the browser. One [`Engine`] answers requests: JSON in,
//! JSON out, typed on both sides (the TypeScript types are generated from [`forms`]). It keeps games
//! and replays and is told the time and the entropy; files, storage and whose move it is are the
//! business of `web/src/lib/engine`, which runs it in a worker.

mod bots;
mod branch;
mod decks;
mod extend;
mod fault;
mod game;
mod lookahead;
pub mod messages;
mod paths;
mod play;
mod presenter;
mod reference;
mod replay;
mod requests;
mod save;
#[cfg(test)]
mod typescript;
mod workspace;

use wasm_bindgen::prelude::wasm_bindgen;
use workspace::Workspace;

/// An engine with its games.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Engine {
    workspace: Workspace,
}

#[wasm_bindgen]
impl Engine {
    /// An engine without games.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        tell_panics();
        Self::default()
    }

    /// Answers a request with `{"ok": …}` or `{"fault": …}`; texts are in this language.
    pub fn ask(&mut self, request: &str, language: &str) -> String {
        self.workspace.speak(language);
        requests::answer(&mut self.workspace, request)
    }

    /// Opens a record file of any form; the answer is that of `open`.
    pub fn read(&mut self, file: &[u8]) -> String {
        requests::written(&self.workspace.open_file(file))
    }
}

/// Whatever goes wrong is told on the console before the module stops.
#[cfg(target_family = "wasm")]
fn tell_panics() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

#[cfg(not(target_family = "wasm"))]
const fn tell_panics() {}

#[cfg(target_family = "wasm")]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}
