/** Converts between actions and their notation (docs/PROTOCOL.md). No other file parses or writes the notation. */

import type { Amount, Face, Resource, Seat } from '../protocol';

/** The destination of a ship. */
export type Destination = { at: 'home' } | { at: 'surface' | 'orbit'; slot: number };

/** An action of a seat. Its kind is the first word of its notation; ships and slots count from 1. */
export type Action =
  | { kind: 'keep'; mission: string }
  | { kind: 'reroll' | 'convert' | 'end' | 'roll' | 'use' | 'decline' | 'follow' | 'pass' | 'force' | 'accept' }
  | { kind: 'activate' | 'die' | 'face' | 'repeat'; face: Face }
  | { kind: 'pay' | 'lose'; resource: Resource }
  | { kind: 'ship' | 'advance'; ship: number }
  | { kind: 'to'; place: Destination }
  | { kind: 'regress' | 'home'; seat: Seat; ship: number }
  | { kind: 'upgrade' | 'take'; amount: Amount }
  | { kind: 'planet'; planet: string }
  | { kind: 'turn'; units: number }
  | { kind: 'steal'; seat: Seat }
  | { kind: 'replace'; slot: number };

/** The kind of an action. */
export type ActionKind = Action['kind'];

/** Returns the notation of an amount, such as `2e1c`. */
export const amountText = ({ energy, culture }: Amount): string => `${energy ? `${energy}e` : ''}${culture ? `${culture}c` : ''}` || '0';

/** Returns the notation of an action. */
export function notation(action: Action): string {
  switch (action.kind) {
    case 'keep':
      return `keep ${action.mission}`;
    case 'reroll':
    case 'convert':
    case 'end':
    case 'roll':
    case 'use':
    case 'decline':
    case 'follow':
    case 'pass':
    case 'force':
    case 'accept':
      return action.kind;
    case 'activate':
    case 'die':
    case 'face':
    case 'repeat':
      return `${action.kind} ${action.face}`;
    case 'pay':
    case 'lose':
      return `${action.kind} ${action.resource}`;
    case 'ship':
    case 'advance':
      return `${action.kind} ${action.ship}`;
    case 'to':
      return action.place.at === 'home' ? 'to home' : `to ${action.place.at} ${action.place.slot}`;
    case 'regress':
    case 'home':
      return `${action.kind} ${action.seat}${action.ship}`;
    case 'upgrade':
    case 'take':
      return `${action.kind} ${amountText(action.amount)}`;
    case 'planet':
      return `planet ${action.planet}`;
    case 'turn':
      return `turn ${action.units}`;
    case 'steal':
      return `steal ${action.seat}`;
    case 'replace':
      return `replace ${action.slot}`;
  }
}

/** Parses an amount, such as `2e1c`. */
export function amountOf(text: string): Amount {
  const units = (letter: string) => Number(new RegExp(`(\\d)${letter}`).exec(text)?.[1] ?? 0);
  return { energy: units('e'), culture: units('c') };
}

/** Parses a destination, such as `home` or `orbit 2`. */
export function destinationOf(text: string): Destination {
  const [at, slot] = text.split(' ');
  return at === 'surface' || at === 'orbit' ? { at, slot: Number(slot) } : { at: 'home' };
}

/** Returns the faces of a roll, such as `rolled move energy`; null for any other step. */
export function rolledFaces(step: string): Face[] | null {
  const [kind, ...faces] = step.split(' ');
  return kind === 'rolled' ? (faces as Face[]) : null;
}

/** Parses an action without checking it, because the engine and the server send only valid steps. */
export function actionOf(step: string): Action {
  const [kind, word = ''] = step.split(' ') as [ActionKind, string?];
  switch (kind) {
    case 'keep':
      return { kind, mission: word };
    case 'reroll':
    case 'convert':
    case 'end':
    case 'roll':
    case 'use':
    case 'decline':
    case 'follow':
    case 'pass':
    case 'force':
    case 'accept':
      return { kind };
    case 'activate':
    case 'die':
    case 'face':
    case 'repeat':
      return { kind, face: word as Face };
    case 'pay':
    case 'lose':
      return { kind, resource: word as Resource };
    case 'ship':
    case 'advance':
      return { kind, ship: Number(word) };
    case 'to':
      return { kind, place: destinationOf(step.slice('to '.length)) };
    case 'regress':
    case 'home':
      return { kind, seat: word.slice(0, 1) as Seat, ship: Number(word.slice(1)) };
    case 'upgrade':
    case 'take':
      return { kind, amount: amountOf(word) };
    case 'planet':
      return { kind, planet: word };
    case 'turn':
      return { kind, units: Number(word) };
    case 'steal':
      return { kind, seat: word as Seat };
    case 'replace':
      return { kind, slot: Number(word) };
  }
}

/** Returns whether an action starts a gesture; others continue one, such as the choice of a ship (see gestures.ts). */
export function startsGesture({ kind }: Action): boolean {
  switch (kind) {
    case 'keep':
    case 'activate':
    case 'reroll':
    case 'convert':
    case 'end':
    case 'use':
    case 'decline':
    case 'follow':
    case 'pass':
    case 'force':
    case 'accept':
    case 'lose':
      return true;
    case 'pay':
    case 'die':
    case 'roll':
    case 'face':
    case 'repeat':
    case 'ship':
    case 'to':
    case 'advance':
    case 'regress':
    case 'home':
    case 'upgrade':
    case 'planet':
    case 'take':
    case 'turn':
    case 'steal':
    case 'replace':
      return false;
  }
}
