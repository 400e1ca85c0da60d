// Generated from crates/protocol by `UPDATE_TYPES=1 cargo test -p orrery-protocol`; do not edit.
import type { Decision, DescribedEvent, Face, Outcome, Seat, TextLanguage, View } from './game';

export type * from './game';

/** The version of the protocol. */
export const PROTOCOL = 1;

/** The admission of programs. */
export type Admission = "admitted" | "refused";

/** The cause of a step that the player did not choose. Only this player sees it. */
export type AutoStepCause = "order" | "timeout" | "stand";

/** A bot account: an account for a program. */
export type BotAccount = {
/** Its public id. */
id: string,
/** The name that others see. */
name: string, };

/** Your bot accounts. */
export type BotAccounts = {
/** The accounts. */
bots: Array<BotAccount>, };

/** The bots that the server can play, weakest first. */
export type BotList = {
/** The levels of the bots, such as `captain`. */
bots: Array<string>, };

/** One line of chat. Clients show it as plain text, never as markup. */
export type ChatLine = {
/** The number of the line at this table. Later lines have higher numbers. */
number: number,
/** The author. */
from: Speaker,
/** When the line was written, in seconds since 1970. */
at: number,
/** The text. */
text: string, };

/** The readers of the chat. */
export type ChatReaders = "players" | "everyone";

/** A message to the server.
 *
 * The client generates the `id` of a message. The server answers with one `done`, `error` or
 * `pong` that has the same id. The id is an idempotency key: the server carries out a repeated
 * message only once. */
export type ClientMessage = { "do": "hello",
/** The version of the protocol. */
orrery: number,
/** The last version of the game that the client has seen.
 *
 * If it is absent, the server sends a view. */
since?: number,
/** The language of texts; if absent, the server sends no texts. */
words?: TextLanguage, } | { "do": "act",
/** The id of the message, at most 64 bytes. */
id: string,
/** The `version` of the prompt. */
version: number,
/** One of the legal answers of the prompt, in notation. */
step: string, } | { "do": "wait",
/** The id of the message. */
id: string,
/** The `version` of the prompt. */
version: number, } | { "do": "undo",
/** The id of the message. */
id: string,
/** The current version of the game, as the client knows it. */
version: number,
/** The number of steps of the game to keep; if absent, the server undoes my last step. */
to?: number, } | { "do": "consent",
/** The id of the message. */
id: string,
/** The number of the request, from `undo-asked`. */
request: number,
/** The answer. */
answer: Consent, } | { "do": "orders",
/** The id of the message. */
id: string,
/** The new orders, at most one for each face. */
orders: Array<Order>,
/** My new follow mode; `normal` if absent. */
following?: Following, } | { "do": "chat",
/** The id of the message. */
id: string,
/** Plain text, at most 500 characters. */
text: string, } | { "do": "hear",
/** The id of the message. */
id: string,
/** The seat. */
seat: Seat,
/** The new visibility of its chat. */
hearing: MuteState, } | { "do": "resign",
/** The id of the message. */
id: string, } | { "do": "resume",
/** The last version that the client has seen; if absent, the server sends a view. */
since?: number, } | { "do": "ping",
/** The id that the server returns. */
id: string, };

/** The role of a client at a table. */
export type ClientRole = {
/** Your seat; `null` for a spectator. */
seat: Seat | null,
/** Whether you created the table. */
host: boolean, };

/** The clock setting of a table. */
export type ClockSetting = { "kind": "none" } | { "kind": "live",
/** The time bank of each seat, in seconds. */
bank_s: number,
/** The time for each decision, in seconds. */
move_s: number,
/** The time for each follow, in seconds. Follows do not use the bank. */
follow_s: number, } | { "kind": "days",
/** The hours for each decision. */
hours: number, };

/** The reason for closing a connection. */
export type CloseReason = "restart" | "slow" | "abuse" | "silent" | "apart" | "gone" | "logged-out";

/** The error codes. */
export type Code = "malformed" | "too-long" | "version" | "hello" | "bad-field" | "no-identity" | "no-recovery" | "no-table" | "not-found" | "not-host" | "not-seated" | "seat-taken" | "already-seated" | "seats-empty" | "begun" | "not-begun" | "over" | "not-admitted" | "not-asked" | "stale" | "not-a-step" | "illegal" | "nothing-to-undo" | "options" | "bad-deck" | "too-many" | "origin" | "method" | "busy" | "store" | "apart" | "damaged" | "internal" | "unknown-command" | "unknown-field" | "missing-field" | "no-game" | "no-edition" | "no-rule" | "bad-options" | "bad-setup" | "not-chance" | "too-many-games" | "too-many-decks" | "game-too-long";

