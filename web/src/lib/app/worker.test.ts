import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const SOURCE = readFileSync('pwa/sw.js', 'utf8');
const SCOPE = 'https://orrery.example/';

/** Runs the service worker with these open pages, clicks a table's notification, and returns what the worker did. */
async function clickWith(addresses: string[], table: string) {
  const done: string[] = [];
  const pages = addresses.map((url) => ({ url, focus: () => done.push(`focus ${url}`) }));
  const clients = { matchAll: () => Promise.resolve(pages), openWindow: (url: string) => done.push(`open ${url}`) };
  const addEventListener = vi.fn<(kind: string, handle: (event: object) => void) => void>();
  const self = { addEventListener, clients, registration: { scope: SCOPE } };
  // The worker is a separate script. The build fills in its list of files and its version.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function('self', '__FILES__', '__VERSION__', SOURCE) as (...values: unknown[]) => void;
  run(self, [], 'test');
  const handle = addEventListener.mock.calls.find(([kind]) => kind === 'notificationclick')?.[1];
  let finished: Promise<void> | undefined;
  const notification = { close: () => done.push('close'), data: table };
  handle?.({ notification, waitUntil: (work: Promise<void>) => (finished = work) });
  await finished;
  return done;
}

test('a click on a notification focuses the page of its table', async () => {
  const [home, one, two] = [`${SCOPE}#/`, `${SCOPE}#/t/one`, `${SCOPE}#/t/two`];
  expect(await clickWith([home, one, two], two)).toEqual(['close', `focus ${two}`]);
});

test('a click on a notification does not use the page of another table', async () => {
  const [one, two] = [`${SCOPE}#/t/one`, `${SCOPE}#/t/two`];
  expect(await clickWith([one], two)).toEqual(['close', `open ${two}`]);
  expect(await clickWith([], two)).toEqual(['close', `open ${two}`]);
});
