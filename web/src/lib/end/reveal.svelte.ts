// Animates the final scoring: missions are revealed one by one, from last place to first, and each
// total counts up. Without animation the result shows at once.
import { pace, still } from '../app/settings.svelte';

const FIRST = 500;
const APART = 250;
const FLIP = 520;

/** One seat of the reveal: points without and with its mission. */
export interface Part {
  from: number;
  to: number;
}

/** The state of the reveal, first place first. */
export class Reveal {
  /** The number of revealed missions, counted from last place. */
  open = $state(0);
  totals: number[] = $state([]);
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private parts: Part[]) {
    this.totals = parts.map((p) => p.from);
    if (still()) this.finish();
    else parts.forEach((_, i) => this.later(() => this.turn(i), FIRST + i * (APART + FLIP)));
  }

  /** Returns whether the mission of a rank is revealed. */
  isOpen(place: number): boolean {
    return place >= this.parts.length - this.open;
  }

  /** Shows everything at once. */
  finish(): void {
    this.stop();
    this.open = this.parts.length;
    this.totals = this.parts.map((p) => p.to);
  }

  stop(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  private later(run: () => void, ms: number): void {
    this.timers.push(setTimeout(run, ms * pace()));
  }

  /** Reveals the mission of the n-th rank from the end. */
  private turn(n: number): void {
    const place = this.parts.length - 1 - n;
    const part = this.parts[place];
    this.open = n + 1;
    if (!part) return;
    const gained = part.to - part.from;
    for (let i = 1; i <= gained; i++) this.later(() => (this.totals[place] = part.from + i), (FLIP * i) / gained);
  }
}
