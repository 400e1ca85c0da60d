// The puzzles of the client, read by the engine.
import { deviceErrorText } from '../app/faults';
import { DEFAULT_LEVEL } from '../app/levels';
import { engineClient, localGames } from '../app/local';
import type { PuzzleAnswer, PuzzleSolution, PuzzleSummary, SeatPlan } from '../engine';
import { t } from '../i18n/index.svelte';
import { botName, SEATS } from '../newgame/seats';
import type { Seat } from '../protocol';
import { Attempt } from '../review/attempt';
import { dayOf } from './choose';
import { PUZZLES } from './files';

/** The puzzles, with their texts by id. */
export interface Puzzles {
  all: PuzzleSummary[];
  /** The puzzle of the day, by the date of this device. */
  today: PuzzleSummary | null;
  textOf(id: string): string | undefined;
}

let cached: { date: string; list: Promise<Puzzles> } | null = null;

/** Returns the puzzles; reads them once a day, because the puzzle of the day changes. */
export function puzzles(): Promise<Puzzles> {
  const date = dayOf(new Date());
  if (cached?.date !== date) cached = { date, list: list(date) };
  cached.list.catch(() => (cached = null));
  return cached.list;
}

async function list(date: string): Promise<Puzzles> {
  const { puzzles: all, today } = await withErrorText(() => engineClient().ask('puzzles', { files: PUZZLES, date }));
  const texts = new Map(all.map(({ id }, i) => [id, PUZZLES[i] ?? '']));
  return { all, today: today === null ? null : (all[today] ?? null), textOf: (id) => texts.get(id) };
}

/** Compares an answer with the best move. */
export const judgeAnswer = (puzzle: string, steps: string[]): Promise<PuzzleAnswer> =>
  withErrorText(() => engineClient().ask('puzzle-judge', { puzzle, steps }));

/** Returns the solution, with reasons why it is better than an answer. */
export const solvePuzzle = (puzzle: string, names: string[], steps: string[] | null): Promise<PuzzleSolution> =>
  withErrorText(() => engineClient().ask('puzzle-solve', { puzzle, names, ...(steps ? { steps } : {}) }));

/** Opens a puzzle in which the person at `seat` tries moves; bots have the other seats. */
export function openPuzzle(puzzle: string, seat: Seat, people: number): Promise<Attempt> {
  const seats = SEATS.slice(0, people).map((other, index): SeatPlan => {
    return other === seat ? { kind: 'person', name: t('player.me') } : { kind: 'bot', name: botName(index), level: DEFAULT_LEVEL };
  });
  return withErrorText(async () => new Attempt(await localGames().puzzle(puzzle, seats)));
}

async function withErrorText<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    throw new Error(deviceErrorText(thrown), { cause: thrown });
  }
}
