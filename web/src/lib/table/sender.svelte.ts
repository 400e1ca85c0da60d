// Sends steps to the session, one gesture after another.
import type { Session } from '../engine';

/** Callbacks from the sender to the table. */
export interface SenderHooks {
  /** Returns the version of the table, which is incremented by every change of the game or its prompt. */
  version(): number;
  /** Called when steps are sent: searches for targets are obsolete. */
  started(): void;
  /** Drops the picked die, because its steps were sent or rejected. */
  drop(): void;
  failed(error: unknown): void;
  /** Called when the prompt is open again, because the answer was rejected or the next prompt has arrived. */
  open(): void;
}

/** The time after which the picked die is dropped even if the answer is not acknowledged, in milliseconds. */
const DROP_DELAY = 100;

/** Sends the steps of one gesture at a time. */
export class Sender {
  /** Whether steps are being sent to a server; until it acknowledges them, input is blocked. */
  sending = $state(false);
  private inFlight: Promise<void> | undefined;

  constructor(
    private readonly session: Session,
    private readonly hooks: SenderHooks,
  ) {}

  /** Sends steps that answer the prompt of a version. */
  async send(steps: string[], version: number): Promise<void> {
    // The next prompt may appear before the last answer is saved. An answer to that prompt waits; a second answer to the same prompt is
    // dropped.
    while (this.inFlight) await this.inFlight;
    if (this.hooks.version() !== version) return;
    this.inFlight = this.deliver(steps);
    await this.inFlight;
  }

  /** Sends steps. A local game drops the picked die together with the acknowledgement, so that the table changes only once. */
  private async deliver(steps: string[]): Promise<void> {
    this.hooks.started();
    const before = this.hooks.version();
    // A server takes time to answer: block other input, and show that the answer is being sent.
    const remote = this.session.kind === 'online';
    if (remote) this.hooks.drop();
    this.sending = remote;
    // After a change of the table, the picked die belongs to the next prompt, so keep it.
    const slow = setTimeout(() => {
      if (this.hooks.version() === before) this.hooks.drop();
    }, DROP_DELAY);
    try {
      await this.session.act(steps);
      if (this.hooks.version() === before) this.hooks.drop();
    } catch (error) {
      this.hooks.drop();
      this.hooks.failed(error);
    } finally {
      clearTimeout(slow);
      this.inFlight = undefined;
      this.sending = false;
    }
    if (remote || this.hooks.version() === before) this.hooks.open();
  }
}
