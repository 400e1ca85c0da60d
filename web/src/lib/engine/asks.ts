// Generated from crates/wasm by `UPDATE_TYPES=1 cargo test -p orrery-wasm`; do not edit.

import type {
  Cards, Edition, EditionDescription, Outcome, Prompt, Seat, StepTaken, TableSettings, DescribedEvent, View,
} from '../protocol';
import type { Check, Mark, MoveReview, Review } from './review';

/** The requests by keyword, with their fields and responses. */
export interface Asks {
  'about': { asks: EngineInfoRequest; answers: EngineInfo };
  'cards': { asks: CardsRequest; answers: Cards };
  'edition': { asks: EditionRequest; answers: EditionDescription };
  'editions': { asks: EditionsRequest; answers: EditionDescription[] };
  'deck': { asks: CheckDeck; answers: Edition };
  'rulebook': { asks: RulebookRequest; answers: Rulebook };
  'new': { asks: NewGame; answers: OpenedGame };
  'position': { asks: NewGameFromSetup; answers: OpenedGame };
  'load': { asks: LoadGame; answers: OpenedGame };
  'close': { asks: CloseGame; answers: null };
  'look': { asks: MomentRequest; answers: Moment };
  'act': { asks: ActRequest; answers: GameProgress };
  'undo': { asks: UndoRequest; answers: GameProgress };
  'why': { asks: RefusalRequest; answers: Refusal | null };
  'preview': { asks: PreviewRequest; answers: Preview };
  'paths': { asks: PathsRequest; answers: Preview[] };
  'save': { asks: SaveGame; answers: SavedGame };
  'choose': { asks: BotActionRequest; answers: BotAction };
  'hint': { asks: HintRequest; answers: Hint };
  'assess': { asks: Assess; answers: Assessment };
  'chances': { asks: ChancesRequest; answers: number[] | null };
  'odds-history': { asks: OddsHistoryRequest; answers: WinChances[] };
  'open': { asks: OpenReplay; answers: Replay };
  'extend': { asks: ExtendReplay; answers: ExtendedReplay };
  'shut': { asks: CloseReplay; answers: null };
  'timeline': { asks: TimelineRequest; answers: ReplayStep[] };
  'at': { asks: ReplayMomentRequest; answers: Moment };
  'branch': { asks: BranchReplay; answers: OpenedGame };
  'verify': { asks: VerifyReplay; answers: Verdict };
  'entropy-hash': { asks: HashRequest; answers: string };
  'review': { asks: StartReview; answers: ReviewProgress };
  'review-advance': { asks: AdvanceReview; answers: ReviewProgress };
  'review-checks': { asks: ReviewChecks; answers: CheckedMark[] };
  'review-result': { asks: ReviewResult; answers: Review };
  'review-texts': { asks: ReviewTexts; answers: MoveTexts };
  'review-close': { asks: CloseReview; answers: null };
  'reasons': { asks: ReasonsRequest; answers: ReasonMessage[] };
  'puzzles': { asks: PuzzlesRequest; answers: PuzzleList };
  'puzzle-open': { asks: OpenPuzzle; answers: OpenedGame };
  'puzzle-judge': { asks: JudgePuzzle; answers: PuzzleAnswer };
  'puzzle-solve': { asks: SolvePuzzle; answers: PuzzleSolution };
  'write': { asks: ExportRecord; answers: string };
}

/** Applies actions of the deciding seat, all or none. Chance outcomes follow until a seat decides. */
export type ActRequest = {
/** The number of the game. */
game: number,
/** The version that the client has seen; the request fails if the game has changed since. */
version: number,
/** The actions, in notation. */
steps: Array<string>,
/** The viewer of the response; a spectator by default. */
viewer?: Seat, };

/** Continues a review. */
export type AdvanceReview = {
/** The number of the review. */
review: number,
/** The number of turns for the lookahead to play out; one takes about 0.2 ms in a browser. */
work: number, };

/** Requests the assessment of a move of the deciding seat.
 *
 * The request contains the saved game, so that a second engine instance can answer it. */
