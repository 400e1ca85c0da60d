// Schedules work for when the page is idle; not every browser has `requestIdleCallback`.

/** Runs a function when the page is idle, or after a timeout in milliseconds. */
export function whenIdle(work: () => void, timeout = 500): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout });
  else setTimeout(work, 50);
}
