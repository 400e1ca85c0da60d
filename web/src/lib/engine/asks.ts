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

/** Applies one or more actions of the deciding seat, all or none. Then chance decides, up to
 * the next decision of a seat. */
export type ActRequest = {
/** The game. */
game: number,
/** The version that the client has seen. */
version: number,
/** The steps, in notation. */
steps: Array<string>,
/** The viewer of the response. */
viewer?: Seat, };

/** Continues a review. */
export type AdvanceReview = {
/** The number of the review. */
review: number,
/** The amount of work; a unit takes about 0.2 ms in a browser. */
work: number, };

/** Requests the assessment of a move of the deciding seat.
 *
 * The request contains the saved game, so that a second engine instance can answer it. */
export type Assess = {
/** The game. */
saved: SavedGame,
/** The steps of the move, in notation; the best continuation completes an incomplete move. */
steps: Array<string>, };

/** The assessment of a move, based on what its seat can know. */
export type Assessment = {
/** The move, with its loss, its mark and the best moves. */
review: MoveReview,
/** The texts of the move and of the best moves. */
texts: MoveTexts, };

/** The action of a bot. */
export type BotAction = {
/** The step, in notation. */
step: string, };

/** Requests the action of a bot. */
export type BotActionRequest = {
/** The game. */
saved: SavedGame,
/** The level. */
bot: string, };

/** Starts a game from a position of a replay, with new dice. */
export type BranchReplay = {
/** The replay. */
replay: number,
/** The number of steps before the branch. */
step: number,
/** The seed of the dice: 32 bytes in hexadecimal digits. */
seed: string,
/** The viewer. */
viewer?: Seat, };

/** Requests the cards of an edition, a deck, a game or a replay, with texts. */
export type CardsRequest = {
/** An edition. */
edition?: string,
/** A custom deck. */
deck?: string,
/** The number of a game. */
game?: number,
/** The number of a replay. */
replay?: number, };

/** Requests each seat's chance to win, by public information; `null` if unknown. */
export type ChancesRequest = {
/** The game. */
saved: SavedGame, };

/** Validates a custom deck; the fault lists all problems. */
export type CheckDeck = {
/** The file. */
deck: string, };

/** A mark that rollouts have checked. */
export type CheckedMark = {
/** The index of the move in the list of moves. */
index: number,
/** The mark of the move after the check. */
mark: Mark | null,
/** The check. */
check: Check, };

/** Closes a game. */
export type CloseGame = {
/** The number of the game. */
game: number, };

/** Closes a replay. */
export type CloseReplay = {
/** The number of the replay. */
replay: number, };

/** Removes a review. */
export type CloseReview = {
/** The number of the review. */
review: number, };

/** Requests the description of an edition, a deck, or the edition of a game or a replay. */
export type EditionRequest = {
/** An edition. */
edition?: string,
/** A custom deck. */
deck?: string,
/** The number of a game. */
game?: number,
/** The number of a replay. */
replay?: number, };

/** Requests descriptions of the built-in editions. */
export type EditionsRequest = Record<symbol, never>;

/** The built-in editions and bots. */
export type EngineInfo = {
/** The version of the program. */
version: string,
/** The editions. */
editions: Edition[],
/** The bot levels, weakest first. */
bots: Array<string>, };

/** Requests the built-in editions and bots. */
export type EngineInfoRequest = Record<symbol, never>;

/** Exports a record. */
export type ExportRecord = {
/** A replay. */
replay: number,
/** The file format. */
form: RecordFormat,
/** Redacts the record for this seat. */
seen_by?: Seat, };

/** Adds steps to a replay, all or none.
 *
 * For example, a server sends these steps to the seat of the record. */
export type ExtendReplay = {
/** The replay. */
replay: number,
/** The viewer; a spectator by default. */
viewer?: Seat,
/** The steps, in notation; none to request the current moment. */
steps: Array<string>, };

/** The steps added to a replay. */
export type ExtendedReplay = {
/** The applied steps. */
steps: StepTaken[],
/** The current moment. The viewer is asked as soon as a server would ask: seats before the
 * viewer are assumed to pass or to have chosen. */
moment: Moment, };

/** The share of attempts in which a bot level finds the best move. */
export type FoundBy = {
/** The level. */
level: string,
/** The percentage. */
percent: number, };

/** The result of a request that changed a game. */
export type GameProgress = {
/** The applied steps. */
steps: StepTaken[],
/** The current moment. */
moment: Moment,
/** The saved game. */
saved: SavedGame, };

/** Requests the hash of a contribution to the dice. */
export type HashRequest = {
/** The contribution, in hexadecimal digits. */
entropy: string, };

