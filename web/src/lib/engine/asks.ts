// Generated from crates/wasm by `UPDATE_TYPES=1 cargo test -p orrery-wasm`; do not edit.

import type {
  Cards, Edition, Outcome, Prompt, Seat, StepTaken, TableSettings, Told, View,
} from '../protocol';

/** The requests by their words: what they ask, and what they are answered with. */
export interface Asks {
  'about': { asks: About; answers: WhatIs };
  'cards': { asks: ForCards; answers: Cards };
  'deck': { asks: CheckDeck; answers: Edition };
  'rulebook': { asks: ForRulebook; answers: Rulebook };
  'new': { asks: New; answers: Opened };
  'position': { asks: Position; answers: Opened };
  'load': { asks: Load; answers: Opened };
  'close': { asks: Close; answers: null };
  'look': { asks: Look; answers: Moment };
  'act': { asks: Act; answers: Progress };
  'undo': { asks: Undo; answers: Progress };
  'why': { asks: Why; answers: Refusal | null };
  'preview': { asks: ForPreview; answers: Preview };
  'paths': { asks: ForPaths; answers: Preview[] };
  'save': { asks: Save; answers: Saved };
  'choose': { asks: Choose; answers: Chosen };
  'hint': { asks: ForHint; answers: Hint };
  'chances': { asks: ForChances; answers: number[] | null };
  'course': { asks: ForCourse; answers: Odds[] };
  'open': { asks: Open; answers: Replay };
  'extend': { asks: Extend; answers: Extended };
  'shut': { asks: Shut; answers: null };
  'timeline': { asks: ForTimeline; answers: Beat[] };
  'at': { asks: At; answers: Moment };
  'branch': { asks: Branch; answers: Opened };
  'verify': { asks: Verify; answers: Verdict };
  'entropy-hash': { asks: ForHash; answers: string };
  'write': { asks: Write; answers: string };
}

/** What can be played, and by whom. */
export type About = Record<symbol, never>;

/** Answers the question, and the next ones of the same seat: all steps are taken, or none. Then chance decides, up to the next question. */
export type Act = { 
/** The game. */
game: number, 
/** The version that was seen. */
version: number, 
/** The steps, in words. */
steps: Array<string>, 
/** Through whose eyes it is told. */
viewer?: Seat, };

/** A replay after so many steps. */
export type At = { 
/** The replay. */
replay: number, 
/** How many steps. */
step: number, 
/** Through whose eyes. */
viewer?: Seat, };

/** A step of a replay. */
export type Beat = { 
/** How many steps there are with it. */
version: number, 
/** The turn it belongs to. */
turn: number, 
/** What happened. */
step: StepTaken, 
/** The points of each seat after it, missions not counted. */
points: Array<number>, 
/** What an annotator says about it. */
comment: string | null, };

/** Plays on from a moment of a replay, with new dice. */
export type Branch = { 
/** The replay. */
replay: number, 
/** After how many steps. */
step: number, 
/** 32 bytes in hexadecimal digits. */
seed: string, 
/** Through whose eyes. */
viewer?: Seat, };

/** Reads a deck of one's own; a fault names everything that is wrong. */
export type CheckDeck = { 
/** The file. */
deck: string, };

/** What a bot of this level does now. */
export type Choose = { 
/** The game. */
saved: Saved, 
/** The level. */
bot: string, };

/** A choice. */
export type Chosen = { 
/** The step, in words of the notation. */
step: string, };

/** Forgets a game. */
export type Close = { 
/** Its number. */
game: number, };

/** Goes on with a replay by what has happened since, as a server tells it to the seat whose record it is: all steps, or none. */
export type Extend = { 
/** The replay. */
replay: number, 
/** Through whose eyes; without it, a spectator's. */
viewer?: Seat, 
/** The steps, in words; none to hear how it stands. */
steps: Array<string>, };

/** How a replay went on. */
export type Extended = { 
/** What happened, step by step. */
steps: StepTaken[], 
/** How it stands now. The viewer is asked as soon as a server does: who is before him is taken to pass, or to have chosen. */
moment: Moment, };

/** The cards of an edition, in words; or of a deck, a game, a replay. */
export type ForCards = { 
/** An edition. */
edition?: string, 
/** A deck of one's own. */
deck?: string, 
/** The number of a game. */
game?: number, 
/** The number of a replay. */
replay?: number, };

/** The chance of each seat to win, as a spectator would guess; `null` if unknown. */
export type ForChances = { 
/** The game. */
saved: Saved, };

