//! Generates the TypeScript types of the web client. The test fails if a file is stale;
//! `UPDATE_TYPES=1 cargo test -p orrery-protocol` updates the files.

use crate::{
    BotAccount, BotAccounts, BotList, Cards, ClientMessage, Deck, DescribedEvent, Devices, Edition,
    EditionDescription, EditionList, Event, Export, FaultAnswer, LogoutRequest, Me, MyTables,
    NewBot, NewBotAccount, NewMe, NewRecovery, Recover, Recovery, RecoveryState, Reveal,
    ServerMessage, Sit, Table, TableList, TableSettings, TextLanguage, View,
};
use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const FOLDER: &str = "../../web/src/lib/protocol";
const HEAD: &str = "// Generated from crates/protocol by `UPDATE_TYPES=1 cargo test -p \
    orrery-protocol`; do not edit.\n";

/// All reachable types, by name.
struct Types {
    config: Config,
    seen: HashSet<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            self.found.insert(T::ident(&self.config), tidy(&declaration));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Puts one-line comments on one line, and removes spaces at line ends.
fn tidy(declaration: &str) -> String {
    let lines: Vec<&str> = declaration.lines().map(str::trim_end).collect();
    lines.join("\n").replace("/**\n * ", "/** ").replace("\n */", " */") + "\n"
}

/// Returns the generated files: types of the game, and types of online messages.
fn generated() -> [(&'static str, String); 2] {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config, seen: HashSet::new(), found: BTreeMap::new() };
    types.visit::<(View, Event, DescribedEvent, Cards, EditionDescription, TextLanguage)>();
    let game = std::mem::take(&mut types.found);
    types.visit::<(ClientMessage, ServerMessage, Edition, FaultAnswer)>();
    types.visit::<(Table, TableList, TableSettings, Sit, Reveal, MyTables)>();
    types.visit::<(Export, Deck, BotList, EditionList, BotAccounts)>();
    types.visit::<(Me, NewMe, Recover, Recovery, NewBot, NewBotAccount, BotAccount)>();
    types.visit::<(Devices, LogoutRequest, NewRecovery, RecoveryState)>();
    let online = bodies(&types.found);
    let names: Vec<&str> =
        game.keys().map(String::as_str).filter(|it| uses_word(&online, it)).collect();
    let online = format!(
        "{HEAD}import type {{ {} }} from './game';\n\nexport type * from './game';\n\n\
         /** The version of the protocol. */\nexport const PROTOCOL = {};\n\n{online}",
        names.join(", "),
        crate::PROTOCOL,
    );
    [("game.ts", format!("{HEAD}\n{}", bodies(&game))), ("index.ts", online)]
}

/// Returns whether a text contains a word.
fn uses_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|other| other == word)
}

fn bodies(types: &BTreeMap<String, String>) -> String {
    types.values().map(String::as_str).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_typescript_types_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    for (name, text) in generated() {
        let path = folder.join(name);
        if std::env::var_os("UPDATE_TYPES").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, &text).expect("the file can be written");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        let help = "stale; run UPDATE_TYPES=1 cargo test -p orrery-protocol";
        assert!(stored == text, "{} is {help}", path.display());
    }
}
