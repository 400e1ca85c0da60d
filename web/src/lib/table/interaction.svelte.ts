// The state of a person's interaction with the table: the prompt, the picked die, staged steps and glowing spots.
// play.svelte.ts sends the steps.
import type { ActionKind } from '../engine';
import type { LookaheadResult, Target } from './explore';
import type { Feed } from './feed.svelte';
import type { Hint, Player, TableState, Violation } from './session';
import { share } from './share';
import { shipsBySlot, type ShownShip } from './ships';
import type { Spot } from './spots';
import { seatOf, type Decision, type Face, type GameEvent, type LegalStep, type Galaxy, type View } from './types';

const NO_DICE: number[] = [];
const NO_EVENTS: GameEvent[] = [];
const NO_OPTIONS: LegalStep[] = [];
const NO_STEPS: string[] = [];
const NO_TARGETS: Target[] = [];

/**
 * The state of the interaction that components read. `Play` changes it. Computed values are `$derived`, and empty lists are constants, so
 * that a component runs again only if a value that it reads has changed.
 */
export class Interaction {
  /** The picked die: its index in the tray. */
  picked: number | null = $state(null);
  /** Dice selected for a reroll, the converter or an ability: indices in the tray. */
  marked: number[] = $state.raw(NO_DICE);
  /** A target that several ships can reach, while the player chooses the ship. */
  ambiguousTarget: Target | null = $state.raw(null);
  /** Whether the selected dice can be rolled now. */
  canRoll = $state(false);
  note: Violation | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** The glowing spot under the pointer, for the coach line. */
  pointed: Spot | null = $state(null);
  /** Whether the player has pressed End turn although dice are still usable. */
  confirmEnd = $state(false);
  /** Whether the gain of following has been computed. */
  isGainKnown = $state(false);
  /** Online: whether the player reconsiders a sealed answer. */
  isRethinking = $state(false);
  protected foundTargets: Target[] = $state.raw(NO_TARGETS);
  protected diceEvents: GameEvent[] = $state.raw(NO_EVENTS);
  protected staged: string[] = $state.raw(NO_STEPS);
  protected stagedResult: LookaheadResult | null = $state.raw(null);

  constructor(
    protected readonly feed: Feed,
    /** Whether the table is read-only: replays, spectators. */
    readonly readonly: boolean,
  ) {}

  /** The shown table. */
  get table(): TableState {
    return this.feed.table;
  }
  /** The last events, for animation and sound. */
  get happened(): GameEvent[] {
    return this.feed.happened;
  }
  /** Whether bots or chance are acting, or changes are still being shown. */
  get busy(): boolean {
    return this.feed.busy;
  }
  /** Whether changes of others wait until the viewer asks for the next one. */
  get paused(): boolean {
    return this.feed.paused;
  }
  /** Whether the viewer can pause, step through or skip the changes of others. */
  get canPause(): boolean {
    return this.feed.canPause;
  }
  /** Whether input is blocked because an answer is being sent. `Play` overrides this; this class sends nothing. */
  get sending(): boolean {
    return false;
  }
  /** The view after the staged steps. */
  readonly view: View = $derived(this.stagedResult?.view ?? this.table.view);
  /** The number of the turn. */
  readonly turn: number = $derived(this.view.turn);
  readonly me: Galaxy | undefined = $derived(seatOf(this.view, this.table.me));
  readonly decision: Decision | null = $derived.by(() => {
    const open = this.isRethinking && this.table.sealed ? this.table.sealed.decision : this.table.view.decision;
    const pending = this.stagedResult ? this.stagedResult.decision : open;
    return pending?.seat === this.table.me && !this.readonly && !this.busy && !this.sending ? pending : null;
  });
  readonly options: LegalStep[] = $derived.by(() => {
    if (!this.decision) return NO_OPTIONS;
    if (this.isRethinking && this.table.sealed) return this.table.sealed.options;
    return this.stagedResult ? this.stagedResult.options : this.table.options;
  });
  /** The kinds of all legal actions. */
  private readonly kinds: ReadonlySet<ActionKind> = $derived(new Set(this.options.map(({ action }) => action.kind)));
  /** Whether several people play at this screen, so that missions stay covered. */
  get shared(): boolean {
    return this.table.shared;
  }
  /** Whether the prompt is the main one of a turn. */
  readonly isTurn: boolean = $derived(this.decision?.question === 'turn');
  readonly isFollow: boolean = $derived(this.decision?.question === 'follow');
  readonly choosesDice: boolean = $derived(this.decision?.question === 'dice');
  /** The purpose for which dice are selected. */
  get purpose(): 'reroll' | 'spend' | 'set-face' | 'ability' {
    if (this.staged[0] === 'reroll') return 'reroll';
    if (this.staged[0] !== 'convert') return 'ability';
    return this.view.converter.length || this.table.cards.convert === 'pay-and-act' ? 'set-face' : 'spend';
  }
  get isStaged(): boolean {
    return this.staged.length > 0;
  }
  readonly pickedFace: Face | null = $derived(this.picked === null ? null : (this.view.dice[this.picked] ?? null));
  /** The immediate effect of the picked die, if it needs no target. */
  get pickedEvents(): GameEvent[] {
    return this.diceEvents;
  }
  player(seat: string | null | undefined): Player | undefined {
    return this.table.players.find((p) => p.seat === seat);
  }
  /** Whether an action of this kind is legal. */
  can(kind: ActionKind): boolean {
    return this.kinds.has(kind);
  }

  /** The glowing spots. */
  readonly targets: Map<Spot, Target> = $derived.by(() => {
    const list = this.ambiguousTarget ? this.shipTargets(this.ambiguousTarget) : this.foundTargets;
    return new Map(list.map((t) => [t.spot, t]));
  });
  /** Whether any spot glows. */
  readonly isChoosing: boolean = $derived(this.targets.size > 0);

  private lastShips: Record<number, ShownShip[]> = {};
  /** The ships at the planets, by slot. */
  readonly shipsBySlot: Record<number, ShownShip[]> = $derived.by(
    () => (this.lastShips = share(this.lastShips, shipsBySlot(this.view, this.table))),
  );

  target(spot: Spot): Target | undefined {
    return this.targets.get(spot);
  }

  /** The answers that may be shown as buttons; none for the main prompt of a turn. `offBoard` omits those with a spot on the board. */
  get buttons(): LegalStep[] {
    if (!this.decision || this.isTurn) return NO_OPTIONS;
    return this.options;
  }

  private shipTargets(target: Target): Target[] {
    const seat = this.table.me ?? '';
    return target.paths.map((path) => ({ spot: `ship:${seat}${path.ship ?? ''}`, paths: [path] }));
  }

  /** Drops the picked die, staged steps, targets and notes. */
  protected forget(): void {
    this.picked = null;
    this.marked = NO_DICE;
    this.canRoll = false;
    this.ambiguousTarget = null;
    this.foundTargets = NO_TARGETS;
    this.diceEvents = NO_EVENTS;
    this.staged = NO_STEPS;
    this.stagedResult = null;
    this.note = null;
    this.hint = null;
    this.pointed = null;
    this.confirmEnd = false;
    this.isRethinking = false;
    this.isGainKnown = false;
  }
}
