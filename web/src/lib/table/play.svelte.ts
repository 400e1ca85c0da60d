// The interaction at the table: the die in hand, glowing spots, and steps that are staged but not
// sent. It turns gestures into steps and shows changes one by one. It does not draw and knows no
// rules.
import { tick } from 'svelte';
import { deviceErrorText, errorText } from '../app/faults';
import { pace, still } from '../app/settings.svelte';
import type { Change as SessionChange, Session, SessionState } from '../engine';
import { t } from '../i18n/index.svelte';
import { dieTargets, inOrder, targetsOf, type LookaheadResult, type Target, type Way } from './explore';
import { Logbook } from './logbook';
import { Lookahead } from './lookahead';
import { orders, passes } from './orders.svelte';
import { delayOf } from './pacing';
import type { Hint, Player, Violation, TableState } from './session';
import { shownTable } from './shown';
import { spotOf, stepsTo, type Spot } from './spots';
import type { Following, Why } from '../protocol';
import { eventOf, seatOf, type Decision, type Face, type GameEvent, type Option, type Seat, type View } from './types';

interface Change {
  state: TableState;
  events: GameEvent[];
}

/** Called with a change right before it is drawn; the returned function is called after drawing. */
export type ChangeObserver = (change: Change) => (() => void) | undefined;

/** Prompts that are always shown, even with a single answer. */
const ALWAYS_ASK = new Set(['turn', 'follow', 'land', 'keep-mission', 'force-reroll']);

/** Delay before an answer in flight shows as sending, in milliseconds. */
const SLOW = 100;

/** The interaction of the person at this screen. */
export class Play {
  /** The shown table; set as soon as the session is subscribed to. */
  private shown: TableState | undefined = $state.raw();
  /** The last events, for animation and sound. */
  happened: GameEvent[] = $state.raw([]);
  /** The die in hand: its index in the tray. */
  picked: number | null = $state(null);
  /** Dice selected for a reroll, the converter or an ability: indices in the tray. */
  marked: number[] = $state([]);
  /** A target that several ships can reach; the player chooses one. */
  narrowed: Target | null = $state.raw(null);
  /** Whether the selected dice can be rolled now. */
  canRoll = $state(false);
  note: Violation | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** Whether a bot computes a hint. */
  pondering = $state(false);
  /** The seat whose mission is uncovered, where several people share the screen. */
  peeked: string | null = $state(null);
  /** The glowing spot under the pointer, for the coach line. */
  pointed: Spot | null = $state(null);
  /** Whether End turn was pressed with usable dice left. */
  confirmEnd = $state(false);
  /** Whether bots or chance are acting, or changes are still being shown. */
  busy = $state(false);
  failure: string | null = $state(null);
  /** Whether the gain of the offered follow is known. */
  weighed = $state(false);
  /** Whether steps are in flight; until they are acknowledged, input is blocked. */
  sending = $state(false);
  /** Online: whether the player reconsiders a sealed answer. */
  rethinks = $state(false);
  /** What just acted for the viewer: a local order, or the cause that the server reports. */
  acted: 'here' | Why | null = $state(null);
  /** Whether the table is read-only: replays, spectators. */
  readonly: boolean;

  private found: Target[] = $state.raw([]);
  private diceEvents: GameEvent[] = $state.raw([]);
  private staged: string[] = $state.raw([]);
  private ahead: LookaheadResult | null = $state.raw(null);
  private queue: Change[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private leave: () => void;
  private serial = 0;
  private underway: Promise<void> | undefined;
  private readonly lookahead: Lookahead;
  private readonly logbook = new Logbook();
  /** Rises with every change of the game or its prompt. */
  private version = 0;
  private readonly onlookers = new Set<ChangeObserver>();
  private marking: Promise<void> = Promise.resolve();
  private actedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly session: Session,
    options: { readonly?: boolean } = {},
  ) {
    this.readonly = options.readonly ?? false;
    this.lookahead = new Lookahead(session);
    session.onfault = (fault) => this.fail(fault);
    this.leave = session.subscribe((state, change) => this.hear(state, change));
  }

