// Generated from crates/protocol by `UPDATE_TYPES=1 cargo test -p orrery-protocol`; do not edit.
import type { Decision, Face, Outcome, Seat, Told, View, Words } from './game';

export type * from './game';

/** The version of the protocol. */
export const PROTOCOL = 1;

/** What happens when the time of a player is over in the own turn. */
export type Absent = { "kind": "wait" } | { "kind": "end-turn" } | { "kind": "bot",
/** Which. */
level: string, };

/** Whether programs may sit down. */
export type Admission = "admitted" | "refused";

/** An account for a program. */
export type BotAccount = {
/** Its public id. */
id: string,
/** What others see. */
name: string, };

/** Your bot accounts. */
export type BotAccounts = {
/** The accounts. */
bots: Array<BotAccount>, };

/** The bots of the house. */
export type BotList = {
/** Their levels. */
bots: Array<string>, };

/** What a follow would bring, as the conditions of orders see it. */
export type Brings = {
/** Whether it can colonise a planet. */
colonises: boolean,
/** How many units of energy and culture it brings, its cost not counted. What depends on
 * further choices is not counted either. */
gains: number,
/** How much culture is left when it is paid. */
keeps_culture: number, };

/** One line of chat. It is plain text: to be shown as text, never as markup. */
export type ChatLine = {
/** Its number at this table; higher is later. */
number: number,
/** Who said it. */
from: Speaker,
/** When, in seconds since 1970. */
at: number,
/** What was said. */
text: string, };

/** A message to the server. Each that has an `id`, which the client makes up, is answered by one
 * `done` or `error` with that id; sent again with the same id it is not carried out again. */
export type ClientMessage = { "do": "hello",
/** The version of the protocol. */
orrery: number,
/** The last version that the client has seen. */
since?: number,
/** The language of texts; without it none are sent. */
words?: Words, } | { "do": "act",
/** Made up by the client, at most 64 bytes. */
id: string,
/** The `version` of the prompt. */
version: number,
/** One of its legal actions, in words. */
step: string, } | { "do": "wait",
/** Made up by the client. */
id: string,
/** The `version` of the prompt. */
version: number, } | { "do": "undo",
/** Made up by the client. */
id: string,
/** The version that the client has seen. */
version: number,
/** How many steps of the game are to be left; without it, up to my last step. */
to?: number, } | { "do": "consent",
/** Made up by the client. */
id: string,
/** Which request. */
request: number,
/** Whether it may be. */
answer: Consent, } | { "do": "orders",
/** Made up by the client. */
id: string,
/** The orders from now on, at most one for a face. */
orders: Array<Order>,
/** When I am asked at all; `normal` if left out. */
following?: Following, } | { "do": "chat",
/** Made up by the client. */
id: string,
/** Plain text, at most 500 characters. */
text: string, } | { "do": "hear",
/** Made up by the client. */
id: string,
/** Who. */
seat: Seat,
/** Whether I do. */
hearing: Hearing, } | { "do": "resign",
/** Made up by the client. */
id: string, } | { "do": "resume",
/** The last version that the client has seen; a view comes without it. */
since?: number, } | { "do": "ping",
/** Comes back. */
id: string, };

/** How much time players have. */
export type ClockSetting = { "kind": "none" } | { "kind": "live",
/** The bank, in seconds. */
bank_s: number,
/** The time for each decision, in seconds. */
move_s: number,
/** The time for each follow, in seconds; the bank is not used for it. */
follow_s: number, } | { "kind": "days",
/** The hours. */
hours: number, };

/** Why a connection is closed. */
export type Closing = "restart" | "slow" | "abuse" | "silent" | "apart" | "gone" | "logged-out";

/** What can be wrong. */
export type Code = "malformed" | "too-long" | "version" | "hello" | "bad-field" | "no-identity" | "no-recovery" | "no-table" | "not-found" | "not-host" | "not-seated" | "seat-taken" | "already-seated" | "seats-empty" | "begun" | "not-begun" | "over" | "not-admitted" | "not-asked" | "stale" | "not-a-step" | "illegal" | "nothing-to-undo" | "options" | "bad-deck" | "too-many" | "origin" | "method" | "busy" | "store" | "apart" | "damaged" | "internal";

/** A condition of a standing order. */
export type Condition = { "kind": "colonises" } | { "kind": "gains",
/** How many. */
at_least: number, } | { "kind": "keeps-culture",
/** How much. */
at_least: number, };

/** An answer to somebody who wants to take steps back. */
export type Consent = "agree" | "refuse";

/** A deck file to be checked, and what it is if it is sound. */
export type Deck = {
/** The file. */
text: string, };

