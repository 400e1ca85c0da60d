/** A table of figures: measured values, their limits, and the floor of the machine. */

/** One figure. */
export interface Figure {
  what: string;
  value: number;
  unit?: string;
  /** The limit: a maximum by default, a minimum if `sense` is `at-least`. */
  limit?: number;
  sense?: 'at-most' | 'at-least';
  /** The floor measured in the same round: the cost of machine and browser without the client. */
  floor?: number;
  /** The values of all rounds. */
  rounds?: number[];
}

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Returns whether a figure meets its limit. */
export function isMet({ value, limit, sense }: Figure): boolean {
  return limit === undefined || (sense === 'at-least' ? value >= limit : value <= limit);
}

function line(figure: Figure): string {
  const { what, value, unit = '', limit, sense, floor, rounds } = figure;
  const bar = limit === undefined ? '' : `${sense === 'at-least' ? '≥' : '≤'} ${limit}${isMet(figure) ? '' : ' MISSED'}`;
  const floorText = floor === undefined ? '' : `floor ${rounded(floor)}`;
  const all = rounds ? `(${rounds.map(rounded).join(' ')})` : '';
  return `${what.padEnd(64)}${rounded(value).padStart(7)} ${unit.padEnd(3)} ${bar.padEnd(13)} ${floorText.padEnd(12)} ${all}`.trimEnd();
}

/** All figures of a run. */
export class Sheet {
  readonly #figures: Figure[] = [];
  readonly #missing: string[] = [];

  /** Measures, stores and prints figures. If a measurement fails, it is reported, and the run fails. */
  async attempt(measure: () => Promise<Figure[]> | Figure[]): Promise<void> {
    try {
      for (const figure of await measure()) {
        this.#figures.push(figure);
        console.log(line(figure));
      }
    } catch (error) {
      const why = String(error).split('\n')[0] ?? '';
      this.#missing.push(why);
      console.log(`not measured: ${why}`);
    }
  }

  isMet(): boolean {
    return this.#missing.length === 0 && this.#figures.every(isMet);
  }
}

/** Returns the percentile of values (0 to 100). */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
