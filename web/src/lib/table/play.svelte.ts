// Turns gestures at the table into steps, and sends them. It neither draws nor contains rules.
// feed.svelte.ts delivers the changes of the game; interaction.svelte.ts holds the visible state.
import { deviceErrorText, errorText } from '../app/faults';
import type { ReasonMessage, Session } from '../engine';
import { actionOf, notation } from '../engine/actions';
import { t } from '../i18n/index.svelte';
import type { AutoStepCause, Following, Question } from '../protocol';
import { dieTargets, sortFaces, targetsOf, type TargetPath } from './explore';
import { Feed, type ChangeObserver, type TableChange } from './feed.svelte';
import { Interaction } from './interaction.svelte';
import { explainDie } from './explanations';
import { faceName, shortNameOf } from './labels';
import { Lookahead } from './lookahead';
import { ordersOf, passes, toggle, type OrderChange } from './orders.svelte';
import { Sender } from './sender.svelte';
import type { Advice, Violation } from './session';
import { actionsTo, spotOf, type Spot } from './spots';
import { Tutor } from './tutor.svelte';
import type { Decision, Face } from './types';

export type { ChangeObserver } from './feed.svelte';

/** Prompts that are always shown, even with a single answer. */
const ALWAYS_ASK = new Set(['turn', 'follow', 'land', 'keep-mission', 'force-reroll']);

/** Prompts without glowing spots: they are answered step by step, and their spots would mix several choices. */
const WITHOUT_SPOTS = new Set<Question>(['turn', 'dice', 'converter-payment', 'face', 'repeat-die']);

/** The interaction of the person at this screen. */
export class Play extends Interaction {
  /** Whether a bot is computing a hint. */
  pondering = $state(false);
  /** The seat whose mission is uncovered, if several people share the screen. */
  peeked: string | null = $state(null);
  failure: string | null = $state(null);
  /** The cause of the last automatic step of the viewer: a local order, or the cause that the server reports. */
  acted: 'here' | AutoStepCause | null = $state(null);

