import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { Naming } from '../protocol';
import Star from './Star.svelte';

/** Returns the label of a star with two points. */
async function label(naming: Naming): Promise<string | null | undefined> {
  const target = document.createElement('div');
  const view = mount(Star, { target, props: { points: 2, naming } });
  const found = target.querySelector('[role=img]')?.getAttribute('aria-label');
  await unmount(view);
  return found;
}

test('the label uses the term of the edition for points', async () => {
  expect(await label('classic')).toBe('2 points');
  expect(await label('blast-off')).toBe('2 star points');
});
