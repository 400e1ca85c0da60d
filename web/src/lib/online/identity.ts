// The identity API: devices, recovery code, bot accounts, deletion.
import { remember } from '../app/remember';
import type { BotAccount, BotAccounts, Device, Devices, LogoutScope, Me, NewBotAccount, Recovery, RecoveryState } from '../protocol';
import { requestJson, requestText } from './api';

/** Lists the user's devices, last used first. */
export const devices = (): Promise<Device[]> => requestJson<Devices>('GET', 'me/devices').then((list) => list.devices);

/** Logs one device out. */
export async function logOut(device: Device): Promise<void> {
  await requestText('DELETE', `me/devices/${encodeURIComponent(device.id)}`);
  if (device.current) remember({ identity: '' });
}

/** Logs several devices out. */
export async function logOutOf(which: LogoutScope): Promise<void> {
  await requestText('POST', 'me/leave-all', { devices: which });
  if (which === 'all') remember({ identity: '' });
}

/** Logs in with a recovery code. */
export async function logIn(code: string): Promise<Me> {
  const me = await requestJson<Me>('POST', 'me/recover', { code });
  remember({ identity: 'yes', name: me.name });
  return me;
}

/** Returns the state of the recovery code. */
export const recovery = () => requestJson<RecoveryState>('GET', 'me/recovery');
/** Creates a recovery code. Without the old code, the new one takes effect after a few days. */
export const newRecovery = (old?: string) => requestJson<Recovery>('POST', 'me/recovery', old === undefined ? {} : { old });
/** Cancels a recovery code that has not taken effect yet. */
export const cancelRecovery = () => requestText('DELETE', 'me/recovery');

/** Lists the user's bot accounts. */
export const botAccounts = (): Promise<BotAccount[]> => requestJson<BotAccounts>('GET', 'me/bots').then((list) => list.bots);
/** Creates a bot account; its token is shown only once. */
export const addBot = (name: string) => requestJson<NewBotAccount>('POST', 'me/bots', { name });
/** Deletes a bot account. */
export const removeBot = (id: string) => requestText('DELETE', `me/bots/${encodeURIComponent(id)}`);

/** Deletes the identity and all its data. */
export async function deleteMe(): Promise<void> {
  await requestText('DELETE', 'me');
  remember({ identity: '', name: '' });
}