/** A condition of a standing order. */
export type Condition = { "kind": "colonises" } | { "kind": "gains",
/** The minimum number of units. */
at_least: number, } | { "kind": "keeps-culture",
/** The minimum culture. */
at_least: number, };

/** The answer to a request for an undo. */
export type Consent = "agree" | "refuse";

/** A request to validate a deck file. */
export type Deck = {
/** The text of the file. */
text: string, };

/** A device on which you are logged in. */
export type Device = {
/** Its id, which is not secret. */
id: string,
/** Browser and system, such as `Firefox · Linux`; `null` if unknown. */
label: string | null,
/** When the device logged in, in seconds since 1970; `null` if unknown. */
created: number | null,
/** The day of the last use: its start (UTC) in seconds since 1970; `null` if unknown. */
used: number | null,
/** Whether this is the device that sent the request. */
current: boolean, };

/** The devices on which you are logged in, most recently used first. */
export type Devices = {
/** The devices. */
devices: Array<Device>, };

/** The draw of the dice: all contributions are fixed, and the seats reveal them. */
export type Draw = {
/** The hashes of all contributions. Note them before you reveal yours. */
fixed: Array<EntropyCommitment>,
/** The seats that have not revealed their contributions yet. */
waiting: Array<Seat>, };

/** An edition of the game. */
export type Edition = {
/** Its id. */
edition: string,
/** Its name. */
name: string,
/** The possible numbers of players; 1 is solo. */
seats: Array<number>,
/** Its Rogues. */
rogues: Array<RogueName>,
/** The ids of the options that it offers for at least one number of players. */
options: Array<string>, };

/** A list of editions. */
export type EditionList = {
/** The editions. */
editions: Array<Edition>, };

/** The way in which a game ended. */
export type EndedBy = "rules" | "resignation" | "archived";

/** The hash of a contribution to the dice, which fixes the contribution. */
export type EntropyCommitment = {
/** The seat that contributes. */
seat: Seat,
/** The hash of the entropy. */
hash: string, };

/** An export of everything that the server stores about you, and your games. */
export type Export = {
/** Your identity. */
me: Me,
/** Your bot accounts. */
bots: Array<BotAccount>,
/** The devices on which you are logged in. */
devices: Array<Device>,
/** Your games, without information that is hidden from you. */
games: Array<ExportedGame>, };

/** A game of yours. */
export type ExportedGame = {
/** The table. */
table: TableSummary,
/** The record as text; `null` if the game has not begun. */
record: string | null, };

/** The answer when the conditions of an order do not hold. */
export type Fallback = "pass" | "ask";

/** An error: the server or the engine refused a request, or failed.
 *
 * With the codes `store`, `busy`, `apart` and `internal`, the server may have made the requested
 * change; with all other codes, nothing has changed. */
export type Fault = {
/** The error code, for programs. */
code: Code,
/** The error and the remedy, for people, in English. */
text: string,
/** For `illegal`: the number of the rule in docs/RULES.md. */
rule?: string,
/** The index of the refused step, counted from 0.
 *
 * Only `orrery stdio` sets it, for `illegal` and `not-a-step`, and only if the request has
 * several steps. */
at?: number,
/** The name of the field that caused the error, if there is one. */
field?: string,
/** For `stale`: the current version. */
version?: number,
/** The delay before a retry, in milliseconds; absent if a retry would not help.
 *
 * For `too-many`, `busy`, `store`, `apart` and `internal`. */
retry_ms?: number,
/** All problems of invalid options, a set-up, a deck or a record; empty for other errors. */
problems?: Array<Problem>, };

/** The body of an HTTP error response. */
export type FaultAnswer = {
/** The error. */
error: Fault, };

/** The expected result of a follow, which decides whether the conditions of an order hold. */
export type FollowPreview = {
/** Whether the follow can colonise a planet. */
colonises: boolean,
/** The units of energy and culture that the follow gains.
 *
 * This excludes the cost of the follow, and gains that depend on further choices. */
gains: number,
/** The culture that is left after paying for the follow. */
keeps_culture: number, };

/** The follow mode of a seat: when the server asks it to follow. */
export type Following = "beginner" | "normal" | "fast";

/** A request to log out devices. */
export type LogoutRequest = {
/** The devices to log out. */
devices: LogoutScope, };

