/** The plan of a game on this device: settings and players. */

import type { Seat, TableSettings } from '../protocol';

/** The player of a seat; `resigned`: the bot plays for a person who resigned. */
export type SeatPlan = { kind: 'person'; name: string } | { kind: 'bot'; name: string; level: string; resigned?: true };

/** The settings and players of a game; the Rogue of a solo game is not in the list of seats. */
export interface Plan {
  settings: TableSettings;
  seats: SeatPlan[];
}

const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D', 'E'];

/** Returns the seat of the first person; null if only bots play. */
export function firstViewer(plan: Plan): Seat | null {
  return SEATS[plan.seats.findIndex(({ kind }) => kind === 'person')] ?? null;
}

/** Returns the plan of another game with the same players; people who resigned play again. */
export function planAgain({ settings, seats }: Plan): Plan {
  return { settings, seats: seats.map((seat) => (seat.kind === 'bot' && seat.resigned ? { kind: 'person', name: seat.name } : seat)) };
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns cryptographically random bytes in hexadecimal digits. */
export function randomHex(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Returns the current time in the format of records. */
export function timestamp(now: Date = new Date()): string {
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}
