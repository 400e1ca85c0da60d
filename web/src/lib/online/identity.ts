// Who I am on a server, beyond a name: devices, the recovery code, bot accounts, everything at once.
import { remember } from '../app/remember';
import type { BotAccount, BotAccounts, Device, Devices, Leaving, Me, NewBotAccount, Recovery, RecoveryState } from '../protocol';
import { call, text } from './api';

/** Where I am logged in, the device used last first. */
export const devices = (): Promise<Device[]> => call<Devices>('GET', 'me/devices').then((list) => list.devices);

/** Logs one device out. */
export async function logOut(device: Device): Promise<void> {
  await text('DELETE', `me/devices/${encodeURIComponent(device.id)}`);
  if (device.current) remember({ somebody: '' });
}

/** Logs several devices out. */
export async function logOutOf(which: Leaving): Promise<void> {
  await text('POST', 'me/leave-all', { devices: which });
  if (which === 'all') remember({ somebody: '' });
}

/** Becomes whoever has this recovery code. */
export async function logIn(code: string): Promise<Me> {
  const me = await call<Me>('POST', 'me/recover', { code });
  remember({ somebody: 'yes', name: me.name });
  return me;
}

/** What is known of my recovery code. */
export const recovery = () => call<RecoveryState>('GET', 'me/recovery');
/** A new recovery code; without the old one it works only after some days. */
export const newRecovery = (old?: string) => call<Recovery>('POST', 'me/recovery', old === undefined ? {} : { old });
/** A new recovery code that does not work yet is forgotten. */
export const cancelRecovery = () => text('DELETE', 'me/recovery');

/** My bot accounts. */
export const botAccounts = (): Promise<BotAccount[]> => call<BotAccounts>('GET', 'me/bots').then((list) => list.bots);
/** A new one; its token is shown once. */
export const addBot = (name: string) => call<NewBotAccount>('POST', 'me/bots', { name });
/** One goes. */
export const removeBot = (id: string) => text('DELETE', `me/bots/${encodeURIComponent(id)}`);

/** Deletes everything about me. */
export async function deleteMe(): Promise<void> {
  await text('DELETE', 'me');
  remember({ somebody: '', name: '' });
}
