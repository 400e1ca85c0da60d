// Prepares the review of a game for the page: accounts, key moments, own mistakes. docs/ANALYSIS.md
// defines the terms.
import type { Account, GraphPoint, Mark, MoveReview, OutcomeReview, Review } from '../engine/review';
import type { Seat } from '../protocol';

/** The maximum loss with which a move still counts as equal to the best one, as a fraction of the review's `spread`. */
const TOLERANCE = 0.02;
/** The number of key moments to show. */
const MAX_MOMENTS = 12;
/** The number of moves that are too close to call to show. */
const MAX_TOO_CLOSE = 60;

/** The symbols of the marks, as in chess notation. */
export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Converts a fraction to a whole percentage. */
export const toPercent = (share: number): number => Math.round(share * 100);

/** Returns whether different chances look equal as whole percentages, so that they need a decimal place. */
export function needDecimals(chances: readonly number[]): boolean {
  const exact = new Set(chances.map((chance) => chance.toFixed(3)));
  return new Set([...exact].map((chance) => toPercent(Number(chance)))).size < exact.size;
}

/** Returns a number with its sign: `+12`, `−3`, `±0`; `format` writes the number without its sign. */
export const signed = (n: number, format: (n: number) => string = String): string =>
  n > 0 ? `+${format(n)}` : n < 0 ? `−${format(-n)}` : '±0';

/** The name of a part of an account. */
export type PartName = 'start' | 'luck' | 'losses' | 'gifts' | 'hidden' | 'unexplained' | 'result';

/** A part of an account, drawn as a bar from one chance to another. */
export interface AccountPart {
  name: PartName;
  from: number;
  to: number;
  /** The change in whole percentage points; the rounded values add up from the start to the result. */
  points: number;
}

/** Returns the parts of an account; each change starts where the one before it ends. */
export function accountParts(account: Account): AccountPart[] {
  const { start, result, luck, losses, gifts, hidden, unexplained } = account;
  // A part that rounds to zero gets no row.
  const showsHidden = Math.abs(hidden) >= 0.005;
  const changes: [PartName, number][] = [
    ['luck', luck],
    ['losses', -losses],
    ['gifts', gifts],
    ...(showsHidden ? [['hidden', hidden] as [PartName, number]] : []),
    ['unexplained', unexplained + (showsHidden ? 0 : hidden)],
  ];
  let at = start;
  const parts = changes.map(([name, change]): AccountPart => {
    const from = at;
    at += change;
    // Use differences of rounded sums, so that the rounded parts add up.
    return { name, from, to: at, points: toPercent(at) - toPercent(from) };
  });
  return [
    { name: 'start', from: 0, to: start, points: toPercent(start) },
    ...parts,
    { name: 'result', from: 0, to: result, points: toPercent(result) },
  ];
}

/** Returns the lowest and the highest value of all bars; the range always includes 0 and 1. */
export function range(accounts: Account[]): [number, number] {
  const ends = accounts.flatMap((account) => accountParts(account).flatMap(({ from, to }) => [from, to]));
  return [Math.min(0, ...ends), Math.max(1, ...ends)];
}

/** The result of a seat and the effect of luck; they select the texts of the page. */
export interface Verdict {
  result: 'won' | 'shared' | 'lost' | 'open';
  luck: 'helped' | 'hurt' | 'even';
}

/** Returns the verdict on a seat. */
export function verdictOf({ result, luck }: Account, over: boolean): Verdict {
  const share = toPercent(result);
  return {
    result: !over ? 'open' : share === 0 ? 'lost' : share === 100 ? 'won' : 'shared',
    luck: toPercent(luck) > 0 ? 'helped' : toPercent(luck) < 0 ? 'hurt' : 'even',
  };
}

/** Returns the luck-adjusted result in percent, clamped to 0–100 like a probability. */
export const adjustedPercent = ({ adjusted }: Account): number => Math.min(100, Math.max(0, toPercent(adjusted)));

/** Returns whether a marked move is too close to call: rollouts could not decide whether it is worse than the best one. */
export const isTooClose = ({ check }: MoveReview): boolean => check?.verdict === 'close';

/** Returns the numbers of inaccuracies, mistakes and blunders of a seat. */
export function markCounts(review: Review, seat: Seat): [number, number, number] {
  const count = (mark: Mark) => review.moves.filter((move) => move.seat === seat && move.mark === mark).length;
  return [count('inaccuracy'), count('mistake'), count('blunder')];
}

