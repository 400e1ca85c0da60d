// Animates the final scoring. It reveals the missions one by one, from last place to first, and counts
// each total up. Without animations it shows the result at once.
import { durationFactor, isMotionOff } from '../app/settings.svelte';

// Times in milliseconds: before the first mission, between missions, and to turn one over.
const START_DELAY = 500;
const PAUSE = 250;
const FLIP = 520;

/** The points of a seat without (`from`) and with (`to`) its mission. */
export interface SeatTotals {
  from: number;
  to: number;
}

/** The state of the animation. Seats are in order of rank, first place first. */
export class Reveal {
  /** The number of revealed missions, counted from last place. */
  open = $state(0);
  /** The points shown for each seat. */
  totals: number[] = $state([]);
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private seats: SeatTotals[]) {
    this.totals = seats.map((p) => p.from);
    if (isMotionOff()) this.finish();
    else seats.forEach((_, i) => this.later(() => this.reveal(i), START_DELAY + i * (PAUSE + FLIP)));
  }

  /** Returns whether the mission at a rank is revealed; rank 0 is first place. */
  isOpen(rank: number): boolean {
    return rank >= this.seats.length - this.open;
  }

  /** Shows everything at once. */
  finish(): void {
    this.stop();
    this.open = this.seats.length;
    this.totals = this.seats.map((p) => p.to);
  }

  /** Stops the animation. */
  stop(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  private later(run: () => void, ms: number): void {
    this.timers.push(setTimeout(run, ms * durationFactor()));
  }

  /** Reveals the mission of the n-th seat from last place, and counts its total up. */
  private reveal(n: number): void {
    const rank = this.seats.length - 1 - n;
    const seat = this.seats[rank];
    this.open = n + 1;
    if (!seat) return;
    const gained = seat.to - seat.from;
    for (let i = 1; i <= gained; i++) this.later(() => (this.totals[rank] = seat.from + i), (FLIP * i) / gained);
  }
}
