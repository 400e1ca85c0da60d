// Watches the content of an element, to measure it.
import { whenIdle } from '../app/idle';

/**
 * Calls `measure` after the size or the content of an element has changed; returns functions to call it once more and to stop. The call
 * comes after the next frame, when the page is idle. Before the frame, the browser would have to compute the layout twice; right after it,
 * the measurement would delay the response to a tap.
 */
export function watchContent(element: HTMLElement, measure: () => void): { later: () => void; stop: () => void } {
  let state: 'resting' | 'waiting' | 'stopped' = 'resting';
  const run = (): void => {
    if (state === 'stopped') return;
    state = 'resting';
    measure();
  };
  const later = (): void => {
    if (state !== 'resting') return;
    state = 'waiting';
    requestAnimationFrame(() => whenIdle(run));
  };
  const [resized, changed] = [new ResizeObserver(later), new MutationObserver(later)];
  resized.observe(element);
  changed.observe(element, { childList: true, subtree: true, characterData: true });
  const stop = (): void => {
    state = 'stopped';
    resized.disconnect();
    changed.disconnect();
  };
  return { later, stop };
}
