import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import SaveRecord from './SaveRecord.svelte';

const { saveRecord } = vi.hoisted(() => ({ saveRecord: vi.fn() }));
vi.mock('../app/local', () => ({ saveRecord }));
beforeEach(() => saveRecord.mockClear());

/** Mounts the button of a game; returns its texts and the number of saved files after each of two clicks. */
async function clickTwice(hasSecrets: boolean): Promise<[string | undefined, number][]> {
  const target = document.createElement('div');
  const view = mount(SaveRecord, { target, props: { id: 'a', hasSecrets } });
  const after = [1, 2].map((): [string | undefined, number] => {
    target.querySelector('button')?.click();
    flushSync();
    return [target.querySelector('button')?.textContent.trim(), saveRecord.mock.calls.length];
  });
  await unmount(view);
  return after;
}

test('a record with secret missions is saved only after a warning', async () => {
  expect(await clickTwice(true)).toEqual([
    ['Save with all secret missions', 0],
    ['', 1],
  ]);
});

test('a record without secrets is saved at once', async () => {
  expect(await clickTwice(false)).toEqual([
    ['', 1],
    ['', 2],
  ]);
});