  /** The shown table. */
  get table(): TableState {
    if (!this.shown) throw new Error('the session told no state when it was subscribed to');
    return this.shown;
  }
  /** The view after the staged steps. */
  get view(): View {
    return this.ahead?.view ?? this.table.view;
  }
  get me(): Seat | undefined {
    return seatOf(this.view, this.table.me);
  }
  get decision(): Decision | null {
    const open = this.rethinks && this.table.sealed ? this.table.sealed.decision : this.table.view.decision;
    const asked = this.ahead ? this.ahead.decision : open;
    return asked?.seat === this.table.me && !this.readonly && !this.busy && !this.sending ? asked : null;
  }
  get options(): Option[] {
    if (!this.decision) return [];
    if (this.rethinks && this.table.sealed) return this.table.sealed.options;
    return this.ahead ? this.ahead.options : this.table.options;
  }
  /** Whether several people play at this screen: then missions stay covered. */
  get shared(): boolean {
    return this.table.shared;
  }
  /** Whether the prompt is the main one of the turn. */
  get isTurn(): boolean {
    return this.decision?.question === 'turn';
  }
  get isFollow(): boolean {
    return this.decision?.question === 'follow';
  }
  get choosesDice(): boolean {
    return this.decision?.question === 'dice';
  }
  /** The purpose of the selected dice. */
  get purpose(): 'reroll' | 'spend' | 'turn' | 'ability' {
    if (this.staged[0] === 'reroll') return 'reroll';
    if (this.staged[0] !== 'convert') return 'ability';
    return this.view.converter.length || this.table.cards.convert === 'pay-and-act' ? 'turn' : 'spend';
  }
  get isStaged(): boolean {
    return this.staged.length > 0;
  }
  get pickedFace(): Face | null {
    return this.picked === null ? null : (this.view.dice[this.picked] ?? null);
  }
  /** The immediate effect of the die in hand, if it needs no target. */
  get pickedEvents(): GameEvent[] {
    return this.diceEvents;
  }
  player(seat: string | null | undefined): Player | undefined {
    return this.table.players.find((p) => p.seat === seat);
  }
  /** Whether undo has an effect: a die to put back, or a move to undo or to ask for. */
  get canUndo(): boolean {
    return this.table.canUndo || this.isStaged || this.picked !== null || (this.table.mayAskUndo ?? false);
  }
  /** The label of the undo button. */
  get undoWord(): string {
    const asks = this.table.mayAskUndo && !this.table.canUndo && !this.isStaged && this.picked === null;
    return t(asks ? 'undo.ask' : 'undo');
  }
  can(step: string): boolean {
    return this.options.some((o) => o.step === step);
  }

  /** The glowing spots. */
  readonly targets: Map<Spot, Target> = $derived.by(() => {
    const list = this.narrowed ? this.shipTargets(this.narrowed) : this.found;
    return new Map(list.map((t) => [t.spot, t]));
  });

  target(spot: Spot): Target | undefined {
    return this.targets.get(spot);
  }

  /** Answers without a spot on the table. */
  get buttons(): Option[] {
    if (!this.decision || this.isTurn) return [];
    return this.options;
  }

  private shipTargets(target: Target): Target[] {
    const seat = this.table.me ?? '';
    return target.ways.map((way) => ({ spot: `ship:${seat}${way.ship ?? ''}`, ways: [way] }));
  }

  // ---- changes from the session, shown one by one

  private hear(state: SessionState, { steps, reason }: SessionChange): void {
    if (reason === 'thinking') return;
    if (reason !== 'people') this.version += 1;
    const log = this.logbook.read(state.history, state.view);
    const events = steps.flatMap((step) => step.events.map((told) => eventOf(told, step.by)));
    this.receive({ state: shownTable(state, log, this.version), events });
  }

  private receive(change: Change): void {
    if (!this.shown) {
      this.shown = change.state;
      void this.refresh();
      return;
    }
    // Only something around the game has changed: keep the die in hand.
    if (change.state.version === this.shown.version && !this.timer) {
      this.shown = change.state;
      return;
    }
    this.lookahead.forget();
    this.queue.push(change);
    if (!this.timer) this.showNext();
  }

  private showNext = (): void => {
    this.timer = undefined;
    const next = this.queue.shift();
    if (!next) {
      if (this.busy) this.rest();
      return;
    }
    this.draw(next);
    const wait = still() ? 0 : delayOf(next.events, this.table.me) * pace();
    // The viewer's own step is drawn once, not again as a change.
    if (!wait && !this.queue.length) return this.rest();
    this.busy = true;
    this.timer = setTimeout(this.showNext, this.queue.length > 40 ? 0 : wait);
  };

  private draw(change: Change): void {
    const seen = [...this.onlookers].map((onlooker) => onlooker(change));
    this.forget();
    if (change.state.me !== this.table.me) this.peeked = null;
    this.shown = change.state;
    this.happened = change.events;
    const by = change.events.find((e) => e.by)?.by;
    if (by) this.tellActed(by);
    void tick().then(() => seen.forEach((drawn) => drawn?.()));
  }

