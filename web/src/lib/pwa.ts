/** Installs the application on the device, and reports updates. */

/** Callbacks about the installed version. */
export interface Offline {
  /** The whole build is cached: the application works offline. */
  onready?: () => void;
  /** An update is available; `loadNewest` shows it. */
  onupdate?: () => void;
}

const isKept = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** Resolves when the page has loaded: caching must not slow it down. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }));
}

/** Registers the service worker. Does nothing in development, or where there is none. */
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
  // Check for updates when the user returns to a page that was open for long.
  document.addEventListener('visibilitychange', () => document.hidden || void registration.update().catch(() => undefined));
}

/** Reloads pages of the old version: the new one does not cache their files. */
function reloadWithNewer(): void {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
    controlled = true;
  });
}

/** Waits until a worker has cached everything; returns whether it did. */
function isInstalled(worker: ServiceWorker): Promise<boolean> {
  if (worker.state === 'installed') return Promise.resolve(true);
  return new Promise((resolve) => worker.addEventListener('statechange', () => resolve(worker.state === 'installed'), { once: true }));
}

/** Reloads all open pages with the newest version. */
export async function loadNewest(): Promise<void> {
  const registration = isKept() ? await navigator.serviceWorker.getRegistration() : undefined;
  await registration?.update().catch(() => undefined);
  const newer = registration?.waiting ?? registration?.installing;
  if (newer && (await isInstalled(newer))) newer.postMessage('take-over');
  else location.reload();
}
