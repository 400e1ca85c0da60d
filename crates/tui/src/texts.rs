//! The texts of the client itself, in English and German.
//!
//! Events, actions, questions, cards and rules have their texts in `orrery-describe`.

use orrery_describe::Language;
use std::fmt::Display;

/// The texts in one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Texts(pub(crate) Language);

macro_rules! texts {
    ($($name:ident($($arg:ident),*) $english:literal, $german:literal;)*) => {
        impl Texts {
            $(#[allow(clippy::too_many_arguments, reason = "placeholders")]
            pub(crate) fn $name(self, $($arg: impl Display),*) -> String {
                match self.0 {
                    Language::English => format!($english),
                    Language::German => format!($german),
                }
            })*
        }
    };
}

texts! {
    // Menu and set-up.
    menu() "What do you want to play?", "Was möchtest du spielen?";
    menu_continue(what) "Continue: {what}", "Weiterspielen: {what}";
    menu_new() "New game", "Neue Partie";
    menu_quit() "Quit", "Beenden";
    saved_game(edition, players, turn) "{edition}, {players}, turn {turn}", "{edition}, {players}, Zug {turn}";
    setup_edition() "Edition", "Ausgabe";
    setup_mode() "Opponents", "Gegner";
    setup_solo() "Rogue Galaxy (solo)", "Rogue Galaxy (solo)";
    setup_bots() "Bots", "Bots";
    setup_hot_seat() "People at this terminal", "Menschen an diesem Terminal";
    setup_seats() "Players", "Spieler";
    setup_rogue() "Rogue", "Rogue";
    setup_level() "Strength of the bots", "Stärke der Bots";
    setup_begin() "Start the game", "Partie beginnen";
    on() "on", "an";
    off() "off", "aus";
    choose_number(most) "Type a number from 1 to {most}.", "Gib eine Zahl von 1 bis {most} ein.";
    level_random() "Random", "Zufall";
    level_greedy() "Greedy", "Gierig";
    level_cadet() "Cadet", "Kadett";
    level_pilot() "Pilot", "Pilot";
    level_captain() "Captain", "Kapitän";
    level_admiral() "Admiral", "Admiral";
    level_oracle() "Oracle", "Orakel";
    player(number) "Player {number}", "Spieler {number}";

    // The table.
    turn(number) "Turn {number}", "Zug {number}";
    opening() "Opening", "Vorbereitung";
    turn_of(name) "{name} plays", "{name} ist am Zug";
    asked(name, question) "{name}: {question}", "{name}: {question}";
    waiting_for(name) "Waiting for {name} …", "Warte auf {name} …";
    deck(count) "deck {count}", "Stapel {count}";
    planets() "Planets", "Planeten";
    dice() "Dice", "Würfel";
    bay() "Bay", "Aktiviert";
    converter() "Converter", "Umwandler";
    no_dice() "none", "keine";
    ships() "Ships", "Schiffe";
    log() "Log", "Protokoll";
    mission() "Mission", "Mission";
    end_triggered() "final round", "letzte Runde";
    effect_follows_bring_energy() "follows bring energy", "Folgen bringt Energie";
    effect_follows_bring_culture() "follows bring culture", "Folgen bringt Kultur";
    effect_follows_cost_two() "follows cost 2 culture", "Folgen kostet 2 Kultur";
    effect_no_follow() "no follows", "kein Folgen";
    choices(first, last, all) "{first}–{last} of {all}", "{first}–{last} von {all}";
    column_planet() "Planet", "Planet";
    column_points() "Pts", "Pkt";
    column_track() "Track and ships", "Leiste und Schiffe";
    column_ability() "Ability", "Fähigkeit";
    column_player() "Player", "Spieler";
    column_resources() "Energy Culture", "Energie Kultur";
    column_level() "Lvl, dice ", "St., Wü.";
    column_ships() "Ships, colonies", "Schiffe, Kolonien";
    ships_home(count) "{count} at home", "{count} zu Hause";
    at_home() "at home", "zu Hause";
    in_reserve() "not gained yet", "noch nicht gewonnen";
    on_planet(planet) "landed on {planet}", "gelandet auf {planet}";
    in_orbit(planet, space, end) "in orbit around {planet}, space {space} of {end}", "in der Umlaufbahn von {planet}, Feld {space} von {end}";
    in_orbit_start(planet, end) "in orbit around {planet}, on the start of {end} spaces", "in der Umlaufbahn von {planet}, am Start vor {end} Feldern";
    handover(name) "{name}: a secret question follows. Go on when only you can read it.", "{name}: Es folgt eine geheime Frage. Weiter, wenn nur du mitliest.";
    too_small(width, height) "The terminal has {width} × {height} characters; the table needs 80 × 24.", "Das Terminal hat {width} × {height} Zeichen; der Tisch braucht 80 × 24.";

    // Sentences of the line mode.
    status_turn(turn, name) "Turn {turn}. {name} plays.", "Zug {turn}. {name} ist am Zug.";
    status_opening() "The game is being set up.", "Die Partie wird vorbereitet.";
    status_player(name, points, level, dice, energy, culture) "{name}: {points}, level {level}, {dice} dice, {energy} energy, {culture} culture.", "{name}: {points}, Stufe {level}, {dice} Würfel, {energy} Energie, {culture} Kultur.";
    status_colonies(colonies) "Colonies: {colonies}.", "Kolonien: {colonies}.";
    status_dice(dice) "Dice: {dice}.", "Würfel: {dice}.";
    status_bay(dice) "Activated: {dice}.", "Aktiviert: {dice}.";
    status_converter(dice) "In the converter: {dice}.", "Im Umwandler: {dice}.";
    status_effects(effects) "Until the end of the turn: {effects}.", "Bis zum Ende des Zuges: {effects}.";
    status_deck(count) "Planets in the deck: {count}.", "Planeten im Stapel: {count}.";
    status_end() "The final round is on.", "Die letzte Runde läuft.";
    status_mission(name, text) "Your secret mission is {name}: {text}", "Deine geheime Mission ist {name}: {text}";
    mission_points(points) "It would score {points} now.", "Sie brächte jetzt {points}.";
    status_mission_hidden() "Type `mission` to read your secret mission.", "Gib `mission` ein, um deine geheime Mission zu lesen.";
    no_mission() "You have no secret mission.", "Du hast keine geheime Mission.";
    planet_line(number, name, points, resource, track, end, ability) "{number}. {name}: {points}, {resource}, {track} track with {end} spaces. {ability}", "{number}. {name}: {points}, {resource}, {track}-Leiste mit {end} Feldern. {ability}";
    planet_empty(number) "{number}. Empty: the deck is used up.", "{number}. Leer: Der Stapel ist aufgebraucht.";
    planet_ships(ships) "Ships there: {ships}.", "Schiffe dort: {ships}.";
    ship_on_surface(name, ship) "{name}’s ship {ship}, landed", "Schiff {ship} von {name}, gelandet";
    ship_in_orbit(name, ship, space) "{name}’s ship {ship}, in orbit on space {space}", "Schiff {ship} von {name}, in der Umlaufbahn auf Feld {space}";
    ship_line(name, ship, place) "{name}’s ship {ship} is {place}.", "Schiff {ship} von {name} ist {place}.";
    resumed() "You continue a saved game.", "Du setzt eine gespeicherte Partie fort.";
    saved_at(path) "The game is saved. `orrery play` continues it. File: {path}", "Die Partie ist gespeichert. `orrery play` setzt sie fort. Datei: {path}";
    record_at(path) "The record is in {path}", "Die Aufzeichnung ist in {path}";
    commands() "Type the number of a choice, or: status, actions, planets, ships, log, repeat, mission, why, hint, undo, orders, rules WORDS, help, quit.", "Gib die Nummer einer Wahl ein, oder: status, aktionen, planeten, schiffe, protokoll, wiederholen, mission, warum, hinweis, zurück, befehle, regeln WÖRTER, hilfe, beenden.";
    commands_online() "Online also: chat TEXT, resign.", "Online auch: chat TEXT, aufgeben.";
    unknown(input) "“{input}” is neither a choice nor a command.", "„{input}“ ist weder eine Wahl noch ein Befehl.";
    nothing_to_choose() "There is nothing to choose now.", "Gerade gibt es nichts zu wählen.";
    press_enter() "Press Enter.", "Drücke Enter.";
    log_empty() "Nothing has happened yet.", "Noch ist nichts geschehen.";

    // Undo, hints, explanations.
    undone() "You took back your last choice.", "Du hast deine letzte Wahl zurückgenommen.";
    nothing_to_undo() "There is nothing to undo: since your last choice, something new became known.", "Es gibt nichts zurückzunehmen: Seit deiner letzten Wahl wurde Neues bekannt.";
    hint_line(number, actions, percent) "{number}. {actions}: {percent} % to win", "{number}. {actions}: {percent} % Gewinnchance";
    hint_title() "What the strongest bot would do", "Was der stärkste Bot täte";
    no_hint() "Hints are for your own decisions in games on this machine.", "Hinweise gibt es nur für deine eigenen Entscheidungen in Partien auf diesem Gerät.";
    thinking() "Thinking …", "Denke nach …";
    why_title() "Why not?", "Warum nicht?";
    why_line(action, reason) "{action}: {reason}", "{action}: {reason}";
    why_legal(action) "“{action}” is legal now.", "„{action}“ ist jetzt erlaubt.";
    why_none() "Every usual action is legal now.", "Jede übliche Aktion ist jetzt erlaubt.";
    not_a_step(step) "“{step}” is not a step; write steps as in records, for example `activate move`.", "„{step}“ ist kein Schritt; schreibe Schritte wie in Aufzeichnungen, zum Beispiel `activate move`.";
    orders_title() "Standing orders: which dice do you never follow?", "Feste Befehle: Welchen Würfeln folgst du nie?";
    orders_how() "`orders NUMBER` switches one die.", "`befehle NUMMER` schaltet einen Würfel um.";
    orders_help() "Each number switches one die.", "Jede Zahl schaltet einen Würfel um.";
    order_never(face) "{face}: never follow", "{face}: nie folgen";
    order_ask(face) "{face}: ask me", "{face}: fragen";
    order_line(face) "You can follow the {face} die again.", "Du wirst beim Würfel {face} wieder gefragt.";
    order_set(face) "You never follow the {face} die.", "Dem Würfel {face} folgst du nie.";
    order_applied(name) "{name} passed by a standing order.", "{name} hat nach festem Befehl gepasst.";

    // End of the game.
    game_over() "The game is over", "Die Partie ist zu Ende";
    winner(names) "Winner: {names}", "Gewonnen: {names}";
    score_line(name, points, planets, empire, mission) "{name}: {points}: planets {planets}, empire {empire}, mission {mission}", "{name}: {points}: Planeten {planets}, Imperium {empire}, Mission {mission}";
    chart_title() "Points by turn", "Punkte je Zug";
    points_after(turn, points) "After turn {turn}: {points}.", "Nach Zug {turn}: {points}.";
    score_of(name, points) "{name} {points}", "{name} {points}";

    // Screen: keys and popups.
    key_choose() "choose", "wählen";
    key_undo() "undo", "zurück";
    key_hint() "hint", "Hinweis";
    key_why() "why not", "warum nicht";
    key_planets() "planets", "Planeten";
    key_log() "log", "Protokoll";
    key_mission() "mission", "Mission";
    key_orders() "orders", "Befehle";
    key_rules() "rules", "Regeln";
    key_help() "help", "Hilfe";
    key_quit() "quit", "Ende";
    key_close() "close", "schließen";
    key_step() "step", "Schritt";
    key_turn() "turn", "Zug";
    key_ends() "start, end", "Anfang, Ende";
    key_change() "change", "ändern";
    key_chart() "result", "Ergebnis";
    key_chat() "chat", "Chat";
    search() "Search the rules: ", "Regeln durchsuchen: ";
    search_none() "No rule contains these words.", "Keine Regel enthält diese Wörter.";
    help_title() "Help", "Hilfe";
    help_table() "A planet shows its points, its resource (E, C) and its track. A2 is a ship of seat A on space 2 of the track, Av a landed ship.", "Ein Planet zeigt seine Punkte, seine Ressource (E, K) und seine Leiste. A2 ist ein Schiff von Platz A auf Feld 2 der Leiste, Av ein gelandetes Schiff.";
    help_save() "Every step is saved at once. `orrery play` continues where you stopped.", "Jeder Schritt wird sofort gespeichert. `orrery play` setzt die Partie fort.";
    help_lines() "`orrery play --lines` plays the same game as plain text.", "`orrery play --lines` spielt dieselbe Partie als reinen Text.";
    help_keys() "1–9, arrows and Enter, or the mouse: choose", "1–9, Pfeile und Enter oder die Maus: wählen";
    help_suspend() "Ctrl-Z: suspend; Ctrl-L: redraw; Ctrl-C: quit", "Strg-Z: anhalten; Strg-L: neu zeichnen; Strg-C: beenden";

    // Replays.
    replay_at(step, all) "Step {step} of {all}", "Schritt {step} von {all}";
    replay_commands() "Type: next, back, turn, end, status, planets, ships, log, quit, or the number of a step.", "Gib ein: weiter, rück, zug, ende, status, planeten, schiffe, protokoll, beenden oder die Nummer eines Schritts.";

    // Online.
    connection_lost(seconds) "Connection lost; next attempt in {seconds} s.", "Verbindung verloren; nächster Versuch in {seconds} s.";
    connected(server) "Connected to {server}.", "Verbunden mit {server}.";
    players_at(players) "players ({players})", "Spieler ({players})";
    seat_free(seat) "{seat} is free", "{seat} ist frei";
    seat_taken(seat, name) "{seat} {name}", "{seat} {name}";
    all_seated() "All seats are taken.", "Alle Plätze sind besetzt.";
    start_game() "Start the game", "Partie beginnen";
    game_begins() "The game begins.", "Die Partie beginnt.";
    undo_asked(name) "{name} asks to undo steps. Do you agree?", "{name} möchte Schritte zurücknehmen. Stimmst du zu?";
    agree() "Agree", "Zustimmen";
    refuse() "Refuse", "Ablehnen";
    undo_requested() "You asked to undo your last step.", "Du möchtest deinen letzten Schritt zurücknehmen.";
    undo_refused() "The undo was refused.", "Das Zurücknehmen wurde abgelehnt.";
    steps_undone() "Steps were undone.", "Schritte wurden zurückgenommen.";
    chat_line(name, text) "{name} says: {text}", "{name} sagt: {text}";
    others_to_answer() "the others; your answer is sealed", "die anderen; deine Antwort ist versiegelt";
    refused(reason) "Refused: {reason}", "Abgelehnt: {reason}";
    why_online() "In a game on this machine, this lists what is illegal now. The server explains a refused step.", "In einer Partie auf diesem Gerät steht hier, was jetzt nicht erlaubt ist. Der Server begründet einen abgelehnten Schritt.";
    resigned() "You gave the game up.", "Du hast die Partie aufgegeben.";
    bad_link(link) "`{link}` is not the link of a table, such as http://host:8080/#/t/ID", "`{link}` ist kein Link zu einem Tisch, wie http://host:8080/#/t/ID";
    no_free_seat() "The table has no free seat; `orrery watch LINK` shows it.", "Der Tisch hat keinen freien Platz; `orrery watch LINK` zeigt ihn.";
}

impl Texts {
    /// Returns a number of points.
    pub(crate) fn points(self, count: u8) -> String {
        match (self.0, count) {
            (Language::English, 1) => "1 point".to_owned(),
            (Language::English, _) => format!("{count} points"),
            (Language::German, 1) => "1 Punkt".to_owned(),
            (Language::German, _) => format!("{count} Punkte"),
        }
    }

    /// Returns the name of a bot.
    pub(crate) fn bot(self, word: &str) -> String {
        match word {
            "random" => self.level_random(),
            "greedy" => self.level_greedy(),
            "cadet" => self.level_cadet(),
            "pilot" => self.level_pilot(),
            "captain" => self.level_captain(),
            "admiral" => self.level_admiral(),
            "oracle" => self.level_oracle(),
            other => other.to_owned(),
        }
    }

    /// Returns the text of an effect that holds until the end of the turn.
    pub(crate) fn effect(self, word: &str) -> String {
        match word {
            "follows-bring-energy" => self.effect_follows_bring_energy(),
            "follows-bring-culture" => self.effect_follows_bring_culture(),
            "follows-cost-two" => self.effect_follows_cost_two(),
            "no-follow" => self.effect_no_follow(),
            other => other.to_owned(),
        }
    }
}
