// What a person at the table is doing: which die is in hand, which spots glow, which steps are
// staged but not sent. It turns gestures into steps and shows changes one after the other. It draws
// nothing and knows no rules.
import { tick } from 'svelte';
import { pace, still } from '../app/settings.svelte';
import { t } from '../i18n/index.svelte';
import { dieTargets, inOrder, targetsOf, type Ahead, type Target, type Way } from './explore';
import { Foresight } from './foresight';
import { orders, passes } from './orders.svelte';
import { delayOf } from './pacing';
import type { Hint, Player, Refusal, Session, TableState } from './session';
import { spotOf, stepsTo, type Spot } from './spots';
import type { Following, Why } from '../protocol';
import { seatOf, type Decision, type Face, type GameEvent, type Option, type Seat, type View } from './types';

interface Change {
  state: TableState;
  events: GameEvent[];
}

/** Is told of a change right before it is drawn; what it returns is called when it has been drawn. */
export type Onlooker = (change: Change) => (() => void) | undefined;

/** Questions that are always put to the person, even with a single answer. */
const ALWAYS_ASK = new Set(['turn', 'follow', 'land', 'keep-mission', 'force-reroll']);

/** Whoever waits longer than this for an answer sees that it has been given, in milliseconds. */
const SLOW = 100;

/** The table from the side of the person in front of it. */
export class Play {
  /** What is shown; there is something as soon as the session is subscribed to. */
  private shown: TableState | undefined = $state.raw();
  /** What just happened, for animation and sound. */
  happened: GameEvent[] = $state.raw([]);
  /** The die in hand: its place in the tray. */
  picked: number | null = $state(null);
  /** Dice marked for a reroll, the converter or an ability: places in the tray. */
  marked: number[] = $state([]);
  /** A target that several ships can reach: now one of them is to be chosen. */
  narrowed: Target | null = $state.raw(null);
  /** Whether the marked dice can be rolled now. */
  canRoll = $state(false);
  note: Refusal | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** Whether a hint is being thought about. */
  pondering = $state(false);
  /** Whose mission is being looked at, where several people share the screen. */
  peeked: string | null = $state(null);
  /** The glowing spot that is pointed at, for the coach line. */
  pointed: Spot | null = $state(null);
  /** End turn was pressed with usable dice left. */
  confirmEnd = $state(false);
  /** Whether bots or chance are at work, or changes are still being shown. */
  busy = $state(false);
  failure: string | null = $state(null);
  /** Whether it is known what the follow that is offered would bring. */
  weighed = $state(false);
  /** Whether steps are on their way; until they are answered nothing else can be done. */
  sending = $state(false);
  /** Online: an answer that was sealed is thought over. */
  rethinks = $state(false);
  /** What just acted for me: an order of this screen, or what the server says did. */
  acted: 'here' | Why | null = $state(null);
  /** Whether nothing can be done here: replays, spectators. */
  readonly: boolean;

  private found: Target[] = $state.raw([]);
  private diceEvents: GameEvent[] = $state.raw([]);
  private staged: string[] = $state.raw([]);
  private ahead: Ahead | null = $state.raw(null);
  private queue: Change[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private leave: () => void;
  private serial = 0;
  private underway: Promise<void> | undefined;
  private readonly foresight: Foresight;
  private readonly onlookers = new Set<Onlooker>();
  private marking: Promise<void> = Promise.resolve();
  private actedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly session: Session,
    options: { readonly?: boolean } = {},
  ) {
    this.readonly = options.readonly ?? false;
    this.foresight = new Foresight(session);
    session.onfault?.((text) => (this.failure = text));
    this.leave = session.subscribe((state, events) => this.receive({ state, events }));
  }

