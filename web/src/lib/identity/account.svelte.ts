// What the identity page knows, and how it does things: one at a time, and then everything is read anew.
import { sentence } from '../app/faults';
import { server, whoAmI } from '../online/api';
import { botAccounts, devices, recovery } from '../online/identity';
import type { BotAccount, Device, Me, RecoveryState } from '../protocol';

/** My account on the server. */
export class Account {
  /** Whether there is a server; null while nobody knows. */
  there = $state<boolean | null>(null);
  /** Who I am; null if nobody, undefined while that is not known. */
  me = $state.raw<Me | null | undefined>();
  devices = $state.raw<Device[]>([]);
  recovery = $state.raw<RecoveryState>({ has_code: false, new_from: null });
  bots = $state.raw<BotAccount[]>([]);
  busy = $state(false);
  problem = $state('');

  /** Reads everything. */
  async read(): Promise<void> {
    try {
      this.there ??= await server();
      const me = this.there ? await whoAmI() : null;
      if (me) [this.devices, this.recovery, this.bots] = await Promise.all([devices(), recovery(), botAccounts()]);
      this.me = me;
    } catch (thrown) {
      this.problem = sentence(thrown);
    }
  }

  /** Does something, and reads everything anew. What it brought, or nothing if it failed. */
  async run<T>(what: () => Promise<T>): Promise<T | undefined> {
    this.busy = true;
    this.problem = '';
    try {
      return await what();
    } catch (thrown) {
      this.problem = sentence(thrown);
      return undefined;
    } finally {
      const { problem } = this;
      await this.read();
      this.problem ||= problem;
      this.busy = false;
    }
  }
}
