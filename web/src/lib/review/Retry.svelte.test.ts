import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { move, review } from './fixture';
import type { MoveReview } from '../engine/review';
import type { Attempt } from './attempt';
import Retry from './Retry.svelte';
import type { Preview } from '../engine';
import type { ReviewRun } from './run.svelte';

interface Position {
  close: () => void;
  preview: () => Promise<object>;
  /** Answers the oldest request to rate a move, with its loss. */
  rate: (loss: number) => Promise<void>;
}
const { opened, attempts } = vi.hoisted(() => ({ opened: [] as Position[], attempts: [] as Attempt[] }));
// Positions open without an engine; the table itself is not drawn.
vi.mock('../app/local', () => ({
  DEFAULT_LEVEL: 'pilot',
  withRecord: (_: string, work: (record: object) => unknown) => work({}),
  localGames: () => ({
    attempt: () => {
      const waiting: ((assessment: { review: { loss: number } }) => void)[] = [];
      const table = {
        id: 'attempt',
        close: vi.fn(),
        preview: () => Promise.resolve({}),
        assessor: () => () => new Promise((resolve) => waiting.push(resolve)),
        rate: (loss: number) => settle(() => waiting.shift()?.({ review: { loss } })),
      };
      opened.push(table);
      return Promise.resolve(table);
    },
  }),
}));
vi.mock('../table/play.svelte', () => ({
  Play: class {
    table = { version: 10 };
    constructor(readonly session: Attempt) {
      attempts.push(session);
    }
    close() {}
  },
}));
vi.mock('../table/Table.svelte', () => ({ default: (anchor: Comment, props: { foot: (anchor: Comment) => void }) => props.foot(anchor) }));
vi.mock('../table/SideEffects.svelte', () => ({ default: () => undefined }));

const settle = async (change: () => void = () => undefined) => {
  change();
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
};
const closedCounts = () => opened.map(({ close }) => vi.mocked(close).mock.calls.length);

interface Shown {
  target: HTMLElement;
  /** Changes what the review has found so far. */
  update: (changes: { mistakes?: MoveReview[]; unchecked?: number }) => Promise<void>;
  close: () => Promise<void>;
}
/** Shows mistakes of a review; `texts` are the descriptions of their moves. */
async function show(texts: () => Promise<object> = noTexts, changes: { mistakes?: MoveReview[]; unchecked?: number } = {}): Promise<Shown> {
  const target = document.createElement('div');
  const props = $state({
    id: 'one',
    run: { texts, reasons: () => Promise.resolve([]), progress: {} } as unknown as ReviewRun,
    review: review(),
    mistakes: [move()],
    unchecked: 0,
    seats: [{ seat: 'A' as const, name: 'Ada', mark: '1' }],
    naming: 'classic' as const,
    back: '#/',
    ...changes,
  });
  const page = mount(Retry, { target, props });
  await settle();
  return { target, update: (more) => settle(() => Object.assign(props, more)), close: () => unmount(page) };
}
const noTexts = () => Promise.resolve({ alternatives: [] });
afterEach(() => {
  opened.splice(0);
  attempts.splice(0);
});

test('leaving a mistake closes its position', async () => {
  const page = await show();
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

const panel = ({ target }: Shown) => target.querySelector('.review-panel')?.textContent ?? '';
/** Tries a move that the review does not list. */
const tryMove = () => settle(() => attempts.at(-1)?.ontried?.({ steps: ['end'], texts: ['Ends the turn'], next: 'turn' } as Preview));

test('a move that the review does not list is rated by the engine', async () => {
  const page = await show();
  await tryMove();
  expect(panel(page)).toContain('Comparing your move');
  await opened[0]?.rate(0.05);
  expect(panel(page)).toContain('Not this one: 45 % with it');
  await tryMove();
  await opened[0]?.rate(0.004);
  expect(panel(page)).toContain('Correct');
  expect(panel(page)).toContain('1 of 1 solved');
  await page.close();
});

test('a rating that arrives after the solution is ignored', async () => {
  const page = await show();
  await tryMove();
  await settle(() => [...page.target.querySelectorAll('button')].find((button) => button.textContent.includes('Show me'))?.click());
  await opened[0]?.rate(0);
  expect(panel(page)).toContain('Best move');
  expect(panel(page)).toContain('0 of 1 solved');
  await page.close();
});

test('only confirmed mistakes are shown; those confirmed later follow', async () => {
  const page = await show(noTexts, { mistakes: [], unchecked: 2 });
  expect(opened).toHaveLength(0);
  expect(page.target.textContent).toContain('2 more moves look like mistakes');
  expect(page.target.textContent).not.toContain('Well played');
  const later = move({ from: 15, turn: 4 });
  await page.update({ mistakes: [later], unchecked: 1 });
  expect(panel(page)).toContain('Mistake 1 of 1, turn 4');
  expect(panel(page)).toContain('1 move not checked yet');
  await page.update({ mistakes: [move(), later], unchecked: 0 });
  expect(panel(page)).toContain('Mistake 1 of 2, turn 4');
  expect(opened, 'the position stays').toHaveLength(1);
  await page.close();
});
