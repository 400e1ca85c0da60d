// Generated from crates/protocol by `UPDATE_TYPES=1 cargo test -p orrery-protocol`; do not edit.

/** A kind of ability, by what its effects change. */
export type AbilityKind = "resources" | "ships" | "dice" | "empire" | "planets" | "follow";

/** The next to act: a seat, `chance`, or nobody, because the game is `over`. */
export type Actor = Seat | NoActor;

/** An amount of both resources. */
export type Amount = {
/** Units of energy. */
energy: number,
/** Units of culture. */
culture: number, };

/** The position of a ship. */
export type Berth = { "at": "reserve" } | { "at": "home" } | { "at": "surface",
/** The slot of the planet, counted from 1. */
slot: number, } | { "at": "orbit",
/** The slot of the planet, counted from 1. */
slot: number,
/** The space of the track; 0 is the start. */
space: number, };

/** The cards and tracks of a ruleset. */
export type Cards = {
/** The id of the edition or deck. */
edition: string,
/** Its name. */
name: string,
/** The revision of its rules. */
revision: number,
/** The naming of faces and tracks. */
naming: Naming,
/** The rule for rerolls. */
reroll: Reroll,
/** The rule for the converter. */
convert: Convert,
/** The levels of the players' empire track, level 1 first. */
levels: Array<Level>,
/** The levels of the Rogue's empire track, level 1 first; empty without a solo game. */
rogue_levels: Array<Level>,
/** The planets. */
planets: Array<PlanetCard>,
/** The secret missions; empty if the edition has none. */
missions: Array<MissionCard>,
/** The Rogues; empty without a solo game. */
rogues: Array<RogueCard>, };

/** The rule for the converter (R5). */
export type Convert = "two-for-one" | "pay-and-act";

/** The criterion that decided a game. */
export type DecidedBy = "points" | "colonies" | "level" | "resources" | "shared" | "at-once";

/** A question, and the seat that must answer it. */
export type Decision = {
/** The seat that must answer. */
seat: Seat,
/** The question. */
question: Question,
/** The planet whose ability asks the question, if any. */
planet: string | null,
/** For `follow` and `force-reroll`: the face of the die. */
face?: Face,
/** For `follow`: its cost in culture. */
cost?: number,
/** The text of the question, if the client asked for texts. */
text?: string, };

/** An event and, if the client wants texts, its text. */
export type DescribedEvent = {
/** The text of the event; absent if the client wants no texts. */
text?: string, } & ({ "kind": "planet-drawn", slot: number, planet: string, } | { "kind": "mission-dealt", seat: Seat, mission: string | null, } | { "kind": "mission-kept", seat: Seat, mission: string | null, } | { "kind": "start-chosen", seat: Seat, } | { "kind": "turn-began", seat: Seat, } | { "kind": "dice-rolled", seat: Seat, dice: Array<Face>, } | { "kind": "dice-rerolled", seat: Seat, dice: Array<Face>, } | { "kind": "die-activated", seat: Seat, face: Face, } | { "kind": "nothing-happened", seat: Seat, face: Face, } | { "kind": "die-set", seat: Seat, from: Face, to: Face, } | { "kind": "dice-spent", seat: Seat, dice: Array<Face>, } | { "kind": "dice-discarded", seat: Seat, dice: Array<Face>, } | { "kind": "die-repeated", seat: Seat, face: Face, } | { "kind": "action-chosen", seat: Seat, face: Face, } | { "kind": "ship-moved", seat: Seat, ship: number, to: ShipDestination, } | { "kind": "ship-hopped", seat: Seat, ship: number, slot: number, space: number, } | { "kind": "ship-sent-home", seat: Seat, ship: number, } | { "kind": "ship-gained", seat: Seat, ship: number, } | { "kind": "ship-advanced", seat: Seat, ship: number, slot: number, from: number, to: number, } | { "kind": "ship-regressed", seat: Seat, ship: number, slot: number, from: number, to: number, } | { "kind": "gained", seat: Seat, amount: Amount, } | { "kind": "paid", seat: Seat, amount: Amount, } | { "kind": "paid-to", seat: Seat, to: Seat, amount: Amount, } | { "kind": "lost", seat: Seat, amount: Amount, } | { "kind": "stolen", seat: Seat, from: Seat, amount: Amount, } | { "kind": "turned", seat: Seat, units: number, into: Resource, } | { "kind": "colonised", seat: Seat, planet: string, points: number, } | { "kind": "planet-replaced", seat: Seat, slot: number, planet: string, } | { "kind": "deck-ran-out", slot: number, } | { "kind": "empire-upgraded", seat: Seat, level: number, points: number, } | { "kind": "skull-reached", } | { "kind": "ability-used", seat: Seat, planet: string, } | { "kind": "declined", seat: Seat, } | { "kind": "effect-began", seat: Seat, planet: string, } | { "kind": "followed", seat: Seat, face: Face, cost: number, } | { "kind": "passed", seat: Seat, face: Face, } | { "kind": "turn-ended", seat: Seat, } | { "kind": "end-triggered", seat: Seat | null, points: number, } | { "kind": "reroll-forced", face: Face, } | { "kind": "rogue-relentless", face: Face, } | { "kind": "rogue-used", face: Face, } | { "kind": "rogue-discarded", face: Face, } | { "kind": "rogue-attacked", level: number, } | { "kind": "die-lost", seat: Seat, } | { "kind": "rogue-bonus", } | { "kind": "mission-revealed", seat: Seat, mission: string, points: number, } | { "kind": "game-over", winners: Array<Seat>, });

