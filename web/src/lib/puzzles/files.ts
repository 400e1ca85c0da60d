// The puzzles of the client, bundled into one file that only the puzzle page loads.
const files = import.meta.glob<string>('../../../../data/puzzles/*.txt', { query: '?raw', import: 'default', eager: true });

/** The texts of the puzzles, in the order of their names. */
export const PUZZLES: string[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, text]) => text);
