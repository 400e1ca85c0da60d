/** Keeps the application on the device, and tells when a newer one is there. */

/** What the application wants to know about its own version. */
export interface Offline {
  /** Everything is on the device now: it works without a network. */
  onready?: () => void;
  /** A newer version is here; `loadNewest` shows it. */
  onupdate?: () => void;
}

const isKept = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** When the page itself is there: what is kept for later must not come in its way. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }));
}

/** Registers the service worker. Does nothing while developing, or where there is none. */
export async function keepOffline(offline: Offline = {}): Promise<void> {
  if (!isKept()) return;
  reloadWithNewer();
  await loaded();
  const registration = await navigator.serviceWorker.register(new URL('./sw.js', document.baseURI), { updateViaCache: 'none' });
  void navigator.serviceWorker.ready.then(() => offline.onready?.());
  const offer = async (worker: ServiceWorker | null): Promise<void> => {
    if (worker && (await isInstalled(worker)) && navigator.serviceWorker.controller) offline.onupdate?.();
  };
  void offer(registration.waiting ?? registration.installing);
  registration.addEventListener('updatefound', () => void offer(registration.installing));
  // Whoever comes back to a page that was open for long is told, too.
  document.addEventListener('visibilitychange', () => document.hidden || void registration.update().catch(() => undefined));
}

/** A newer version does not keep the files that a page of the older one may still ask for. */
function reloadWithNewer(): void {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
    controlled = true;
  });
}

/** Waits until a worker has kept everything; whether it has. */
function isInstalled(worker: ServiceWorker): Promise<boolean> {
  if (worker.state === 'installed') return Promise.resolve(true);
  return new Promise((resolve) => worker.addEventListener('statechange', () => resolve(worker.state === 'installed'), { once: true }));
}

/** Loads the page again, in the newest version that there is; all open pages do then. */
export async function loadNewest(): Promise<void> {
  const registration = isKept() ? await navigator.serviceWorker.getRegistration() : undefined;
  await registration?.update().catch(() => undefined);
  const newer = registration?.waiting ?? registration?.installing;
  if (newer && (await isInstalled(newer))) newer.postMessage('take-over');
  else location.reload();
}