/** A hint. */
export type Hint = {
/** The legal actions with their chance to win, best first. */
answers: Array<RatedAnswer>,
/** Up to three reasons why the best answer is better than the second one. */
reasons: Array<ReasonMessage>, };

/** Requests a rating of the deciding seat's actions by the strongest bot. */
export type HintRequest = {
/** The game. */
saved: SavedGame, };

/** Compares an answer with the best move of a puzzle. */
export type JudgePuzzle = {
/** The text of the puzzle file. */
puzzle: string,
/** The steps of the answer: a whole move. */
steps: Array<string>, };

/** Loads a saved game. */
export type LoadGame = {
/** The saved game. */
saved: SavedGame,
/** The viewer. */
viewer?: Seat, };

/** A game at one moment, as the viewer sees it. */
export type Moment = {
/** The number of applied steps. */
version: number,
/** The view: everything that the viewer may know. */
view: View,
/** The pending decision, with the legal actions if the viewer decides. */
prompt: Prompt | null,
/** The version that one undo of the viewer restores, if undo is possible. */
undo: number | null, };

/** Requests the current moment of a game. */
export type MomentRequest = {
/** The number of the game. */
game: number,
/** The viewer. */
viewer?: Seat, };

/** A move of a review as texts, one per step. */
export type MoveTexts = {
/** The move played. */
played: Array<string>,
/** The alternatives, in the order of the review. */
alternatives: Array<Array<string>>, };

/** Starts a new game and runs it to the first decision. */
export type NewGame = {
/** The settings, as for an online table; clocks and players are ignored. */
settings: TableSettings,
/** The names of the players, by seat; letters by default. */
names?: Array<string>,
/** The seed of the dice: 32 random bytes in hexadecimal digits. */
seed: string,
/** The start time: `2026-01-31T19:30:00Z`. */
date?: string,
/** The first chance outcomes, in notation. A scripted game cannot be verified. */
script?: Array<string>,
/** The viewer; a spectator by default. */
viewer?: Seat, };

/** Starts a game from a set-up, as for lessons. */
export type NewGameFromSetup = {
/** The position as the text of a set-up. */
text: string,
/** The names of the players, by seat. */
names?: Array<string>,
/** The seed of the dice: 32 bytes in hexadecimal digits. */
seed: string,
/** The first chance outcomes, in notation. */
script?: Array<string>,
/** The viewer. */
viewer?: Seat, };

/** Requests the win probabilities after each turn of a game. */
export type OddsHistoryRequest = {
/** The record, text or JSON. */
record: string, };

/** Opens a puzzle as a game that the deciding seat views. */
export type OpenPuzzle = {
/** The text of the puzzle file. */
puzzle: string,
/** The names of the players, by seat; letters by default. */
names?: Array<string>,
/** The seed of the dice: 32 bytes in hexadecimal digits. */
seed: string, };

/** Opens a record in text or JSON format as a replay. */
export type OpenReplay = {
/** The file. */
record: string, };

/** An open game. */
export type OpenedGame = {
/** The number of the game. */
game: number,
/** The steps since the game was opened. */
steps: StepTaken[],
/** The current moment. */
moment: Moment,
/** The saved game. */
saved: SavedGame, };

/** The options of a game, on or off. */
export type OptionFlags = {
/** Two players: leave out missions that compare players, such as "most energy". */
duel_missions: boolean,
/** Solo, revised edition: let the Rogue reroll an unusable die once. */
relentless: boolean, };

/** Requests every way to complete a step, down to its targets: die, ship, place. */
export type PathsRequest = {
/** A game. */
game?: number,
/** Or the end of a replay. */
replay?: number,
/** In a replay: the viewer. */
viewer?: Seat,
/** The first steps; without any, all legal actions. */
steps?: Array<string>, };

/** A position as a text: a set-up and the steps after it. */
export type PositionText = {
/** The text of a set-up. */
setup: string,
/** The steps after the set-up, in notation. */
steps: Array<string>, };

/** A preview of steps. */
export type Preview = {
/** The steps; those of a path include forced actions. */
steps: Array<string>,
/** The texts of the steps. */
texts: Array<string>,
/** The events that would happen. */
events: DescribedEvent[],
/** The next decision. */
next: PreviewNext,
/** The resulting view of the acting seat; not for paths. */
view: View | null,
/** The resulting decision; not for paths. */
prompt: Prompt | null, };

/** The decision after a preview. */
export type PreviewNext = "turn" | "choice" | "others" | "chance" | "over";

