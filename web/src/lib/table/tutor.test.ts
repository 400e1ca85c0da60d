import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { set } from '../app/settings.svelte';
import type { Assessment, Session } from '../engine';
import type { Mark } from '../engine/review';
import { move } from '../review/fixture';
import { Tutor } from './tutor.svelte';

const texts = { played: ['Move'], alternatives: [['Energy'], ['Culture'], ['Move']] };
const assessment = (mark: Mark | null): Assessment => ({ review: move({ mark }), texts });

/** Returns a tutor whose assessments take this many milliseconds. */
function tutor(mark: Mark | null, delay = 0): Tutor {
  const assess = () => new Promise<Assessment>((resolve) => setTimeout(() => resolve(assessment(mark)), delay));
  return new Tutor({ assess, reasons: () => Promise.resolve([]) } as unknown as Session);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  set('tutor', 'off');
  vi.useRealTimers();
});

async function checked(mark: Mark | null, delay?: number) {
  const found = tutor(mark, delay).check(['activate move'], 4);
  await vi.advanceTimersByTimeAsync(10_000);
  return found;
}

test('warns of mistakes and blunders only, with the better moves', async () => {
  expect(await checked(null)).toBeNull();
  expect(await checked('inaccuracy')).toBeNull();
  const found = await checked('mistake');
  expect(found).toMatchObject({ mark: 'mistake', steps: ['activate move'], version: 4, chance: 0.4 });
  expect(found?.better.map(({ chance, texts: own }) => [chance, own])).toEqual([
    [0.5, ['Energy']],
    [0.495, ['Culture']],
  ]);
  expect((await checked('blunder'))?.mark).toBe('blunder');
});

test('a move does not wait for a slow or failing comparison', async () => {
  expect(await checked('blunder', 9_000)).toBeNull();
  const broken = new Tutor({ assess: () => Promise.reject(new Error('crashed')) } as unknown as Session);
  expect(await broken.check(['end'], 1)).toBeNull();
});

test('checks moves only if the setting is on and the session allows it', () => {
  expect(tutor(null).isOn).toBe(false);
  set('tutor', 'on');
  expect(tutor(null).isOn).toBe(true);
  expect(new Tutor({} as Session).isOn).toBe(false);
});