/** The devices to log out. */
export type LogoutScope = "all" | "others";

/** Your identity. */
export type Me = {
/** Your public id, which is not secret. */
id: string,
/** The name that others see. */
name: string,
/** Whether this identity is a bot account. */
program: boolean,
/** When a new recovery code becomes valid, in seconds since 1970; absent if there is none.
 *
 * This is a code that was requested without the old code. If you did not request it, cancel it
 * and log out of other devices. */
new_recovery?: number, };

/** The visibility of the chat of a seat. */
export type MuteState = "heard" | "muted";

/** The tables where you play. Tables that wait for you come first. */
export type MyTables = {
/** The tables. */
tables: Array<TableSummary>, };

/** A request for a new bot account: an account for a program. */
export type NewBot = {
/** The name that others see, 1 to 30 characters. */
name: string, };

/** A new bot account, with its token. The server shows the token only once. */
export type NewBotAccount = {
/** Its public id. */
id: string,
/** The name that others see. */
name: string,
/** The token, which the program sends as `Authorization: Bearer TOKEN`. */
token: string, };

/** A request for a new guest identity. */
export type NewMe = {
/** The name that others see, 1 to 30 characters. */
name: string, };

/** A request for a new recovery code. */
export type NewRecovery = {
/** The old code, which the new one replaces.
 *
 * If you send the old code, or have none yet, the new code is valid at once. Otherwise the old
 * code stays valid for some days, and then the new code replaces it. */
old?: string, };

/** A standing order for dice of one face. */
export type Order = {
/** The face of the dice that the order applies to. */
face: Face,
/** The answer to a follow window of such a die. */
standing: Standing,
/** How long the order is in force. */
scope: Scope, };

/** A player. */
export type Player = { "kind": "person",
/** The name. */
name: string,
/** Whether the player is connected. */
present: boolean,
/** Whether the player resigned, so that a bot plays the seat. */
resigned: boolean, } | { "kind": "program",
/** The name. */
name: string,
/** Whether the player is connected. */
present: boolean,
/** Whether the player resigned, so that a bot plays the seat. */
resigned: boolean, } | { "kind": "bot",
/** The name. */
name: string,
/** Its level. */
level: string, } | { "kind": "rogue",
/** Its name. */
name: string, };

/** One problem of an input that may have several. */
export type Problem = {
/** The problem, for people. */
text: string,
/** The rule that the input violates. */
rule?: string,
/** The line of the text, counted from 1. */
line?: number,
/** The column in the line, counted from 1. */
column?: number, };

/** A question that one or more seats must answer now. */
export type Prompt = {
/** The version of the game when the prompt was created.
 *
 * An answer must contain this version. The prompt stays valid until you answer it, even while
 * other seats answer theirs. */
version: number,
/** The seats that must answer. In a follow window there can be several. */
seats: Array<Seat>,
/** Your decision; if you are not asked, the decision of the first of these seats. */
decision: Decision,
/** Your legal answers in notation; empty if you are not asked. */
legal?: Array<string>,
/** The texts of the legal answers, in the same order; empty if you did not ask for texts. */
texts?: Array<string>,
/** Your own sealed answer in notation; `wait` if you chose to wait; absent before you answer. */
answered?: string,
/** A preview of your follow, if your follow mode is `beginner`. */
brings?: FollowPreview,
/** Your remaining time in milliseconds; absent if there is no limit. */
remaining_ms?: number, };

/** A request to log in on this device with a recovery code. */
export type Recover = {
/** The code. */
code: string, };

/** A recovery code, shown once: anyone who has it can log in as you. */
export type Recovery = {
/** The new code, which replaces the previous one. */
code: string,
/** When the new code becomes valid, in seconds since 1970; `null` if it is valid at once.
 *
 * Until then the previous code is valid, and each of your devices can cancel the new one. */
from: number | null, };

/** The state of your recovery code. */
export type RecoveryState = {
/** Whether you have a recovery code. */
has_code: boolean,
/** When a new code becomes valid, in seconds since 1970; `null` if there is none.
 *
 * This is a code that was requested without the old code. */
new_from: number | null, };

/** A re-keying: a new seed in a running game. */
export type Rekeyed = {
/** The number of the first chance outcome that uses the new seed. */
from: number,
/** The new commitment, in hexadecimal digits. */
commitment: string, };

/** Reveals a contribution to the dice. */
export type Reveal = {
/** The bytes whose hash you sent when you took the seat, in hexadecimal digits. */
entropy: string, };

