import { afterEach, expect, test, vi } from 'vitest';
import { handleKey } from './keys';
import type { Play } from './play.svelte';

/** Presses a key while others act; returns how often `pause` was called, and whether the key was handled. */
function press(init: KeyboardEventInit): { pauses: number; handled: boolean } {
  const pause = vi.fn();
  const play = { canPause: true, pause, next: pause, flush: () => undefined } as unknown as Play;
  const event = new KeyboardEvent('keydown', { ...init, cancelable: true });
  handleKey(play, event);
  return { pauses: pause.mock.calls.length, handled: event.defaultPrevented };
}

test('P and N pause and step through the turns of others', () => {
  expect(press({ key: 'p' })).toEqual({ pauses: 1, handled: true });
  expect(press({ key: 'n' })).toEqual({ pauses: 1, handled: true });
});

test('shortcuts of the browser, such as Ctrl+P and Cmd+N, do not pause', () => {
  expect(press({ key: 'p', ctrlKey: true })).toEqual({ pauses: 0, handled: false });
  expect(press({ key: 'n', metaKey: true })).toEqual({ pauses: 0, handled: false });
});

test.each([
  [{ key: 'Shift' }, 0],
  [{ key: 'Tab' }, 0],
  [{ key: 'c', ctrlKey: true }, 0],
  [{ key: 'z', ctrlKey: true }, 1],
  [{ key: 'x' }, 1],
])('the key %o completes the running animation %i times', (init, times) => {
  const flush = vi.fn();
  const play = { targets: new Map(), undo: vi.fn(), tutor: {}, flush } as unknown as Play;
  handleKey(play, new KeyboardEvent('keydown', init));
  expect(flush).toHaveBeenCalledTimes(times);
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test('Tab moves among the targets and the buttons of a panel, where Space does not pass', () => {
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  document.body.innerHTML = '<main><button data-spot="a">a</button><div class="review-panel"><button>b</button></div></main>';
  const answer = vi.fn();
  const play = { targets: new Map([['a', []]]), isFollow: true, answer, tutor: {}, flush: () => undefined } as unknown as Play;
  const key = (name: string) => {
    handleKey(play, new KeyboardEvent('keydown', { key: name, cancelable: true }));
    return document.activeElement?.textContent;
  };
  expect([key('Tab'), key('Tab')]).toEqual(['a', 'b']);
  key(' ');
  expect(answer).not.toHaveBeenCalled();
  expect(key('Tab')).toBe('a');
  key(' ');
  expect(answer).toHaveBeenCalledWith('pass');
});