export type Assess = {
/** The saved game. */
saved: SavedGame,
/** The steps of the move, in notation. The best continuation completes an incomplete move. */
steps: Array<string>, };

/** The assessment of a move, based on what the seat can know. */
export type Assessment = {
/** The move, with its loss, its mark and the best moves. */
review: MoveReview,
/** The texts of the move and of its alternatives. */
texts: MoveTexts, };

/** The action of a bot. */
export type BotAction = {
/** The step, in notation. */
step: string, };

/** Requests the action of a bot. */
export type BotActionRequest = {
/** The saved game. */
saved: SavedGame,
/** The name of the bot, usually a level. */
bot: string, };

/** Starts a game from a position of a replay, with new dice. */
export type BranchReplay = {
/** The number of the replay. */
replay: number,
/** The number of steps before the branch. */
step: number,
/** The seed of the dice: 32 bytes in hexadecimal digits. */
seed: string,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** Requests the cards of an edition, a deck, a game or a replay, with texts. */
export type CardsRequest = {
/** The id of a built-in edition; `classic` by default. */
edition?: string,
/** The text of a custom deck (TOML). */
deck?: string,
/** The number of a game. */
game?: number,
/** The number of a replay. */
replay?: number, };

/** Requests each seat's chance to win, based on public information. */
export type ChancesRequest = {
/** The saved game. */
saved: SavedGame, };

/** Validates a custom deck; if it is invalid, the fault lists all problems. */
export type CheckDeck = {
/** The text of the deck (TOML). */
deck: string, };

/** A mark that rollouts have checked. */
export type CheckedMark = {
/** The index of the move in the review's list of moves. */
index: number,
/** The mark of the move after the check. */
mark: Mark | null,
/** The result of the rollouts. */
check: Check, };

/** Closes a game; its number becomes invalid. */
export type CloseGame = {
/** The number of the game. */
game: number, };

/** Closes a replay; its number becomes invalid. */
export type CloseReplay = {
/** The number of the replay. */
replay: number, };

/** Closes a review; its number becomes invalid. */
export type CloseReview = {
/** The number of the review. */
review: number, };

/** Requests the description of an edition, a deck, or the edition of a game or a replay. */
export type EditionRequest = {
/** The id of a built-in edition; `classic` by default. */
edition?: string,
/** The text of a custom deck (TOML). */
deck?: string,
/** The number of a game. */
game?: number,
/** The number of a replay. */
replay?: number, };

/** Requests descriptions of the built-in editions. */
export type EditionsRequest = Record<symbol, never>;

/** The built-in editions and bots. */
export type EngineInfo = {
/** The version of Orrery. */
version: string,
/** The editions. */
editions: Edition[],
/** The bot levels, weakest first. */
bots: Array<string>, };

/** Requests the built-in editions and bots. */
export type EngineInfoRequest = Record<symbol, never>;

/** Exports the record of a replay. */
export type ExportRecord = {
/** The number of the replay. */
replay: number,
/** The file format. */
form: RecordFormat,
/** The seat for which to redact the record; without one, the record is exported as it is. */
seen_by?: Seat, };

/** Adds steps to a replay, all or none.
 *
 * For example, a page adds the steps that a server sends to the seat of the record. */
export type ExtendReplay = {
/** The number of the replay. */
replay: number,
/** The viewer; a spectator by default. */
viewer?: Seat,
/** The steps, in notation; an empty list only requests the current moment. */
steps: Array<string>, };

/** The steps added to a replay. */
export type ExtendedReplay = {
/** The applied steps. */
steps: StepTaken[],
/** The current moment. It asks the viewer as soon as a server would: seats that the rules
 * ask before the viewer are assumed to have passed or chosen. */
moment: Moment, };

/** The share of attempts in which a bot level finds the best move. */
export type FoundBy = {
/** The level. */
level: string,
/** The success rate, 0 to 100. */
percent: number, };

/** The result of a request that changed a game. */
export type GameProgress = {
/** The applied steps; empty after an undo. */
steps: StepTaken[],
/** The current moment. */
moment: Moment,
/** The current state of the game, to be stored. */
saved: SavedGame, };

/** Requests the hash of a contribution to the dice, which a player sends before revealing it. */
export type HashRequest = {
/** The contribution, in hexadecimal digits. */
entropy: string, };

/** The response to a request for a hint. */
export type Hint = {
/** The legal actions with their chances to win, best first. */
answers: Array<RatedAnswer>,
/** Up to three reasons why the best answer is better than the second-best one. */
reasons: Array<ReasonMessage>, };

/** Requests a rating of the deciding seat's actions by the strongest bot. */
export type HintRequest = {
/** The saved game. */
saved: SavedGame, };

/** Compares an answer with the best move of a puzzle. */
export type JudgePuzzle = {
/** The text of the puzzle file. */
puzzle: string,
/** The steps of the answer, in notation: a complete move. */
steps: Array<string>, };

/** Loads a saved game. */
export type LoadGame = {
/** The saved game. */
saved: SavedGame,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** A game at one moment, as the viewer sees it. */
export type Moment = {
/** The number of applied steps. */
version: number,
/** The view: everything that the viewer may know. */
view: View,
/** The pending decision, with the legal actions if the viewer decides; `null` if there is none. */
prompt: Prompt | null,
/** The version that one undo of the viewer restores; `null` if the viewer cannot undo. */
undo: number | null, };

/** Requests the current moment of a game. */
export type MomentRequest = {
/** The number of the game. */
game: number,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** The texts of a move in a review, one per step. */
export type MoveTexts = {
/** The move played. */
played: Array<string>,
/** The alternatives, in the order of the review. */
alternatives: Array<Array<string>>, };

/** Starts a new game and runs it to the first decision. */
export type NewGame = {
/** The settings, as for an online table. The engine ignores clocks and players. */
settings: TableSettings,
/** The names of the players, by seat; letters by default. */
names?: Array<string>,
/** The seed of the dice: 32 random bytes in hexadecimal digits. */
seed: string,
/** The start time: `2026-01-31T19:30:00Z`. */
date?: string,
/** The first chance outcomes, in notation. The dice of a scripted game cannot be verified. */
script?: Array<string>,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** Starts a game from a set-up; lessons use this. */
export type NewGameFromSetup = {
/** The position as the text of a set-up. */
text: string,
/** The names of the players, by seat. */
names?: Array<string>,
/** The seed of the dice: 32 bytes in hexadecimal digits. */
seed: string,
/** The first chance outcomes, in notation. The dice of a scripted game cannot be verified. */
script?: Array<string>,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** Requests the chances to win after each turn of a game. */
export type OddsHistoryRequest = {
/** The record, in text or JSON format. */
record: string, };

/** Opens a puzzle as a game, viewed by the deciding seat. */
export type OpenPuzzle = {
/** The text of the puzzle file. */
puzzle: string,
/** The names of the players, by seat; letters by default. */
names?: Array<string>,
/** The seed of the dice: 32 bytes in hexadecimal digits. */
seed: string, };

/** Opens a record in text or JSON format as a replay. */
export type OpenReplay = {
/** The text of the file. */
record: string, };

/** An open game. */
export type OpenedGame = {
/** The number of the game; later requests refer to the game by it. */
game: number,
/** The chance outcomes that were applied when the game was opened. */
steps: StepTaken[],
/** The current moment. */
moment: Moment,
/** The current state of the game, to be stored. */
saved: SavedGame, };

/** The options of a game: whether each is on. */
export type OptionFlags = {
/** Two players: leave out missions that compare players, such as "most energy". */
duel_missions: boolean,
/** Solo, revised edition: let the Rogue reroll an unusable die once. */
relentless: boolean, };

/** Requests every way to complete an action, down to its targets: die, ship, place. */
export type PathsRequest = {
/** The number of a game; the alternative is `replay`. */
game?: number,
/** The number of a replay; its last position is used. */
replay?: number,
/** With `replay`: the seat that views the position. */
viewer?: Seat,
/** The first steps of the action, in notation; by default, all legal actions are completed. */
steps?: Array<string>, };

/** A position as a text: a set-up and the steps after it. */
export type PositionText = {
/** The text of a set-up. */
setup: string,
/** The steps after the set-up, in notation. */
steps: Array<string>, };

/** A preview of steps. */
export type Preview = {
/** The steps, in notation. The steps of a path include forced actions. */
steps: Array<string>,
/** The texts of the steps. */
texts: Array<string>,
/** The events that would happen. */
events: DescribedEvent[],
/** The kind of the next decision. */
next: PreviewNext,
/** The resulting view of the acting seat; `null` in paths. */
view: View | null,
/** The resulting decision; `null` in paths. */
prompt: Prompt | null, };

/** The kind of the decision after a preview. */
export type PreviewNext = "turn" | "choice" | "others" | "chance" | "over";

/** Previews steps of the deciding seat, up to the next chance outcome.
 *
 * At the end of a replay, the viewer is the deciding seat: seats that would be asked to follow
 * before the viewer are assumed to pass. */
export type PreviewRequest = {
/** The number of a game; the alternative is `replay`. */
game?: number,
/** The number of a replay, such as that of a seat's online game; its last position is used. */
replay?: number,
/** With `replay`: the seat that views the position. */
viewer?: Seat,
/** The steps, in notation; an empty list previews the current position. */
steps: Array<string>, };

/** The proof levels, lowest first. */
export type ProofLevel = "consistent" | "committed" | "contributed";

/** The evaluation of an answer. */
export type PuzzleAnswer = {
/** Whether the answer solves the puzzle: its loss is at most 0.02 spreads (docs/ANALYSIS.md). */
solved: boolean,
/** The index of the move in the solution. Different steps with the same result count as one
 * move. */
index: number | null,
/** The chance to win with the best move less the chance with the answer. */
behind: number | null, };

/** A list of puzzles. */
export type PuzzleList = {
/** The puzzles, in the order of the files. */
puzzles: Array<PuzzleSummary>,
/** The index of the puzzle of the day; `null` without a date. */
today: number | null, };

/** A move of a puzzle with its value. */
export type PuzzleMove = {
/** The steps, in notation. */
steps: Array<string>,
/** The texts of the steps. */
texts: Array<string>,
/** The chance to win, 0 to 1. */
chance: number,
/** The chance to win with the best move less the chance with this move. */
behind: number,
/** The standard error of `behind`; 0 for exact values. */
error: number,
/** The number of rollouts; `null` if the value is exact. */
games: number | null, };

/** The solution of a puzzle. */
export type PuzzleSolution = {
/** All moves, best first. */
moves: Array<PuzzleMove>,
/** The index of the move that the bot `greedy` plays. */
greedy: number | null,
/** The reasons why the best move is better than `steps`. */
reasons: Array<ReasonMessage>, };

/** A puzzle without its solution. */
export type PuzzleSummary = {
/** The name of the puzzle. */
id: string,
/** The edition. */
edition: string,
/** The number of players. */
seats: number,
/** The id of the Rogue; `null` unless the game is solo. */
rogue: string | null,
/** The deciding seat. */
seat: Seat,
/** The keywords of the themes, such as `colonise`. */
themes: Array<string>,
/** The success rate of each bot level, weakest level first. */
found: Array<FoundBy>,
/** The weakest level that finds the best move in at least half of its attempts, if any. */
level: string | null,
/** The number of different moves to choose from. */
moves: number, };

/** Requests a list of puzzles, and which one is the puzzle of the day. */
export type PuzzlesRequest = {
/** The texts of the puzzle files. */
files: Array<string>,
/** The date for which to choose the puzzle of the day, such as `2026-01-31`. */
date?: string, };

/** A rated action. */
export type RatedAnswer = {
/** The action and the choices that complete it: die, ship, place. */
steps: Array<string>,
/** The texts of the steps. */
texts: Array<string>,
/** The chance to win, 0 to 1. */
chance: number, };

/** The kinds of reasons. */
export type ReasonKind = "more" | "advance" | "ship-at" | "colony" | "level" | "die" | "mission" | "rival-fewer" | "rival-ship" | "rival-colony" | "rival-level" | "followed" | "next-colony" | "next-upgrade" | "rival-next-colony" | "reroll-better" | "reroll-worse" | "whole-position";

/** A reason why a move is better than another one.
 *
 * `better` and `worse` are chances to win, or probabilities of the event that `kind` names. Both
 * can be recomputed from the positions. The other fields are `null` unless the kind needs them. */
export type ReasonMessage = {
/** The kind. */
kind: ReasonKind,
/** The reason as a sentence. */
text: string,
/** The rival that the reason is about; `null` if it is about no rival. */
seat: Seat | null,
/** The id of the planet. */
planet: string | null,
/** The id of the mission. */
mission: string | null,
/** The resource: `energy` or `culture`. */
resource: string | null,
/** The face of a die. */
face: string | null,
/** The number of units of the resource or of spaces, or the empire level. */
units: number | null,
/** The chance or probability after the better move. */
better: number,
/** The chance or probability without the named difference, or after the other move. */
worse: number,
/** The position that `better` evaluates. */
better_position: PositionText,
/** The position that `worse` evaluates: the counterfactual. */
worse_position: PositionText, };

/** Requests up to three reasons why a move is better than another one.
 *
 * For the current position of a game, give `saved`, `better` and `worse`. To compare the best
 * alternative with the move played in a review, give `review` and `index`. */
export type ReasonsRequest = {
/** The saved game. */
saved?: SavedGame,
/** The steps of the better move. */
better?: Array<string>,
/** The steps of the other move. */
worse?: Array<string>,
/** The number of a review. */
review?: number,
/** The index of the move in the review's list of moves. */
index?: number, };

/** The file formats of a record. */
export type RecordFormat = "text" | "json";

/** The reason why a step is illegal. */
export type Refusal = {
/** The number of the rule that forbids the step, such as `R7.3`. */
rule: string,
/** The reason. */
text: string,
/** The text of this rule in the rulebook. */
book: string, };

/** Requests why a step is illegal; the response is `null` if it is legal. */
export type RefusalRequest = {
/** The number of a game; the alternative is `replay`. */
game?: number,
/** The number of a replay; its last position is used. */
replay?: number,
/** With `replay`: the seat that views the position. */
viewer?: Seat,
/** Legal steps to apply before the step. */
after?: Array<string>,
/** The step, in notation. */
step: string, };

/** An open replay. */
export type Replay = {
/** The number of the replay; later requests refer to the replay by it. */
replay: number,
/** The id of the edition or deck. */
edition: string,
/** The text of the custom deck; `null` for a built-in edition. */
deck: string | null,
/** The number of players, including bots. */
seats: number,
/** The id of the Rogue; `null` unless the game is solo. */
rogue: string | null,
/** The options. */
options: OptionFlags,
/** The names of the players, by seat. */
names: Array<string>,
/** The start time, such as `2026-01-31T19:30:00Z`; `null` if unknown. */
date: string | null,
/** The number of steps. */
length: number,
/** The turns, each with its first step. */
turns: Array<TurnMark>,
/** Whether the record is complete; otherwise it is redacted for a viewer. */
whole: boolean,
/** The seat for which the record is redacted; `null` if complete, or for a spectator. */
seen_by: Seat | null,
/** The result; `null` if the game is not finished. */
outcome: Outcome | null, };

/** Requests the moment of a replay after a number of steps. */
export type ReplayMomentRequest = {
/** The number of the replay. */
replay: number,
/** The number of steps. */
step: number,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** A step of a replay. */
export type ReplayStep = {
/** The number of steps up to and including this step. */
version: number,
/** The turn of the step. */
turn: number,
/** The step. */
step: StepTaken,
/** The points of each seat after the step, without missions. */
points: Array<number>,
/** The comment of an annotator; `null` if there is none. */
comment: string | null, };

/** Requests the marks that rollouts have checked, in the order of the checks. */
export type ReviewChecks = {
/** The number of the review. */
review: number,
/** The number of checks that the page already has. */
from: number, };

/** The progress of a review. */
export type ReviewProgress = {
/** The number of the review. */
review: number,
/** The number of steps analysed so far. */
done: number,
/** The number of steps of the game. */
total: number,
/** The number of marks that rollouts have checked. */
checked: number,
/** The number of marks to check that are known so far. */
marks: number,
/** Whether all moves and outcomes are analysed; rollouts may still be running. */
replayed: boolean,
/** Whether the review is complete. */
finished: boolean, };

/** Requests the part of a review that is done. */
export type ReviewResult = {
/** The number of the review. */
review: number, };

/** Requests the texts of a move in a review. */
export type ReviewTexts = {
/** The number of the review. */
review: number,
/** The index of the move in the review's list of moves. */
index: number, };

/** A chapter or a rule. */
export type Rule = {
/** The number of a chapter (`R7`), a rule (`R7.3`) or a part of a rule (`R7.3a`). */
number: string,
/** The heading of the chapter, or the text of the rule. */
text: string, };

/** The rulebook in the selected language. */
export type Rulebook = {
/** The language as a tag: `en` or `de`. */
language: string,
/** The chapters. */
chapters: Array<Rule>,
/** The rules of all chapters. The number of a rule starts with the number of its chapter. */
rules: Array<Rule>, };

/** Requests the rulebook. */
export type RulebookRequest = Record<symbol, never>;

/** Requests the saved form of a game. */
export type SaveGame = {
/** The number of the game. */
game: number, };

/** A saved game. It contains the secret seed of the dice, so a page must not show it to players. */
export type SavedGame = {
/** The record so far, in text format. */
record: string,
/** The seed of the dice, in hexadecimal digits. */
seed: string,
/** The scripted chance outcomes that are left, in notation. */
script: Array<string>, };

/** The reason why the proof level is not higher. */
export type Shortfall = "no-commitment" | "no-contribution" | "other-contributions-not-committed" | "rekeyed";

/** Requests the solution of a puzzle. */
export type SolvePuzzle = {
/** The text of the puzzle file. */
puzzle: string,
/** The answer that the reasons compare with the best move; by default, the second-best move. */
steps?: Array<string>,
/** The names of the players, by seat, for the texts. */
names?: Array<string>, };

/** Starts the review of a game. */
export type StartReview = {
/** The record, text or JSON. */
record: string,
/** Maximum number of rollouts per marked move; 0 leaves marks unchecked. The default is
 * `ROLLOUTS`. */
rollouts?: number, };

/** Requests all steps of a replay. */
export type TimelineRequest = {
/** The number of the replay. */
replay: number,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** The start of a turn. */
export type TurnMark = {
/** The number of the turn; 0 is the opening. */
turn: number,
/** The active seat; `null` in the opening. */
seat: Seat | null,
/** The number of steps before the turn. */
step: number, };

/** Undoes steps of the viewer, at most back to the point where new information was revealed. */
export type UndoRequest = {
/** The number of the game. */
game: number,
/** The version to restore; by default, the one before the last choice. */
to?: number,
/** The seat that undoes its steps. */
viewer?: Seat, };

/** The result of a verification. */
export type Verdict = {
/** The verdict. */
verdict: VerdictKind,
/** The details, in English. */
text: string,
/** The proof level; `null` unless the dice are proved. */
proof_level: ProofLevel | null,
/** The reason why the proof level is not higher; `null` at the highest level. */
shortfall: Shortfall | null,
/** The number of draws that were aborted before the game. */
aborted: number,
/** The number of proved rolls. */
rolls: number,
/** The number of proved planet draws. */
draws: number,
/** The number of proved mission deals. */
deals: number,
/** The number of proved draws of the starting seat. */
starts: number, };

/** The kinds of verdict. */
export type VerdictKind = "proved" | "false" | "unknown";

/** Verifies the dice of a replay. */
export type VerifyReplay = {
/** The number of the replay. */
replay: number,
/** The dice receipt (docs/FAIR-DICE.md); without one, only `consistent` can be proved. */
receipt?: string, };

/** The chances to win at one moment. */
export type WinChances = {
/** The turn that has just ended; 0 for the opening. */
turn: number,
/** The number of applied steps. */
version: number,
/** Each seat's chance to win (0 to 1), based on public information. */
chances: Array<number>, };
