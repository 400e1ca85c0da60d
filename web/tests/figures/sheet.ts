/** A sheet of figures: what was measured, what it may be, and how well the machine could do. */

/** One figure. */
export interface Figure {
  what: string;
  value: number;
  unit?: string;
  /** What it may be: at most this, or with `at-least` no less. */
  limit?: number;
  sense?: 'at-most' | 'at-least';
  /** The same measured of next to nothing, in the same run: what the machine and the browser cost. */
  floor?: number;
  /** All rounds of which this is the best. */
  rounds?: number[];
}

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Whether a figure is as it should be. */
export function isMet({ value, limit, sense }: Figure): boolean {
  return limit === undefined || (sense === 'at-least' ? value >= limit : value <= limit);
}

function line(figure: Figure): string {
  const { what, value, unit = '', limit, sense, floor, rounds } = figure;
  const bar = limit === undefined ? '' : `${sense === 'at-least' ? '≥' : '≤'} ${limit}${isMet(figure) ? '' : ' MISSED'}`;
  const beside = floor === undefined ? '' : `floor ${rounded(floor)}`;
  const all = rounds ? `(${rounds.map(rounded).join(' ')})` : '';
  return `${what.padEnd(54)}${rounded(value).padStart(7)} ${unit.padEnd(3)} ${bar.padEnd(13)} ${beside.padEnd(12)} ${all}`.trimEnd();
}

/** All figures of a run. */
export class Sheet {
  readonly #figures: Figure[] = [];
  readonly #missing: string[] = [];

  /** Adds what can be measured, and prints it. What cannot is named, and the sheet is not met. */
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

/** The value that so many per cent of all stay below. */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
