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

let me: Seat | null;
/** The turn of the next change; by default, each change begins a turn. */
let turn: number | null;

function state(asked: Seat, active: Seat = 'B'): SessionState {
  const view = { seats: [], turn: turn ?? version, active, decision: { seat: asked } } as unknown as View;
  return { version, view, prompt: null, history: [...history], players: [], me, clocks: [], undo: null } as unknown as SessionState;
}

/** Delivers a change in the turn of seat `active`, after which seat `asked` must decide. */
function step(asked: Seat = 'B', active: Seat = 'B'): void {
  version += 1;
  const taken: StepTaken = { seat: null, step: '', events: [{ kind: 'turn-began', seat: 'B' }] };
  history.push(taken);
  listener(state(asked, active), { steps: [taken], reason: 'steps' });
}

beforeEach(() => {
  vi.useFakeTimers();
  set('motion', 'normal');
  [version, history.length, shown.length, me, turn] = [0, 0, 0, 'A', null];
  openFeed();
});
afterEach(() => {
  feed.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openFeed(): void {
  const subscribe = (subscriber: Listener) => {
    listener = subscriber;
    subscriber(state('B'), { steps: [], reason: 'opened' });
    return () => undefined;
  };
  feed = new Feed({ subscribe } as unknown as Session);
  feed.start({ arrived: () => undefined, drawing: ({ state }) => shown.push(state.view.turn), idle: () => undefined });
}

test('changes of others are shown one by one', () => {
  step();
  step();
  step();
  expect([shown, feed.busy]).toEqual([[1], true]);
  vi.runAllTimers();
  expect([shown, feed.busy]).toEqual([[1, 2, 3], false]);
});

test('the system’s preference for reduced motion does not change the pace', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  step();
  step();
  expect([shown, feed.busy]).toEqual([[1], true]);
});

test('with animations off, changes are shown at once', () => {
  set('motion', 'off');
  step();
  step();
  expect([shown, feed.busy]).toEqual([[1, 2], false]);
});

test('a pause holds changes back, and `next` shows one at a time', () => {
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

test('a pause while another player thinks holds the next change', () => {
  step();
  vi.runAllTimers();
  expect([feed.busy, feed.canPause]).toEqual([false, true]);
  feed.pause();
  step();
  vi.runAllTimers();
  expect([shown, feed.paused]).toEqual([[1], true]);
});

test('the next change is shown when it arrives, and further ones wait', () => {
  step();
  vi.runAllTimers();
  feed.next();
  step();
  step();
  vi.runAllTimers();
  expect([shown, feed.paused]).toEqual([[1, 2], true]);
});

test('a pause does not delay the result of the viewer’s own answer', () => {
  step();
  feed.pause();
  step('A');
  feed.next();
  expect([shown, feed.busy]).toEqual([[1, 2], false]);
  step();
  step();
  vi.runAllTimers();
  expect([shown, feed.busy]).toEqual([[1, 2, 3], true]);
});

test('the viewer’s own turn ends a pause, because it has no button to resume', () => {
  step();
  feed.pause();
  step('A', 'A');
  expect([shown, feed.paused]).toEqual([[1], true]);
  feed.next();
  expect([shown, feed.paused]).toEqual([[1, 2], false]);
  step('B', 'A');
  step('C', 'A');
  feed.pause();
  expect([feed.busy, feed.canPause, feed.paused]).toEqual([true, false, false]);
  vi.runAllTimers();
  expect([shown, feed.busy]).toEqual([[1, 2, 3, 4], false]);
});

test('a question during the turn of another player does not end a pause', () => {
  step();
  feed.next();
  step('A');
  expect([shown, feed.paused]).toEqual([[1, 2], true]);
});

test('there is nothing to pause while the viewer must decide', () => {
  step('A');
  vi.runAllTimers();
  feed.pause();
  feed.next();
  expect([feed.canPause, feed.paused]).toEqual([false, false]);
});

test('skipping shows the rest at once, until the viewer must decide', () => {
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

/** Returns whether a bot may act now. */
async function isReady(): Promise<boolean> {
  return Promise.race([feed.ready().then(() => true), Promise.resolve().then(() => Promise.resolve(false))]);
}

test('bots wait while many changes are pending, and all changes keep their delays', async () => {
  for (let i = 0; i < 8; i++) step();
  expect(await isReady()).toBe(true);
  step();
  expect([shown, await isReady()]).toEqual([[1], false]);
  let resumed = false;
  void feed.ready().then(() => (resumed = true));
  await vi.advanceTimersToNextTimerAsync();
  expect([shown, resumed]).toEqual([[1, 2], true]);
});

test('bots wait during a pause, and continue when the viewer skips', async () => {
  step();
  feed.pause();
  for (let i = 0; i < 8; i++) step();
  expect(await isReady()).toBe(false);
  feed.skip();
  expect(await isReady()).toBe(true);
});

test.each(['pause', 'next'] as const)('`%s` ends a skip', (command) => {
  step();
  feed.skip();
  feed[command]();
  step();
  feed.pause();
  step();
  step();
  expect([shown.includes(version), feed.busy]).toEqual([false, true]);
});

test('completing the running animation neither ends a pause nor skips the turns of others', () => {
  step();
  step();
  step();
  feed.flush();
  expect(shown).toEqual([1]);
  feed.pause();
  feed.flush();
  vi.runAllTimers();
  expect([shown, feed.paused]).toEqual([[1], true]);
});

test('in the viewer’s own turn, the running animation can be completed', () => {
  step('A', 'A');
  step('B', 'A');
  step('C', 'A');
  step('A', 'A');
  expect(shown).not.toContain(4);
  feed.flush();
  expect(shown.at(-1)).toBe(4);
});

test('a spectator skips the rest of the turn only', () => {
  feed.close();
  me = null;
  openFeed();
  for (turn of [1, 1, 1, 2, 2]) step();
  feed.skip();
  expect([shown, feed.busy]).toEqual([[1, 1], true]);
  vi.advanceTimersToNextTimer();
  expect([shown, feed.busy]).toEqual([[1, 1, 2], true]);
  feed.skip();
  expect([shown, feed.busy]).toEqual([[1, 1, 2, 2], false]);
  turn = 2;
  step();
  turn = 3;
  step();
  step();
  expect([shown, feed.busy]).toEqual([[1, 1, 2, 2, 2, 3], true]);
});

test('a change of the players does not redraw the table', () => {
  listener(state('B'), { steps: [], reason: 'people' });
  expect([shown, feed.busy]).toEqual([[], false]);
});
