/** Rounds: the same measured several times, and the best of them. */

import type { Figure } from './sheet';

/** How often everything is measured; a quiet machine needs only one. */
const ROUNDS = Number(process.env.ROUNDS ?? 5);

/** What a round found, and the floor that it found right before. */
export interface Round {
  value: number;
  floor?: number;
}

/** Does the same again and again, never two at once. */
export async function repeat<T>(work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let i = 0; i < ROUNDS; i++) done.push(await work());
  return done;
}

/**
 * The best round. Whatever else the machine is doing can only make a round worse, so the best one is the
 * nearest to what the client itself costs; the others are printed beside it.
 */
export function best(figure: Omit<Figure, 'value' | 'floor' | 'rounds'>, rounds: Round[]): Figure {
  const order = figure.sense === 'at-least' ? -1 : 1;
  const [first] = [...rounds].sort((a, b) => order * (a.value - b.value));
  if (!first) throw new Error(`${figure.what}: no round was measured`);
  return { ...figure, ...first, rounds: rounds.map(({ value }) => value) };
}
