// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimGame, takeGame } from './claim';

// A page without HTTPS has no Web Locks.
beforeEach(() => vi.stubGlobal('navigator', {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Claims a game; resolves when another tab takes it. */
function claimUntilLost(id: string): Promise<void> {
  return new Promise((resolve) => {
    void claimGame(id, () => {
      resolve();
      return Promise.resolve();
    });
  });
}

test('without Web Locks the tab that opened the game last gets it', async () => {
  const lost = claimUntilLost('a');
  const second = await claimGame('a', () => Promise.reject(new Error('nobody else asked')));
  await lost;
  await second?.release();
});

test('another game stays with its tab', async () => {
  const lost = vi.fn(() => Promise.resolve());
  const first = await claimGame('b', lost);
  const otherLost = claimUntilLost('c');
  const last = await takeGame('c', () => Promise.resolve());
  await otherLost;
  expect(lost).not.toHaveBeenCalled();
  await first?.release();
  await last.release();
});

/** Installs Web Locks that another page holds for some milliseconds; this page does not answer messages. */
function stubHeldLocks(ms: number): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const request = async (_: string, { steal, signal }: LockOptions, granted: () => unknown) => {
    if (!steal) await new Promise((resolve) => setTimeout(resolve, ms));
    signal?.throwIfAborted();
    return granted();
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

test('a reload waits for the lock of the old page on a slow machine', async () => {
  stubHeldLocks(8_000);
  const claimed = claimGame('d', () => Promise.resolve());
  await vi.advanceTimersByTimeAsync(8_000);
  const claim = await claimed;
  expect(claim).not.toBeNull();
  await claim?.release();
});

test('taking over a game waits at most two seconds for a frozen tab', async () => {
  stubHeldLocks(60_000);
  const taken = takeGame('e', () => Promise.resolve());
  await vi.advanceTimersByTimeAsync(2_000);
  await (await taken).release();
});

test('a claim fails soon after another tab gets the lock first', async () => {
  stubHeldLocks(60_000);
  let held = false;
  const other = new BroadcastChannel('orrery.games');
  const asked: boolean[] = [];
  other.onmessage = ({ data }: MessageEvent<{ kind: string; id: string }>) => {
    asked.push(held);
    if (held) other.postMessage({ kind: 'held', id: data.id });
  };
  let result: unknown;
  void claimGame('f', () => Promise.resolve()).then((claim) => (result = claim));
  await vi.waitFor(() => expect(asked).toEqual([false]));
  held = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(result).toBeNull());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([false, true]);
  other.close();
});
