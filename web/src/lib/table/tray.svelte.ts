// The tray of a game: the place of each die, and the dice that were just rolled.
import { arrange, indices, rollOf, thrown, type DiePlace } from './dice-places';
import type { Play } from './play.svelte';

/** The places of the dice of the current turn. */
class Tray {
  private base: DiePlace[];
  /** The dice that the last change rolled, by place. */
  rolled: ReadonlySet<number> = $state.raw(new Set());
  /** The places of the dice that are picked or selected. */
  private held: number[] = [];

  constructor(private readonly play: Play) {
    this.base = $state.raw(thrown(play.table.view.dice, 0));
    play.watch(({ state, events }) => {
      const { dice, active } = state.view;
      const { all, some } = rollOf(events, dice);
      const before = new Map(this.base.map((place) => [place.id, place.throws]));
      this.base = all || active !== play.table.view.active ? thrown(dice, state.version) : arrange(this.base, dice, some, this.held);
      this.rolled = new Set(all || some.length ? this.base.filter((p) => p.throws !== before.get(p.id)).map((p) => p.id) : []);
      this.held = [];
      return undefined;
    });
  }

  /** The places as they are shown now, with staged steps. */
  get places(): DiePlace[] {
    return arrange(this.base, this.play.view.dice, [], this.held);
  }

  /** Returns the index of each die in the engine's list, by the id of its place. */
  get index(): Map<number, number> {
    return indices(this.places, this.play.view.dice);
  }

  /** Returns the index of the nth remaining die, counted from the left. */
  at(n: number): number | undefined {
    return [...this.index.values()][n];
  }

  /** Records that a die was picked up or selected. */
  hold(id: number, isSelection: boolean): void {
    const without = this.held.filter((one) => one !== id);
    this.held = !isSelection ? [id] : without.length < this.held.length ? without : [...this.held, id];
  }
}

const trays = new WeakMap<Play, Tray>();

/** Returns the tray of a game. */
export function trayOf(play: Play): Tray {
  const tray = trays.get(play) ?? new Tray(play);
  trays.set(play, tray);
  return tray;
}
