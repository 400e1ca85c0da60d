import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { move, review } from './fixture';
import Retry from './Retry.svelte';
import type { ReviewRun } from './run.svelte';

const opened = vi.hoisted(() => [] as { close: () => void; preview: () => Promise<object> }[]);
// Positions open without an engine; the table itself is not drawn.
vi.mock('../app/local', () => ({
  DEFAULT_LEVEL: 'pilot',
  withRecord: (_: string, work: (record: object) => unknown) => work({}),
  localGames: () => ({
    attempt: () => {
      const table = { id: 'attempt', close: vi.fn(), preview: () => Promise.resolve({}) };
      opened.push(table);
      return Promise.resolve(table);
    },
  }),
}));
vi.mock('../table/play.svelte', () => ({
  Play: class {
    constructor(readonly session: object) {}
    close() {}
  },
}));
vi.mock('../table/Table.svelte', () => ({ default: () => undefined }));
vi.mock('../table/SideEffects.svelte', () => ({ default: () => undefined }));

const settle = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
};
const closedCounts = () => opened.map(({ close }) => vi.mocked(close).mock.calls.length);

/** Shows the first mistake of a review; `texts` are the descriptions of its moves. */
async function show(texts: () => Promise<object>): Promise<{ target: HTMLElement; close: () => Promise<void> }> {
  const target = document.createElement('div');
  const props = {
    id: 'one',
    run: { texts } as unknown as ReviewRun,
    review: review(),
    mistakes: [move()],
    seats: [{ seat: 'A' as const, name: 'Ada', mark: '1' }],
    naming: 'classic' as const,
    back: '#/',
  };
  const page = mount(Retry, { target, props });
  await settle();
  return { target, close: () => unmount(page) };
}
afterEach(() => opened.splice(0));

test('leaving a mistake closes its position', async () => {
  const page = await show(() => Promise.resolve({ alternatives: [] }));
  expect(closedCounts()).toEqual([0]);
  await page.close();
  expect(closedCounts()).toEqual([1]);
});

test('a position whose moves cannot be described is closed', async () => {
  const page = await show(() => Promise.reject(new Error('no texts')));
  expect(page.target.textContent).toContain('no texts');
  expect(closedCounts()).toEqual([1]);
  await page.close();
});
