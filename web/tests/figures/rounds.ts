/** Rounds: the same measured several times, and the best of them. */

import type { Figure } from './sheet';

/** How often everything is measured; a quiet machine needs only one. */
const ROUNDS = Number(process.env.ROUNDS ?? 5);

/** What a round found, and the floor that it found right before. */
export interface Round {
  value: number;
  floor?: number;
}

/**
 * Measures in rounds. Whatever else the machine is doing can only make a round worse, so the best one
 * is the nearest to what the client itself costs; the others are printed beside it.
 */
export async function best(figure: Omit<Figure, 'value' | 'floor' | 'rounds'>, round: () => Promise<Round>): Promise<Figure> {
  const rounds: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round());
  const order = figure.sense === 'at-least' ? -1 : 1;
  const [first] = [...rounds].sort((a, b) => order * (a.value - b.value));
  if (!first) throw new Error(`${figure.what}: no round was measured`);
  return { ...figure, ...first, rounds: rounds.map(({ value }) => value) };
}