  /** Adds an observer; returns a function that removes it. */
  watch(onlooker: ChangeObserver): () => void {
    this.onlookers.add(onlooker);
    return () => this.onlookers.delete(onlooker);
  }

  /** Resolves when all changes have been shown. */
  private rest(): void {
    this.busy = false;
    void this.refresh();
  }

  /** Shows all pending changes at once. */
  hurry(): void {
    const last = this.queue.at(-1);
    if (!last) return;
    clearTimeout(this.timer);
    this.queue = [{ state: last.state, events: this.queue.flatMap((c) => c.events) }];
    this.showNext();
  }

  private forget(): void {
    this.picked = null;
    this.marked = [];
    this.canRoll = false;
    this.narrowed = null;
    this.found = [];
    this.diceEvents = [];
    this.staged = [];
    this.ahead = null;
    this.note = null;
    this.hint = null;
    this.pointed = null;
    this.confirmEnd = false;
    this.rethinks = false;
    this.weighed = false;
  }

  /** Online: reconsiders a sealed answer while others decide. */
  rethink(): void {
    this.rethinks = this.table.sealed !== null;
    void this.refresh();
  }

  /** Finds the glowing spots without a die in hand. */
  private async refresh(): Promise<void> {
    const serial = ++this.serial;
    const decision = this.decision;
    if (decision?.question === 'turn') this.lookahead.prepare(new Set(this.view.dice));
    if (!decision || decision.question === 'turn' || decision.question === 'dice') return;
    const prefix = decision.question === 'follow' ? [...this.staged, 'follow'] : this.staged;
    const paths = await this.lookahead.ways(prefix);
    if (serial !== this.serial) return;
    this.found = targetsOf(paths, this.view, decision.seat);
    if (decision.question === 'follow') await this.weighFollow(decision, serial);
  }

  /** Finds the gain of a follow; an order may pass. */
  private async weighFollow(decision: Decision, serial: number): Promise<void> {
    const events = (await this.lookahead.look(['follow']))?.events ?? [];
    if (serial !== this.serial || !decision.face) return;
    this.diceEvents = events;
    this.weighed = true;
    const best = this.found.flatMap((t) => t.ways.flatMap((w) => w.events));
    const offer = {
      turn: this.view.turn,
      face: decision.face,
      culture: this.me?.culture ?? 0,
      seat: decision.seat,
      events: [...events, ...best],
    };
    if (!this.session.standing && passes(offer)) await this.passFor();
  }

  /** Passes because of an order, and shows a notice. */
  private async passFor(): Promise<void> {
    this.tellActed('here');
    await this.send(['pass']);
  }

  private tellActed(by: 'here' | Why): void {
    this.acted = by;
    clearTimeout(this.actedTimer);
    this.actedTimer = setTimeout(() => (this.acted = null), by === 'here' ? 3000 : 6000);
  }

  /** Gives or cancels a standing order; giving one answers the current prompt. */
  async order(change: { turn?: number; face?: Face; keep?: true }): Promise<void> {
    const { turn, face } = change;
    const { standing } = this.session;
    // A server that has the order answers the prompt itself.
    if (standing) return this.guarded(() => standing.toggle(face ?? 'turn'));
    let given = true;
    if (turn !== undefined) {
      given = orders.turn !== turn;
      orders.turn = given ? turn : null;
    }
    if (face) {
      given = !orders.faces.includes(face);
      orders.faces = given ? [...orders.faces, face] : orders.faces.filter((f) => f !== face);
    }
    if (change.keep) orders.keep = given = !orders.keep;
    if (given && this.isFollow && !(change.keep && (this.me?.culture ?? 0) >= 2)) await this.answer('pass');
  }

  /** Online: cancels the order for a face. */
  dropOrder(face: Face): Promise<void> {
    return this.guarded(() => this.session.standing?.drop(face) ?? Promise.resolve());
  }

  /** Online: switches to a preset. */
  async prefer(preset: Following): Promise<void> {
    const { standing } = this.session;
    if (standing && standing.current !== preset) await this.guarded(() => standing.preset(preset));
  }

  /** Returns whether a standing order passes this. */
  passes(what: Face | 'turn'): boolean {
    if (this.session.standing) return this.session.standing.passes(what);
    return what === 'turn' ? orders.turn === this.view.turn : orders.faces.includes(what);
  }

  /** Shows an error in the selected language. */
  private fail(error: unknown): void {
    this.failure = this.session.kind === 'online' ? errorText(error) : deviceErrorText(error);
  }

