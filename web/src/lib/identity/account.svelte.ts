// The state of the identity page. Each change is followed by a reload of the whole account.
import { errorText } from '../app/faults';
import { hasGameServer, whoAmI } from '../online/api';
import { botAccounts, devices, recovery } from '../online/identity';
import type { BotAccount, Device, Me, RecoveryState } from '../protocol';

/** The user's account on the server. */
export class Account {
  /** Whether a game server serves this page; null while unknown. */
  hasServer = $state<boolean | null>(null);
  /** The identity; null if there is none, undefined while unknown. */
  me = $state.raw<Me | null | undefined>();
  devices = $state.raw<Device[]>([]);
  recovery = $state.raw<RecoveryState>({ has_code: false, new_from: null });
  bots = $state.raw<BotAccount[]>([]);
  busy = $state(false);
  problem = $state('');

  /** Loads the account from the server. */
  async read(): Promise<void> {
    try {
      this.hasServer ??= await hasGameServer();
      const me = this.hasServer ? await whoAmI() : null;
      if (me) [this.devices, this.recovery, this.bots] = await Promise.all([devices(), recovery(), botAccounts()]);
      this.me = me;
    } catch (thrown) {
      this.problem = errorText(thrown);
    }
  }

  /** Runs a request and reloads the account. Returns the result of the request, or undefined if it failed. */
  async run<T>(request: () => Promise<T>): Promise<T | undefined> {
    this.busy = true;
    this.problem = '';
    try {
      return await request();
    } catch (thrown) {
      this.problem = errorText(thrown);
      return undefined;
    } finally {
      const { problem } = this;
      await this.read();
      this.problem ||= problem;
      this.busy = false;
    }
  }
}
