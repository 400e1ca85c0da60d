import { mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Link from './Link.svelte';

const LINK = 'https://orrery.example/#/t/one';
const writeText = vi.fn<(text: string) => Promise<void>>();
const target = document.body;
let view: Record<string, unknown> | undefined;

/** Shows the link. */
async function show(eager = false): Promise<void> {
  view = mount(Link, { target, props: { link: LINK, eager } });
  await vi.advanceTimersByTimeAsync(0);
}

/** Returns the text of the button. */
async function buttonText(): Promise<string | undefined> {
  await tick();
  return target.querySelector('button')?.textContent;
}

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});
afterEach(async () => {
  if (view) await unmount(view);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the button copies the link and confirms it for a moment', async () => {
  await show();
  expect([await buttonText(), writeText.mock.calls]).toEqual(['Share', []]);
  target.querySelector('button')?.click();
  await vi.advanceTimersByTimeAsync(0);
  expect([await buttonText(), writeText.mock.calls]).toEqual(['Copied', [[LINK]]]);
  await vi.advanceTimersByTimeAsync(1_599);
  expect(await buttonText()).toBe('Copied');
  await vi.advanceTimersByTimeAsync(1);
  expect(await buttonText()).toBe('Share');
});

test('an eager link is copied as soon as it is shown', async () => {
  await show(true);
  expect([await buttonText(), writeText.mock.calls]).toEqual(['Copied', [[LINK]]]);
});

test('without a clipboard the link is selected, and the button does not confirm a copy', async () => {
  writeText.mockRejectedValue(new Error('no clipboard'));
  await show(true);
  const input = target.querySelector('input');
  expect([await buttonText(), input?.selectionStart, input?.selectionEnd]).toEqual(['Share', 0, LINK.length]);
});