/** How the chances to win went over a game. */
export type ForCourse = { 
/** The record, text or JSON. */
record: string, };

/** The hash of a contribution to the dice. */
export type ForHash = { 
/** The contribution, in hexadecimal digits. */
entropy: string, };

/** What the strongest bot would do in the place of the asked seat. */
export type ForHint = { 
/** The game. */
saved: Saved, };

/** Every way to carry out a step, down to its targets: die, ship, place. */
export type ForPaths = { 
/** A game. */
game?: number, 
/** Or the end of a replay. */
replay?: number, 
/** In a replay: who asks. */
viewer?: Seat, 
/** The first steps; without any, all answers to the question. */
steps?: Array<string>, };

/** What steps of the asked seat would bring. Nothing that chance decides is foretold. At the end of a replay it is the viewer who is asked: whoever is to answer a follow before him passes. */
export type ForPreview = { 
/** A game. */
game?: number, 
/** Or the end of a replay, as of a record that a server sends to a seat. */
replay?: number, 
/** In a replay: who asks. */
viewer?: Seat, 
/** The steps; none shows how it stands. */
steps: Array<string>, };

/** The rules, numbered. */
export type ForRulebook = Record<symbol, never>;

/** All that happened. */
export type ForTimeline = { 
/** The replay. */
replay: number, 
/** Through whose eyes. */
viewer?: Seat, };

/** The forms of a record. */
export type Form = "text" | "json";

/** A piece of advice. */
export type Hint = { 
/** The chance to win after each legal answer. The first is the advice. */
answers: Array<Weighed>, };

/** What verifying can find. */
export type Known = "proved" | "false" | "unknown";

/** Why verifying does not prove more. */
export type Lacking = "no-commitment" | "no-contribution" | "others-not-fixed" | "rekeyed";

/** Goes on with a game that was saved. */
export type Load = { 
/** What was saved. */
saved: Saved, 
/** Through whose eyes. */
viewer?: Seat, };

/** How a game stands. */
export type Look = { 
/** Its number. */
game: number, 
/** Through whose eyes. */
viewer?: Seat, };

/** A game at one moment, through somebody's eyes. */
export type Moment = { 
/** How many steps were taken. */
version: number, 
/** What the viewer may know. */
view: View, 
/** What is asked of whom; the answers only if it is the viewer who is asked. */
prompt: Prompt | null, 
/** The version that one undo of the viewer goes back to, if it can take back anything. */
undo: number | null, };

/** A new game. It runs up to the first question. */
export type New = { 
/** What is played, as for a table online; clocks and company mean nothing here. */
settings: TableSettings, 
/** What the players are called, by seat; letters if left out. */
names?: Array<string>, 
/** 32 bytes from a good source, in hexadecimal digits: the dice follow from them. */
seed: string, 
/** When it begins: `2026-01-31T19:30:00Z`. */
date?: string, 
/** What chance decides first, in words. Such a game cannot be verified. */
script?: Array<string>, 
/** Through whose eyes; without it, a spectator's. */
viewer?: Seat, };

/** What comes after a preview. */
export type Next = "turn" | "choice" | "others" | "chance" | "over";

/** The chances at a moment. */
export type Odds = { 
/** The turn that has just ended; 0 before the first. */
turn: number, 
/** How many steps were taken. */
version: number, 
/** The chance of each seat to win, as a spectator would guess. */
chances: Array<number>, };

/** Opens a record, text or JSON, to look at it. */
export type Open = { 
/** The file. */
record: string, };

/** A game that can be played on. */
export type Opened = { 
/** Its number. */
game: number, 
/** What has happened since it was opened. */
steps: StepTaken[], 
/** How it stands. */
moment: Moment, 
/** The game, to be put away. */
saved: Saved, };

/** A game from any position, as for lessons. */
export type Position = { 
/** The position as the text of a set-up. */
text: string, 
/** What the players are called, by seat. */
names?: Array<string>, 
/** 32 bytes in hexadecimal digits. */
seed: string, 
/** What chance decides first, in words. */
script?: Array<string>, 
/** Through whose eyes. */
viewer?: Seat, };

/** What steps would bring. */
export type Preview = { 
/** The steps; those of a path include answers that were the only ones. */
steps: Array<string>, 
/** The same in words. */
texts: Array<string>, 
/** What would happen. */
events: Told[], 
/** What would come next. */
next: Next, 
/** What would be seen then, by the seat that acts; not for paths. */
view: View | null, 
/** What would be asked then; not for paths. */
prompt: Prompt | null, };

