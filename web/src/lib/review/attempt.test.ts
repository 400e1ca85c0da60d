// @vitest-environment node
import { expect, test } from 'vitest';
import { Games } from '../engine';
import { games } from '../engine/testing';
import { Attempt, type Tried } from './attempt';
import { move } from './fixture';
import type { MoveReview } from '../engine/review';

/** Opens the first turn of a new game of two people. */
async function firstTurn(): Promise<{ all: Games; record: string; step: number }> {
  const all = games();
  const seats = [
    { kind: 'person', name: 'Ada' },
    { kind: 'person', name: 'Mira' },
  ] as const;
  const table = await all.start({ settings: { edition: 'classic', seats: 2, start: 'A' }, seats: [...seats] });
  while (table.state.prompt?.decision.question !== 'turn') await table.act([table.state.prompt?.legal?.[0] ?? '']);
  return { all, record: table.record, step: table.state.version };
}

/** Tries steps at a position; returns how they were rated. */
async function tried(reviewed: (faces: string[]) => Partial<MoveReview>, steps: (faces: string[]) => string[][]): Promise<Tried[]> {
  const { all, record, step } = await firstTurn();
  const story = await all.read(record);
  const table = await all.attempt(story, step, 'A', [
    { kind: 'person', name: 'Ada' },
    { kind: 'bot', name: 'Mira', level: 'pilot' },
  ]);
  const faces = table.state.view.dice;
  const attempt = await Attempt.at(table, move({ from: step, ...reviewed(faces) }));
  const seen: Tried[] = [];
  attempt.ontried = (one) => seen.push(one);
  for (const one of steps(faces)) await attempt.act(one);
  expect(attempt.state.view.dice).toEqual(faces);
  return seen;
}

test('a listed move has its chance, and is not played', async () => {
  const alternatives = [
    { steps: ['end'], chance: 0.6, played: false },
    { steps: ['reroll', 'die x', 'roll'], chance: 0.4, played: true },
  ];
  const seen = await tried(
    (faces) => ({ alternatives: alternatives.map((a) => ({ ...a, steps: a.steps.map((s) => (s === 'die x' ? `die ${faces[0]}` : s)) })) }),
    (faces) => [['end'], ['reroll', `die ${faces[0]}`, 'roll']],
  );
  expect(seen.map(({ chance, isPlayed }) => [chance, isPlayed])).toEqual([
    [0.6, false],
    [0.4, true],
  ]);
});

test('a move that the review does not list has no chance', async () => {
  const seen = await tried(
    () => ({ steps: ['activate move'], alternatives: [] }),
    () => [['end']],
  );
  expect(seen).toEqual([{ steps: ['end'], chance: null, isPlayed: false }]);
});
