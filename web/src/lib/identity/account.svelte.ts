// The state of the identity page: runs one request at a time, then reloads everything.
import { sentence } from '../app/faults';
import { server, whoAmI } from '../online/api';
import { botAccounts, devices, recovery } from '../online/identity';
import type { BotAccount, Device, Me, RecoveryState } from '../protocol';

/** The user's account on the server. */
export class Account {
  /** Whether there is a server; null while unknown. */
  there = $state<boolean | null>(null);
  /** The identity; null if there is none, undefined while unknown. */
  me = $state.raw<Me | null | undefined>();
  devices = $state.raw<Device[]>([]);
  recovery = $state.raw<RecoveryState>({ has_code: false, new_from: null });
  bots = $state.raw<BotAccount[]>([]);
  busy = $state(false);
  problem = $state('');

  /** Loads everything. */
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

  /** Runs a request and reloads everything. Returns its result, or undefined if it failed. */
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
