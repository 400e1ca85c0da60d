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
    menu_join() "Join a server's table by its link", "An den Tisch eines Servers setzen (Link)";
    menu_link() "Link of the table:", "Link des Tisches:";
    menu_quit() "Quit", "Beenden";
    saved_game(edition, players, turn) "{edition}, {players}, turn {turn}", "{edition}, {players}, Zug {turn}";
    setup_edition() "Edition", "Ausgabe";
    setup_mode() "Opponents", "Gegner";
    setup_solo() "Rogue Galaxy (solo)", "Schurkengalaxie (solo)";
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
    in_orbit_start(planet, end) "in orbit around {planet}, at the start of a track with {end} spaces", "in der Umlaufbahn von {planet}, am Start vor {end} Feldern";
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
    undone() "You undid your last choice.", "Du hast deine letzte Wahl rückgängig gemacht.";
    nothing_to_undo() "There is nothing to undo: since your last choice, something new became known.", "Es gibt nichts zurückzunehmen: Seit deiner letzten Wahl wurde Neues bekannt.";
    hint_line(number, actions, percent) "{number}. {actions}: {percent} % to win", "{number}. {actions}: {percent} % Gewinnchance";
    hint_title() "What the strongest bot would do", "Was der stärkste Bot täte";
    no_hint() "Hints are for your own decisions.", "Hinweise gibt es nur für deine eigenen Entscheidungen.";
    no_hint_online() "There are no hints in games between people.", "In Partien zwischen Menschen gibt es keine Hinweise.";
    thinking() "Thinking …", "Denke nach …";
    why_title() "Why not?", "Warum nicht?";
    why_line(action, reason) "{action}: {reason}", "{action}: {reason}";
    why_legal(action) "“{action}” is legal now.", "„{action}“ ist jetzt erlaubt.";
    why_none() "No action that could answer this question is forbidden now.", "Keine Aktion, die diese Frage beantworten könnte, ist gerade verboten.";
    not_a_step(step) "“{step}” is not a step; write steps as in records, for example `activate move`.", "„{step}“ ist kein Schritt; schreibe Schritte wie in Aufzeichnungen, zum Beispiel `activate move`.";
    orders_title() "Standing orders: which dice do you never follow?", "Daueraufträge: Welchen Würfeln folgst du nie?";
    orders_how() "`orders NUMBER` switches one die between ‘never follow’ and ‘ask me’.", "`befehle NUMMER` schaltet einen Würfel zwischen ‚nie folgen‘ und ‚fragen‘ um.";
    orders_help() "A number switches its die: never follow, or ask me.", "Eine Zahl schaltet ihren Würfel um: nie folgen oder fragen.";
    order_never(face) "{face}: never follow", "{face}: nie folgen";
    order_ask(face) "{face}: ask me", "{face}: fragen";
    order_removed(face) "You can follow the {face} die again.", "Du wirst beim Würfel {face} wieder gefragt.";
    order_set(face) "You never follow the {face} die.", "Dem Würfel {face} folgst du nie.";
    order_applied(name) "{name} passed by a standing order.", "{name} hat nach festem Befehl gepasst.";

    // End of the game.
    game_over() "The game is over", "Die Partie ist zu Ende";
    winner(names) "Winner: {names}", "Gewonnen: {names}";
    score_line(name, points, planets, empire, mission) "{name}: {points}: planets {planets}, empire {empire}, mission {mission}", "{name}: {points}: Planeten {planets}, Imperium {empire}, Mission {mission}";
    chart_title() "Points by turn", "Punkte je Zug";
    points_after(turn, points) "After turn {turn}: {points}.", "Nach Zug {turn}: {points}.";
    score_of(name, points) "{name} {points}", "{name} {points}";
    whats_next() "What do you want to do now?", "Was möchtest du jetzt tun?";
    review_game() "Review the game", "Partie analysieren";

    // Review.
    review() "Review", "Analyse";
    review_running(percent) "Analysing: {percent} %", "Analyse: {percent} %";
    review_of(steps) "Review of {steps} steps. Changes of chances are in percentage points.", "Analyse von {steps} Schritten. Änderungen der Chancen stehen in Prozentpunkten.";
    review_go_to_step() "Type the number of a step to go there.", "Gib die Nummer eines Schritts ein, um dorthin zu gehen.";
    chance_to_win() "Chance to win", "Gewinnchance";
    chances_at_start(chances) "Chance to win at the start: {chances}.", "Gewinnchance am Anfang: {chances}.";
    chances_after(turn, chances) "Chance to win after turn {turn}: {chances}.", "Gewinnchance nach Zug {turn}: {chances}.";
    chance_of(name, percent) "{name} {percent} %", "{name} {percent} %";
    account(name, start, luck, errors, gifts, hidden, unexplained, result) "{name}: {start} % at the start, luck {luck}, own errors {errors}, errors of others {gifts}, hidden missions {hidden}, unexplained {unexplained}, result {result} %.", "{name}: {start} % am Anfang, Glück {luck}, eigene Fehler {errors}, Fehler der anderen {gifts}, verdeckte Missionen {hidden}, nicht erklärt {unexplained}, Ergebnis {result} %.";
    account_start() "start", "Anfang";
    account_luck() "luck", "Glück";
    account_errors() "errors", "Fehler";
    account_gifts() "others", "andere";
    account_hidden() "hidden", "verd.";
    account_unexplained() "unexpl.", "unerkl.";
    account_result() "result", "Ergebn.";
    account_accuracy() "accur.", "Genau.";
    account_marks() "?! ? ??", "?! ? ??";
    account_like() "plays like", "spielt wie";
    decisions(name, count, accuracy, inaccuracies, mistakes, blunders) "{name}: {count} decisions, accuracy {accuracy} %, {inaccuracies} inaccuracies, {mistakes} mistakes, {blunders} blunders.", "{name}: {count} Entscheidungen, Genauigkeit {accuracy} %, {inaccuracies} Ungenauigkeiten, {mistakes} Fehler, {blunders} grobe Fehler.";
    plays_like(level) "Plays like: {level}.", "Spielt wie: {level}.";
    key_moments() "Key moments", "Schlüsselmomente";
    no_moments() "No errors and no unusual luck: there is nothing to point out.", "Keine Fehler und kein ungewöhnliches Glück: Es gibt nichts hervorzuheben.";
    moment(turn, step, name, kind, change) "Turn {turn}, step {step}, {name}: {kind}, {change}.", "Zug {turn}, Schritt {step}, {name}: {kind}, {change}.";
    better(actions) "Better: {actions}", "Besser: {actions}";
    turning_point() "turning point", "Wendepunkt";
    mark_inaccuracy() "inaccuracy", "Ungenauigkeit";
    mark_mistake() "mistake", "Fehler";
    mark_blunder() "blunder", "grober Fehler";
    mark_very_lucky() "very lucky", "großes Glück";
    mark_lucky() "lucky", "Glück";
    mark_unlucky() "unlucky", "Pech";
    mark_very_unlucky() "very unlucky", "großes Pech";
    note_unfinished() "The game is not over: the last chances to win count as the result.", "Die Partie ist nicht zu Ende: Die letzten Gewinnchancen gelten als Ergebnis.";
    note_illegal(step) "Step {step} of the record is illegal. Only the steps before it are analysed.", "Schritt {step} der Aufzeichnung ist regelwidrig. Nur die Schritte davor sind analysiert.";
    note_revision() "The record was made with another revision of the rules.", "Die Aufzeichnung entstand mit einer anderen Fassung der Regeln.";
    note_unknown_cards() "The evaluation knows some of these cards only by their printed values.", "Die Bewertung kennt einige dieser Karten nur nach ihren gedruckten Werten.";
    note_false_dice() "The dice of this record are false. Luck is computed as if they were real.", "Die Würfel dieser Aufzeichnung sind falsch. Das Glück ist berechnet, als wären sie echt.";
    note_hidden_missions() "The record lacks some missions.", "Der Aufzeichnung fehlen einige Missionen.";

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
    key_review() "review", "Analyse";
    key_show() "show", "zeigen";
    key_join() "join", "beitreten";
    key_back() "back", "zurück";
    key_select() "select", "auswählen";
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
    replay_commands() "Type: next, back, turn, end, review, status, planets, ships, log, quit, or the number of a step.", "Gib ein: weiter, rück, zug, ende, analyse, status, planeten, schiffe, protokoll, beenden oder die Nummer eines Schritts.";

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
    steps_undone() "Steps were undone.", "Schritte wurden rückgängig gemacht.";
    chat_line(name, text) "{name} says: {text}", "{name} sagt: {text}";
    waiting_for_others() "Your answer is sealed. Waiting for the others …", "Deine Antwort ist versiegelt. Warte auf die anderen …";
    refused(reason) "Refused: {reason}", "Abgelehnt: {reason}";
    no_record(error) "The record is not available: {error}", "Die Aufzeichnung ist nicht verfügbar: {error}";
    record_and_receipt(record, receipt) "The record is in {record}, the dice receipt in {receipt}", "Die Aufzeichnung ist in {record}, der Würfelbeleg in {receipt}";
    dice_consistent() "The dice fit the record (proof level 1 of 3).", "Die Würfel passen zur Aufzeichnung (Beweisstufe 1 von 3).";
    dice_committed() "The dice were fixed before the game (proof level 2 of 3).", "Die Würfel standen vor der Partie fest (Beweisstufe 2 von 3).";
    dice_contributed() "The dice are proved: they contain your own random bytes (proof level 3 of 3).", "Die Würfel sind bewiesen: Sie enthalten deine eigenen Zufallsbytes (Beweisstufe 3 von 3).";
    dice_unproved(problem) "The dice are not proved: {problem}", "Die Würfel sind nicht bewiesen: {problem}";
    return_with(link) "`orrery play {link}` returns to your seat.", "`orrery play {link}` kehrt an deinen Platz zurück.";
    resigned() "You resigned.", "Du hast die Partie aufgegeben.";
    bad_link(link) "`{link}` is not the link of a table, such as https://host/#/t/ID", "`{link}` ist kein Link zu einem Tisch, wie https://host/#/t/ID";
    no_free_seat() "The table has no free seat; `orrery watch LINK` shows it.", "Der Tisch hat keinen freien Platz; `orrery watch LINK` zeigt ihn.";
}

impl Texts {
    /// Formats a number of points, with the noun.
    pub(crate) fn points(self, count: u8) -> String {
        match (self.0, count) {
            (Language::English, 1) => "1 point".to_owned(),
            (Language::English, _) => format!("{count} points"),
            (Language::German, 1) => "1 Punkt".to_owned(),
            (Language::German, _) => format!("{count} Punkte"),
        }
    }

    /// Returns the display name of a bot.
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

    /// Describes an effect that lasts until the end of the turn.
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