  /** Runs something and reports errors. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Online: decides after the seats before the viewer. */
  wait(): Promise<void> {
    return this.guarded(() => this.session.wait?.() ?? Promise.resolve());
  }

  // ---- gestures

  /** Picks a die up, or puts it back. */
  async pick(index: number): Promise<void> {
    if (this.choosesDice) return this.mark(index);
    const face = this.view.dice[index];
    if (!this.isTurn || !face || !this.table.me) return;
    const wasPicked = this.picked === index;
    this.putBack();
    if (wasPicked) return;
    this.picked = index;
    const serial = ++this.serial;
    const paths = await this.lookahead.waysOf(face);
    if (serial !== this.serial) return;
    this.found = dieTargets(paths, this.view, this.table.me, face);
    this.diceEvents = paths.length === 1 ? (paths[0]?.events ?? []) : [];
  }

  /** Puts the die back and drops staged steps. */
  putBack(): void {
    const wasStaged = this.isStaged;
    this.serial++;
    this.forget();
    if (wasStaged || !this.isTurn) void this.refresh();
  }

  /** Selects a spot of the table. */
  async point(spot: Spot): Promise<void> {
    const target = this.target(spot);
    if (!target) return this.explainWhyNot(spot);
    const [only, ...others] = target.ways;
    if (only && !others.length) return this.take(only);
    this.narrowed = target;
  }

  /** Takes a way; looks for further prompts only if it has any. */
  take(way: Way): Promise<void> {
    return way.open ? this.commit(way.steps) : this.send(this.withStaged(way.steps));
  }

  /** Uses the die in hand although it has no target. */
  async activatePicked(): Promise<void> {
    if (!this.pickedFace) return;
    const [only, ...others] = await this.lookahead.waysOf(this.pickedFace);
    await (only && !others.length && only.next !== 'choice' ? this.send(only.steps) : this.commit([`activate ${this.pickedFace}`]));
  }

  /** Answers with one step; a chain of the same seat is staged until it is complete. */
  answer(step: string): Promise<void> {
    if (this.isTurn && (step === 'reroll' || step === 'convert')) return this.stage([step]);
    if (this.isStaged) return this.stage([...this.staged, step]);
    return this.commit([step]);
  }

  /** Selects or deselects a die. Quick selections wait for each other. */
  mark(index: number): Promise<void> {
    this.marking = this.marking.then(() => this.markOne(index));
    return this.marking;
  }

  private async markOne(index: number): Promise<void> {
    if (!this.choosesDice || this.view.dice[index] === undefined) return;
    const without = this.marked.filter((i) => i !== index);
    const next = without.length === this.marked.length ? [...this.marked, index] : without;
    const steps = [...this.staged, ...this.dieSteps(next)];
    const ahead = next.length ? await this.lookahead.look(steps) : null;
    if (next.length && !ahead) {
      this.note = await this.lookahead.why(steps);
      return;
    }
    this.note = null;
    this.marked = next;
    this.canRoll = ahead?.options.some((o) => o.step === 'roll') ?? false;
    if (!ahead) return;
    const goesOn = ahead.decision?.question === 'dice' && ahead.view.chosen.length === this.view.chosen.length + next.length;
    if (!goesOn) await this.answerDice([]);
  }

  /** Rolls the selected dice. */
  rollMarked(): Promise<void> {
    return this.answerDice(['roll']);
  }

  /** Selects all remaining dice. */
  async markAll(): Promise<void> {
    for (const i of this.view.dice.keys()) if (!this.marked.includes(i)) await this.mark(i);
  }

  private dieSteps(places: number[]): string[] {
    const dice = this.view.dice;
    return inOrder(places.flatMap((i) => dice[i] ?? [])).map((f) => `die ${f}`);
  }

  private answerDice(then: string[]): Promise<void> {
    const steps = [...this.dieSteps(this.marked), ...then];
    this.marked = [];
    return this.isStaged ? this.stage([...this.staged, ...steps]) : this.commit(steps);
  }

  /** Shows the result of staged steps; sends them when they are complete. */
  private async stage(steps: string[]): Promise<void> {
    const ahead = await this.lookahead.look(steps);
    if (!ahead) {
      this.note = await this.lookahead.why(steps);
      return;
    }
    const open = ahead.decision && ahead.decision.seat === this.table.me && ahead.decision.question !== 'turn';
    if (!open) return this.send(steps);
    this.serial++;
    this.forget();
    this.staged = steps;
    this.ahead = ahead;
    await this.refresh();
  }