/** A description of an edition or a deck: its options, its rules and the terms that it uses.
 *
 * Clients use it to build the form for a new game, explanations and the board. */
export type EditionDescription = {
/** The id of the edition or deck. */
edition: string,
/** Its name. */
name: string,
/** One or two sentences about the edition. */
summary: string,
/** The possible numbers of players; 1 is solo. */
seats: Array<number>,
/** The Rogues of the solo game, easiest first. */
rogues: Array<RogueChoice>,
/** The options, each with the numbers of players that it is offered for. */
options: Array<OfferedOption>,
/** The naming of faces and tracks. */
naming: Naming,
/** The rule for declining the ability of a landing. */
landing: Landing,
/** The rule for rerolls. */
reroll: Reroll,
/** The rule for the converter. */
convert: Convert,
/** The number of dice that lie in the converter after its use. */
converter_slots: number,
/** The number of dice in the box, and of spaces in the activation bay. */
dice: number,
/** The number of spaces of the activation bay, from the left, whose dice can be followed. */
followable: number,
/** The energy that each ship at home yields when an energy die is used. */
home_energy: number,
/** The number of secret missions; 0 if the edition has none. */
missions: number,
/** The number of points that triggers the end of the game. */
goal: number,
/** The maximum number of units of each resource that a player can hold. */
cap: number,
/** The faces of a die, in order. */
faces: Array<FaceDescription>,
/** The terms of the edition, explained. */
terms: Terms, };

/** An event of the game.
 *
 * A mission is `null` for viewers who may not see it. Ships and slots are counted from 1. */
export type Event = { "kind": "planet-drawn", slot: number, planet: string, } | { "kind": "mission-dealt", seat: Seat, mission: string | null, } | { "kind": "mission-kept", seat: Seat, mission: string | null, } | { "kind": "start-chosen", seat: Seat, } | { "kind": "turn-began", seat: Seat, } | { "kind": "dice-rolled", seat: Seat, dice: Array<Face>, } | { "kind": "dice-rerolled", seat: Seat, dice: Array<Face>, } | { "kind": "die-activated", seat: Seat, face: Face, } | { "kind": "nothing-happened", seat: Seat, face: Face, } | { "kind": "die-set", seat: Seat, from: Face, to: Face, } | { "kind": "dice-spent", seat: Seat, dice: Array<Face>, } | { "kind": "dice-discarded", seat: Seat, dice: Array<Face>, } | { "kind": "die-repeated", seat: Seat, face: Face, } | { "kind": "action-chosen", seat: Seat, face: Face, } | { "kind": "ship-moved", seat: Seat, ship: number, to: ShipDestination, } | { "kind": "ship-hopped", seat: Seat, ship: number, slot: number, space: number, } | { "kind": "ship-sent-home", seat: Seat, ship: number, } | { "kind": "ship-gained", seat: Seat, ship: number, } | { "kind": "ship-advanced", seat: Seat, ship: number, slot: number, from: number, to: number, } | { "kind": "ship-regressed", seat: Seat, ship: number, slot: number, from: number, to: number, } | { "kind": "gained", seat: Seat, amount: Amount, } | { "kind": "paid", seat: Seat, amount: Amount, } | { "kind": "paid-to", seat: Seat, to: Seat, amount: Amount, } | { "kind": "lost", seat: Seat, amount: Amount, } | { "kind": "stolen", seat: Seat, from: Seat, amount: Amount, } | { "kind": "turned", seat: Seat, units: number, into: Resource, } | { "kind": "colonised", seat: Seat, planet: string, points: number, } | { "kind": "planet-replaced", seat: Seat, slot: number, planet: string, } | { "kind": "deck-ran-out", slot: number, } | { "kind": "empire-upgraded", seat: Seat, level: number, points: number, } | { "kind": "skull-reached", } | { "kind": "ability-used", seat: Seat, planet: string, } | { "kind": "declined", seat: Seat, } | { "kind": "effect-began", seat: Seat, planet: string, } | { "kind": "followed", seat: Seat, face: Face, cost: number, } | { "kind": "passed", seat: Seat, face: Face, } | { "kind": "turn-ended", seat: Seat, } | { "kind": "end-triggered", seat: Seat | null, points: number, } | { "kind": "reroll-forced", face: Face, } | { "kind": "rogue-relentless", face: Face, } | { "kind": "rogue-used", face: Face, } | { "kind": "rogue-discarded", face: Face, } | { "kind": "rogue-attacked", level: number, } | { "kind": "die-lost", seat: Seat, } | { "kind": "rogue-bonus", } | { "kind": "mission-revealed", seat: Seat, mission: string, points: number, } | { "kind": "game-over", winners: Array<Seat>, };

