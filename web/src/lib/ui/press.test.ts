import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresses } from './press';

let stop: () => void;
const button = document.createElement('button');
button.className = 'btn';

function fire(type: string, pointerType = 'touch'): void {
  button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }));
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(button);
  stop = watchPresses();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('a button shows that a finger rests on it until the finger leaves', () => {
  fire('pointerdown');
  vi.advanceTimersByTime(200);
  expect(button.dataset['held']).toBe('');
  fire('pointerup');
  expect(button.dataset['held']).toBeUndefined();
});

test('a quick tap changes nothing, because its result follows at once', () => {
  fire('pointerdown');
  vi.advanceTimersByTime(30);
  fire('pointerup');
  vi.advanceTimersByTime(1000);
  expect(button.dataset['held']).toBeUndefined();
});

test('a press ends if the finger scrolls the page', () => {
  fire('pointerdown');
  vi.advanceTimersByTime(200);
  fire('pointercancel');
  expect(button.dataset['held']).toBeUndefined();
});

test('a mouse needs no mark, because the style uses :active', () => {
  fire('pointerdown', 'mouse');
  vi.advanceTimersByTime(200);
  expect(button.dataset['held']).toBeUndefined();
});
