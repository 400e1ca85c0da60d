import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { useLanguage } from '../lib/i18n/index.svelte';
import Replay from './Replay.svelte';

interface Opening {
  close: () => void;
  show: () => Promise<void>;
  resolve: () => void;
}
const { opened, played, firstStep } = vi.hoisted(() => ({
  opened: [] as Opening[],
  played: [] as object[],
  firstStep: { shown: Promise.resolve() },
}));
// Replays open when the test resolves them, without an engine; the table itself is not drawn.
vi.mock('../lib/app/local', () => ({
  openReplay: () =>
    new Promise((resolve) => {
      const replay = {
        session: {},
        length: 9,
        turns: [],
        moves: [0],
        visibleSeats: [],
        show: vi.fn(() => firstStep.shown),
        close: vi.fn(),
      };
      opened.push({ close: replay.close, show: replay.show, resolve: () => resolve(replay) });
    }),
}));
vi.mock('../lib/app/review', () => ({ knownReview: () => null }));
vi.mock('../lib/table/play.svelte', () => ({
  Play: class {
    constructor(session: object) {
      played.push(session);
    }
    close() {}
  },
}));
vi.mock('../lib/table/Table.svelte', () => ({ default: () => undefined }));
vi.mock('../lib/end/End.svelte', () => ({ default: () => undefined }));

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}
/** Lets the replay with this index finish opening. */
async function finishOpening(index: number): Promise<void> {
  opened[index]?.resolve();
  await settle();
}
const closedCounts = () => opened.map(({ close }) => vi.mocked(close).mock.calls.length);

/** Shows the page of a replay that is still opening. */
function show(): Record<string, unknown> {
  const page = mount(Replay, { target: document.body, props: { id: 'one' } });
  flushSync();
  return page;
}
afterEach(async () => {
  opened.splice(0);
  played.splice(0);
  firstStep.shown = Promise.resolve();
  await useLanguage('en');
});

test('leaving the page closes the replay', async () => {
  const page = show();
  await finishOpening(0);
  expect([closedCounts(), played.length]).toEqual([[0], 1]);
  await unmount(page);
  expect(closedCounts()).toEqual([1]);
});

test('a replay that opens after the page has closed is closed and not shown', async () => {
  await unmount(show());
  await finishOpening(0);
  expect([closedCounts(), played.length]).toEqual([[1], 0]);
});

test('a replay in the previous language does not replace the current one', async () => {
  const page = show();
  await useLanguage('de');
  flushSync();
  await finishOpening(1);
  await finishOpening(0);
  expect([closedCounts(), played.length]).toEqual([[1, 0], 1]);
  await unmount(page);
  expect(closedCounts()).toEqual([1, 1]);
});

test('a replay that closes while it shows its first step is not shown', async () => {
  let finishShowing = () => {};
  firstStep.shown = new Promise((resolve) => (finishShowing = resolve));
  const page = show();
  await finishOpening(0);
  expect(opened[0]?.show).toHaveBeenCalled();
  await unmount(page);
  finishShowing();
  await settle();
  expect([closedCounts(), played.length]).toEqual([[1], 0]);
});