  /** What is shown. */
  get table(): TableState {
    if (!this.shown) throw new Error('the session told no state when it was subscribed to');
    return this.shown;
  }
  /** The view with staged steps taken. */
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
  /** Whether several people play at this screen: then nobody's mission lies open. */
  get shared(): boolean {
    return this.table.shared;
  }
  /** Whether the question is the open one of the turn. */
  get isTurn(): boolean {
    return this.decision?.question === 'turn';
  }
  get isFollow(): boolean {
    return this.decision?.question === 'follow';
  }
  get choosesDice(): boolean {
    return this.decision?.question === 'dice';
  }
  /** What the chosen dice are for. */
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
  /** What the die in hand does at once, if it asks for no target. */
  get pickedEvents(): GameEvent[] {
    return this.diceEvents;
  }
  player(seat: string | null | undefined): Player | undefined {
    return this.table.players.find((p) => p.seat === seat);
  }
  /** Whether there is something to put back or to take back, if others agree. */
  get canUndo(): boolean {
    return this.table.canUndo || this.isStaged || this.picked !== null || (this.table.mayAskUndo ?? false);
  }
  /** What undo does now. */
  get undoWord(): string {
    const asks = this.table.mayAskUndo && !this.table.canUndo && !this.isStaged && this.picked === null;
    return t(asks ? 'undo.ask' : 'undo');
  }
  can(step: string): boolean {
    return this.options.some((o) => o.step === step);
  }

  /** What glows. */
  readonly targets: Map<Spot, Target> = $derived.by(() => {
    const list = this.narrowed ? this.shipTargets(this.narrowed) : this.found;
    return new Map(list.map((t) => [t.spot, t]));
  });

  target(spot: Spot): Target | undefined {
    return this.targets.get(spot);
  }

  /** Options that no spot on the table answers. */
  get buttons(): Option[] {
    if (!this.decision || this.isTurn) return [];
    return this.options;
  }

  private shipTargets(target: Target): Target[] {
    const seat = this.table.me ?? '';
    return target.ways.map((way) => ({ spot: `ship:${seat}${way.ship ?? ''}`, ways: [way] }));
  }

  // ---- changes from the session, shown one by one

