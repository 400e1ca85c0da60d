// The puzzle progress of the person at this device: the results, and the streak.
const KEY = 'orrery.puzzles';

/** The progress with the puzzles. */
export interface PuzzleProgress {
  /** The number of puzzles in a row that were solved with the first answer. */
  streak: number;
  /** The longest streak. */
  best: number;
  /** The result of the first answer to each puzzle, by id. */
  results: Record<string, 'solved' | 'failed'>;
}

const NO_PROGRESS: PuzzleProgress = { streak: 0, best: 0, results: {} };

const count = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0);

/** Parses stored progress; ignores invalid values. */
export function readProgress(stored: string | null): PuzzleProgress {
  try {
    const parsed = JSON.parse(stored ?? '{}') as Partial<PuzzleProgress> | null;
    const all = Object.entries(parsed?.results ?? {}).filter(([, result]) => ['solved', 'failed'].includes(result));
    return { streak: count(parsed?.streak), best: count(parsed?.best), results: Object.fromEntries(all) };
  } catch {
    return NO_PROGRESS;
  }
}

/** Returns the progress after an answer to a puzzle. A puzzle that is already solved does not count again. */
export function withAnswer(progress: PuzzleProgress, id: string, result: 'solved' | 'failed'): PuzzleProgress {
  if (progress.results[id] === 'solved') return progress;
  const streak = result === 'solved' ? progress.streak + 1 : 0;
  return { streak, best: Math.max(progress.best, streak), results: { ...progress.results, [id]: result } };
}

/** Returns the stored progress. */
export function storedProgress(): PuzzleProgress {
  try {
    return readProgress(localStorage.getItem(KEY));
  } catch {
    return NO_PROGRESS; // The browser forbids storage: the progress lasts only for this visit.
  }
}

/** Stores the progress. */
export function storeProgress(progress: PuzzleProgress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // The browser forbids storage.
  }
}
