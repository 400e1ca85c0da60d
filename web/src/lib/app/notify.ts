// "Your turn" by the title of the page and, where wanted, by the browser.
import { settings } from './settings.svelte';

/** Whether the browser can notify at all. */
export function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission !== 'denied';
}

/** Asks for leave to notify. */
export async function askToNotify(): Promise<boolean> {
  return mayNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Tells somebody who looks elsewhere. */
export function notify(text: string): void {
  if (settings.notify !== 'on' || !document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  new Notification('Orrery', { body: text, tag: 'orrery-turn' });
}
