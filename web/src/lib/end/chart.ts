// The chart of a game: where points and lines go.

/** The size of the chart in units. */
export const CHART = { width: 430, height: 420, left: 26, right: 40, top: 18, bottom: 26 };

/** Places values on a chart with so many columns and so many points at the top. */
export function scale(columns: number, most: number) {
  const x = (i: number) => CHART.left + (i * (CHART.width - CHART.left - CHART.right)) / Math.max(1, columns);
  const y = (v: number) => CHART.height - CHART.bottom - (v * (CHART.height - CHART.top - CHART.bottom)) / Math.max(1, most);
  return { x, y };
}

/** A line through values. */
export function line(values: number[], x: (i: number) => number, y: (v: number) => number): string {
  return 'M' + values.map((v, i) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('L');
}

/** At most about five whole numbers to write below the chart. */
export function ticks(columns: number): number[] {
  const step = Math.max(1, Math.ceil(columns / 5));
  return Array.from({ length: Math.floor(columns / step) }, (_, i) => (i + 1) * step);
}

/** Points by round from points by step: the last value in each round. */
export function byRound(beats: { turn: number; points: number[] }[], seats: number): number[][] {
  const rounds: number[][] = Array.from({ length: seats }, () => [0]);
  for (const beat of beats) {
    const round = Math.max(0, Math.ceil(beat.turn / seats));
    beat.points.forEach((p, seat) => {
      const row = rounds[seat];
      if (!row) return;
      while (row.length <= round) row.push(row.at(-1) ?? 0);
      row[round] = p;
    });
  }
  return rounds;
}