/** A place where you are logged in. */
export type Device = {
/** Its public id. It proves nothing. */
id: string,
/** Browser and system, as `Firefox · Linux`; `null` if it is not known. */
label: string | null,
/** When it logged in, in seconds since 1970; `null` if that was not noted. */
created: number | null,
/** The day on which it was used last, as its beginning (UTC) in seconds since 1970; `null` if that
 * was not noted. */
used: number | null,
/** Whether it is this one. */
current: boolean, };

/** The places where you are logged in, those used last first. */
export type Devices = {
/** The devices. */
devices: Array<Device>, };

/** The contributions to the dice are fixed, and are being revealed. */
export type Draw = {
/** All contributions. Note them down before you reveal yours. */
fixed: Array<Fixed>,
/** The seats that have not revealed theirs. */
waiting: Array<Seat>, };

/** What can be played. */
export type Edition = {
/** Its id. */
edition: string,
/** Its name. */
name: string,
/** How many people can play; 1 is solo. */
seats: Array<number>,
/** Its Rogues. */
rogues: Array<RogueName>,
/** The options it has: `duel-missions`, `relentless`. */
options: Array<string>, };

/** The editions. */
export type EditionList = {
/** The editions. */
editions: Array<Edition>, };

/** How a game ended. */
export type EndedBy = "rules" | "resignation" | "archived";

/** Everything about you, and your games. */
export type Export = {
/** You. */
me: Me,
/** Your bot accounts. */
bots: Array<BotAccount>,
/** Where you are logged in. */
devices: Array<Device>,
/** Your games, as you may see them. */
games: Array<ExportedGame>, };

/** A game of yours. */
export type ExportedGame = {
/** The table. */
table: TableSummary,
/** The record as text; `null` if the game has not begun. */
record: string | null, };

/** A refusal. Nothing has changed then. */
export type Fault = {
/** What is wrong, for programs. */
code: Code,
/** What is wrong and what to do, for people, in English. */
text: string,
/** `illegal`, `options`: the rule, as in docs/RULES.md. */
rule?: string,
/** `malformed`, `bad-field`: where. */
field?: string,
/** `stale`: the version now. */
version?: number,
/** `too-many`, `busy`, `store`, `apart`: when to try again, in milliseconds. */
retry_ms?: number,
/** `options`, `bad-deck`: everything that is wrong. */
problems?: Array<Problem>, };

/** The body of an HTTP answer that refuses. */
export type FaultAnswer = {
/** Why. */
error: Fault, };

/** A contribution to the dice that can no longer be changed. */
export type Fixed = {
/** Whose. */
seat: Seat,
/** The hash of the entropy. */
hash: string, };

/** When a seat is asked to follow. */
export type Following = "beginner" | "normal" | "fast";

/** Whether somebody's chat is heard. */
export type Hearing = "heard" | "muted";

/** Logs out of several devices. */
export type LeaveAll = {
/** Which ones. */
devices: Leaving, };

/** Which devices are logged out. */
export type Leaving = "all" | "others";

/** Who you are. */
export type Me = {
/** Your public id. It proves nothing. */
id: string,
/** What others see. */
name: string,
/** Whether you are a program. */
program: boolean,
/** When a new recovery code begins to work that was asked for without the old one, in seconds since
 * 1970; left out if there is none. If it was not you: cancel it, and log out of other devices. */
new_recovery?: number, };

/** The tables where you sit, those that wait for you first. */
export type MyTables = {
/** The tables. */
tables: Array<TableSummary>, };

/** A new account for a program. */
export type NewBot = {
/** What others see, 1 to 30 characters. */
name: string, };

/** The same when it is new, with its token, which is shown once. */
export type NewBotAccount = {
/** Its public id. */
id: string,
/** What others see. */
name: string,
/** To be sent as `Authorization: Bearer TOKEN`. */
token: string, };

/** A new guest. */
export type NewMe = {
/** What others see, 1 to 30 characters. */
name: string, };

/** Asks for a new recovery code. */
export type NewRecovery = {
/** The code that it replaces. With it, or if there is none yet, the new code works at once; without
 * it the old one works for some days more. */
old?: string, };

/** What to do when a die of this face can be followed. */
export type Order = {
/** Which dice it is about. */
face: Face,
/** What to do. */
standing: Standing,
/** How long it holds. */
scope: Scope, };

/** What to do when the conditions of an order do not hold. */
export type Otherwise = "pass" | "ask";

/** Who plays. */
export type Player = { "kind": "person",
/** The name. */
name: string,
/** Whether connected. */
present: boolean,
/** Whether the game was given up; a bot plays on. */
resigned: boolean, } | { "kind": "program",
/** The name. */
name: string,
/** Whether connected. */
present: boolean,
/** Whether the game was given up; a bot plays on. */
resigned: boolean, } | { "kind": "bot",
/** The name. */
name: string,
/** Which. */
level: string, } | { "kind": "rogue",
/** Its name. */
name: string, };