  private receive(change: Change): void {
    if (!this.shown) {
      this.shown = change.state;
      void this.refresh();
      return;
    }
    // Only something around the game has changed: whoever holds a die keeps it.
    if (change.state.version === this.shown.version && !this.timer) {
      this.shown = change.state;
      return;
    }
    this.foresight.forget();
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
    // One's own doing is drawn once, not as somebody else's first.
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

  /** Has somebody look on; what it returns ends that. */
  watch(onlooker: Onlooker): () => void {
    this.onlookers.add(onlooker);
    return () => this.onlookers.delete(onlooker);
  }

  /** Everything has been shown. */
  private rest(): void {
    this.busy = false;
    void this.refresh();
  }

  /** Shows everything that is waiting at once. */
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

  /** Online: thinks a sealed answer over, while others are still to answer. */
  rethink(): void {
    this.rethinks = this.table.sealed !== null;
    void this.refresh();
  }

  /** Finds out what glows without a die in hand. */
  private async refresh(): Promise<void> {
    const serial = ++this.serial;
    const decision = this.decision;
    if (decision?.question === 'turn') this.foresight.prepare(new Set(this.view.dice));
    if (!decision || decision.question === 'turn' || decision.question === 'dice') return;
    const prefix = decision.question === 'follow' ? [...this.staged, 'follow'] : this.staged;
    const paths = await this.session.ways(prefix);
    if (serial !== this.serial) return;
    this.found = targetsOf(paths, this.view, decision.seat);
    if (decision.question === 'follow') await this.weighFollow(decision, serial);
  }

  /** Learns what a follow would bring; an order may pass it. */
  private async weighFollow(decision: Decision, serial: number): Promise<void> {
    const events = (await this.session.look(['follow']))?.events ?? [];
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

  /** Passes because an order says so, and says that it did. */
  private async passFor(): Promise<void> {
    this.tellActed('here');
    await this.send(['pass']);
  }

  private tellActed(by: 'here' | Why): void {
    this.acted = by;
    clearTimeout(this.actedTimer);
    this.actedTimer = setTimeout(() => (this.acted = null), by === 'here' ? 3000 : 6000);
  }

  /** Gives or takes back a standing order; giving one answers the present question. */
  async order(change: { turn?: number; face?: Face; keep?: true }): Promise<void> {
    const { turn, face } = change;
    const { standing } = this.session;
    // A server that keeps the order answers the question by it.
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

  /** Online: takes an order for a face back. */
  dropOrder(face: Face): Promise<void> {
    return this.guarded(() => this.session.standing?.drop(face) ?? Promise.resolve());
  }

  /** Online: follows by a preset from now on. */
  async prefer(preset: Following): Promise<void> {
    const { standing } = this.session;
    if (standing && standing.current !== preset) await this.guarded(() => standing.preset(preset));
  }

  /** Whether a standing order passes this. */
  passes(what: Face | 'turn'): boolean {
    if (this.session.standing) return this.session.standing.passes(what);
    return what === 'turn' ? orders.turn === this.view.turn : orders.faces.includes(what);
  }

  /** Does something; what goes wrong is told. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Online: decides after those who are asked before. */
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
    const paths = await this.foresight.ways(face);
    if (serial !== this.serial) return;
    this.found = dieTargets(paths, this.view, this.table.me, face);
    this.diceEvents = paths.length === 1 ? (paths[0]?.events ?? []) : [];
  }

  /** Puts the die back and gives up what is staged. */
  putBack(): void {
    const wasStaged = this.isStaged;
    this.serial++;
    this.forget();
    if (wasStaged || !this.isTurn) void this.refresh();
  }

  /** Points at a spot of the table. */
  async point(spot: Spot): Promise<void> {
    const target = this.target(spot);
    if (!target) return this.explainWhyNot(spot);
    const [only, ...others] = target.ways;
    if (only && !others.length) return this.take(only);
    this.narrowed = target;
  }

  /** Goes the way; what it may still ask is looked for only if it asks something. */
  take(way: Way): Promise<void> {
    return way.open ? this.commit(way.steps) : this.send(this.withStaged(way.steps));
  }

  /** Uses the die in hand although it points at nothing. */
  async activatePicked(): Promise<void> {
    if (!this.pickedFace) return;
    const [only, ...others] = await this.foresight.ways(this.pickedFace);
    await (only && !others.length && only.next !== 'choice' ? this.send(only.steps) : this.commit([`activate ${this.pickedFace}`]));
  }

  /** Answers with one step; a chain that stays ours is only staged until it is complete. */
  answer(step: string): Promise<void> {
    if (this.isTurn && (step === 'reroll' || step === 'convert')) return this.stage([step]);
    if (this.isStaged) return this.stage([...this.staged, step]);
    return this.commit([step]);
  }

  /** Marks a die for what is being chosen, or takes the mark away. Quick marks wait for each other. */
  mark(index: number): Promise<void> {
    this.marking = this.marking.then(() => this.markOne(index));
    return this.marking;
  }

  private async markOne(index: number): Promise<void> {
    if (!this.choosesDice || this.view.dice[index] === undefined) return;
    const without = this.marked.filter((i) => i !== index);
    const next = without.length === this.marked.length ? [...this.marked, index] : without;
    const steps = [...this.staged, ...this.dieSteps(next)];
    const ahead = next.length ? await this.session.look(steps) : null;
    if (next.length && !ahead) {
      this.note = await this.session.why(steps);
      return;
    }
    this.note = null;
    this.marked = next;
    this.canRoll = ahead?.options.some((o) => o.step === 'roll') ?? false;
    if (!ahead) return;
    const goesOn = ahead.decision?.question === 'dice' && ahead.view.chosen.length === this.view.chosen.length + next.length;
    if (!goesOn) await this.answerDice([]);
  }

  /** Rolls the marked dice. */
  rollMarked(): Promise<void> {
    return this.answerDice(['roll']);
  }

  /** Marks every die that is not marked yet. */
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

  /** Shows what staged steps lead to; sends them when they are complete. */
  private async stage(steps: string[]): Promise<void> {
    const ahead = await this.session.look(steps);
    if (!ahead) {
      this.note = await this.session.why(steps);
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

  /** Answers questions with a single answer on the way, then sends. */
  private async commit(steps: string[]): Promise<void> {
    const all = this.withStaged(steps);
    const seen = this.table.version;
    for (let i = 0; i < 8; i++) {
      const ahead = await this.session.look(all);
      const only = ahead?.options.length === 1 ? ahead.options[0] : undefined;
      if (!only || ahead?.decision?.seat !== this.table.me || ALWAYS_ASK.has(ahead.decision.question)) break;
      all.splice(0, all.length, ...ahead.steps, only.step);
    }
    await this.send(all, seen);
  }

  /** Staged steps come first, unless these are the whole chain already. */
  private withStaged(steps: string[]): string[] {
    return [...(this.isStaged && steps[0] !== this.staged[0] ? this.staged : []), ...steps];
  }

  /** Sends the steps. What is in hand goes with the answer, so that the table changes only once. */
  private async send(steps: string[], seen = this.table.version): Promise<void> {
    // The next question may be shown before the last answer is kept. An answer to it waits; a second
    // answer to the same question is dropped.
    while (this.underway) await this.underway;
    if (this.table.version !== seen) return;
    this.underway = this.deliver(steps);
    await this.underway;
  }

  private async deliver(steps: string[]): Promise<void> {
    this.serial++;
    const before = this.table.version;
    // A server takes its time: nothing else is begun meanwhile, and that shows.
    const remote = this.session.standing !== undefined;
    if (remote) this.forget();
    this.sending = remote;
    const slow = setTimeout(() => this.forget(), SLOW);
    try {
      await this.session.act(steps);
      if (this.table.version === before) this.forget();
    } catch (error) {
      this.forget();
      this.failure = error instanceof Error ? error.message : String(error);
    } finally {
      clearTimeout(slow);
      this.underway = undefined;
      this.sending = false;
    }
    // What arrived meanwhile was nobody's to answer yet; what was refused is open again.
    if (remote || this.table.version === before) void this.refresh();
  }

  /** Ends the turn; asks once if dice could still do something. */
  async endTurn(): Promise<void> {
    if (!this.can('end')) return;
    if (!this.confirmEnd && (await this.hasUsableDie())) {
      this.putBack();
      this.confirmEnd = true;
      return;
    }
    // Whatever comes after it is chance's or another's to answer.
    await this.send(['end']);
  }

  private async hasUsableDie(): Promise<boolean> {
    for (const face of new Set(this.view.dice)) {
      const ways = await this.foresight.ways(face);
      if (ways.some((way) => !way.events.some((e) => e.kind === 'nothing-happened'))) return true;
    }
    return false;
  }

  /** Takes back what is free, or asks the others; never by a key that was hit by mistake. */
  async undoOrAsk(): Promise<void> {
    const asks = this.undoWord === t('undo.ask');
    return asks ? this.guarded(() => this.session.undo()) : this.undo();
  }

  async undo(): Promise<void> {
    if (this.picked !== null || this.isStaged || this.narrowed || this.marked.length) this.putBack();
    else if (this.table.canUndo) await this.guarded(() => this.session.undo());
  }

  /** Asks what a bot would do; the answer is shown and marked, never played. */
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
      this.failure = error instanceof Error ? error.message : String(error);
    }
    this.pondering = false;
  }

  /** Where the table shows what some steps do. */
  private async spotsOf(steps: string[]): Promise<Spot[]> {
    const ahead = await this.session.look(steps);
    const seat = this.table.me;
    return seat ? steps.flatMap((step) => spotOf(step, this.view, seat, step === steps.at(-1) ? ahead?.events : []) ?? []) : [];
  }

  /** Says which rule forbids pointing here. */
  private async explainWhyNot(spot: Spot): Promise<void> {
    const face = this.pickedFace;
    if (!this.isTurn) return;
    if (!face) {
      this.note = { text: t('coach.first'), rule: 'R2.2' };
      return;
    }
    const start = await this.session.look([`activate ${face}`]);
    const steps = start && stepsTo(spot, start.options, this.me);
    if (steps) this.note = await this.session.why([`activate ${face}`, ...steps]);
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.actedTimer);
    this.leave();
  }
}
