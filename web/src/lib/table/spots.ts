// Spots: the parts of the table that a person can point at, and the spot of each legal step.
// A step without a spot becomes a button in the coach line.
import { seatOf, type GameEvent, type Option, type Seat, type SeatId, type View } from './types';

/**
 * A place to point at: `disc:2` (the planet in slot 2), `space:2:3` (space 3 of its orbit),
 * `ship:A1`, `home`, `energy`, `culture` (the markers), `upgrade:4e`, `planet:ID` (a card or a
 * colony), `card:2`, `seat:B`, `die:move`, `face:move`, `bay:energy`.
 */
export type Spot = string;

/** Returns the spot on a colony track where a ship of the seat ends, if the events move one there. */
function landing(events: GameEvent[], seat: SeatId): Spot | undefined {
  const ends = events.flatMap((e) => {
    if (e.kind === 'ship-advanced' && e.seat === seat) return [`space:${e.slot}:${e.to}`];
    return e.kind === 'ship-hopped' && e.seat === seat ? [`space:${e.slot}:${e.space}`] : [];
  });
  return ends.at(-1);
}

function advanceSpot(view: View, seat: SeatId, ship: string): Spot {
  const place = seatOf(view, seat)?.ships[Number(ship) - 1];
  return place?.at === 'orbit' ? `space:${place.slot}:${place.space + 1}` : `ship:${seat}${ship}`;
}

function placeSpot(where: string, slot = ''): Spot {
  if (where === 'surface') return `disc:${slot}`;
  return where === 'orbit' ? `space:${slot}:0` : 'home';
}

/** Returns the spot of a step for this seat; `events` are those of the preview. */
export function spotOf(step: string, view: View, seat: SeatId, events: GameEvent[] = []): Spot | null {
  const [verb = '', what = '', more] = step.split(' ');
  switch (verb) {
    case 'activate':
    case 'die':
      return `die:${what}`;
    case 'ship':
      return `ship:${seat}${what}`;
    case 'to':
      return landing(events, seat) ?? placeSpot(what, more);
    case 'advance':
      return landing(events, seat) ?? advanceSpot(view, seat, what);
    case 'regress':
    case 'home':
      return `ship:${what}`;
    case 'upgrade':
      return `upgrade:${what}`;
    case 'planet':
      return `planet:${what}`;
    case 'replace':
      return `card:${what}`;
    case 'steal':
      return `seat:${what}`;
    case 'face':
      return `face:${what}`;
    case 'repeat':
      return `bay:${what}`;
    default:
      return null;
  }
}

/** Returns the steps that a click on this spot stands for after a die is picked. The caller asks which rule forbids them. */
export function stepsTo(spot: Spot, options: Option[], me: Seat | undefined): string[] | null {
  const [kind = '', slot = ''] = spot.split(':');
  if (kind === 'upgrade' || kind === 'planet') return [`${kind} ${slot}`];
  if (kind !== 'disc' && kind !== 'space') return null;
  const first = options[0]?.step ?? '';
  if (first.startsWith('ship ')) return [first, `to ${kind === 'disc' ? 'surface' : 'orbit'} ${slot}`];
  if (!first.startsWith('advance ')) return null;
  const there = me?.ships.findIndex((s) => s.at === 'orbit' && s.slot === Number(slot)) ?? -1;
  const elsewhere = me?.ships.findIndex((_, i) => !options.some((o) => o.step === `advance ${i + 1}`)) ?? -1;
  return [`advance ${(there < 0 ? elsewhere : there) + 1}`];
}