/** One of several things that are wrong. */
export type Problem = {
/** What is wrong. */
text: string,
/** The rule it rests on. */
rule?: string,
/** The line of a deck. */
line?: number,
/** The column of that line. */
column?: number, };

/** What is asked, and of whom. */
export type Prompt = {
/** The version at which it was asked; an answer names it. It stays valid until it is answered,
 * also while others answer. */
version: number,
/** Everyone who is asked. In a follow window several are, at once. */
seats: Array<Seat>,
/** What is asked of you; or of the first of them, if you are not asked. */
decision: Decision,
/** What you can answer; nothing if you are not asked. */
legal?: Array<string>,
/** The same in words, where texts are wanted. */
texts?: Array<string>,
/** Your own answer, which is kept sealed until all have answered; `wait` if you wait. */
answered?: string,
/** Follow window, if you follow as a `beginner`: what a follow would bring you. */
brings?: Brings,
/** How long there is, in milliseconds from now; without it there is no limit. */
remaining_ms?: number, };

/** Why a view is sent. */
export type Reason = "joined" | "began" | "undone" | "behind";

/** Logs in on this device with a recovery code. */
export type Recover = {
/** The code. */
code: string, };

/** A recovery code, shown once: whoever has it can become you. */
export type Recovery = {
/** The code. It replaces the last one. */
code: string,
/** From when on it works, in seconds since 1970; `null`: at once. Until then the last one works,
 * and each of your devices can cancel the new one. */
from: number | null, };

/** What is known of your recovery code. */
export type RecoveryState = {
/** Whether you have one. */
has_code: boolean,
/** When a new one begins to work that was asked for without the old one, in seconds since 1970;
 * `null` if there is none. */
new_from: number | null, };

/** A change of the dealer's key. */
export type Rekeyed = {
/** The number of the first chance under the new key. */
from: number,
/** The new commitment, in hexadecimal digits. */
commitment: string, };

/** Reveals a contribution to the dice. */
export type Reveal = {
/** The bytes whose hash was sent, in hexadecimal digits. */
entropy: string, };

/** A Rogue to choose. */
export type RogueName = {
/** Its slug. */
rogue: string,
/** Its name. */
name: string, };

/** How long an order holds. */
export type Scope = "turn" | "until-my-turn" | "game";

/** The clock of a seat. */
export type SeatClock = {
/** Whose. */
seat: Seat,
/** What is left in the bank, in milliseconds, when the message was sent. */
bank_ms: number,
/** What is left of the time for the decision; `null` while the clock stands. */
move_ms: number | null, };

/** A seat. */
export type SeatInfo = {
/** Which. */
seat: Seat,
/** Who sits there; `null` if nobody does. */
player: Player | null,
/** The entropy the seat has added to the dice, in hexadecimal digits; `null` if none, or if it
 * is not revealed yet. */
entropy: string | null,
/** The hash of the entropy that the seat adds, if it has sent it. */
entropy_hash?: string, };

/** A message from the server. */
export type ServerMessage = { "type": "welcome",
/** The version of the protocol. */
orrery: number,
/** Who you are here. */
you: You,
/** The table. */
table: Table,
/** Your standing orders. */
orders: Array<Order>,
/** When you are asked to follow; `normal` if absent. */
following?: Following,
/** What was said last. */
chat: Array<ChatLine>, } | { "type": "table",
/** The table. */
table: Table, } | { "type": "presence",
/** The seats whose players are. */
seats: Array<Seat>,
/** How many spectators are. */
spectators: number, } | { "type": "view",
/** The version. */
version: number,
/** How many steps the game has. */
length: number,
/** Why it is sent. */
reason: Reason,
/** The game. */
view: View,
/** What is asked now. */
prompt?: Prompt,
/** The clocks of the seats; none if the table has none. */
clocks: Array<SeatClock>, } | { "type": "steps",
/** The version after them. */
version: number,
/** How many steps the game has after them. */
length: number,
/** The steps in order. */
steps: Array<StepTaken>,
/** What is asked now. */
prompt?: Prompt,
/** The clocks that changed. */
clocks?: Array<SeatClock>, } | { "type": "prompt",
/** What is asked. */
prompt: Prompt, } | { "type": "orders",
/** All of them. */
orders: Array<Order>,
/** When you are asked to follow; `normal` if absent. */
following?: Following, } | { "type": "chat",
/** What. */
line: ChatLine, } | { "type": "undo-asked",
/** The number of the request. */
request: number,
/** Who. */
seat: Seat,
/** How many steps would be left. */
to: number,
/** Who has not answered yet. */
waiting: Array<Seat>, } | { "type": "undo-refused",
/** The number of the request. */
request: number, } | { "type": "done",
/** The id of the message. */
id: string,
/** The version after it. */
version: number, } | { "type": "error",
/** The id of the message, if it had one. */
id?: string,
/** Why. */
error: Fault, } | { "type": "pong",
/** The id of the ping. */
id: string, } | { "type": "recovery",
/** When it begins to work, in seconds since 1970; `null`: it was cancelled. */
from: number | null, } | { "type": "closing",
/** Why. */
why: Closing,
/** When to come back, in milliseconds; `null`: not by itself. */
retry_ms: number | null, };