/** Previews steps of the deciding seat, without predicting chance. At the end of a replay the
 * viewer decides; seats that are asked to follow before the viewer are assumed to pass. */
export type PreviewRequest = {
/** A game. */
game?: number,
/** Or the end of a replay, such as a record that a server sends to a seat. */
replay?: number,
/** In a replay: the viewer. */
viewer?: Seat,
/** The steps; none previews the current position. */
steps: Array<string>, };

/** The proof levels, lowest first. */
export type ProofLevel = "consistent" | "committed" | "contributed";

/** The evaluation of an answer. */
export type PuzzleAnswer = {
/** Whether the answer solves the puzzle: it is at most 0.02 spreads behind the best move. */
solved: boolean,
/** The index of the move in the solution; different steps with the same result are one move. */
index: number | null,
/** The chance to win of the best move less that of the answer. */
behind: number | null, };

/** A list of puzzles. */
export type PuzzleList = {
/** The puzzles, in the order of the files. */
puzzles: Array<PuzzleSummary>,
/** The index of the puzzle of the day. */
today: number | null, };

/** A move of a puzzle with its value. */
export type PuzzleMove = {
/** The steps, in notation. */
steps: Array<string>,
/** The texts of the steps. */
texts: Array<string>,
/** The chance to win. */
chance: number,
/** The chance to win of the best move less that of this move. */
behind: number,
/** The standard error of `behind`; 0 for exact values. */
error: number,
/** The number of rollouts; `null` for exact values. */
games: number | null, };

/** The solution of a puzzle. */
export type PuzzleSolution = {
/** All moves, best first. */
moves: Array<PuzzleMove>,
/** The index of the move that the bot `greedy` plays. */
greedy: number | null,
/** The reasons why the best move is better. */
reasons: Array<ReasonMessage>, };

/** A puzzle without its solution. */
export type PuzzleSummary = {
/** The name of the puzzle. */
id: string,
/** The edition. */
edition: string,
/** The number of players. */
seats: number,
/** The Rogue of a solo game. */
rogue: string | null,
/** The deciding seat. */
seat: Seat,
/** The keywords of the themes, such as `colonise`. */
themes: Array<string>,
/** The success rates of the bot levels, weakest level first. */
found: Array<FoundBy>,
/** The weakest level that finds the best move in at least half of its attempts. */
level: string | null,
/** The number of different moves. */
moves: number, };

