import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { set } from '../app/settings.svelte';
import type { Listener, Session, SessionState } from '../engine';
import type { Seat, StepTaken, View } from '../protocol';
import { Feed } from './feed.svelte';

let listener: Listener;
let version = 0;
const history: StepTaken[] = [];
const shown: number[] = [];
let feed: Feed;

function state(asked: Seat): SessionState {
  const view = { seats: [], turn: version, decision: { seat: asked } } as unknown as View;
  return { version, view, prompt: null, history: [...history], players: [], me: 'A', clocks: [], undo: null } as unknown as SessionState;
}

/** Lets another seat begin a turn. */
function step(asked: Seat = 'B'): void {
  version += 1;
  const taken: StepTaken = { seat: null, step: '', events: [{ kind: 'turn-began', seat: 'B' }] };
  history.push(taken);
  listener(state(asked), { steps: [taken], reason: 'steps' });
}

beforeEach(() => {
  vi.useFakeTimers();
  set('motion', 'normal');
  [version, history.length, shown.length] = [0, 0, 0];
  const subscribe = (heard: Listener) => {
    listener = heard;
    heard(state('B'), { steps: [], reason: 'opened' });
    return () => undefined;
  };
  feed = new Feed({ subscribe } as unknown as Session);
  feed.start({ arrived: () => undefined, drawing: ({ state }) => shown.push(state.view.turn), rested: () => undefined });
});
afterEach(() => {
  feed.close();
  vi.useRealTimers();
});

test('changes of others are shown one by one', () => {
  step();
  step();
  step();
  expect([shown, feed.busy]).toEqual([[1], true]);
  vi.runAllTimers();
  expect([shown, feed.busy]).toEqual([[1, 2, 3], false]);
});

test('a pause holds the changes, which then come one at a time', () => {
  step();
  feed.pause();
  step();
  step();
  vi.runAllTimers();
  expect(shown).toEqual([1]);
  feed.next();
  expect([shown, feed.paused]).toEqual([[1, 2], true]);
  feed.pause();
  vi.runAllTimers();
  expect([shown, feed.busy]).toEqual([[1, 2, 3], false]);
});

test('skipping shows the rest at once, until the viewer is asked', () => {
  step();
  step();
  step();
  feed.skip();
  expect(shown).toEqual([1, 3]);
  step();
  expect(shown).toEqual([1, 3, 4]);
  step('A');
  step();
  expect(shown).toEqual([1, 3, 4, 5]);
  vi.runAllTimers();
  expect(shown).toEqual([1, 3, 4, 5, 6]);
});

test('a change around the game does not disturb the hand', () => {
  listener(state('B'), { steps: [], reason: 'people' });
  expect([shown, feed.busy]).toEqual([[], false]);
});