/** A notable moment: a bad move, or a lucky or unlucky outcome. */
export interface KeyMoment {
  /** The number of steps before it. */
  from: number;
  /** The number of steps after it. */
  to: number;
  turn: number;
  seat: Seat;
  /** The absolute change of the seat's chance to win. */
  weight: number;
  move: MoveReview | null;
  outcome: OutcomeReview | null;
  /** Whether it is the largest change of the game. */
  isTurningPoint: boolean;
}

const SEATS = 'ABCDE';
/** Returns the index of a seat in lists by seat. */
export const seatIndex = (seat: Seat): number => SEATS.indexOf(seat);

/** The part of a review that a graph shows. */
export type GraphData = Pick<Review, 'graph' | 'moves' | 'outcomes' | 'turning_point'>;

/** Returns all moments with a mark, and the turning point, in the order of the game. */
export function allMoments(review: GraphData): KeyMoment[] {
  const turning = review.turning_point;
  const isTurningPoint = (to: number) => turning !== null && turning.to === to;
  const moves = review.moves
    .filter((move) => move.mark !== null || isTurningPoint(move.to))
    .map((move): KeyMoment => ({
      ...pick(move),
      from: move.from,
      weight: move.loss,
      move,
      outcome: null,
      isTurningPoint: isTurningPoint(move.to),
    }));
  const outcomes = review.outcomes.flatMap((outcome): KeyMoment[] => {
    const { seat, step } = outcome;
    if (!seat || (!outcome.mark && !isTurningPoint(step))) return [];
    const weight = Math.abs(outcome.luck[seatIndex(seat)] ?? 0);
    return [{ from: step - 1, to: step, turn: outcome.turn, seat, weight, move: null, outcome, isTurningPoint: isTurningPoint(step) }];
  });
  return [...moves, ...outcomes].sort((a, b) => a.to - b.to);
}

const pick = ({ to, turn, seat }: MoveReview) => ({ to, turn, seat });

/** Returns the most important moments, in the order of the game. */
export const keyMoments = (review: GraphData, max = MAX_MOMENTS): KeyMoment[] => mostImportant(allMoments(review), max);

/** Compares moments, for sorting the most important one first. */
export const byImportance = (a: KeyMoment, b: KeyMoment): number =>
  Number(b.isTurningPoint) - Number(a.isTurningPoint) || b.weight - a.weight;

/** Returns the most important ones of some moments, in the same order. */
function mostImportant(all: KeyMoment[], max: number): KeyMoment[] {
  const chosen = new Set([...all].sort(byImportance).slice(0, max));
  return all.filter((moment) => chosen.has(moment));
}

/** Returns the moments of the moves that are too close to call, in the order of the game; of a long game only the largest losses. */
export function tooCloseMoments(review: GraphData): KeyMoment[] {
  const tooClose = review.moves.filter((move) => isTooClose(move));
  const moments = tooClose.map((move): KeyMoment => ({
    ...pick(move),
    from: move.from,
    weight: move.loss,
    move,
    outcome: null,
    isTurningPoint: false,
  }));
  return mostImportant(moments, MAX_TOO_CLOSE);
}

/** Returns the number of moves that are too close to call. */
export const tooCloseCount = (review: GraphData): number => review.moves.filter((move) => isTooClose(move)).length;

/** Returns the mistakes and blunders of a seat that rollouts have confirmed. */
export const mistakesOf = (review: Review, seat: Seat): MoveReview[] => badMoves(review, seat).filter(({ check }) => check !== null);

/** Returns the moves of a seat that look like mistakes or blunders, but that rollouts have not checked yet. */
export const uncheckedOf = (review: Review, seat: Seat): MoveReview[] => badMoves(review, seat).filter(({ check }) => check === null);

const badMoves = (review: Review, seat: Seat): MoveReview[] =>
  review.moves.filter((move) => move.seat === seat && (move.mark === 'mistake' || move.mark === 'blunder'));

/** Returns whether a move with this chance to win counts as equal to the best one. */
export const isGood = (review: Review, move: MoveReview, chance: number): boolean => move.best - chance <= TOLERANCE * review.spread;

/** Returns the point of the graph at or before a step. */
export function pointAt(graph: GraphPoint[], step: number): GraphPoint | undefined {
  // A binary search, because a page looks up every mark of a long game.
  let [low, high] = [0, graph.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((graph[middle]?.step ?? 0) <= step) low = middle;
    else high = middle;
  }
  return graph[low];
}

/** Maps a chance from the range `low` to `high` to 0 to 1, for the colour of a heat map. */
export function heat(chance: number, low: number, high: number): number {
  return high > low ? (chance - low) / (high - low) : 0.5;
}
