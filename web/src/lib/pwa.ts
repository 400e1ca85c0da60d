/** Registers the service worker, which makes the application work offline, and reports updates. */

/** Callbacks about the cached application. */
export interface ServiceWorkerCallbacks {
  /** Called when the whole build is cached, so that the application works offline. */
  onready?: () => void;
  /** Called when an update is available; `loadNewest` loads it. */
  onupdate?: () => void;
}

const isSupported = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** Resolves when the page has loaded. Caching starts afterwards, so that it does not slow down the page. */
function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }));
}

/** Registers the service worker. Does nothing in development or without browser support. */
export async function installServiceWorker(callbacks: ServiceWorkerCallbacks = {}): Promise<void> {
  if (!isSupported()) return;
  reloadOnTakeover();
  await pageLoaded();
  const registration = await navigator.serviceWorker.register(new URL('./sw.js', document.baseURI), { updateViaCache: 'none' });
  void navigator.serviceWorker.ready.then(() => callbacks.onready?.());
  const reportUpdate = async (worker: ServiceWorker | null): Promise<void> => {
    if (worker && (await isInstalled(worker)) && navigator.serviceWorker.controller) callbacks.onupdate?.();
  };
  void reportUpdate(registration.waiting ?? registration.installing);
  registration.addEventListener('updatefound', () => void reportUpdate(registration.installing));
  // Check for updates when the user returns to the page.
  document.addEventListener('visibilitychange', () => document.hidden || void registration.update().catch(() => undefined));
}

/** Reloads the page when a new version takes control, because its cache lacks the files of the old version. */
function reloadOnTakeover(): void {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
    controlled = true;
  });
}

/** Waits for the next state of a worker; returns whether the worker is installed and has cached all files. */
function isInstalled(worker: ServiceWorker): Promise<boolean> {
  if (worker.state === 'installed') return Promise.resolve(true);
  return new Promise((resolve) => worker.addEventListener('statechange', () => resolve(worker.state === 'installed'), { once: true }));
}

/** Reloads all open pages with the newest version. */
export async function loadNewest(): Promise<void> {
  const registration = isSupported() ? await navigator.serviceWorker.getRegistration() : undefined;
  await registration?.update().catch(() => undefined);
  const newer = registration?.waiting ?? registration?.installing;
  if (newer && (await isInstalled(newer))) newer.postMessage('take-over');
  else location.reload();
}
