// Adapts a session of the engine client, local or online, to the table: flat events, the log by turn,
// texts in the selected language.
import type { Change, OnlineSession, TableSession, TableState as EngineState } from '../engine';
import { errorText } from './faults';
import { t } from '../i18n/index.svelte';
import { ServerOrders } from '../online/orders.svelte';
import type { Prompt, StepTaken, Told, View } from '../protocol';
import type { LookaheadResult, Path } from '../table/explore';
import type { Advice, LogLine, Player, Violation, Sealed, Session, StandingOrders, TableState, Times } from '../table/session';
import type { Cards, GameEvent, Option, SeatId } from '../table/types';

const MARKS = ['2', '1', '3', '4', '5'];

/** The colour, shape and hull of a seat. */
export function markOf(seat: SeatId, kind: string): string {
  return kind === 'rogue' ? 'x' : (MARKS['ABCDE'.indexOf(seat)] ?? '1');
}

const eventOf = (told: Told): GameEvent => ({ ...told, text: told.text ?? '' });

/** Returns the answers of a prompt with their texts. */
export function optionsOf(prompt: Prompt | null | undefined): Option[] {
  return (prompt?.legal ?? []).map((step, i) => ({ step, text: prompt?.texts?.[i] ?? step }));
}

interface Begun {
  turn: number;
  seat: SeatId;
}

/** Returns the first turn of the log: a game from a set-up starts in the middle. */
export function firstTurn(view: View, steps: StepTaken[]): Begun {
  const began = steps.flatMap((s) => s.events.filter((e) => e.kind === 'turn-began')).length;
  return { turn: view.turn - began, seat: (began ? view.seats[0]?.seat : view.active) ?? 'A' };
}

/** Appends steps to the log, each line with its turn. */
export function addToLog(log: LogLine[], steps: StepTaken[], start: Begun = { turn: 0, seat: 'A' }): LogLine[] {
  const lines = [...log];
  let { turn, seat, step } = lines.at(-1) ?? { ...start, step: 0 };
  for (const taken of steps) {
    step += 1;
    for (const told of taken.events) {
      const event = eventOf(told);
      if (event.kind === 'turn-began' && event.seat) [turn, seat] = [turn + 1, event.seat];
      lines.push({ event, turn, seat, step });
    }
  }
  return lines;
}

function playerOf(player: EngineState['players'][number], me: SeatId | null, word: (level: string) => string): Player {
  const kind = player.seat === me ? 'you' : player.kind === 'me' ? 'person' : player.kind;
  const shown: Player = { seat: player.seat, name: player.name, kind, mark: markOf(player.seat, player.kind) };
  if (player.level) shown.note = word(player.level);
  if (!player.present) Object.assign(shown, { note: t('online.away'), absent: true });
  if (player.resigned) Object.assign(shown, { note: t('online.resigned'), resigned: true });
  return shown;
}

/** Returns the remaining time of every seat, including the running clock. */
function timesOf({ clocks, clocksAt }: EngineState): Times | null {
  if (!clocks.length || clocksAt === undefined) return null;
  return { told: clocksAt, seats: clocks.map((c) => ({ seat: c.seat, left: c.move_ms ?? c.bank_ms, runs: c.move_ms !== null })) };
}

/** Returns the viewer's sealed answer while other seats still decide. */
function sealedOf(prompt: Prompt | null, me: SeatId | null): Sealed | null {
  if (!prompt?.answered || me === null || !prompt.seats.includes(me)) return null;
  return { answer: prompt.answered, decision: { ...prompt.decision, seat: me }, options: optionsOf(prompt) };
}

/** Translates a server's rejection into the selected language. */
async function said(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    throw new Error(errorText(thrown), { cause: thrown });
  }
}

const plainly = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault));

/** Wraps a session of the engine client. It reads cards and history before the table is shown. */
export class Adapter implements Session {
  readonly hint?: () => Promise<Advice[]>;
  readonly odds?: () => Promise<Record<SeatId, number> | null>;
  readonly standing?: StandingOrders;
  readonly wait?: () => Promise<void>;
  #cards: Cards;
  #log: LogLine[];
  #serial = 1;
  /** The versions before the gestures that can be undone. */
  #gestures: number[] = [];
  #seen: ((state: TableState, events: GameEvent[]) => void) | null = null;
  #leave: () => void = () => undefined;

