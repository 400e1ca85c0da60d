/** What to play, and who plays: the plan of a game on this device. */

import type { TableSettings } from '../protocol';

/** Who plays a seat. */
export type SeatPlan = { kind: 'person'; name: string } | { kind: 'bot'; name: string; level: string };

/** What to play, and who plays. In a solo game the Rogue needs no seat here. */
export interface Plan {
  settings: TableSettings;
  seats: SeatPlan[];
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** So many random bytes in hexadecimal digits, from the browser's best source. */
export function random(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Now, as records write it. */
export function today(now: Date = new Date()): string {
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}
