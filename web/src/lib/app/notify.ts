// "Your turn" by the browser, for somebody who looks elsewhere.
import { settings } from './settings.svelte';

/** Whether the browser can notify at all. */
export function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission !== 'denied';
}

/** Asks for leave to notify. */
export async function askToNotify(): Promise<boolean> {
  return mayNotify() && (await Notification.requestPermission()) === 'granted';
}

const TAG = 'orrery-turn';

/** The service worker, where the browser has one: without HTTPS it has none. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

/** Tells somebody who looks elsewhere; a click leads back to the table. */
export async function notify(text: string): Promise<void> {
  if (settings.notify !== 'on' || !document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const worker = await registration();
  // Phones notify through the service worker only.
  if (worker) return worker.showNotification('Orrery', { body: text, tag: TAG, icon: 'icon-192.png', data: location.href });
  new Notification('Orrery', { body: text, tag: TAG }).onclick = () => window.focus();
}

/** What was told is seen. */
export async function clearNotifications(): Promise<void> {
  const worker = await registration();
  for (const shown of (await worker?.getNotifications({ tag: TAG })) ?? []) shown.close();
}
