// Generated from crates/analysis by `UPDATE_TYPES=1 cargo test -p orrery-analysis`; do not edit.

import type { Seat } from '../protocol';

/** The account of a seat: `result - start = luck - losses + gifts + hidden + unexplained`. */
export type Account = {
/** The seat. */
seat: Seat,
/** The chance to win at the start. */
start: number,
/** The share of the victory, or the latest chance to win if the game is not over. */
result: number,
/** The luck. */
luck: number,
/** The losses by own moves. */
losses: number,
/** The gifts of other seats. */
gifts: number,
/** The change of its chance to win due to missions that the deciding seats could not know. */
hidden: number,
/** The change that the evaluator cannot explain. */
unexplained: number,
/** The luck by cause. */
luck_by: LuckBy,
/** The result without luck; may lie outside 0 to 1. */
adjusted: number,
/** The moves. */
moves: number,
/** The real decisions. */
decisions: number,
/** 1000 times the mean loss of the real decisions. */
error_rate: number | null,
/** The accuracy in percent. */
accuracy: number | null,
/** The number of inaccuracies, mistakes and blunders. */
marks: [number, number, number],
/** The cost of being followed: its chance if others had passed less its chance after follows. */
followed: number,
/** The number of gifts of which the seat was the one that gained most. */
gifts_received: number,
/** The number of these gifts that it took. */
gifts_taken: number,
/** The level that plays like this seat. */
plays_like: PlaysLike | null, };

/** A possible move. */
export type Alternative = {
/** The steps, in notation. */
steps: Array<string>,
/** The chance of the deciding seat. */
chance: number,
/** Whether this is the move played. */
played: boolean, };

/** The kind of a chance outcome. */
export type ChanceKind = "roll" | "reroll" | "draw" | "deal" | "start" | "rogue";

/** The check of a mark by rollouts. */
export type Check = {
/** The result. */
verdict: CheckVerdict,
/** The loss by rollouts. */
loss: number,
/** The standard error of the loss. */
error: number,
/** The games played for each of the two moves. */
games: number, };

/** The result of a check by rollouts. */
export type CheckVerdict = "worse" | "close" | "better";

/** The kind of a decision. */
export type DecisionKind = "mission" | "die" | "reroll" | "convert" | "end-turn" | "follow" | "rogue" | "other";

/** The main gift of a bad move. */
export type Gift = {
/** The seat that gained most. */
seat: Seat,
/** Whether the seat took the gift: until the giver's next turn, its own losses were smaller. */
taken: boolean, };

/** The chances to win at one moment. */
export type GraphPoint = {
/** The number of applied steps. */
step: number,
/** The turn; 0 before the first. */
turn: number,
/** The chance of each seat. */
chances: Array<number>, };

/** The luck of a seat by cause. */
export type LuckBy = {
/** Own dice. */
own_dice: number,
/** The dice of other players. */
others_dice: number,
/** Planets, missions and the starting seat. */
cards: number,
/** The Rogue's dice. */
rogue: number, };

/** The rating of a chance outcome by its luck. */
export type LuckMark = "very-unlucky" | "unlucky" | "lucky" | "very-lucky";

/** The mark of a bad move. */
export type Mark = "inaccuracy" | "mistake" | "blunder";

/** A move of a seat, with its loss.
 *
 * A move is an action with the choices that complete it. It ends with a chance outcome, with a
 * decision of another seat, or when the seat can choose its next action. */
export type MoveReview = {
/** The number of applied steps before the move. */
from: number,
/** The number of steps applied up to the end of the move. */
to: number,
/** The turn. */
turn: number,
/** The seat. */
seat: Seat,
/** The kind of decision. */
kind: DecisionKind,
/** The steps, in notation. */
steps: Array<string>,
/** The number of different moves. */
choices: number,
/** The seat's chance to win with this move, based on what the seat could know. */
chance: number,
/** The seat's chance to win with the best move. */
best: number,
/** The loss: the best chance less the chance of this move. */
loss: number,
/** The gift to each seat; the seat's own entry is the negative loss. */
gifts: Array<number>,
/** The change of each seat's chance due to missions that the deciding seat could not know. */
hidden: Array<number>,
/** The change of the chances that the evaluator cannot explain, by seat. */
unexplained: Array<number>,
/** Whether the choice mattered: at least two moves differ by 0.01 spreads. */
decision: boolean,
/** The mark by the loss, or by rollouts once they have checked the move.
 *
 * A checked move has a mark only if its loss in the rollouts is significant and large enough. */
mark: Mark | null,
/** The check of the first mark by rollouts. */
check: Check | null,
/** The main gift of a loss that is large enough for a mark; `null` for other moves. */
gift: Gift | null,
/** The best moves, best first, and the move played. */
alternatives: Array<Alternative>, };

