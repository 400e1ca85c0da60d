import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Rulebook from './Rulebook.svelte';

const { awaited } = vi.hoisted(() => ({ awaited: [] as (() => void)[] }));
const EDITIONS = ['classic', 'blast-off'].map((edition) => ({ edition, name: edition }));
const RULES = [
  { number: 'R5.1', text: 'The converter turns two dice.' },
  { number: 'R13.1', text: 'A ship launches.' },
];
const CHAPTERS = ['R5', 'R13'].map((number) => ({ number, text: number }));
// The rules are there at once; the cards of their examples arrive when the test says so.
vi.mock('../app/local', () => ({
  rulebook: () => Promise.resolve({ chapters: CHAPTERS, rules: RULES }),
  cardsOf: (edition: string) => new Promise((resolve) => awaited.push(() => resolve({ edition }))),
}));
vi.mock('../app/editions.svelte', () => ({ builtInEditions: () => EDITIONS }));
vi.mock('./Figure.svelte', () => ({ default: () => undefined }));
vi.mock('./Tables.svelte', () => ({ default: () => undefined }));
Element.prototype.scrollIntoView = vi.fn();

const shownRules = () => [...document.querySelectorAll('.rulebook p[id]')].map(({ id }) => id);
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}
/** Lets the cards arrive. */
async function arrive(): Promise<void> {
  for (const card of awaited.splice(0)) card();
  await settle();
}
/** Shows the page with a link to a rule. */
async function show(rule: string): Promise<Record<string, unknown>> {
  const page = mount(Rulebook, { target: document.body, props: { rule } });
  await settle();
  return page;
}
function searchFor(words: string): void {
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  if (!field) throw new Error('no search field');
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
let page: Record<string, unknown>;
afterEach(() => unmount(page));

test('a search is kept when the examples arrive later', async () => {
  page = await show('R5.1');
  searchFor('launches');
  await arrive();
  expect(shownRules()).toEqual(['rule-R13.1']);
});