/** What came of it. */
export type Progress = { 
/** What happened, step by step. */
steps: StepTaken[], 
/** How it stands now. */
moment: Moment, 
/** The game, to be put away. */
saved: Saved, };

/** How much verifying proves, the weakest first. */
export type Proof = "consistent" | "committed" | "contributed";

/** Why something is not legal. */
export type Refusal = { 
/** The number of the rule. */
rule: string, 
/** The reason, in words. */
text: string, 
/** The rule itself. */
book: string, };

/** A record that can be looked at. */
export type Replay = { 
/** Its number. */
replay: number, 
/** The edition or deck. */
edition: string, 
/** The deck of one's own that it was played with. */
deck: string | null, 
/** How many people and bots played. */
seats: number, 
/** Solo: the Rogue. */
rogue: string | null, 
/** Whether only missions were dealt that compare nobody. */
duel_missions: boolean, 
/** Solo: whether the Rogue rerolled unusable dice. */
relentless: boolean, 
/** What the players are called, by seat. */
names: Array<string>, 
/** When it began. */
date: string | null, 
/** How many steps it has. */
length: number, 
/** The turns, with the step that each begins at. */
turns: Array<TurnMark>, 
/** Whether the whole game is there, or what one seat saw. */
whole: boolean, 
/** The seat whose view it is. */
seen_by: Seat | null, 
/** How it ended. */
outcome: Outcome | null, };

/** A chapter or a rule. */
export type Rule = { 
/** `R7`, or `R7.3`, or a part of it, `R7.3a`. */
number: string, 
/** The heading, or the rule. */
text: string, };

/** The rules, in the language that is spoken. */
export type Rulebook = { 
/** The language they are in. */
language: string, 
/** The chapters. */
chapters: Array<Rule>, 
/** The rules of all chapters; one belongs to the chapter of its number. */
rules: Array<Rule>, };

/** Everything that is needed to go on later. */
export type Save = { 
/** The game. */
game: number, };

/** A game in a drawer: with its seed, so keep it from those who play. */
export type Saved = { 
/** The record so far. */
record: string, 
/** The seed of the dice, in hexadecimal digits. */
seed: string, 
/** What chance decides next, in words. */
script: Array<string>, };

/** Forgets a replay. */
export type Shut = { 
/** Its number. */
replay: number, };

/** Where a turn begins. */
export type TurnMark = { 
/** Its number; 0 is the opening. */
turn: number, 
/** Whose it is. */
seat: Seat | null, 
/** How many steps come before it. */
step: number, };

/** Takes back steps of the viewer, at most up to the last new information. */
export type Undo = { 
/** The game. */
game: number, 
/** How many steps stay; without it, one undo. */
to?: number, 
/** Who takes back. */
viewer?: Seat, };

/** What verifying found. */
export type Verdict = { 
/** What is known now. */
verdict: Known, 
/** What was found, in English. */
text: string, 
/** How much is proved, if it is. */
strength: Proof | null, 
/** Why not more. */
shortfall: Lacking | null, 
/** How many draws were aborted before the game. */
aborted: number, 
/** Rolls that were proved. */
rolls: number, 
/** Draws of planets that were proved. */
draws: number, 
/** Missions dealt that were proved. */
deals: number, 
/** Starting seats drawn that were proved. */
starts: number, };

/** Whether the dice were fair. */
export type Verify = { 
/** The replay. */
replay: number, 
/** What the page noted before the game, as in docs/FAIR-DICE.md. */
receipt?: string, };

/** An answer and what it is worth. */
export type Weighed = { 
/** The answer, and those that go with it: die, ship, place. */
steps: Array<string>, 
/** The same in words. */
texts: Array<string>, 
/** The chance to win, 0 to 1. */
chance: number, };

/** What is built in. */
export type WhatIs = { 
/** The version of the program. */
version: string, 
/** The editions. */
editions: Edition[], 
/** The levels of the bots, the weakest first. */
bots: Array<string>, };

/** Why a step is not legal; `null` if it is. */
export type Why = { 
/** A game. */
game?: number, 
/** Or the end of a replay. */
replay?: number, 
/** In a replay: who asks. */
viewer?: Seat, 
/** The steps before it that are legal. */
after?: Array<string>, 
/** The step, in words. */
step: string, };

/** A record as a file. */
export type Write = { 
/** A replay. */
replay: number, 
/** The form of the file. */
form: Form, 
/** Only what this seat may know. */
seen_by?: Seat, };
