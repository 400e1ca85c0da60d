// What events change for one seat, as short signed amounts.
import type { GameEvent, SeatId } from './types';

/** A change of a seat: a symbol and a signed amount. */
export interface SeatChange {
  icon: string;
  text: string;
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** Returns the seat that an event takes resources from, and the one it gives them to. */
function flowOf(event: GameEvent): { from?: string | undefined; to?: string | undefined } {
  const seat = event.seat ?? undefined;
  if (event.kind === 'gained') return { to: seat };
  if (event.kind === 'paid' || event.kind === 'lost') return { from: seat };
  if (event.kind === 'stolen') return { to: seat, from: String(event.from) };
  return event.kind === 'paid-to' ? { from: seat, to: String(event.to) } : {};
}

/** Returns the changes of a seat: resources in sum, then points and levels. */
export function changesOf(events: GameEvent[], seat: SeatId): SeatChange[] {
  const sum = { energy: 0, culture: 0 };
  const others: SeatChange[] = [];
  for (const event of events) {
    const { from, to } = flowOf(event);
    const sign = Number(to === seat) - Number(from === seat);
    sum.energy += sign * (event.amount?.energy ?? 0);
    sum.culture += sign * (event.amount?.culture ?? 0);
    if (event.seat !== seat) continue;
    if (event.kind === 'followed') {
      sum.culture -= event.cost ?? 0;
      others.push({ icon: 'follow', text: '' });
    }
    if (event.kind === 'colonised') others.push({ icon: 'vp', text: signed(event.points ?? 0) });
    if (event.kind === 'empire-upgraded') others.push({ icon: 'up', text: String(event.level ?? '') });
  }
  const kinds = ['energy', 'culture'] as const;
  return [...others, ...kinds.flatMap((kind) => (sum[kind] ? [{ icon: kind, text: signed(sum[kind]) }] : []))];
}
