/** Keeps the application on the device, and tells when a newer one is there. */

/** What the application wants to know about its own version. */
export interface Offline {
  /** Everything is on the device now: it works without a network. */
  onready?: () => void;
  /** A newer version is here; calling `reload` shows it. */
  onupdate?: (reload: () => void) => void;
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
  const registration = await navigator.serviceWorker.register(new URL('./sw.js', document.baseURI), { updateViaCache: 'none' });
  void navigator.serviceWorker.ready.then(() => offline.onready?.());
  const offer = (worker: ServiceWorker | null) => {
    if (worker && navigator.serviceWorker.controller) offline.onupdate?.(() => takeOver(worker));
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => coming.state === 'installed' && offer(coming));
  });
}

function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('take-over');
}
