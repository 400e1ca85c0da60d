/** Keeps the application on the device, and tells when a newer one is there. */

/** What the application wants to know about its own version. */
export interface Offline {
  /** Everything is on the device now: it works without a network. */
  onready?: () => void;
  /** A newer version is here; calling `show` has every open page show it. */
  onupdate?: (show: () => void) => void;
}

/** When the page itself is there: what is kept for later must not come in its way. */
function loaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }));
}

/** Registers the service worker. Does nothing while developing, or where there is none. */
export async function keepOffline(offline: Offline = {}): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await loaded();
  // A newer version does not keep the files that a page of the older one may still ask for.
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
    controlled = true;
  });
  const registration = await navigator.serviceWorker.register(new URL('./sw.js', document.baseURI), { updateViaCache: 'none' });
  void navigator.serviceWorker.ready.then(() => offline.onready?.());
  const offer = (worker: ServiceWorker | null) => {
    if (worker && navigator.serviceWorker.controller) offline.onupdate?.(() => worker.postMessage('take-over'));
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => coming.state === 'installed' && offer(coming));
  });
}
