/** Repeats a measurement in rounds and returns the best result. */

import type { Figure } from './sheet';

/** The number of rounds; an idle machine needs only one. */
const ROUNDS = Number(process.env.ROUNDS ?? 5);

/** The result of a round, and the floor measured just before it. */
export interface Round {
  value: number;
  floor?: number;
}

/** Repeats a measurement; runs never overlap. */
export async function repeat<T>(work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let i = 0; i < ROUNDS; i++) done.push(await work());
  return done;
}

/**
 * Returns the best round. Other load on the machine can only make a round worse, so the best one is closest to the cost of the client
 * itself. The results of the other rounds are printed next to it.
 */
export function best(figure: Omit<Figure, 'value' | 'floor' | 'rounds'>, rounds: Round[]): Figure {
  const order = figure.sense === 'at-least' ? -1 : 1;
  const [first] = [...rounds].sort((a, b) => order * (a.value - b.value));
  if (!first) throw new Error(`${figure.what}: no round was measured`);
  return { ...figure, ...first, rounds: rounds.map(({ value }) => value) };
}
