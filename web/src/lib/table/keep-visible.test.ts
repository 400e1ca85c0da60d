import { expect, test, vi } from 'vitest';
import { keepVisible } from './keep-visible';

/** Returns which colonies are scrolled into view in a list of 100 px, given their classes and positions in px. */
function scrolledInto(...colonies: [string, number][]): number[] {
  const scrolled: number[] = [];
  const list = document.createElement('div');
  list.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  colonies.forEach(([classes, top], i) => {
    const colony = document.createElement('div');
    colony.className = `thumb ${classes}`;
    colony.getBoundingClientRect = () => new DOMRect(0, top, 200, 40);
    colony.scrollIntoView = vi.fn(() => void scrolled.push(i));
    list.append(colony);
  });
  keepVisible(list);
  return scrolled;
}

test('a list of colonies scrolls to a glowing one, or else to a usable one', () => {
  expect(scrolledInto(['', 0], ['ready', 90], ['legal', 140])).toEqual([2]);
  expect(scrolledInto(['', 0], ['ready', 90], ['ready', 140])).toEqual([1]);
});

test('a list of colonies does not scroll if a glowing one is visible, or if none can be used', () => {
  expect(scrolledInto(['legal', 20], ['legal', 140])).toEqual([]);
  expect(scrolledInto(['', 0], ['', 140])).toEqual([]);
});
