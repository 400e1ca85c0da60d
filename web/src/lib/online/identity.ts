// The identity API: devices, recovery code, bot accounts, deletion.
import { remember } from '../app/remember';
import type { BotAccount, BotAccounts, Device, Devices, LogoutScope, Me, NewBotAccount, Recovery, RecoveryState } from '../protocol';
import { call, text } from './api';

/** Lists the user's devices, last used first. */
export const devices = (): Promise<Device[]> => call<Devices>('GET', 'me/devices').then((list) => list.devices);

/** Logs one device out. */
export async function logOut(device: Device): Promise<void> {
  await text('DELETE', `me/devices/${encodeURIComponent(device.id)}`);
  if (device.current) remember({ identity: '' });
}

/** Logs several devices out. */
export async function logOutOf(which: LogoutScope): Promise<void> {
  await text('POST', 'me/leave-all', { devices: which });
  if (which === 'all') remember({ identity: '' });
}

/** Logs in with a recovery code. */
export async function logIn(code: string): Promise<Me> {
  const me = await call<Me>('POST', 'me/recover', { code });
  remember({ identity: 'yes', name: me.name });
  return me;
}

/** Returns the state of the recovery code. */
export const recovery = () => call<RecoveryState>('GET', 'me/recovery');
/** Creates a recovery code. If the user does not give the old code, the new one takes effect after a few days. */
export const newRecovery = (old?: string) => call<Recovery>('POST', 'me/recovery', old === undefined ? {} : { old });
/** Cancels a recovery code that has not taken effect yet. */
export const cancelRecovery = () => text('DELETE', 'me/recovery');

/** Lists the user's bot accounts. */
export const botAccounts = (): Promise<BotAccount[]> => call<BotAccounts>('GET', 'me/bots').then((list) => list.bots);
/** Creates a bot account; its token is shown once. */
export const addBot = (name: string) => call<NewBotAccount>('POST', 'me/bots', { name });
/** Deletes a bot account. */
export const removeBot = (id: string) => text('DELETE', `me/bots/${encodeURIComponent(id)}`);

/** Deletes the identity and all its data. */
export async function deleteMe(): Promise<void> {
  await text('DELETE', 'me');
  remember({ identity: '', name: '' });
}
