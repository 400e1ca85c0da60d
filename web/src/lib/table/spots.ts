// Spots are the parts of the table that a person can point at. Each legal step has at most one spot; a step without a spot becomes a button
// in the coach line.
import type { Action, Destination } from '../engine';
import { amountOf, amountText } from '../engine/actions';
import { seatOf, type GameEvent, type LegalStep, type Galaxy, type SeatId, type View } from './types';

/**
 * A place to point at: `disc:2` (the planet in slot 2), `space:2:3` (space 3 of its orbit),
 * `ship:A1`, `home`, `energy`, `culture` (the markers), `upgrade:4e`, `planet:ID` (a card or a
 * colony), `card:2`, `seat:B`, `die:move`, `face:move`, `bay:energy`.
 */
export type Spot = string;

/** If the events move a ship of the seat along a colony track, returns the spot where the ship ends up. */
function endSpot(events: GameEvent[], seat: SeatId): Spot | undefined {
  const ends = events.flatMap((e) => {
    if (e.kind === 'ship-advanced' && e.seat === seat) return [`space:${e.slot}:${e.to}`];
    return e.kind === 'ship-hopped' && e.seat === seat ? [`space:${e.slot}:${e.space}`] : [];
  });
  return ends.at(-1);
}

function advanceSpot(view: View, seat: SeatId, ship: number): Spot {
  const place = seatOf(view, seat)?.ships[ship - 1];
  return place?.at === 'orbit' ? `space:${place.slot}:${place.space + 1}` : `ship:${seat}${ship}`;
}

/** Returns the spot of an action for this seat; `events` are those of the preview. */
export function spotOf(action: Action, view: View, seat: SeatId, events: GameEvent[] = []): Spot | null {
  switch (action.kind) {
    case 'activate':
    case 'die':
      return `die:${action.face}`;
    case 'ship':
      return `ship:${seat}${action.ship}`;
    case 'to':
      return endSpot(events, seat) ?? placeSpot(action.place);
    case 'advance':
      return endSpot(events, seat) ?? advanceSpot(view, seat, action.ship);
    case 'regress':
    case 'home':
      return `ship:${action.seat}${action.ship}`;
    case 'upgrade':
      return `upgrade:${amountText(action.amount)}`;
    case 'planet':
      return `planet:${action.planet}`;
    case 'replace':
      return `card:${action.slot}`;
    case 'steal':
      return `seat:${action.seat}`;
    case 'face':
      return `face:${action.face}`;
    case 'repeat':
      return `bay:${action.face}`;
    case 'keep':
    case 'reroll':
    case 'convert':
    case 'end':
    case 'pay':
    case 'roll':
    case 'use':
    case 'decline':
    case 'take':
    case 'turn':
    case 'follow':
    case 'pass':
    case 'force':
    case 'accept':
    case 'lose':
      return null;
  }
}

function placeSpot(place: Destination): Spot {
  if (place.at === 'home') return 'home';
  return place.at === 'surface' ? `disc:${place.slot}` : `space:${place.slot}:0`;
}

/** Returns the actions that a click on this spot would mean with the picked die. The engine then names the rule that forbids them. */
export function actionsTo(spot: Spot, options: LegalStep[], me: Galaxy | undefined): Action[] | null {
  const [kind = '', what = ''] = spot.split(':');
  if (kind === 'upgrade') return [{ kind, amount: amountOf(what) }];
  if (kind === 'planet') return [{ kind, planet: what }];
  if (kind !== 'disc' && kind !== 'space') return null;
  const slot = Number(what);
  const first = options[0]?.action;
  if (first?.kind === 'ship') return [first, { kind: 'to', place: { at: kind === 'disc' ? 'surface' : 'orbit', slot } }];
  if (first?.kind !== 'advance') return null;
  const ships = me?.ships ?? [];
  const inThisOrbit = ships.findIndex((s) => s.at === 'orbit' && s.slot === slot);
  const cannotAdvance = ships.findIndex((_, i) => !options.some(({ action }) => action.kind === 'advance' && action.ship === i + 1));
  return [{ kind: 'advance', ship: (inThisOrbit < 0 ? cannotAdvance : inThisOrbit) + 1 }];
}
