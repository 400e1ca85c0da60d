import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { useLanguage } from '../lib/i18n/index.svelte';
import type { Review } from '../lib/engine/review';
import { review } from '../lib/review/fixture';
import Replay from './Replay.svelte';

interface Opening {
  close: () => void;
  show: () => Promise<void>;
  resolve: () => void;
}
const { opened, played, firstStep, known, oddsHistory } = vi.hoisted(() => ({
  opened: [] as Opening[],
  played: [] as object[],
  firstStep: { shown: Promise.resolve() },
  known: { review: null as Review | null },
  oddsHistory: vi.fn(() => Promise.resolve([{ turn: 0, step: 0, chances: [0.5, 0.5] }])),
}));
// Replays open when the test resolves them, without an engine; only the controls below the table are drawn.
vi.mock('../lib/app/local', () => ({
  oddsHistory,
  openReplay: () =>
    new Promise((resolve) => {
      const replay = {
        session: { state: { players: [] } },
        length: 9,
        turns: [],
        moves: [0],
        visibleSeats: [],
        mayReview: true,
        show: vi.fn(() => firstStep.shown),
        close: vi.fn(),
      };
      opened.push({ close: replay.close, show: replay.show, resolve: () => resolve(replay) });
    }),
}));
vi.mock('../lib/app/review', () => ({ knownReview: () => known.review }));
vi.mock('../lib/table/play.svelte', () => ({
  Play: class {
    view = { turn: 1 };
    table = { players: [] };
    constructor(session: object) {
      played.push(session);
    }
    close() {}
  },
}));
vi.mock('../lib/table/Table.svelte', () => ({
  default: (anchor: Comment, props: { foot: (anchor: Comment) => void }) => props.foot(anchor),
}));
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
  known.review = null;
  oddsHistory.mockClear();
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

test.each([
  ['a finished review', review(), 0],
  ['a stopped review, which ends before the game,', review({ analysed: 13 }), 1],
  ['no review', null, 1],
])('with %s the graph covers the whole game', async (_, found, computed) => {
  known.review = found;
  const page = show();
  await finishOpening(0);
  document.querySelector<HTMLElement>('[aria-label="Chance to win"]')?.click();
  await settle();
  expect(document.querySelector('[aria-label="Chance to win"]')?.getAttribute('aria-pressed')).toBe('true');
  expect(oddsHistory).toHaveBeenCalledTimes(computed);
  await unmount(page);
});
