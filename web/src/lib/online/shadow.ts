// Looking ahead in a game that a server keeps: in my own turn everything that matters is open, so
// the engine of this page can set up the same position and try steps out on it. Nothing that
// chance or others decide is foretold, and the server still judges every step.
import type { Preview, Refusal } from '../engine';
import type { EngineClient } from '../engine';
import type { Galaxy, Seat, View } from '../protocol';

const amount = (g: Galaxy) => (g.energy || g.culture ? `${g.energy ? `${g.energy}e` : ''}${g.culture ? `${g.culture}c` : ''}` : '0');
const berth = (s: Galaxy['ships'][number]) => (s.at === 'surface' ? `surface:${s.slot}` : s.at === 'orbit' ? `orbit:${s.slot}:${s.space}` : s.at);
const list = (word: string, items: string[]) => (items.length ? [`${word} ${items.join(' ')}`] : []);

function galaxy(g: Galaxy): string {
  return [`${g.seat} ${amount(g)} level ${g.level} ships ${g.ships.map(berth).join(' ')}`, ...list('colonies', g.colonies), ...list('used', g.used)].join(' ');
}

/** A view between two actions of a turn as the text of a set-up. */
export function setupOf(view: View): string {
  const head = view.rogue ? `${view.edition} solo ${view.rogue}` : `${view.edition} ${view.seats.length}`;
  return [
    head,
    ...list('options', view.options),
    ...(view.start ? [`start ${view.start}`] : []),
    `row ${view.row.map((p) => p ?? '-').join(' ')}`,
    ...list('under', view.under),
    ...list('gone', view.gone),
    ...view.seats.map(galaxy),
    `turn ${view.active} number ${view.turn}`,
    `dice ${view.dice.join(' ')}`.trim(),
    ...list('bay', view.bay),
    ...list('converter', view.converter),
    ...(view.discarded ? [`discarded ${view.discarded}`] : []),
    ...(view.rerolled ? ['rerolled'] : []),
    ...(view.converted ? ['converted'] : []),
    ...list('effects', view.effects),
    ...(view.end_triggered ? [`end ${view.end_triggered_by ?? 'nobody'}`] : []),
  ].join('\n');
}

/** A position of my own turn, and the steps that I have taken since. */
export class Shadow {
  private constructor(
    readonly engine: EngineClient,
    readonly game: number,
    readonly taken: string[],
  ) {}

  static async of(engine: EngineClient, view: View, me: Seat, names: string[]): Promise<Shadow> {
    const { game } = await engine.ask('position', { text: setupOf(view), names, seed: '0'.repeat(64), viewer: me });
    return new Shadow(engine, game, []);
  }

  /** The same position after more of my steps. */
  after(steps: string[]): Shadow {
    return new Shadow(this.engine, this.game, [...this.taken, ...steps]);
  }

  async preview(steps: string[]): Promise<Preview> {
    const [whole, before] = await Promise.all([this.#preview([...this.taken, ...steps]), this.#known()]);
    return this.#later(whole, before);
  }

  async paths(steps: string[]): Promise<Preview[]> {
    const before = await this.#known();
    const found = await this.engine.ask('paths', { game: this.game, steps: [...this.taken, ...steps] });
    return found.map((p) => this.#later(p, before));
  }

  why(steps: string[]): Promise<Refusal | null> {
    const all = [...this.taken, ...steps];
    return this.engine.ask('why', { game: this.game, after: all.slice(0, -1), step: all.at(-1) ?? '' });
  }

  close(): void {
    void this.engine.ask('close', { game: this.game }).catch(() => undefined);
  }

  #preview(steps: string[]): Promise<Preview> {
    return this.engine.ask('preview', { game: this.game, steps });
  }

  /** How many events my steps so far have had; they are no news. */
  async #known(): Promise<number> {
    return this.taken.length ? (await this.#preview(this.taken)).events.length : 0;
  }

  #later(seen: Preview, known: number): Preview {
    const from = this.taken.length;
    return { ...seen, steps: seen.steps.slice(from), texts: seen.texts.slice(from), events: seen.events.slice(known) };
  }
}
