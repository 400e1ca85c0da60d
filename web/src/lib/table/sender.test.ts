import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../engine';
import { Sender } from './sender.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a sender whose session saves slowly; `show` raises the version of the table. */
function slowTable() {
  let version = 1;
  let saved: () => void = () => undefined;
  const act = () => new Promise<void>((resolve) => (saved = resolve));
  const drop = vi.fn();
  const hooks = { version: () => version, started: () => undefined, drop, failed: () => undefined, open: () => undefined };
  const sender = new Sender({ kind: 'local', act } as unknown as Session, hooks);
  return { sender, drop, show: () => (version += 1), save: () => saved() };
}

test('a slow answer drops the picked die', async () => {
  const { sender, drop, show, save } = slowTable();
  const sent = sender.send(['end'], 1);
  await vi.advanceTimersByTimeAsync(200);
  expect(drop).toHaveBeenCalledTimes(1);
  show();
  save();
  await sent;
});

test('a slow save does not drop the die that was picked for the next prompt', async () => {
  const { sender, drop, show, save } = slowTable();
  const sent = sender.send(['end'], 1);
  await vi.advanceTimersByTimeAsync(20);
  show();
  await vi.advanceTimersByTimeAsync(200);
  save();
  await sent;
  expect(drop).not.toHaveBeenCalled();
});
