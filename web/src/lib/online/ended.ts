// How a game on a server ended: by the rules, or because somebody gave up before its end.
import { t } from '../i18n/index.svelte';
import type { Outcome, Player, Seat, Table } from '../protocol';
import type { TableState } from '../table/session';
import { nameOf } from '../table/words';

const gaveUp = (player: Player | null): boolean => (player?.kind === 'person' || player?.kind === 'program') && player.resigned;

/** Who gave up, by seat. */
export function resigned(table: Table): Seat[] {
  return table.seats.filter((s) => gaveUp(s.player)).map((s) => s.seat);
}

/** Where it stood when all but one had given up: no missions, and whoever is left has won. */
function standing(state: TableState, table: Table): Outcome {
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

/** The table with its final scores. */
export function endedTable(state: TableState, table: Table): TableState {
  return state.view.outcome ? state : { ...state, view: { ...state.view, outcome: standing(state, table) } };
}

/** What ended the game, where it was not the rules. */
export function endedText(state: TableState, table: Table): string | undefined {
  if (table.ended_by === 'archived') return t('online.ended.archived');
  const who = resigned(table).map((seat) => nameOf(state, seat));
  if (table.ended_by !== 'resignation' || !who.length) return undefined;
  const mine = state.me !== null && resigned(table).includes(state.me);
  return mine ? t('online.ended.mine') : t('online.ended.resigned', { who: who.join(', ') });
}
