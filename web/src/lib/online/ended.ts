// The end of a game on a server: by the rules, or by resignation.
import { t } from '../i18n/index.svelte';
import type { Outcome, Player, Seat, Table } from '../protocol';
import type { TableState } from '../table/session';
import { nameOf } from '../table/labels';

const gaveUp = (player: Player | null): boolean => (player?.kind === 'person' || player?.kind === 'program') && player.resigned;

/** Returns the seats that resigned. */
export function resigned(table: Table): Seat[] {
  return table.seats.filter((s) => gaveUp(s.player)).map((s) => s.seat);
}

/** Returns the outcome after all but one resigned: no missions, and the last player wins. */
function outcomeAfterResignation(state: TableState, table: Table): Outcome {
  const left = state.view.seats.filter((s) => !resigned(table).includes(s.seat));
  const scores = state.view.seats.map((s) => ({
    seat: s.seat,
    points: s.points,
    planet_points: s.planet_points,
    empire_points: s.points - s.planet_points,
    mission_points: 0,
    colonies: s.colonies.length,
    level: s.level,
    resources: s.energy + s.culture,
  }));
  return { winners: left.length === 1 ? left.map((s) => s.seat) : [], decided_by: 'at-once', scores };
}

/** Returns the table with its final scores. */
export function endedTable(state: TableState, table: Table): TableState {
  return state.view.outcome ? state : { ...state, view: { ...state.view, outcome: outcomeAfterResignation(state, table) } };
}

/** Returns the reason for the end, if it was not the rules. */
export function endedText(state: TableState, table: Table): string | undefined {
  if (table.ended_by === 'archived') return t('online.ended.archived');
  const who = resigned(table).map((seat) => nameOf(state, seat));
  if (table.ended_by !== 'resignation' || !who.length) return undefined;
  const mine = state.me !== null && resigned(table).includes(state.me);
  return mine ? t('online.ended.mine') : t('online.ended.resigned', { who: who.join(', ') });
}
