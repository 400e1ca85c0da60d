// The record of an online game in the engine of this page, with what the viewer may know. The page loads the record once and adds the steps
// that the server sends. The engine computes the view, all texts and previews without requests to the server. It never predicts chance
// outcomes, other players or hidden cards, and the server still validates every step.
import { TableFault, type EngineClient, type Moment, type Preview, type Refusal } from '../engine';
import type { Prompt, Seat, StepTaken, View } from '../protocol';

/** The record of an online game, open in the engine. */
export class SeatRecord {
  #length = 0;
  #moment: Moment | null = null;

  private constructor(
    readonly engine: EngineClient,
    readonly replay: number,
    readonly viewer: Seat | null,
  ) {}

  /** Loads a record as a seat or a spectator sees it. */
  static async of(engine: EngineClient, record: string, viewer: Seat | null): Promise<SeatRecord> {
    const { replay } = await engine.ask('open', { record });
    const seatRecord = new SeatRecord(engine, replay, viewer);
    try {
      await seatRecord.add([]);
    } catch (thrown) {
      seatRecord.close();
      throw thrown;
    }
    return seatRecord;
  }

  /** The number of steps. */
  get length(): number {
    return this.#length;
  }

  /** The view after the last step. */
  get view(): View | null {
    return this.#moment?.view ?? null;
  }

  get #viewerField(): { viewer?: Seat } {
    return this.viewer ? { viewer: this.viewer } : {};
  }

  /** Returns all steps with texts in the current language. */
  async history(): Promise<StepTaken[]> {
    const timeline = await this.engine.ask('timeline', { replay: this.replay, ...this.#viewerField });
    return timeline.map(({ step }) => step);
  }

  /** Appends steps and returns them with texts in the current language. */
  async add(steps: StepTaken[]): Promise<StepTaken[]> {
    const extended = await this.engine.ask('extend', { replay: this.replay, ...this.#viewerField, steps: steps.map((s) => s.step) });
    this.#moment = extended.moment;
    this.#length = extended.moment.version;
    return extended.steps.map((step, i) => withCause(step, steps[i]));
  }

  /** Returns the server's prompt with texts in the current language added. */
  withTexts(prompt: Prompt | null): Prompt | null {
    if (!prompt || !this.#moment) return prompt;
    const mine = this.viewer && prompt.seats.includes(this.viewer) ? this.#moment.prompt : null;
    const text = (mine ?? this.#moment.view).decision?.text;
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
    throw new TableFault({ code: 'not-seated', text: 'a spectator has no decisions' });
  }

  close(): void {
    void this.engine.ask('shut', { replay: this.replay }).catch(() => undefined);
  }
}

/** Copies the cause of an automatic step from the server's message, because the engine of this page does not know it. */
const withCause = (step: StepTaken, fromServer?: StepTaken): StepTaken => (fromServer?.by ? { ...step, by: fromServer.by } : step);
