// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimGame, takeGame } from './claim';

// As on a page without HTTPS.
beforeEach(() => vi.stubGlobal('navigator', {}));
afterEach(() => vi.unstubAllGlobals());

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