  /** Incremented when searches for targets become obsolete. */
  private serial = 0;
  /** Counts gestures. A later gesture, or leaving the table, cancels a move that the tutor is still checking. */
  private gesture = 0;
  /** Warns of mistakes, if the setting is on. */
  readonly tutor: Tutor;
  private readonly lookahead: Lookahead;
  private readonly sender: Sender;
  private marking: Promise<void> = Promise.resolve();
  private actedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly session: Session,
    options: { readonly?: boolean } = {},
  ) {
    super(new Feed(session), options.readonly ?? false);
    this.lookahead = new Lookahead(session);
    this.tutor = new Tutor(session);
    this.sender = new Sender(session, {
      version: () => this.table.version,
      started: () => this.serial++,
      drop: () => this.forget(),
      failed: (error) => this.fail(error),
      open: () => void this.refresh(),
    });
    session.onfault = (fault) => this.fail(fault);
    session.pace = () => this.feed.ready();
    this.feed.start({
      arrived: () => this.lookahead.forget(),
      drawing: (change) => this.drawing(change),
      idle: () => void this.refresh(),
    });
  }

  override get sending(): boolean {
    return this.sender.sending;
  }

  /** Whether an undo has an effect: there is a die to put back, or a move to undo or to ask about. */
  get canUndo(): boolean {
    return this.table.canUndo || this.isStaged || this.picked !== null || (this.table.mayAskUndo ?? false);
  }
  /** The label of the undo button. */
  get undoLabel(): string {
    const asks = this.table.mayAskUndo && !this.table.canUndo && !this.isStaged && this.picked === null;
    return t(asks ? 'undo.ask' : 'undo');
  }
  // ---- changes of others

  private drawing({ state, events }: TableChange): void {
    this.forget();
    this.tutor.warning = null;
    if (state.me !== this.table.me) this.peeked = null;
    const by = events.find((e) => e.by)?.by;
    if (by) this.showActed(by);
  }

  /** Adds an observer of changes; returns a function that removes it. */
  watch(observer: ChangeObserver): () => void {
    return this.feed.watch(observer);
  }
  /** Shows all pending changes of the viewer's own turn, or of a replay, at once. */
  flush(): void {
    this.feed.flush();
  }
  /** Pauses the changes of others, or resumes them. */
  pause(): void {
    this.feed.pause();
  }
  /** Shows the next change of others, or the next one that arrives; further ones wait. */
  next(): void {
    this.feed.next();
  }
  /** Shows everything at once until the viewer must decide; for a spectator, the rest of the turn. */
  skip(): void {
    this.feed.skip();
  }

  /** Online: reconsiders a sealed answer while others decide. */
  rethink(): void {
    this.isRethinking = this.table.sealed !== null;
    void this.refresh();
  }

  /** Finds the glowing spots of a prompt without a picked die. */
  private async refresh(): Promise<void> {
    const serial = ++this.serial;
    const decision = this.decision;
    if (decision?.question === 'turn') this.lookahead.prepare(new Set(this.view.dice));
    if (!decision || WITHOUT_SPOTS.has(decision.question)) return;
    const prefix = decision.question === 'follow' ? [...this.staged, 'follow'] : this.staged;
    const paths = await this.lookahead.paths(prefix);
    if (serial !== this.serial) return;
    this.foundTargets = targetsOf(paths, this.view, decision.seat);
    if (decision.question === 'follow') await this.weighFollow(decision, serial);
  }

  /** Computes the gain of a follow, and passes if a standing order says so. */
  private async weighFollow(decision: Decision, serial: number): Promise<void> {
    const events = (await this.lookahead.preview(['follow']))?.events ?? [];
    if (serial !== this.serial || !decision.face) return;
    this.diceEvents = events;
    this.isGainKnown = true;
    const best = this.foundTargets.flatMap((t) => t.paths.flatMap((p) => p.events));
    const offer = {
      turn: this.view.turn,
      face: decision.face,
      culture: this.me?.culture ?? 0,
      seat: decision.seat,
      events: [...events, ...best],
    };
    if (!this.session.standing && !this.session.asksAlways && passes(offer)) await this.passByOrder();
  }

  /** Passes because of a standing order, and shows a notice. */
  private async passByOrder(): Promise<void> {
    this.showActed('here');
    await this.sender.send(['pass'], this.table.version);
  }

  private showActed(by: 'here' | AutoStepCause): void {
    this.acted = by;
    clearTimeout(this.actedTimer);
    this.actedTimer = setTimeout(() => (this.acted = null), by === 'here' ? 3000 : 6000);
  }

  /** Sets or cancels a standing order; setting one also answers the current prompt. */
  async order(change: OrderChange): Promise<void> {
    const { standing } = this.session;
    // The server applies the new order to the prompt itself.
    if (standing) return this.guarded(() => standing.toggle(change.face ?? 'turn'));
    const { me } = this.table;
    const given = me !== null && toggle(me, change);
    if (given && this.isFollow && !(change.keepCulture && (this.me?.culture ?? 0) >= 2)) await this.answer('pass');
  }

  /** Online: cancels the order for a face. */
  dropOrder(face: Face): Promise<void> {
    return this.guarded(() => this.session.standing?.drop(face) ?? Promise.resolve());
  }

  /** Online: switches to a follow mode and its default orders. */
  async setFollowMode(mode: Following): Promise<void> {
    const { standing } = this.session;
    if (standing && standing.followMode !== mode) await this.guarded(() => standing.setFollowMode(mode));
  }

  /** Returns whether a standing order passes on a face, or for the rest of this turn. */
  passes(what: Face | 'turn'): boolean {
    if (this.session.standing) return this.session.standing.passes(what);
    const { turn, faces } = ordersOf(this.table.me);
    return what === 'turn' ? turn === this.view.turn : faces.includes(what);
  }

  /** Shows an error in the selected language. */
  private fail(error: unknown): void {
    this.failure = this.session.kind === 'online' ? errorText(error) : deviceErrorText(error);
  }

  /** Runs an action and shows its error. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Online: lets the viewer decide after the seats that are asked first. */
  wait(): Promise<void> {
    return this.guarded(() => this.session.wait?.() ?? Promise.resolve());
  }

  // ---- gestures

  /** Picks up a die, or puts it back. */
  async pick(index: number): Promise<void> {
    if (this.choosesDice) return this.mark(index);
    const face = this.view.dice[index];
    if (!this.isTurn || !face || !this.table.me) return;
    const wasPicked = this.picked === index;
    const only = this.targets.size === 1 ? [...this.targets.values()][0] : undefined;
    // A second press uses a die that has only one target, and puts any other die back.
    if (wasPicked && only?.paths.length === 1 && only.paths[0]) return this.take(only.paths[0]);
    this.putBack();
    if (wasPicked) return;
    this.picked = index;
    const serial = ++this.serial;
    // If the paths are known, the die and its targets change together, so that the page is updated only once.
    const paths = this.lookahead.knownPathsOf(face) ?? (await this.lookahead.pathsOf(face));
    if (serial !== this.serial) return;
    this.foundTargets = dieTargets(paths, this.view, this.table.me, face);
    this.diceEvents = paths.length === 1 ? (paths[0]?.events ?? []) : [];
  }

  /** Puts the die back and drops staged steps. */
  putBack(): void {
    const wasStaged = this.isStaged;
    this.gesture++;
    this.serial++;
    this.tutor.warning = null;
    this.forget();
    if (wasStaged || !this.isTurn) void this.refresh();
  }

  /** Handles a click on a spot: takes the path to it, asks for the ship, or explains why the spot is no target. */
  async point(spot: Spot): Promise<void> {
    const target = this.target(spot);
    if (!target) return this.explainWhyNot(spot);
    const [only, ...others] = target.paths;
    if (only && !others.length) return this.take(only);
    this.ambiguousTarget = target;
  }

  /** Takes a path; previews further prompts only if the path has any. */
  take(path: TargetPath): Promise<void> {
    return path.open ? this.commit(path.steps) : this.send(this.withStaged(path.steps));
  }

  /** Uses the picked die even though it has no target. */
  async activatePicked(): Promise<void> {
    if (!this.pickedFace) return;
    const [only, ...others] = await this.lookahead.pathsOf(this.pickedFace);
    await (only && !others.length && only.next !== 'choice'
      ? this.send(only.steps)
      : this.commit([notation({ kind: 'activate', face: this.pickedFace })]));
  }

  /** Answers with one step; steps that need further answers of the same seat are staged until they are complete. */
  answer(step: string): Promise<void> {
    if (this.isTurn && (step === 'reroll' || step === 'convert')) return this.stage([step]);
    if (this.isStaged) return this.stage([...this.staged, step]);
    return this.commit([step]);
  }

  /** Selects or deselects a die; quick selections are processed one after another. */
  mark(index: number): Promise<void> {
    this.marking = this.marking.then(() => this.markOne(index));
    return this.marking;
  }

  private async markOne(index: number): Promise<void> {
    if (!this.choosesDice || this.view.dice[index] === undefined) return;
    const without = this.marked.filter((i) => i !== index);
    const next = without.length === this.marked.length ? [...this.marked, index] : without;
    const steps = [...this.staged, ...this.dieSteps(next)];
    const ahead = next.length ? await this.lookahead.preview(steps) : null;
    if (next.length && !ahead) {
      this.note = await this.lookahead.why(steps);
      return;
    }
    this.note = null;
    this.marked = next;
    this.canRoll = ahead?.options.some(({ action }) => action.kind === 'roll') ?? false;
    if (!ahead) return;
    const needsMoreDice = ahead.decision?.question === 'dice' && ahead.view.chosen.length === this.view.chosen.length + next.length;
    if (!needsMoreDice) await this.answerDice([]);
  }

  /** Starts a reroll, or rolls the selected dice; explains why if neither is possible now. */
  async reroll(): Promise<void> {
    if (this.choosesDice && this.canRoll) return this.answerDice(['roll']);
    if (this.choosesDice && this.purpose === 'reroll') this.note = { text: t('why.roll'), rule: this.table.edition.terms.reroll.rule };
    else if (this.isTurn) await this.answer('reroll');
    else this.explainWait();
  }

  /** Starts the converter, or explains why it cannot be used now. */
  async convert(): Promise<void> {
    if (this.isTurn) await this.answer('convert');
    else this.explainWait();
  }

  /** Selects all remaining dice. */
  async markAll(): Promise<void> {
    for (const i of this.view.dice.keys()) if (!this.marked.includes(i)) await this.mark(i);
  }

  private dieSteps(indices: number[]): string[] {
    const dice = this.view.dice;
    return sortFaces(indices.flatMap((i) => dice[i] ?? [])).map((face) => notation({ kind: 'die', face }));
  }

  private answerDice(then: string[]): Promise<void> {
    const steps = [...this.dieSteps(this.marked), ...then];
    this.marked = [];
    return this.isStaged ? this.stage([...this.staged, ...steps]) : this.commit(steps);
  }

  /** Shows the result of staged steps; sends them when they are complete. */
  private async stage(steps: string[]): Promise<void> {
    const ahead = await this.lookahead.preview(steps);
    if (!ahead) {
      this.note = await this.lookahead.why(steps);
      return;
    }
    const open = ahead.decision && ahead.decision.seat === this.table.me && ahead.decision.question !== 'turn';
    if (!open) return this.send(steps);
    this.serial++;
    this.forget();
    this.staged = steps;
    this.stagedResult = ahead;
    await this.refresh();
  }

  /** Adds forced answers to the steps, then sends them. */
  private async commit(steps: string[]): Promise<void> {
    const all = this.withStaged(steps);
    const version = this.table.version;
    for (let i = 0; i < 8; i++) {
      const ahead = await this.lookahead.preview(all);
      const only = ahead?.options.length === 1 ? ahead.options[0] : undefined;
      if (!only || ahead?.decision?.seat !== this.table.me || ALWAYS_ASK.has(ahead.decision.question)) break;
      all.splice(0, all.length, ...ahead.steps, only.step);
    }
    await this.send(all, version);
  }

  /** Prepends the staged steps, unless `steps` already starts with them. */
  private withStaged(steps: string[]): string[] {
    return [...(this.isStaged && steps[0] !== this.staged[0] ? this.staged : []), ...steps];
  }

  /** Sends steps that answer the prompt of a version, unless the tutor warns about them. */
  private async send(steps: string[], version = this.table.version): Promise<void> {
    if (this.tutor.isOn) {
      const gesture = ++this.gesture;
      const warning = await this.tutor.check(steps, version);
      if (this.gesture !== gesture || this.table.version !== version) return;
      if (warning) {
        this.hint = null;
        return this.tutor.warn(warning);
      }
    }
    await this.sender.send(steps, version);
  }

  // ---- the tutor's warning

  /** Sends the move that the tutor has warned about. */
  async playAnyway(): Promise<void> {
    const warned = this.tutor.warning;
    this.tutor.warning = null;
    if (warned) await this.sender.send(warned.steps, warned.version);
  }

  /** Drops the move that the tutor has warned about. */
  thinkAgain(): void {
    this.putBack();
  }

  /** Shows the better moves as a hint instead. */
  async showBetter(): Promise<void> {
    const [best, ...others] = this.tutor.warning?.better ?? [];
    this.putBack();
    if (!best) return;
    await this.advise(best, others, []);
    const shown = this.hint;
    const reasons = await this.tutor.reasons;
    if (shown && this.hint === shown) this.hint = { ...shown, reasons };
  }

  /** Ends the turn; asks for confirmation once if dice are still usable. */
  async endTurn(): Promise<void> {
    if (!this.can('end')) {
      this.explainWait();
      return;
    }
    if (!this.confirmEnd && (await this.hasUsableDie())) {
      this.putBack();
      this.confirmEnd = true;
      return;
    }
    // Chance or another seat decides next, so there are no forced answers to add.
    await this.send(['end']);
  }

  private async hasUsableDie(): Promise<boolean> {
    for (const face of new Set(this.view.dice)) {
      const paths = await this.lookahead.pathsOf(face);
      if (paths.some((path) => !path.events.some((e) => e.kind === 'nothing-happened'))) return true;
    }
    return false;
  }

  /** Undoes a move, or asks the other players if they must agree. The undo key never asks, because it may be pressed by accident. */
  async undoOrAsk(): Promise<void> {
    if (!this.canUndo) {
      this.note = { text: t('why.undo'), rule: null };
      return;
    }
    const asks = this.undoLabel === t('undo.ask');
    return asks ? this.guarded(() => this.session.undo()) : this.undo();
  }

  async undo(): Promise<void> {
    if (this.picked !== null || this.isStaged || this.ambiguousTarget || this.marked.length) this.putBack();
    else if (this.table.canUndo) await this.guarded(() => this.session.undo());
  }

  /** Requests a hint; the table shows and marks it, but never plays it. */
  async askHint(): Promise<void> {
    if (this.pondering) return;
    if (!this.session.hint || !this.decision) {
      if (this.session.hint) this.explainWait();
      else this.note = { text: t('why.hint'), rule: null };
      return;
    }
    this.putBack();
    const serial = this.serial;
    this.pondering = true;
    try {
      const { answers, reasons } = await this.session.hint();
      const [best, ...others] = answers.map((rated) => ({ ...rated, actions: rated.steps.map(actionOf) }));
      if (best && serial === this.serial) await this.advise(best, others, reasons);
    } catch (error) {
      this.fail(error);
    }
    this.pondering = false;
  }

  /** Shows a move as a hint, and marks its spots. */
  private async advise(best: Advice, others: Advice[], reasons: ReasonMessage[]): Promise<void> {
    const serial = this.serial;
    const spots = await this.spotsOf(best);
    if (serial === this.serial) this.hint = { ...best, others: others.slice(0, 3), reasons, spots };
  }

  /** Returns the spots on which the steps of a move act. */
  private async spotsOf({ steps, actions }: Advice): Promise<Spot[]> {
    const ahead = await this.lookahead.preview(steps);
    const seat = this.table.me;
    return seat ? actions.flatMap((action) => spotOf(action, this.view, seat, action === actions.at(-1) ? ahead?.events : []) ?? []) : [];
  }

  /** Returns the colonies that a die in the tray could use now. */
  async usableColonies(): Promise<string[]> {
    const paths = await this.lookahead.pathsOf('colony');
    return paths.flatMap(({ actions }) => actions.flatMap((action) => (action.kind === 'planet' ? [action.planet] : [])));
  }

  /** Shows why the viewer cannot use a die or a button now. */
  explainWait(): void {
    if (this.readonly) return;
    const seat = this.table.view.decision?.seat ?? this.view.active;
    if (this.table.view.actor === 'over') this.note = { text: t('why.over'), rule: 'R11.1' };
    else if (this.decision) this.note = { text: t('why.wait'), rule: 'R2.2' };
    else this.note = { text: t('why.turn', { who: shortNameOf(this.table, seat) }), rule: 'R2.1' };
  }

  /** Shows which rule forbids a face as an answer to the prompt. */
  async explainFace(face: Face): Promise<void> {
    const kind = this.decision?.question === 'repeat-die' ? 'repeat' : 'face';
    const found = await this.lookahead.why([...this.staged, notation({ kind, face })]);
    this.note = found ?? (kind === 'repeat' ? { text: t('why.bay'), rule: 'R10.14' } : { text: t('why.face'), rule: 'R5.1' });
  }

  /** Shows which rule forbids this spot, or else what the die does. */
  private async explainWhyNot(spot: Spot): Promise<void> {
    const face = this.pickedFace;
    if (!this.isFollow && !face) {
      if (this.isTurn) this.note = { text: t('coach.first'), rule: 'R2.2' };
      else this.explainWait();
      return;
    }
    const first = notation(face ? { kind: 'activate', face } : { kind: 'follow' });
    const start = await this.lookahead.preview([first]);
    const actions = start && actionsTo(spot, start.options, this.me);
    this.note = (actions && (await this.lookahead.why([first, ...actions.map(notation)]))) ?? this.explainUse(face);
  }

  /** Says that a die does not act where the viewer has pointed, and what it does. */
  private explainUse(face: Face | null | undefined): Violation | null {
    if (!face) return null;
    const { text, rule = null } = explainDie(this.table, face);
    return { text: t('why.die', { face: faceName(face, this.table.cards.naming), does: text }), rule };
  }

  close(): void {
    this.gesture++;
    clearTimeout(this.actedTimer);
    this.feed.close();
  }
}
