// Geometry of the chart: positions of points and lines.

/** The margins of the chart for its labels, in pixels. */
export const MARGIN = { left: 34, right: 48, top: 16, bottom: 30 };

/** The size of a chart in pixels. The chart is drawn in pixels, so that text has the same size on every screen. */
export interface Size {
  width: number;
  height: number;
}

/** A value and its time in rounds; the time may be a fraction. */
export type Value = [round: number, value: number];

/** One line of the chart: the values of one seat over the game. */
export interface ChartLine {
  mark: string;
  name: string;
  values: Value[];
  /** The label at the end of the line. */
  tag: string;
}

/** Returns functions that map a round and a value to pixels, given the number of columns and the maximum value. */
export function scale({ width, height }: Size, columns: number, max: number) {
  const x = (i: number) => MARGIN.left + (i * (width - MARGIN.left - MARGIN.right)) / Math.max(1, columns);
  const y = (v: number) => height - MARGIN.bottom - (v * (height - MARGIN.top - MARGIN.bottom)) / Math.max(0.001, max);
  return { x, y };
}

/** Returns the SVG path of a line through values. */
export function line(values: Value[], x: (i: number) => number, y: (v: number) => number): string {
  return 'M' + values.map(([round, v]) => `${x(round).toFixed(1)} ${y(v).toFixed(1)}`).join('L');
}

/** Returns at most five evenly spaced rounds to label on the horizontal axis. */
export function ticks(columns: number): number[] {
  const step = Math.max(1, Math.ceil(columns / 5));
  return Array.from({ length: Math.floor(columns / step) }, (_, i) => (i + 1) * step);
}

/** Returns the points at the end of each round, for each seat; the input has the points after each step. */
export function byRound(timeline: { turn: number; points: number[] }[], seats: number): number[][] {
  const rounds: number[][] = Array.from({ length: seats }, () => [0]);
  for (const step of timeline) {
    const round = Math.max(0, Math.ceil(step.turn / seats));
    step.points.forEach((p, seat) => {
      const row = rounds[seat];
      if (!row) return;
      while (row.length <= round) row.push(row.at(-1) ?? 0);
      row[round] = p;
    });
  }
  return rounds;
}

/** Moves overlapping labels apart: takes their vertical positions, and returns the new ones in the same order. */
export function spreadLabels(positions: number[], gap: number): number[] {
  const order = positions.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  order.forEach((tag, n) => (tag.y = Math.max(tag.y, n ? (order[n - 1]?.y ?? 0) + gap : tag.y)));
  return order.sort((a, b) => a.i - b.i).map((tag) => tag.y);
}