/** A caveat about the review. */
export type Note = {
/** The kind. */
kind: NoteKind,
/** The step that the note refers to, counted from 1. */
step: number | null,
/** The details in English. */
text: string, };

/** The kind of a caveat. */
export type NoteKind = "unfinished" | "illegal" | "revision" | "unknown-cards" | "false-dice" | "hidden-missions";

/** A chance outcome. */
export type OutcomeReview = {
/** The number of steps applied up to and including the outcome. */
step: number,
/** The turn. */
turn: number,
/** The seat that rolls or draws; `null` for set-up. */
seat: Seat | null,
/** The kind. */
kind: ChanceKind,
/** The outcome, in notation. */
outcome: string,
/** The probability of the outcome. */
probability: number,
/** The number of possible outcomes. */
possible: number,
/** The luck of each seat. */
luck: Array<number>,
/** The change of the chances that the evaluator cannot explain, by seat. */
unexplained: Array<number>,
/** The luck of `seat`, if it was remarkable. */
mark: LuckMark | null, };

/** An estimate of strength from the choices of a seat. */
export type PlaysLike = {
/** The temperature of the softmax that explains the choices best. */
temperature: number,
/** The lower end of the 95 % interval. */
low: number,
/** The upper end of the 95 % interval. */
high: number,
/** The nearest bot level. */
level: string,
/** The bot level of the upper end of the interval, the weakest. */
weakest: string,
/** The bot level of the lower end of the interval, the strongest. */
strongest: string,
/** The number of choices used. */
choices: number, };

/** A possible roll. */
export type PossibleRoll = {
/** The roll, in notation. */
outcome: string,
/** The probability of the roll. */
probability: number,
/** The chance of the seat after the roll. */
chance: number,
/** Whether this roll happened. */
rolled: boolean, };

/** The review of a game.
 *
 * Lists by seat have one entry per seat; in a solo game the second is the Rogue's. Chances,
 * luck and losses are fractions of a victory (0.02 is two percentage points). */
export type Review = {
/** The number of seats. */
seats: number,
/** Whether this is a solo game. */
solo: boolean,
/** The hash of the evaluator: equal hashes give comparable values. */
evaluator: string,
/** The standard deviation of the result if all seats are equally strong. Thresholds are
 * multiples of this spread. */
spread: number,
/** The number of steps of the game that were replayed. */
steps: number,
/** The number of steps analysed so far. */
analysed: number,
/** Whether the game is over; if not, the review uses the last chances to win as its result. */
over: boolean,
/** Caveats about the review, such as parts that could not be analysed. */
notes: Array<Note>,
/** The chances to win at the start and after each move and each chance outcome. */
graph: Array<GraphPoint>,
/** The moves. */
moves: Array<MoveReview>,
/** The chance outcomes. */
outcomes: Array<OutcomeReview>,
/** The account of each seat. */
accounts: Array<Account>,
/** The largest change of the chances to win. */
turning_point: TurningPoint | null,
/** The luckiest and unluckiest roll of each seat, each with all possible rolls. */
rolls: Array<RollMap>, };

/** The luckiest or unluckiest roll of a seat, and all rolls that were possible. */
export type RollMap = {
/** The number of steps applied up to and including the roll, equal to `step` of its outcome. */
step: number,
/** The seat whose luck is shown. */
seat: Seat,
/** Whether this is the luckiest roll of the seat; otherwise the unluckiest. */
luckiest: boolean,
/** The luck of the seat. */
luck: number,
/** The possible rolls. */
rolls: Array<PossibleRoll>, };

/** The largest change of the chances to win. */
export type TurningPoint = {
/** The number of applied steps before the change. */
from: number,
/** The number of steps applied up to the end of the change. */
to: number,
/** The turn. */
turn: number,
/** The seat whose chance changed most. */
seat: Seat,
/** The change of its chance. */
change: number, };
