// Shows the changes of a session one by one, so that people can follow them, with pause and skip.
import { tick } from 'svelte';
import { durationFactor, settings } from '../app/settings.svelte';
import type { Change as SessionChange, Session, SessionState } from '../engine';
import { Logbook } from './logbook';
import { delayOf, turnBudget, withinBudget } from './pacing';
import type { TableState } from './session';
import { share } from './share';
import { shownTable } from './shown';
import { eventOf, type GameEvent } from './types';

/** A change of the table and its events. */
export interface TableChange {
  state: TableState;
  events: GameEvent[];
}

/** Called with a change right before it is drawn; the returned function is called after drawing. */
export type ChangeObserver = (change: TableChange) => (() => void) | undefined;

/** The callbacks of the feed. */
export interface FeedHooks {
  /** Called when a change has arrived: previews of the last state are now stale. */
  arrived(): void;
  /** Called when a change is about to be drawn. */
  drawing(change: TableChange): void;
  /** Called when all changes have been shown. */
  idle(): void;
}

/** Bots of this device wait while this many changes are pending. */
const MAX_AHEAD = 8;
/** Pending changes beyond this number are shown without a delay: a server sends all changes that a page has missed. */
const MAX_DELAYED = 40;

/** The value of `skippedTurn` if nothing is skipped. */
const NOT_SKIPPING = -1;

/** Returns whether it is the viewer's own turn at the shown table. */
const isOwnTurn = ({ view, me }: TableState): boolean => me !== null && view.active === me;

/** Returns the new state, but reuses unchanged parts of the last one. The log is not compared, because it only grows. */
function sharedTable(last: TableState | undefined, next: TableState): TableState {
  if (!last) return next;
  return {
    ...next,
    view: share(last.view, next.view),
    players: share(last.players, next.players),
    options: share(last.options, next.options),
  };
}

/** Shows the changes of a session. */
export class Feed {
  /** The shown table; set as soon as the feed starts. */
  private shown: TableState | undefined = $state.raw();
  /** The last events, for animation and sound. */
  happened: GameEvent[] = $state.raw([]);
  /** Whether bots or chance are acting, or changes are still being shown. */
  busy = $state(false);
  /** Whether changes of others wait until the viewer asks for the next one. The viewer's own turn ends the pause. */
  paused = $state(false);

  private hooks: FeedHooks | undefined;
  private queue: TableChange[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** How long the changes of the current turn have been shown so far, in milliseconds. */
  private spent = { turn: -1, ms: 0 };
  /** Changes up to this turn are shown without a delay, because the viewer skips them. */
  private skippedTurn = NOT_SKIPPING;
  /** Whether the next change is shown as soon as it arrives, even though the feed is paused. */
  private awaitsNext = false;
  /** Let the bots that wait for this feed continue. */
  private waiting: (() => void)[] = [];
  /** Incremented by every change of the game or its prompt. */
  private version = 0;
  private readonly logbook = new Logbook();
  /** The last state that arrived. */
  private last: TableState | undefined;
  private readonly observers = new Set<ChangeObserver>();
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly session: Session) {}

  /** Starts to listen to the session. */
  start(hooks: FeedHooks): void {
    this.hooks = hooks;
    this.unsubscribe = this.session.subscribe((state, change) => this.onChange(state, change));
  }

  /** The shown table. */
  get table(): TableState {
    if (!this.shown) throw new Error('the feed has not started');
    return this.shown;
  }

  /** Whether the viewer must decide at the shown table. */
  private get asksViewer(): boolean {
    return this.table.view.decision?.seat === this.table.me;
  }

  /**
   * Whether changes of others are shown or may arrive, so that the viewer can pause them. In the viewer's own turn, there are no buttons
   * for that; a replay has its own controls.
   */
  get canPause(): boolean {
    if (this.session.kind === 'replay') return this.busy;
    if (isOwnTurn(this.table)) return false;
    return this.busy || this.paused || (!this.asksViewer && this.table.view.actor !== 'over');
  }

  /** Adds an observer; returns a function that removes it. */
  watch(observer: ChangeObserver): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  private onChange(state: SessionState, { steps, reason }: SessionChange): void {
    if (reason === 'thinking') return;
    if (reason !== 'people') this.version += 1;
    const log = this.logbook.read(state.history, state.view);
    const events = steps.flatMap((step) => step.events.map((event) => eventOf(event, step.by)));
    this.last = sharedTable(this.last, shownTable(state, log, this.version));
    this.receive({ state: this.last, events });
  }

