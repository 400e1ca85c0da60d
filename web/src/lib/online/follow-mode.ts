// Applies the follow mode of the settings to online tables.
import type { Following } from '../protocol';
import type { OnlineTable } from './session';

/** Switches a new game to the follow mode of the settings. Does nothing if the viewer has already given orders. */
export async function applyFollowMode(table: Pick<OnlineTable, 'people' | 'state' | 'standing'>, mode: Following): Promise<void> {
  const { orders, following, me } = table.people;
  const isNew = table.state.view.turn <= 1 && orders.length === 0 && following === 'normal';
  if (isNew && me && mode !== 'normal') await table.standing?.preset(mode).catch(() => undefined);
}
