// The game of a server as its seat has seen it, in the engine of this page: the record is read once
// and goes on by the steps that the server tells. So the view, every text, and what steps would bring
// come from here, without asking the server. Nothing that chance, others or hidden cards decide is
// foretold, and the server still judges every step.
import { TableFault, type EngineClient, type Moment, type Preview, type Refusal } from '../engine';
import type { Prompt, Seat, StepTaken, View } from '../protocol';

/** A record in the engine. */
export class Memory {
  #length = 0;
  #now: Moment | null = null;

  private constructor(
    readonly engine: EngineClient,
    readonly replay: number,
    readonly viewer: Seat | null,
  ) {}

  /** Reads a record as this seat, or a spectator, has seen it. */
  static async of(engine: EngineClient, record: string, viewer: Seat | null): Promise<Memory> {
    const { replay } = await engine.ask('open', { record });
    const memory = new Memory(engine, replay, viewer);
    try {
      await memory.add([]);
    } catch (thrown) {
      memory.close();
      throw thrown;
    }
    return memory;
  }

  /** How many steps it holds. */
  get length(): number {
    return this.#length;
  }

  /** What is seen at its end. */
  get view(): View | null {
    return this.#now?.view ?? null;
  }

  get #eyes(): { viewer?: Seat } {
    return this.viewer ? { viewer: this.viewer } : {};
  }

  /** Everything that has happened, in the language that is shown. */
  async history(): Promise<StepTaken[]> {
    const beats = await this.engine.ask('timeline', { replay: this.replay, ...this.#eyes });
    return beats.map((beat) => beat.step);
  }

  /** Goes on by what has happened since, and tells it in the language that is shown. */
  async add(steps: StepTaken[]): Promise<StepTaken[]> {
    const extended = await this.engine.ask('extend', { replay: this.replay, ...this.#eyes, steps: steps.map((s) => s.step) });
    this.#now = extended.moment;
    this.#length = extended.moment.version;
    return extended.steps.map((told, i) => sameBy(told, steps[i]));
  }

  /** What the server asks, in the language that is shown. */
  worded(prompt: Prompt | null): Prompt | null {
    if (!prompt || !this.#now) return prompt;
    const mine = this.viewer && prompt.seats.includes(this.viewer) ? this.#now.prompt : null;
    const text = (mine ?? this.#now.view).decision?.text;
    const texts = new Map((mine?.legal ?? []).map((step, i) => [step, mine?.texts?.[i] ?? step]));
    const decision = text === undefined ? prompt.decision : { ...prompt.decision, text };
    return { ...prompt, decision, texts: (prompt.legal ?? []).map((step) => texts.get(step) ?? step) };
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

/** Only the server knows what took a step for me. */
const sameBy = (told: StepTaken, heard?: StepTaken): StepTaken => (heard?.by ? { ...told, by: heard.by } : told);
