// Summarises what events change for one seat, as short signed amounts.
import type { Amount } from '../protocol';
import { actorOf, type GameEvent, type PlanetCard, type SeatId } from './types';

/** A change of a seat: a symbol and a signed amount. */
export interface SeatChange {
  icon: string;
  text: string;
}

type Worth = Pick<PlanetCard, 'planet' | 'points'>;

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** An amount that an event moves: from a seat, to a seat, or both. */
interface Flow {
  amount: Amount;
  from?: SeatId;
  to?: SeatId;
}

function flowOf(event: GameEvent): Flow | null {
  switch (event.kind) {
    case 'gained':
      return { amount: event.amount, to: event.seat };
    case 'paid':
    case 'lost':
      return { amount: event.amount, from: event.seat };
    case 'stolen':
      return { amount: event.amount, from: event.from, to: event.seat };
    case 'paid-to':
      return { amount: event.amount, from: event.seat, to: event.to };
    case 'turned': {
      const energy = event.into === 'energy' ? event.units : -event.units;
      return { amount: { energy, culture: -energy }, to: event.seat };
    }
    case 'followed':
      return { amount: { energy: 0, culture: event.cost }, from: event.seat };
    default:
      return null;
  }
}

function actionChange(event: GameEvent, planets: readonly Worth[]): SeatChange | null {
  if (event.kind === 'followed') return { icon: 'follow', text: '' };
  if (event.kind === 'colonised') {
    // The points of the event are the seat's new total.
    const gain = planets.find(({ planet }) => planet === event.planet)?.points ?? 0;
    return { icon: 'vp', text: signed(gain) };
  }
  if (event.kind === 'ship-gained') return { icon: 'ship-up', text: signed(1) };
  if (event.kind === 'die-lost') return { icon: 'die', text: signed(-1) };
  return event.kind === 'empire-upgraded' ? { icon: 'up', text: String(event.level) } : null;
}

/** Returns what events change for a seat: its actions, then the total change of each resource. `planets`: the cards, for their points. */
export function changesOf(events: GameEvent[], seat: SeatId, planets: readonly Worth[]): SeatChange[] {
  const sum = { energy: 0, culture: 0 };
  for (const flow of events.map(flowOf)) {
    const sign = Number(flow?.to === seat) - Number(flow?.from === seat);
    sum.energy += sign * (flow?.amount.energy ?? 0);
    sum.culture += sign * (flow?.amount.culture ?? 0);
  }
  const actions = events.filter((event) => actorOf(event) === seat).flatMap((event) => actionChange(event, planets) ?? []);
  const kinds = ['energy', 'culture'] as const;
  return [...actions, ...kinds.flatMap((kind) => (sum[kind] ? [{ icon: kind, text: signed(sum[kind]) }] : []))];
}