  private constructor(
    readonly inner: TableSession,
    cards: Cards,
    log: LogLine[],
    readonly word: (level: string) => string,
    readonly say: (fault: unknown) => string,
  ) {
    this.#cards = cards;
    this.#log = log;
    if (inner.kind === 'local') {
      this.hint = () => this.#hint();
      // The win probability would spoil a game between people.
      if (!this.#shared) this.odds = () => this.#odds();
    } else {
      const online = inner as OnlineSession;
      this.standing = new ServerOrders(online);
      this.wait = () => said(() => online.wait());
    }
  }

  static async of(inner: TableSession, word: (level: string) => string, say = plainly): Promise<Adapter> {
    const [cards, history] = await Promise.all([inner.cards(), inner.history()]);
    return new Adapter(inner, cards, addToLog([], history, firstTurn(inner.state.view, history)), word, say);
  }

  /** Reports errors that no caller awaits. */
  onfault(tell: (text: string) => void): void {
    this.inner.onfault = (fault) => tell(this.say(fault));
  }

  subscribe(seen: (state: TableState, events: GameEvent[]) => void): () => void {
    this.#seen = seen;
    seen(this.#state(), []);
    let first = true;
    this.#leave = this.inner.subscribe((_, change) => {
      if (first) first = false;
      else void this.#changed(change);
    });
    return () => this.#leave();
  }

  async #changed(change: Change): Promise<void> {
    if (this.inner.state.undo === null) this.#gestures = [];
    if (change.reason === 'thinking') return;
    if (change.reason === 'people') return this.#seen?.(this.#state(), []);
    this.#serial += 1;
    if (change.reason === 'language') this.#cards = await this.inner.cards();
    if (change.reason === 'steps') this.#log = addToLog(this.#log, change.steps);
    else if (change.reason !== 'viewer' && change.reason !== 'asked') await this.#retell();
    this.#seen?.(
      this.#state(),
      change.steps.flatMap((s) => s.events.map((told) => (s.by ? { ...eventOf(told), by: s.by } : eventOf(told)))),
    );
  }

  async #retell(): Promise<void> {
    const history = await this.inner.history();
    this.#log = addToLog([], history, firstTurn(this.inner.state.view, history));
  }

  get #shared(): boolean {
    return this.inner.state.players.filter((p) => p.kind === 'me').length > 1;
  }

  #state(): TableState {
    const { view, prompt, me, players, undo, mayAskUndo = false, deadline = null } = this.inner.state;
    const asked = me !== null && prompt?.seats.includes(me);
    // A sealed answer was given; other seats still decide.
    const sealed = sealedOf(prompt, me);
    const decision = sealed ? null : asked && prompt ? { ...prompt.decision, seat: me } : (view.decision ?? null);
    return {
      version: this.#serial,
      cards: this.#cards,
      players: players.map((p) => playerOf(p, me, this.word)),
      me,
      shared: this.#shared,
      view: { ...view, decision },
      options: asked && !sealed ? optionsOf(prompt) : [],
      log: this.#log,
      canUndo: undo !== null,
      mayAskUndo,
      deadline: asked ? deadline : null,
      times: timesOf(this.inner.state),
      sealed,
      before: asked && prompt ? prompt.seats.slice(0, prompt.seats.indexOf(me)) : [],
    };
  }

  async look(steps: string[]): Promise<LookaheadResult | null> {
    try {
      const seen = await this.inner.preview(steps);
      if (!seen.view) return null;
      return {
        view: seen.view,
        events: seen.events.map(eventOf),
        decision: seen.prompt?.decision ?? null,
        options: optionsOf(seen.prompt),
        steps: seen.steps,
      };
    } catch {
      return null; // Rejected: `why` returns the reason.
    }
  }

  async ways(steps: string[]): Promise<Path[]> {
    try {
      const found = await this.inner.paths(steps);
      return found.map((p) => ({ steps: p.steps, texts: p.texts, events: p.events.map(eventOf), next: p.next }));
    } catch {
      return [];
    }
  }

  async why(steps: string[]): Promise<Violation | null> {
    try {
      return await this.inner.why(steps);
    } catch (e) {
      return { text: e instanceof Error ? e.message : String(e), rule: null };
    }
  }

  async act(steps: string[]): Promise<void> {
    this.#gestures.push(this.inner.state.version);
    await (this.inner.kind === 'online' ? said(() => this.inner.act(steps)) : this.inner.act(steps));
  }

  /** Undoes a whole gesture: die, ship and target are one action to the player. */
  async undo(): Promise<void> {
    if (this.inner.kind === 'online') return said(() => this.inner.undo());
    const to = this.#gestures.pop();
    if (to !== undefined) return this.inner.undo(to);
    do await this.inner.undo();
    while (this.inner.state.undo !== null && this.inner.state.prompt?.decision.question !== 'turn');
  }

  async #hint(): Promise<Advice[]> {
    return (await this.inner.hint())?.answers ?? [];
  }

  async #odds(): Promise<Record<SeatId, number> | null> {
    const chances = await this.inner.chances();
    return chances && (Object.fromEntries(this.inner.state.view.seats.map((s, i) => [s.seat, chances[i] ?? 0])) as Record<SeatId, number>);
  }

  /** Switches the language of all texts. */
  speak(language: string): Promise<void> {
    return this.inner.speak(language);
  }

  close(): void {
    this.#leave();
    this.inner.close();
  }
}
