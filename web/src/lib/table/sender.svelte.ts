// Sends the steps of one gesture after the other.
import type { Session } from '../engine';

/** Callbacks of the sender to the table. */
export interface SenderHooks {
  /** Rises with every change of the game or its prompt. */
  version(): number;
  /** Called when steps are sent: searches for targets are obsolete. */
  started(): void;
  /** Drops the die in hand, because its steps were sent or rejected. */
  drop(): void;
  failed(error: unknown): void;
  /** The answer was rejected, or prompts that arrived meanwhile are open now. */
  open(): void;
}

/** Delay before an answer in flight shows as sending, in milliseconds. */
const SLOW = 100;

/** Sends steps. */
export class Sender {
  /** Whether steps are in flight to a server; until they are acknowledged, input is blocked. */
  sending = $state(false);
  private underway: Promise<void> | undefined;

  constructor(
    private readonly session: Session,
    private readonly hooks: SenderHooks,
  ) {}

  /** Sends steps that answer the prompt of a version. */
  async send(steps: string[], version: number): Promise<void> {
    // The next prompt may show before the last answer is saved. An answer to it waits; a second
    // answer to the same prompt is dropped.
    while (this.underway) await this.underway;
    if (this.hooks.version() !== version) return;
    this.underway = this.deliver(steps);
    await this.underway;
  }

  /** The die leaves the hand with the acknowledgement, so that the table changes only once. */
  private async deliver(steps: string[]): Promise<void> {
    this.hooks.started();
    const before = this.hooks.version();
    // A server takes time to answer: block other input, and show that the answer is being sent.
    const remote = this.session.kind === 'online';
    if (remote) this.hooks.drop();
    this.sending = remote;
    // Once the table has changed, the hand holds the answer to the next prompt.
    const slow = setTimeout(() => {
      if (this.hooks.version() === before) this.hooks.drop();
    }, SLOW);
    try {
      await this.session.act(steps);
      if (this.hooks.version() === before) this.hooks.drop();
    } catch (error) {
      this.hooks.drop();
      this.hooks.failed(error);
    } finally {
      clearTimeout(slow);
      this.underway = undefined;
      this.sending = false;
    }
    if (remote || this.hooks.version() === before) this.hooks.open();
  }
}
