// Selects the puzzles to show, and the next puzzle.
import type { PuzzleSummary } from '../engine';
import type { PuzzleProgress } from './progress';

/** A selection of puzzles; empty values select all. */
export interface PuzzleFilter {
  theme: string;
  /** The weakest bot level that finds the solution; `none` if no level does. */
  level: string;
}

/** Returns the difficulty of a puzzle: the weakest level that finds the solution, or `none`. */
export const difficultyOf = ({ level }: PuzzleSummary): string => level ?? 'none';

/** Returns the selected puzzles. */
export function filterPuzzles(puzzles: PuzzleSummary[], { theme, level }: PuzzleFilter): PuzzleSummary[] {
  return puzzles.filter((puzzle) => (!theme || puzzle.themes.includes(theme)) && (!level || difficultyOf(puzzle) === level));
}

/** Returns the puzzle to show after another one: the next unsolved one, or any other if all are solved. */
export function nextPuzzle(puzzles: PuzzleSummary[], { results }: PuzzleProgress, after: string | null): PuzzleSummary | null {
  const at = puzzles.findIndex(({ id }) => id === after);
  const order = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return order.find(({ id }) => results[id] !== 'solved') ?? order[0] ?? null;
}

/** Returns the date of a time in the time zone of this device: `2026-01-31`. */
export function dayOf(time: Date): string {
  const twoDigits = (n: number) => String(n).padStart(2, '0');
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;
}
