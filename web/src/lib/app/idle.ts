// Schedules work for when the page is idle; not every browser has `requestIdleCallback`.

/** Runs a function when the page is idle, at the latest after a number of milliseconds. */
export function whenIdle(work: () => void, latest = 500): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: latest });
  else setTimeout(work, 50);
}
