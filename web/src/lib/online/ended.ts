// How an online game ended: by the rules, by resignation, or by being archived.
import { t } from '../i18n/index.svelte';
import type { Outcome, Player, Seat, Table } from '../protocol';
import type { TableState } from '../table/session';
import { nameOf } from '../table/labels';

const hasResigned = (player: Player | null): boolean => (player?.kind === 'person' || player?.kind === 'program') && player.resigned;

/** Returns the seats that resigned. */
export function resignedSeats(table: Table): Seat[] {
  return table.seats.filter((s) => hasResigned(s.player)).map((s) => s.seat);
}

/** Returns the outcome of a game that ended by resignation: missions do not count, and the last remaining seat wins. */
function outcomeAfterResignation(state: TableState, table: Table): Outcome {
  const remaining = state.view.seats.filter((s) => !resignedSeats(table).includes(s.seat));
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
  return { winners: remaining.length === 1 ? remaining.map((s) => s.seat) : [], decided_by: 'at-once', scores };
}

/** Returns the table with its final scores, also after a resignation. */
export function endedTable(state: TableState, table: Table): TableState {
  return state.view.outcome ? state : { ...state, view: { ...state.view, outcome: outcomeAfterResignation(state, table) } };
}

/** Returns the reason why the game ended; undefined if it ended by the rules. */
export function endedText(state: TableState, table: Table): string | undefined {
  if (table.ended_by === 'archived') return t('online.ended.archived');
  const names = resignedSeats(table).map((seat) => nameOf(state, seat));
  if (table.ended_by !== 'resignation' || !names.length) return undefined;
  const isMine = state.me !== null && resignedSeats(table).includes(state.me);
  return isMine ? t('online.ended.mine') : t('online.ended.resigned', { who: names.join(', ') });
}