/** An explanation of a part of the game: its name, its effect and its rule. */
export type Explanation = {
/** Its name. */
name: string,
/** Its effect, as one or more sentences. */
text: string,
/** The number of its rule in docs/RULES.md, such as `R6.1`. */
rule: string, };

/** The six faces of a die. */
export type Face = "move" | "energy" | "culture" | "diplomacy" | "economy" | "colony";

/** A face of a die. */
export type FaceDescription = {
/** The face. */
face: Face,
/** Its name in the terms of the edition, its effect and its rule. */
about: Explanation, };

/** One seat's galaxy mat, as far as the viewer may see it. */
export type Galaxy = {
/** The seat. */
seat: Seat,
/** Whether it is the mat of the Rogue. */
rogue: boolean,
/** Its energy. */
energy: number,
/** Its culture. */
culture: number,
/** Its empire level. */
level: number,
/** The number of dice that its level grants. */
dice: number,
/** Its points from planets and empire, without the mission. */
points: number,
/** Its points from planets. */
planet_points: number,
/** The positions of its ships, ship 1 first. */
ships: Array<Berth>,
/** Its colonies. */
colonies: Array<string>,
/** The once-per-turn planets that it has used this turn. */
used: Array<string>,
/** Its mission; `null` if there is none or the viewer may not see it. */
mission: string | null, };

/** The rule for declining the ability of a landing (R3.1d). */
export type Landing = "optional" | "mandatory";

/** A level of an empire track. */
export type Level = {
/** The cost of the upgrade to this level, in units of one resource.
 *
 * It is 0 for level 1 and for the Rogue. */
cost: number,
/** The number of dice at this level. */
dice: number,
/** The number of ships at this level. */
ships: number,
/** The points that the level is worth. */
points: number, };

/** A secret mission. */
export type MissionCard = {
/** Its slug. */
mission: string,
/** Its name. */
name: string,
/** The points it is worth. */
points: number,
/** The points in a tie; the same as `points` if the mission does not compare players. */
tied: number,
/** The text of its condition. */
text: string, };

/** The score of a mission in the current position. */
export type MissionStanding = {
/** The points that the mission would score now. */
points: number,
/** The values that the mission compares, by seat; empty if it does not compare players. */
counts: Array<number>, };

/** The naming of faces and tracks. */
export type Naming = "classic" | "blast-off";

/** The reason why no seat must act. */
export type NoActor = "chance" | "over";

/** An option that an edition offers. */
export type OfferedOption = {
/** Its id, as in views and records. */
option: string,
/** The name of its field in the settings of a table. */
field: string,
/** The numbers of players that it is offered for; 1 is solo. */
seats: Array<number>,
/** Its name, text and rule. */
about: Explanation, };

/** The result of a game. */
export type Outcome = {
/** The winners. */
winners: Array<Seat>,
/** The criterion that decided the game. */
decided_by: DecidedBy,
/** The scores, by seat. */
scores: Array<Score>, };

/** A planet. */
export type PlanetCard = {
/** Its slug. */
planet: string,
/** Its name. */
name: string,
/** The resource that a ship at the planet yields. */
resource: Resource,
/** The type of its orbit track. */
track: Track,
/** The points it is worth. */
points: number,
/** The number of the end space of its track; the start space has the number 0. */
end: number,
/** The text of its ability. */
text: string,
/** The kinds of its ability; empty if an older server sends the card. */
kinds: Array<AbilityKind>, };

/** The question that a seat must answer. */
export type Question = "keep-mission" | "turn" | "converter-payment" | "dice" | "face" | "repeat-die" | "move-ship" | "destination" | "land" | "advance" | "regress" | "send-home" | "colony" | "upgrade" | "use-planet" | "take" | "turn-units" | "steal" | "replace" | "follow" | "force-reroll" | "lose";

