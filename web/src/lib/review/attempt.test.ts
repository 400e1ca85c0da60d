// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Games, type OpenRecord } from '../engine';
import { games } from '../engine/testing';
import { Attempt } from './attempt';
import { move } from './fixture';
import { isGood, mistakesOf } from './model';
import { MoveRater, type TriedMove } from './rate';
import type { MoveReview, Review } from '../engine/review';

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
  const rater = await MoveRater.of(table, move({ from: step, ...reviewed(faces) }));
  const attempt = new Attempt(table);
  const seen: Promise<TriedMove>[] = [];
  attempt.ontried = (one) => seen.push(rater.rate(one));
  for (const one of steps(faces)) await attempt.act(one);
  expect(attempt.state.view.dice).toEqual(faces);
  return Promise.all(seen);
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

test('the engine rates a move that the review does not list', async () => {
  const [end] = await tried(
    () => ({ steps: ['activate move'], best: 0.5, alternatives: [] }),
    () => [['end']],
  );
  expect(end?.isPlayed).toBe(false);
  expect(end?.chance).toBeLessThan(0.49);
});

/** Reviews a game, and returns the review and its record. */
async function reviewed(all: Games, file: string): Promise<{ found: Review; record: OpenRecord }> {
  const record = readFileSync(file, 'utf8');
  const { review } = await all.engine.ask('review', { record });
  while (!(await all.engine.ask('review-advance', { review, work: 10_000 })).finished);
  return { found: await all.engine.ask('review-result', { review }), record: await all.read(record) };
}

test.each([
  ['listed in the review', (mistake: MoveReview) => mistake],
  ['not listed in the review', (mistake: MoveReview) => ({ ...mistake, alternatives: [] })],
])('the best move, %s, solves the mistake; the move played in the game does not', async (_, prepare) => {
  const all = games();
  const { found, record } = await reviewed(all, '../data/records/v1-revised-solo.orr');
  const mistakes = mistakesOf(found, 'A');
  expect(mistakes.length).toBeGreaterThan(0);
  for (const mistake of mistakes) {
    const seen: TriedMove[] = [];
    for (const steps of [mistake.alternatives[0]?.steps ?? [], mistake.steps]) {
      const table = await all.attempt(record, mistake.from, 'A', [{ kind: 'person', name: 'Ada' }]);
      const rater = await MoveRater.of(table, prepare(mistake));
      const attempt = new Attempt(table);
      const rated = new Promise<TriedMove>((resolve) => (attempt.ontried = (one) => void rater.rate(one).then(resolve)));
      await attempt.act(steps);
      seen.push(await rated);
    }
    const [best, played] = seen;
    expect(best && isGood(found, mistake, best.chance)).toBe(true);
    expect(played && [played.isPlayed, isGood(found, mistake, played.chance)]).toEqual([true, false]);
  }
});
