import { afterEach, expect, test, vi } from 'vitest';
import type { Preview, Session } from '../engine';
import { Lookahead } from './lookahead';

const preview = (steps: string[]): Preview => ({ steps, texts: [], events: [], next: 'turn', view: null, prompt: null });

afterEach(() => void vi.useRealTimers());

function newLookahead() {
  const paths = vi.fn((steps: string[]): Promise<Preview[]> => Promise.resolve([preview(steps)]));
  return { paths, lookahead: new Lookahead({ paths } as unknown as Session) };
}

test('computes the paths of a face only once', async () => {
  const { paths, lookahead } = newLookahead();
  await lookahead.pathsOf('move');
  await lookahead.pathsOf('move');
  expect(paths.mock.calls).toEqual([[['activate move']]]);
});

test('computes the paths of faces in advance', async () => {
  const { paths, lookahead } = newLookahead();
  lookahead.prepare(['move', 'colony']);
  await vi.waitFor(() => expect(paths).toHaveBeenCalledTimes(2));
  await lookahead.pathsOf('colony');
  expect(paths).toHaveBeenCalledTimes(2);
});

test('discards all results after the game has changed', async () => {
  vi.useFakeTimers();
  const { paths, lookahead } = newLookahead();
  await lookahead.pathsOf('move');
  lookahead.prepare(['energy']);
  lookahead.forget();
  await lookahead.pathsOf('move');
  await vi.advanceTimersByTimeAsync(600);
  expect(paths.mock.calls.map(([steps]) => steps[0])).toEqual(['activate move', 'activate move']);
});

test('an illegal step has no paths and no preview', async () => {
  const rejects = () => Promise.reject(new Error('illegal'));
  const lookahead = new Lookahead({ preview: rejects, paths: rejects, why: rejects });
  expect([await lookahead.preview(['end']), await lookahead.paths(['end'])]).toEqual([null, []]);
  expect(await lookahead.why(['end'])).toEqual({ text: 'illegal', rule: null });
});