/** Requests a list of puzzles, and which one is the puzzle of the day. */
export type PuzzlesRequest = {
/** The texts of the puzzle files. */
files: Array<string>,
/** The day: `2026-01-31`. */
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
export type ReasonKind = "more" | "advance" | "ship-at" | "colony" | "level" | "die" | "mission" | "rival-fewer" | "rival-ship" | "rival-colony" | "rival-level" | "followed" | "next-colony" | "next-upgrade" | "rival-next-colony" | "reroll-better" | "reroll-worse" | "chance";

/** A reason why a move is better than another one.
 *
 * `better` and `worse` are chances to win, or probabilities of the event that `kind` names. They can
 * be recomputed from the positions. */
export type ReasonMessage = {
/** The kind. */
kind: ReasonKind,
/** The reason as a sentence. */
text: string,
/** The rival that the reason is about. */
seat: Seat | null,
/** The planet. */
planet: string | null,
/** The mission. */
mission: string | null,
/** The resource: `energy` or `culture`. */
resource: string | null,
/** The face of a die. */
face: string | null,
/** The units, spaces or the level. */
units: number | null,
/** The number with the better move. */
better: number,
/** The number without the difference, or with the other move. */
worse: number,
/** The position of `better`. */
better_position: PositionText,
/** The position of `worse`: the counterfactual. */
worse_position: PositionText, };

/** Requests up to three reasons why a move is better than another one.
 *
 * Give `saved`, `better` and `worse` for the current position of a game. Or give `review` and
 * `index` to compare the best alternative with the move played in a review. */
export type ReasonsRequest = {
/** The game. */
saved?: SavedGame,
/** The steps of the better move. */
better?: Array<string>,
/** The steps of the other move. */
worse?: Array<string>,
/** The number of a review. */
review?: number,
/** The index of the move in the list of moves. */
index?: number, };

/** The file formats of a record. */
export type RecordFormat = "text" | "json";

/** The reason why a step is illegal. */
export type Refusal = {
/** The number of the rule. */
rule: string,
/** The reason. */
text: string,
/** The text of the rule. */
book: string, };

/** Requests why a step is illegal; the response is `null` if it is legal. */
export type RefusalRequest = {
/** A game. */
game?: number,
/** Or the end of a replay. */
replay?: number,
/** In a replay: the viewer. */
viewer?: Seat,
/** Legal steps to apply before the step. */
after?: Array<string>,
/** The step, in notation. */
step: string, };

/** An open replay. */
export type Replay = {
/** The number of the replay. */
replay: number,
/** The edition or deck. */
edition: string,
/** The custom deck. */
deck: string | null,
/** The number of players, including bots. */
seats: number,
/** The Rogue of a solo game. */
rogue: string | null,
/** The options. */
options: OptionFlags,
/** The names of the players, by seat. */
names: Array<string>,
/** The start time. */
date: string | null,
/** The number of steps. */
length: number,
/** The turns, with the first step of each. */
turns: Array<TurnMark>,
/** Whether the record is complete, rather than redacted for a viewer. */
whole: boolean,
/** The viewer of a redacted record. */
seen_by: Seat | null,
/** The result. */
outcome: Outcome | null, };

/** Requests a replay after a number of steps. */
export type ReplayMomentRequest = {
/** The replay. */
replay: number,
/** The number of steps. */
step: number,
/** The viewer. */
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
/** An annotator's comment. */
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
/** The steps analysed so far. */
done: number,
/** The steps of the game. */
total: number,
/** The marks checked by rollouts. */
checked: number,
/** The marks to check, as far as they are known. */
marks: number,
/** Whether all moves and outcomes are analysed. Rollouts may still be missing. */
replayed: boolean,
/** Whether the review is complete. */
finished: boolean, };

/** Requests the finished part of a review. */
export type ReviewResult = {
/** The number of the review. */
review: number, };

/** Requests a move of a review as texts. */
export type ReviewTexts = {
/** The number of the review. */
review: number,
/** The index of the move in the list of moves. */
index: number, };

/** A chapter or a rule. */
export type Rule = {
/** The number of a chapter (`R7`), a rule (`R7.3`) or a part of a rule (`R7.3a`). */
number: string,
/** The heading, or the rule. */
text: string, };

/** The rulebook in the selected language. */
export type Rulebook = {
/** The language. */
language: string,
/** The chapters. */
chapters: Array<Rule>,
/** The rules of all chapters. The number of a rule starts with the number of its chapter. */
rules: Array<Rule>, };

/** Requests the rulebook. */
export type RulebookRequest = Record<symbol, never>;

/** Saves a game. */
export type SaveGame = {
/** The game. */
game: number, };

/** A saved game. It contains the secret seed, so do not show it to players. */
export type SavedGame = {
/** The record so far. */
record: string,
/** The seed of the dice, in hexadecimal digits. */
seed: string,
/** The remaining scripted outcomes, in notation. */
script: Array<string>, };

/** The reason why the proof level is not higher. */
export type Shortfall = "no-commitment" | "no-contribution" | "others-not-fixed" | "rekeyed";

/** Requests the solution of a puzzle. */
export type SolvePuzzle = {
/** The text of the puzzle file. */
puzzle: string,
/** An answer to compare the best move with; the second-best move by default. */
steps?: Array<string>,
/** The names of the players, by seat, for the texts. */
names?: Array<string>, };

/** Starts the review of a game. */
export type StartReview = {
/** The record, text or JSON. */
record: string,
/** Maximum number of rollouts per marked move; 0 leaves marks unchecked. */
rollouts?: number, };

/** Requests all steps of a replay. */
export type TimelineRequest = {
/** The replay. */
replay: number,
/** The viewer. */
viewer?: Seat, };

/** The start of a turn. */
export type TurnMark = {
/** The number of the turn; 0 is the opening. */
turn: number,
/** The active seat. */
seat: Seat | null,
/** The number of steps before the turn. */
step: number, };

/** Undoes steps of the viewer, at most back to the last new information. */
export type UndoRequest = {
/** The game. */
game: number,
/** The version to restore; one undo by default. */
to?: number,
/** The seat that undoes. */
viewer?: Seat, };

/** The result of a verification. */
export type Verdict = {
/** The verdict. */
verdict: VerdictKind,
/** The details, in English. */
text: string,
/** The proof level, if the dice are proved. */
proof_level: ProofLevel | null,
/** The reason why the proof level is not higher. */
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
/** The replay. */
replay: number,
/** The dice receipt, as described in docs/FAIR-DICE.md. */
receipt?: string, };

/** The chances to win at one moment. */
export type WinChances = {
/** The turn that just ended; 0 before the first. */
turn: number,
/** The number of applied steps. */
version: number,
/** Each seat's chance to win, by public information. */
chances: Array<number>, };
