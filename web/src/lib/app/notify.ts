// Browser notifications that it is the user's turn, while the page is in the background.
import { settings } from './settings.svelte';

/** Returns whether the browser supports notifications and the user has not denied them. */
export function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission !== 'denied';
}

/** Asks the user for permission; returns whether the user grants it. */
export async function askToNotify(): Promise<boolean> {
  return mayNotify() && (await Notification.requestPermission()) === 'granted';
}

const TAG = 'orrery-turn';

/** Returns the registration of the service worker; without HTTPS there is none. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

/** Shows a notification if the page is in the background; a click opens the table. */
export async function notify(text: string): Promise<void> {
  if (settings.notify !== 'on' || !document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const worker = await registration();
  // Mobile browsers allow notifications only from a service worker.
  if (worker) return worker.showNotification('Orrery', { body: text, tag: TAG, icon: 'icon-192.png', data: location.href });
  new Notification('Orrery', { body: text, tag: TAG }).onclick = () => window.focus();
}

/** Removes the notifications of this application. */
export async function clearNotifications(): Promise<void> {
  const worker = await registration();
  for (const shown of (await worker?.getNotifications({ tag: TAG })) ?? []) shown.close();
}