/** The rule for rerolls (R4). */
export type Reroll = "first-free" | "all-paid";

/** A resource. */
export type Resource = "energy" | "culture";

/** A Rogue. */
export type RogueCard = {
/** Its slug. */
rogue: string,
/** Its name. */
name: string,
/** The texts of its attacks, level 1 first. */
attacks: Array<string>, };

/** A Rogue that a solo game can have. */
export type RogueChoice = {
/** Its slug. */
rogue: string,
/** Its name. */
name: string,
/** Its difficulty, as a localised word. */
difficulty: string, };

/** The score of a seat, with the values for tie-breaks. */
export type Score = {
/** The seat. */
seat: Seat,
/** The points of planets, empire and mission together. */
points: number,
/** Its points from planets. */
planet_points: number,
/** Its points from the empire. */
empire_points: number,
/** Its points from the mission. */
mission_points: number,
/** First tie-break: the number of its colonies. */
colonies: number,
/** Second tie-break: its empire level. */
level: number,
/** Third tie-break: its units of energy and culture together. */
resources: number, };

/** A seat at the table. In a solo game, `A` is the player and `B` the Rogue. */
export type Seat = "A" | "B" | "C" | "D" | "E";

/** The destination of a ship: `home`, `surface SLOT` or `orbit SLOT`, with slots counted from 1. */
export type ShipDestination = string;

/** The terms of an edition, explained. */
export type Terms = {
/** Points: *star points* in blast-off. */
points: Explanation,
/** The empire: *galaxy* in blast-off. */
empire: Explanation,
/** Energy. */
energy: Explanation,
/** Culture. */
culture: Explanation,
/** The activation bay, and the dice that can be followed. */
bay: Explanation,
/** The reroll. */
reroll: Explanation,
/** The converter. */
converter: Explanation,
/** Ships at home. */
home: Explanation,
/** The secret missions; `null` if the edition has none. */
missions: Explanation | null, };

/** The language of texts. */
export type TextLanguage = "en" | "de";

/** The type of an orbit track. */
export type Track = "diplomacy" | "economy";

/** The state of the game as a viewer may see it. */
export type View = {
/** The seat of the viewer; `null` for a spectator. */
viewer: Seat | null,
/** The id of the edition or deck. */
edition: string,
/** The slug of the Rogue; `null` if the game is not solo. */
rogue: string | null,
/** The ids of the options that are on, such as `duel-missions`. */
options: Array<string>,
/** The number of turns that have begun. */
turn: number,
/** The seat of the starting player; `null` until it is drawn. */
start: Seat | null,
/** The seat whose turn it is; `null` before the first turn. */
active: Seat | null,
/** The next to act: a seat, chance, or nobody. */
actor: Actor,
/** The open decision; `null` if no seat must decide. */
decision: Decision | null,
/** The planets whose abilities are being carried out, innermost last. */
open_abilities: Array<string>,
/** The galaxy mats, by seat; in a solo game, the second is the Rogue's. */
seats: Array<Galaxy>,
/** The missions that the viewer was dealt; empty for a spectator. */
dealt: Array<string>,
/** The unactivated dice of the active seat. */
dice: Array<Face>,
/** The dice chosen so far, while a seat chooses dice. */
chosen: Array<Face>,
/** The activation bay, in the order of activation. */
bay: Array<Face>,
/** The dice in the converter. */
converter: Array<Face>,
/** The number of dice that were discarded this turn. */
discarded: number,
/** Whether the active seat has rerolled this turn. */
rerolled: boolean,
/** Whether the converter was used this turn. */
converted: boolean,
/** The culture that a follow costs now. */
follow_cost: number,
/** The effects on follows until the end of the turn, such as `follows-cost-two`. */
effects: Array<string>,
/** Solo: whether the player rolls one die fewer next turn. */
loses_a_die: boolean,
/** Solo: the Rogue's die that the player may force to be rerolled; `null` if there is none. */
rogue_die: Face | null,
/** Whether the end was triggered. */
end_triggered: boolean,
/** The seat that triggered the end; `null` if no seat did. */
end_triggered_by: Seat | null,
/** The planet row from the left; `null` for an empty slot. */
row: Array<string | null>,
/** The number of cards in the deck, including those in `under`. */
deck: number,
/** The cards of the deck whose order is unknown; they are drawn before those in `under`. */
undrawn: Array<string>,
/** The known cards at the bottom of the deck, the next one first. */
under: Array<string>,
/** The planets that have left the game. */
gone: Array<string>,
/** The result; `null` until the game is over. */
outcome: Outcome | null,
/** The current score of the viewer's mission; only local games set it, the server never does. */
standing?: MissionStanding, };
