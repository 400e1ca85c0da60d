// Applies the follow mode from the settings to online tables.
import type { Following } from '../protocol';
import type { OnlineTable } from './session';

/** Sets the follow mode of a new game to that of the settings; does nothing if the viewer already has orders. */
export async function applyFollowMode(table: Pick<OnlineTable, 'people' | 'state' | 'standing'>, mode: Following): Promise<void> {
  const { orders, following, me } = table.people;
  const isNew = table.state.view.turn <= 1 && orders.length === 0 && following === 'normal';
  if (isNew && me && mode !== 'normal') await table.standing?.setFollowMode(mode).catch(() => undefined);
}