/** A Rogue that a solo game can have. */
export type RogueName = {
/** Its slug. */
rogue: string,
/** Its name. */
name: string, };

/** The lifetime of an order. */
export type Scope = "turn" | "until-my-turn" | "game";

/** The clock of a seat. */
export type SeatClock = {
/** The seat. */
seat: Seat,
/** Time left in the time bank, in milliseconds. The current decision is not subtracted yet. */
bank_ms: number,
/** Time left for the decision when the message was sent, in milliseconds.
 *
 * It includes the time bank, except for a follow. It is `null` while the clock is stopped. */
move_ms: number | null, };

/** A seat and its player. */
export type SeatInfo = {
/** The seat. */
seat: Seat,
/** The player; `null` if the seat is free. */
player: Player | null,
/** The entropy that the seat contributed to the dice, in hexadecimal digits.
 *
 * `null` if there is none, or if it is not revealed yet. */
entropy: string | null,
/** The hash of the seat's entropy, if the seat has sent it. */
entropy_hash?: string, };

/** A message from the server. */
export type ServerMessage = { "type": "welcome",
/** The version of the protocol. */
orrery: number,
/** Your role at the table. */
you: ClientRole,
/** The table. */
table: Table,
/** Your standing orders. */
orders: Array<Order>,
/** Your follow mode; `normal` if absent. */
following?: Following,
/** The last lines of chat. */
chat: Array<ChatLine>, } | { "type": "table",
/** The table. */
table: Table, } | { "type": "presence",
/** The seats whose players are connected. */
seats: Array<Seat>,
/** The number of connected spectators. */
spectators: number, } | { "type": "view",
/** The version of the game. Every step and every undo raises it by one. */
version: number,
/** The number of steps of the game. An undo reduces it. */
length: number,
/** The reason for sending the view. */
reason: ViewReason,
/** The game. */
view: View,
/** The open prompt; absent if no seat must decide. */
prompt?: Prompt,
/** The clocks of the seats; empty if the table has no clock. */
clocks: Array<SeatClock>, } | { "type": "steps",
/** The version after the steps. */
version: number,
/** The number of steps of the game after these steps. */
length: number,
/** The steps in order. */
steps: Array<StepTaken>,
/** The open prompt; absent if no seat must decide. */
prompt?: Prompt,
/** The clocks of the seats; empty if the table has no clock. */
clocks?: Array<SeatClock>, } | { "type": "prompt",
/** The prompt. */
prompt: Prompt, } | { "type": "orders",
/** All orders. */
orders: Array<Order>,
/** Your follow mode; `normal` if absent. */
following?: Following, } | { "type": "chat",
/** The line. */
line: ChatLine, } | { "type": "undo-asked",
/** The number of the request. */
request: number,
/** The seat of the player. */
seat: Seat,
/** The number of steps of the game that would remain. */
to: number,
/** The seats that have not answered yet. */
waiting: Array<Seat>, } | { "type": "undo-refused",
/** The number of the request. */
request: number, } | { "type": "done",
/** The id of the message. */
id: string,
/** The version after the message. */
version: number, } | { "type": "error",
/** The id of the message, if it had one. */
id?: string,
/** The error. */
error: Fault, } | { "type": "pong",
/** The id of the ping. */
id: string, } | { "type": "recovery",
/** When the new code becomes valid, in seconds since 1970; `null` if it was cancelled. */
from: number | null, } | { "type": "closing",
/** The reason. */
why: CloseReason,
/** Delay before an automatic reconnect, in milliseconds; `null` if there must be none. */
retry_ms: number | null, };

/** Takes a seat, or gives it to a bot. */
export type Sit = { "kind": "me",
/** The hash of my 16 to 64 random bytes for the dice, in hexadecimal digits.
 *
 * I reveal the bytes in the draw. */
entropy_hash?: string,
/** Instead of the hash: 0 to 64 public bytes for the dice, in hexadecimal digits. */
entropy?: string, } | { "kind": "bot",
/** The level of the bot. */
level: string, };

/** The author of a line of chat. */
export type Speaker = {
/** The author's current name; if the author has left the seat, the name at the time of writing. */
name: string,
/** The author's seat; `null` if the author has left it. */
seat: Seat | null, };

/** The admission of spectators. */
export type Spectating = "welcome" | "closed";

/** The stage of a table. */
export type Stage = "open" | "playing" | "over" | "archived";