  /** Adds forced answers, then sends. */
  private async commit(steps: string[]): Promise<void> {
    const all = this.withStaged(steps);
    const seen = this.table.version;
    for (let i = 0; i < 8; i++) {
      const ahead = await this.lookahead.look(all);
      const only = ahead?.options.length === 1 ? ahead.options[0] : undefined;
      if (!only || ahead?.decision?.seat !== this.table.me || ALWAYS_ASK.has(ahead.decision.question)) break;
      all.splice(0, all.length, ...ahead.steps, only.step);
    }
    await this.send(all, seen);
  }

  /** Prepends staged steps, unless these are already the whole chain. */
  private withStaged(steps: string[]): string[] {
    return [...(this.isStaged && steps[0] !== this.staged[0] ? this.staged : []), ...steps];
  }

  /** Sends the steps. The die leaves the hand with the acknowledgement, so that the table changes only once. */
  private async send(steps: string[], seen = this.table.version): Promise<void> {
    // The next prompt may show before the last answer is saved. An answer to it waits; a second
    // answer to the same prompt is dropped.
    while (this.underway) await this.underway;
    if (this.table.version !== seen) return;
    this.underway = this.deliver(steps);
    await this.underway;
  }

  private async deliver(steps: string[]): Promise<void> {
    this.serial++;
    const before = this.table.version;
    // A server takes time: block other input and show that it is sending.
    const remote = this.session.kind === 'online';
    if (remote) this.forget();
    this.sending = remote;
    const slow = setTimeout(() => this.forget(), SLOW);
    try {
      await this.session.act(steps);
      if (this.table.version === before) this.forget();
    } catch (error) {
      this.forget();
      this.fail(error);
    } finally {
      clearTimeout(slow);
      this.underway = undefined;
      this.sending = false;
    }
    // Prompts that arrived meanwhile are open now; so is a rejected one.
    if (remote || this.table.version === before) void this.refresh();
  }

  /** Ends the turn; asks once if dice are still usable. */
  async endTurn(): Promise<void> {
    if (!this.can('end')) return;
    if (!this.confirmEnd && (await this.hasUsableDie())) {
      this.putBack();
      this.confirmEnd = true;
      return;
    }
    // What follows is up to chance or another seat.
    await this.send(['end']);
  }

  private async hasUsableDie(): Promise<boolean> {
    for (const face of new Set(this.view.dice)) {
      const ways = await this.lookahead.waysOf(face);
      if (ways.some((way) => !way.events.some((e) => e.kind === 'nothing-happened'))) return true;
    }
    return false;
  }

  /** Undoes what is free, or asks the others; the latter never by an accidental key. */
  async undoOrAsk(): Promise<void> {
    const asks = this.undoWord === t('undo.ask');
    return asks ? this.guarded(() => this.session.undo()) : this.undo();
  }

  async undo(): Promise<void> {
    if (this.picked !== null || this.isStaged || this.narrowed || this.marked.length) this.putBack();
    else if (this.table.canUndo) await this.guarded(() => this.session.undo());
  }

  /** Requests a hint; it is shown and marked, never played. */
  async askHint(): Promise<void> {
    if (!this.session.hint || !this.decision || this.pondering) return;
    this.putBack();
    const serial = this.serial;
    this.pondering = true;
    try {
      const [best, ...others] = await this.session.hint();
      const spots = best ? await this.spotsOf(best.steps) : [];
      if (best && serial === this.serial) this.hint = { ...best, others: others.slice(0, 3), spots };
    } catch (error) {
      this.fail(error);
    }
    this.pondering = false;
  }

  /** Returns the spots where steps act. */
  private async spotsOf(steps: string[]): Promise<Spot[]> {
    const ahead = await this.lookahead.look(steps);
    const seat = this.table.me;
    return seat ? steps.flatMap((step) => spotOf(step, this.view, seat, step === steps.at(-1) ? ahead?.events : []) ?? []) : [];
  }

  /** Shows which rule forbids this spot. */
  private async explainWhyNot(spot: Spot): Promise<void> {
    const face = this.pickedFace;
    if (!this.isTurn) return;
    if (!face) {
      this.note = { text: t('coach.first'), rule: 'R2.2' };
      return;
    }
    const start = await this.lookahead.look([`activate ${face}`]);
    const steps = start && stepsTo(spot, start.options, this.me);
    if (steps) this.note = await this.lookahead.why([`activate ${face}`, ...steps]);
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.actedTimer);
    this.leave();
  }
}
