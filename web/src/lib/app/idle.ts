// Work that can wait until the page has nothing else to do; not every browser says when that is.

/** Does it when the page is idle, at the latest after so many milliseconds. */
export function whenIdle(work: () => void, latest = 500): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: latest });
  else setTimeout(work, 50);
}