  private receive(change: TableChange): void {
    if (!this.shown) {
      this.shown = change.state;
      return this.hooks?.idle();
    }
    // Only data about the players have changed, not the game: keep the picked die.
    if (change.state.version === this.shown.version && !this.timer) {
      this.shown = change.state;
      return;
    }
    this.hooks?.arrived();
    // A change right after a prompt of the viewer is the result of the viewer's answer, so a pause does not delay it.
    const isAwaited = this.awaitsNext || (this.asksViewer && !this.queue.length);
    this.queue.push(change);
    if (this.paused && !isAwaited) this.busy = true;
    else if (!this.timer) this.showNext();
  }

  /** Resolves as soon as few changes are pending, so that bots do not get far ahead of what people see. */
  ready(): Promise<void> {
    if (this.queue.length < MAX_AHEAD) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private showNext = (): void => {
    this.stop();
    const next = this.queue.shift();
    if (this.queue.length < MAX_AHEAD) for (const resume of this.waiting.splice(0)) resume();
    if (!next) {
      if (this.busy) this.becomeIdle();
      return;
    }
    this.awaitsNext = false;
    this.draw(next);
    const wait = next.state.view.turn <= this.skippedTurn ? 0 : this.delay(next);
    // A change without a delay, such as the viewer's own step, needs no timer.
    if ((!wait || this.paused) && !this.queue.length) return this.becomeIdle();
    this.busy = true;
    if (!this.paused) this.timer = setTimeout(this.showNext, this.queue.length > MAX_DELAYED ? 0 : wait);
  };

  /** Returns how long a change is shown, in milliseconds. */
  private delay({ state, events }: TableChange): number {
    const { turn, seats } = state.view;
    if (turn !== this.spent.turn) this.spent = { turn, ms: 0 };
    const budget = turnBudget(settings.motion, durationFactor(), seats.length);
    const wait = withinBudget(delayOf(events, this.table.me) * durationFactor(), this.spent.ms, budget);
    this.spent.ms += wait;
    return wait;
  }

  private draw(change: TableChange): void {
    const callbacks = [...this.observers].map((observer) => observer(change));
    this.hooks?.drawing(change);
    if (change.state.view.decision?.seat === change.state.me) this.skippedTurn = NOT_SKIPPING;
    if (isOwnTurn(change.state)) this.paused = false;
    this.shown = change.state;
    this.happened = change.events;
    void tick().then(() => callbacks.forEach((callback) => callback?.()));
  }

  private becomeIdle(): void {
    this.busy = false;
    this.hooks?.idle();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /**
   * Shows all pending changes of the viewer's own turn, or of a replay, at once. The turns of others have buttons for that: they continue
   * at their pace, and a pause holds, while the viewer reads a card.
   */
  flush(): void {
    if (this.session.kind === 'replay' || !this.canPause) this.showTogether(this.queue.length);
  }

  /** Shows the next pending changes as one. */
  private showTogether(count: number): void {
    const changes = this.queue.splice(0, count);
    const last = changes.at(-1);
    if (last) this.queue.unshift({ state: last.state, events: changes.flatMap((c) => c.events) });
    if (this.queue.length) this.showNext();
  }

  /** Pauses the changes of others, or resumes them. */
  pause(): void {
    if (!this.canPause) return;
    [this.paused, this.awaitsNext, this.skippedTurn] = [!this.paused, false, NOT_SKIPPING];
    this.stop();
    if (!this.paused) this.showNext();
  }

  /** Shows the next change of others, now or when it arrives; further ones wait. */
  next(): void {
    if (!this.canPause) return;
    [this.paused, this.awaitsNext, this.skippedTurn] = [true, !this.queue.length && !this.asksViewer, NOT_SKIPPING];
    this.showNext();
  }

  /** Shows everything at once until the viewer must decide; for a spectator, the rest of the turn. */
  skip(): void {
    if (!this.canPause) return;
    const { view, me } = this.table;
    const waits = this.timer !== undefined || this.paused;
    [this.paused, this.awaitsNext] = [false, false];
    this.skippedTurn = me === null ? view.turn : this.asksViewer && !this.queue.length ? NOT_SKIPPING : Infinity;
    const kept = this.queue.findIndex(({ state }) => state.view.turn > this.skippedTurn);
    if (this.queue.length) this.showTogether(kept < 0 ? this.queue.length : kept);
    else if (waits) this.showNext();
  }

  close(): void {
    this.stop();
    this.unsubscribe();
  }
}
