import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { parse, route } from '../lib/app/router.svelte';
import Learn from './Learn.svelte';

const opened = vi.hoisted(() => [] as { close: () => void; resolve: () => void }[]);
// Lessons open when the test resolves them, without an engine; the table itself is not drawn.
vi.mock('../lib/app/local', () => ({
  openLesson: () =>
    new Promise((resolve) => {
      const session = { close: vi.fn() };
      opened.push({ ...session, resolve: () => resolve(session) });
    }),
}));
vi.mock('../lib/table/play.svelte', () => ({
  Play: class {
    happened = [];
    constructor(readonly session: object) {}
    close() {}
  },
}));
vi.mock('../lib/table/Table.svelte', () => ({ default: () => undefined }));
vi.mock('../lib/table/SideEffects.svelte', () => ({ default: () => undefined }));

/** Goes to a page of the tutorial. */
function visit(address: string): void {
  route.now = parse(address);
  flushSync();
}
/** Lets the lesson with this index finish opening. */
async function finishOpening(index: number): Promise<void> {
  opened[index]?.resolve();
  await Promise.resolve();
  flushSync();
}
const closedCount = (index: number) => vi.mocked(opened[index]?.close)?.mock.calls.length;

afterEach(() => opened.splice(0));

test('leaving a lesson closes its session', async () => {
  visit('#/learn/1');
  const page = mount(Learn, { target: document.body });
  flushSync();
  await finishOpening(0);
  expect(closedCount(0)).toBe(0);
  visit('#/learn/2');
  expect(closedCount(0)).toBe(1);
  await finishOpening(1);
  expect(closedCount(1)).toBe(0);
  await unmount(page);
  expect([closedCount(0), closedCount(1)]).toEqual([1, 1]);
});

test('a lesson that opens after the page has closed is closed at once', async () => {
  visit('#/learn/1');
  const page = mount(Learn, { target: document.body });
  flushSync();
  await unmount(page);
  await finishOpening(0);
  expect(closedCount(0)).toBe(1);
});
