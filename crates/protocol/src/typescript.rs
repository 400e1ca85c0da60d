//! Generates the TypeScript types of the web client. The test fails if a file is stale;
//! `UPDATE_TYPES=1 cargo test -p orrery-protocol` updates the files.

use crate::{
    BotAccount, BotAccounts, BotList, Cards, ClientMessage, Deck, DescribedEvent, Devices, Edition,
    EditionDescription, EditionList, Event, Export, FaultAnswer, LogoutRequest, Me, MyTables,
    NewBot, NewBotAccount, NewMe, NewRecovery, Recover, Recovery, RecoveryState, Reveal,
    ServerMessage, Sit, Table, TableList, TableSettings, TextLanguage, View,
};
use orrery_testing::generator;
use orrery_testing::typescript::{Collector, text};

/// Returns the generated files: types of the game, and types of online messages.
fn generated() -> [(&'static str, String); 2] {
    let mut types = Collector::new();
    types.add::<(View, Event, DescribedEvent, Cards, EditionDescription, TextLanguage)>();
    let game = types.take();
    types.add::<(ClientMessage, ServerMessage, Edition, FaultAnswer)>();
    types.add::<(Table, TableList, TableSettings, Sit, Reveal, MyTables)>();
    types.add::<(Export, Deck, BotList, EditionList, BotAccounts)>();
    types.add::<(Me, NewMe, Recover, Recovery, NewBot, NewBotAccount, BotAccount)>();
    types.add::<(Devices, LogoutRequest, NewRecovery, RecoveryState)>();
    let online = text(&types.take());
    let names: Vec<&str> =
        game.keys().map(String::as_str).filter(|it| uses_word(&online, it)).collect();
    let online = format!(
        "import type {{ {} }} from './game';\n\nexport type * from './game';\n\n\
         /** The version of the protocol. */\nexport const PROTOCOL = {};\n\n{online}",
        names.join(", "),
        crate::PROTOCOL,
    );
    [("game.ts", format!("\n{}", text(&game))), ("index.ts", online)]
}

/// Returns whether a text contains a whole word.
fn uses_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|other| other == word)
}

#[test]
fn the_typescript_types_are_up_to_date() {
    for (name, generated) in generated() {
        generator!().check(&format!("../../web/src/lib/protocol/{name}"), &generated);
    }
}