/** The answer of a standing order. */
export type Standing = { "kind": "never" } | { "kind": "ask" } | { "kind": "follow",
/** The conditions. If the list is empty, always follow. */
conditions: Array<Condition>,
/** The answer if a condition does not hold. */
otherwise: Fallback, };

/** A step that was taken. */
export type StepTaken = {
/** The seat that took the step; `null` for chance. */
seat: Seat | null,
/** The step in notation; a card that you may not see is `?`. */
step: string,
/** The events. */
events: Array<DescribedEvent>,
/** The cause of the step, if it is yours and you did not choose it yourself. */
by?: AutoStepCause, };

/** A table, as one client may see it. */
export type Table = {
/** The id of the table, which is also its link. */
table: string,
/** The settings, including a custom deck. */
settings: TableSettings,
/** The BLAKE3 hash of the custom deck, in hexadecimal digits, if there is one.
 *
 * A client can cache the deck. If it opens the socket with `?deck=HASH`, the server sends
 * `settings.deck` only once, and not at all if `HASH` is the hash of this deck. A client
 * without a cached deck leaves `HASH` empty. */
deck_hash?: string,
/** The stage of the table. */
stage: Stage,
/** The seats. */
seats: Array<SeatInfo>,
/** Your role at the table. */
you: ClientRole,
/** When it was created, in seconds since 1970. */
created: number,
/** The commitment: the hash of the seed of the dice, in hexadecimal digits.
 *
 * Note it before the game begins, to verify the dice later. */
commitment: string,
/** The seed of the dice; `null` until the game is over. */
seed: string | null,
/** The re-keyings during the game. Note them, to verify the dice later.
 *
 * The server re-keys a game after it was restored from a backup. */
rekeyed?: Array<Rekeyed>,
/** The running draw, in which the seats reveal their contributions to the dice. */
draw?: Draw,
/** The seats of absent players that another person can take. */
offered?: Array<Seat>,
/** The version of the game; 0 before it begins. */
version: number,
/** How the game ended; `null` if it is not over. */
ended_by: EndedBy | null,
/** The result; `null` if the game was not played to the end. */
outcome: Outcome | null,
/** The id of the table for the rematch; `null` if there is none. */
rematch: string | null, };

/** Open tables, the newest first. */
export type TableList = {
/** The tables. */
tables: Array<TableSummary>, };

/** The settings of a new table. Only the number of seats is required. */
export type TableSettings = {
/** The id of the edition; `classic` if left out. It is ignored if there is a `deck`. */
edition?: string,
/** The text of a custom deck file, as described in docs/DECKS.md. */
deck?: string,
/** The number of players, people and bots together; 1 is solo. */
seats: number,
/** The slug of the Rogue of a solo game; the first one of the edition if left out. */
rogue?: string,
/** The starting player; random if left out. */
start?: Seat,
/** Two players: leave out missions that compare players, such as "most energy". */
duel_missions?: boolean,
/** Solo, revised edition: let the Rogue reroll an unusable die once. */
relentless?: boolean,
/** The clock of the players. */
clock?: ClockSetting,
/** The visibility of the table. */
visibility?: Visibility,
/** Whether people without a seat may watch. */
spectating?: Spectating,
/** The people who may read the chat. */
chat?: ChatReaders,
/** Whether programs may take a seat. */
programs?: Admission,
/** The action of the server if a player runs out of time in their own turn. */
absent?: TimeoutPolicy,
/** Minimum window time in milliseconds: 0 to 5000, 700 if left out.
 *
 * A follow window stays open at least this long, so that its duration does not reveal
 * whether a standing order or a person answered. */
beat_ms?: number, };

/** A table in a list. */
export type TableSummary = {
/** Its id. */
table: string,
/** The edition, or the id of the deck. */
edition: string,
/** Its stage. */
stage: Stage,
/** The clock. */
clock: ClockSetting,
/** The names of the players, by seat; `null` for a free seat. */
players: Array<string | null>,
/** When it was created, in seconds since 1970. */
created: number,
/** When it changed last, in seconds since 1970. */
changed: number,
/** Whether the game waits for your decision. */
your_turn: boolean, };

/** The action of the server if a player runs out of time in their own turn. */
export type TimeoutPolicy = { "kind": "wait" } | { "kind": "end-turn" } | { "kind": "bot",
/** The level of the bot. */
level: string, };

/** The reason for sending a view. */
export type ViewReason = "joined" | "began" | "undone" | "behind";

/** The visibility of a table. */
export type Visibility = "public" | "link";