/** Takes a seat, or gives it to a bot. */
export type Sit = { "kind": "me",
/** The hash of 16 to 64 random bytes that I add to the dice and reveal in the draw, in
 * hexadecimal digits. */
entropy_hash?: string,
/** In place of the hash: 0 to 64 bytes that I add to the dice, open to all. */
entropy?: string, } | { "kind": "bot",
/** Which. */
level: string, };

/** Who says something. */
export type Speaker = {
/** The name at that time. */
name: string,
/** The seat; `null` if the speaker has left it since. */
seat: Seat | null, };

/** Whether others may watch. */
export type Spectating = "welcome" | "closed";

/** How far a table is. */
export type Stage = "open" | "playing" | "over" | "archived";

/** What a standing order says. */
export type Standing = { "kind": "never" } | { "kind": "ask" } | { "kind": "follow",
/** The conditions; with none, always. */
conditions: Array<Condition>,
/** What to do if they do not hold. */
otherwise: Otherwise, };

/** One step. */
export type StepTaken = {
/** Who took it; `null` for chance. */
seat: Seat | null,
/** The step in words; a card that you may not see is `?`. */
step: string,
/** What happened. */
events: Array<Told>,
/** Your own step, if you did not take it by hand: what took it for you. */
by?: Why, };

/** A table, as one client may see it. */
export type Table = {
/** Its id, which is also its link. */
table: string,
/** What is agreed on. A deck of one's own comes with it. */
settings: TableSettings,
/** The BLAKE3 hash of the deck, if there is one. A socket that was opened with `?deck=` is sent
 * the deck itself only once. */
deck_hash?: string,
/** How far it is. */
stage: Stage,
/** The seats. */
seats: Array<SeatInfo>,
/** Who you are here. */
you: You,
/** When it was made, in seconds since 1970. */
created: number,
/** What the dice are committed to, in hexadecimal digits. Note it down. */
commitment: string,
/** The seed, when the game is over. */
seed: string | null,
/** The changes of the dealer's key in the middle of the game: the server was restored from a
 * backup. Note them down. */
rekeyed?: Array<Rekeyed>,
/** The draw, while contributions to the dice are revealed before the game begins. */
draw?: Draw,
/** The version of the game; 0 before it begins. */
version: number,
/** How it ended, if it ended. */
ended_by: EndedBy | null,
/** The scores, if it was played to the end. */
outcome: Outcome | null,
/** The table where it is played again. */
rematch: string | null, };

/** Open tables, the newest first. */
export type TableList = {
/** The tables. */
tables: Array<TableSummary>, };

/** What is agreed on when a table is made. All but the number of seats can be left out. */
export type TableSettings = {
/** An edition; `classic` if left out. With `deck` it is ignored. */
edition?: string,
/** A deck file of your own, as in docs/DECKS.md. */
deck?: string,
/** How many people and bots play; 1 is solo. */
seats: number,
/** Solo: the Rogue; the first if left out. */
rogue?: string,
/** Who begins; drawn if left out. */
start?: Seat,
/** Two players, and no mission that compares them. */
duel_missions?: boolean,
/** Solo: the Rogue rerolls an unusable die once. */
relentless?: boolean,
/** How much time players have. */
clock?: ClockSetting,
/** Who finds the table. */
visibility?: Visibility,
/** Whether others may watch. */
spectating?: Spectating,
/** Whether programs may sit down. */
programs?: Admission,
/** What happens when the time of a player is over in the own turn. */
absent?: Absent,
/** How long a follow window stays sealed at least, in milliseconds, so that an answer by a
 * standing order looks like a quick one by hand: 0 to 5000, 700 if left out. */
beat_ms?: number, };

/** A table in a list. */
export type TableSummary = {
/** Its id. */
table: string,
/** The edition, or the id of the deck. */
edition: string,
/** How far it is. */
stage: Stage,
/** The clock. */
clock: ClockSetting,
/** Who sits there, by seat; `null` where nobody does. */
players: Array<string | null>,
/** When it was made, in seconds since 1970. */
created: number,
/** When something happened last. */
changed: number,
/** Whether it waits for you. */
your_turn: boolean, };

/** Who finds a table. */
export type Visibility = "public" | "link";

/** What took a step for a player. Only the player is told. */
export type Why = "order" | "timeout" | "stand";

/** Who a client is at a table. */
export type You = {
/** Your seat; `null` for a spectator. */
seat: Seat | null,
/** Whether you made the table. */
host: boolean, };
