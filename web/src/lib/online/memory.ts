// The game of a server as its seat has seen it, in the engine of this page: the record is read once
// and goes on by what the server tells. So steps can be tried out, and everything explains itself,
// without asking the server. Nothing that chance, others or hidden cards decide is foretold, and the
// server still judges every step.
import { TableFault, type EngineClient, type Preview, type Refusal } from '../engine';
import type { Seat, StepTaken } from '../protocol';

/** A record in the engine. */
export class Memory {
  private constructor(
    readonly engine: EngineClient,
    readonly replay: number,
    readonly viewer: Seat | null,
    /** How many steps it holds. */
    public length: number,
  ) {}

  /** Reads a record as this seat, or a spectator, has seen it. */
  static async of(engine: EngineClient, record: string, viewer: Seat | null): Promise<Memory> {
    const { replay, length } = await engine.ask('open', { record });
    return new Memory(engine, replay, viewer, length);
  }

  get #eyes(): { viewer?: Seat } {
    return this.viewer ? { viewer: this.viewer } : {};
  }

  /** Everything that has happened, in the language that is shown. */
  async history(): Promise<StepTaken[]> {
    const beats = await this.engine.ask('timeline', { replay: this.replay, ...this.#eyes });
    return beats.map((beat) => beat.step);
  }

  /** Goes on by what has happened since. */
  async add(steps: StepTaken[]): Promise<void> {
    this.length += steps.length;
    await this.engine.ask('extend', { replay: this.replay, steps: steps.map((s) => s.step) });
  }

  preview(steps: string[]): Promise<Preview> {
    return this.engine.ask('preview', { replay: this.replay, viewer: this.#seat(), steps });
  }

  paths(steps: string[]): Promise<Preview[]> {
    return this.engine.ask('paths', { replay: this.replay, viewer: this.#seat(), steps });
  }

  why(steps: string[]): Promise<Refusal | null> {
    return this.engine.ask('why', { replay: this.replay, viewer: this.#seat(), after: steps.slice(0, -1), step: steps.at(-1) ?? '' });
  }

  #seat(): Seat {
    if (this.viewer) return this.viewer;
    throw new TableFault({ code: 'not-seated', text: 'whoever watches is asked nothing' });
  }

  close(): void {
    void this.engine.ask('shut', { replay: this.replay }).catch(() => undefined);
  }
}
