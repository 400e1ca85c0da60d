/** A sheet of figures: what was measured, and what it may be. */

/** What, how much, of which unit, at most; with `at-least` the limit is the least. */
export type Figure = [what: string, value: number, unit: string, limit?: number, sense?: 'at-most' | 'at-least'];

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

export class Sheet {
  readonly #rows: { figure: Figure; met: boolean }[] = [];
  readonly #missing: string[] = [];

  add(...figure: Figure): void {
    const [, value, , limit, sense] = figure;
    const met = limit === undefined || (sense === 'at-least' ? value >= limit : value <= limit);
    this.#rows.push({ figure, met });
  }

  /** Adds what can be measured. What cannot is named, and the sheet is not met. */
  async attempt(measure: () => Promise<Figure[]>): Promise<void> {
    try {
      for (const figure of await measure()) this.add(...figure);
    } catch (error) {
      this.#missing.push(String(error).split('\n')[0] ?? '');
    }
  }

  isMet(): boolean {
    return this.#missing.length === 0 && this.#rows.every(({ met }) => met);
  }

  toString(): string {
    const lines = this.#rows.map(({ figure: [what, value, unit, limit, sense], met }) => {
      const bound = limit === undefined ? '' : `${sense === 'at-least' ? '≥' : '≤'} ${limit} ${met ? '' : ' MISSED'}`;
      return `${what.padEnd(52)}${rounded(value).padStart(8)} ${unit.padEnd(6)}${bound}`.trimEnd();
    });
    return [...lines, ...this.#missing.map((why) => `not measured: ${why}`)].join('\n');
  }
}

/** The value that so many per cent of all stay below. */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
