// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Games } from '../engine';
import { games } from '../engine/testing';
import { Attempt } from './attempt';
import { ListedMoves, type TriedMove } from './listed';
import { move } from './fixture';
import { isGood, mistakesOf } from './model';
import type { MoveReview } from '../engine/review';

/** Starts a game of two people and plays to the first turn. */
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

/** Tries moves in a position and returns their ratings. */
async function tried(reviewed: (faces: string[]) => Partial<MoveReview>, steps: (faces: string[]) => string[][]): Promise<TriedMove[]> {
  const { all, record, step } = await firstTurn();
  const opened = await all.read(record);
  const table = await all.attempt(opened, step, 'A', [
    { kind: 'person', name: 'Ada' },
    { kind: 'bot', name: 'Mira', level: 'pilot' },
  ]);
  const faces = table.state.view.dice;
  const listed = await ListedMoves.of(table, move({ from: step, ...reviewed(faces) }));
  const attempt = new Attempt(table);
  const seen: TriedMove[] = [];
  attempt.ontried = (one) => seen.push(listed.find(one));
  for (const one of steps(faces)) await attempt.act(one);
  expect(attempt.state.view.dice).toEqual(faces);
  return seen;
}

test('a tried move gets the chance that the review lists, and does not change the position', async () => {
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

test('the best move of a real review solves its mistake, and the move of the game does not', async () => {
  const all = games();
  const record = readFileSync('../data/records/v1-revised-solo.orr', 'utf8');
  const { review: number } = await all.engine.ask('review', { record });
  while (!(await all.engine.ask('review-advance', { review: number, work: 10_000 })).finished);
  const review = await all.engine.ask('review-result', { review: number });
  const opened = await all.read(record);
  const mistakes = mistakesOf(review, 'A');
  expect(mistakes.length).toBeGreaterThan(0);
  for (const mistake of mistakes) {
    const open = () => all.attempt(opened, mistake.from, 'A', [{ kind: 'person', name: 'Ada' }]);
    const seen: TriedMove[] = [];
    for (const steps of [mistake.alternatives[0]?.steps ?? [], mistake.steps]) {
      const table = await open();
      const listed = await ListedMoves.of(table, mistake);
      const attempt = new Attempt(table);
      attempt.ontried = (one) => seen.push(listed.find(one));
      await attempt.act(steps);
    }
    const [best, played] = seen;
    expect(best && isGood(review, mistake, best.chance ?? 0)).toBe(true);
    expect(played && [played.isPlayed, isGood(review, mistake, played.chance ?? 0)]).toEqual([true, false]);
  }
});
