// An online table with the same interface as a local table. The socket delivers changes, and the engine of this page computes views and
// previews. This file combines them into one state.
import {
  TableFault,
  type Change,
  type Deadline,
  type EngineClient,
  type Listener,
  type Preview,
  type Refusal,
  type Session,
  type SessionState,
} from '../engine';
import { actedLast, beforeLastGesture } from '../engine/gestures';
import type { ChatLine, Fault, Following, Order, Prompt, Seat, SeatClock, ServerMessage, StepTaken, Table, View } from '../protocol';
import { readRecord, readTable } from './api';
import { SeatRecord } from './record';
import type { PendingMessage } from './outbox';
import { playersOf } from './players';
import { ServerOrders } from './orders.svelte';
import { Socket, type Connection, type MessageBody } from './socket';

type ViewMessage = Extract<ServerMessage, { type: 'view' }>;
type StepsMessage = Extract<ServerMessage, { type: 'steps' }>;
/** The state of the game after a message. */
interface GameState {
  version: number;
  view: View;
  prompt: Prompt | null;
  /** The clocks; empty or undefined if the table has no clock. */
  clocks: SeatClock[] | undefined;
}
/** The state of the table; `view` and `texts` are null before the game starts. */
type State = Omit<SessionState, keyof TableTexts | 'view'> & { view: View | null; texts: TableTexts | null };
/** Texts that depend on the language but not on the position. */
type TableTexts = Pick<SessionState, 'cards' | 'edition'>;

/** A request for an undo to which other players must agree. */
export interface UndoRequest {
  request: number;
  seat: Seat;
  /** The seats that have not answered yet. */
  waiting: Seat[];
}

/** Adds a chat line, or replaces the line with the same number. */
function withLine(lines: ChatLine[], line: ChatLine): ChatLine[] {
  const index = lines.findIndex(({ number }) => number === line.number);
  return index < 0 ? [...lines, line] : lines.with(index, line);
}

/** The steps of a follow that are sent after its sealed answer, and which die is followed. */
interface RemainingSteps {
  steps: string[];
  /** The turn in which the die was activated. */
  turn: number;
  /** The number of dice in the activation bay then. */
  used: number;
}

/** Maximum time to wait until the table shows an answer, in milliseconds; after it, the table accepts input again. */
const ANSWER_TIMEOUT_MS = 5_000;
/** Delay after a failure before the page loads the game again, in milliseconds. */
const RELOAD_DELAY_MS = 2_000;

/** Error codes of engine failures that may be temporary. */
const TRANSIENT = new Set<string>(['no-engine', 'crashed', 'closed']);

/** The decisions that several seats make at once. */
const SHARED = new Set(['follow', 'keep-mission']);
/** Returns whether several seats decide at once, with sealed answers. */
const isShared = (prompt: Prompt): boolean => SHARED.has(prompt.decision.question);
/** Returns whether these steps end the game. */
const isEnd = (steps: StepTaken[]): boolean => steps.some((step) => step.events.some((e) => e.kind === 'game-over'));

/** An online table. It can be shown as a game once `begun` is true. */
export class OnlineTable implements Session {
  readonly kind = 'online';
  onfault: ((fault: TableFault) => void) | null = null;
  /** Called when anything but the game changes: people, stage, chat, clocks, connection. */
  onpeople: (() => void) | null = null;
  table: Table | null = null;
  /** The viewer's standing orders; undefined before the game starts. */
  standing: ServerOrders | undefined;
  /** The open undo request, if any. */
  undoRequest: UndoRequest | null = null;
  /** When a recovery code that was requested without the old code takes effect, in seconds since 1970; null if there is none. */
  newRecovery: number | null = null;
  /** The number of spectators. */
  spectators = 0;
  /** The reason why the table is unavailable; null while it is available. */
  refused: TableFault | null = null;
  #state: State = {
    version: 0,
    view: null,
    prompt: null,
    texts: null,
    history: [],
    undo: null,
    me: null,
    players: [],
    thinking: null,
    connection: 'reconnecting',
    clocks: [],
    orders: [],
    chat: [],
  };
  readonly #socket: Socket;
  readonly #listeners = new Set<Listener>();
  #seatRecord: SeatRecord | null = null;
  /** All steps that have been shown. */
  #shownSteps: StepTaken[] = [];
  /** The steps that were received but not shown yet; `#received` is the state after them. */
  #pending: StepTaken[] = [];
  #received: GameState | null = null;
  /** The reason to show the whole view without animation; null to show the steps. */
  #fullViewReason: 'undone' | 'resumed' | null = null;
  /** The last received version. */
  #lastVersion = 0;
  /** Serialises the handling of messages about the game, because handlers are asynchronous. */
  #queue: Promise<void> = Promise.resolve();
  /** Whether messages were missed, so that this page needs a full view. */
  #behind = false;
  /** Whether the page has requested a full view. */
  #resuming = false;
  /** The code of the last error while loading; empty if loading succeeded. */
  #lastFault = '';
  /** The number of gestures (the steps of one click) that were sent but not answered. The table shows a gesture after its last step. */
  #gesturesInFlight = 0;
  #remainingSteps: RemainingSteps | null = null;
  #closed = false;
  /** The table's custom deck, which the server sends once. */
  #deck: { hash: string; text: string } | null = null;

  constructor(
    readonly id: string,
    readonly engine: EngineClient,
  ) {
    this.#socket = new Socket(id, {
      received: (message) => this.#handleMessage(message),
      connection: (connection) => this.#updateConnection(connection),
      refused: (fault) => this.#setRefused(fault),
      tooLate: (message, fault) => this.#reportLateMove(message, fault),
      since: () => (this.#state.view && !this.#behind ? this.#lastVersion : undefined),
      deck: () => this.#deck?.hash ?? '',
    });
  }

  /** Whether there is a game to show. */
  get begun(): boolean {
    return this.#state.view !== null;
  }

  /** The parts of the state that exist before the game starts. */
  get people(): Pick<State, 'me' | 'players' | 'connection' | 'orders' | 'following' | 'chat'> {
    return this.#state;
  }

  get state(): SessionState {
    const { view, texts, ...rest } = this.#state;
    if (!view || !texts) throw new TableFault({ code: 'not-begun', text: 'the game has not begun' });
    return { ...rest, ...texts, view };
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.state, { steps: [], reason: 'opened' });
    return () => this.#listeners.delete(listener);
  }

  // ---- incoming messages

  #handleMessage(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.#resuming = false;
      // If an undo request is still open, the server sends it again after the welcome message.
      this.#enqueue(() => this.#setUndoRequest(null));
      this.#updateTable(message.table, { orders: message.orders, following: message.following ?? 'normal', chat: message.chat });
    } else if (message.type === 'table') this.#updateTable(message.table);
    else if (message.type === 'presence') this.#updatePresence(message.seats, message.spectators);
    else if (message.type === 'view') this.#enqueue(() => this.#handleView(message));
    else if (message.type === 'steps') this.#enqueue(() => this.#handleSteps(message));
    else if (message.type === 'prompt') this.#enqueue(() => this.#handlePrompt(message.prompt));
    else if (message.type === 'orders') this.#updatePeople({ orders: message.orders, following: message.following ?? 'normal' });
    else if (message.type === 'chat') this.#updatePeople({ chat: withLine(this.#state.chat, message.line) });
    else if (message.type === 'undo-asked') this.#enqueue(() => this.#setUndoRequest(message));
    else if (message.type === 'undo-refused') this.#enqueue(() => this.#refuseUndo());
    else if (message.type === 'recovery') this.#updateRecovery(message.from);
    else if (message.type === 'error') this.onfault?.(new TableFault(message.error));
  }

  #updateRecovery(from: number | null): void {
    this.newRecovery = from;
    this.onpeople?.();
  }

  #updateConnection(connection: Connection): void {
    this.#updatePeople({ connection: connection === 'ended' ? 'lost' : connection });
    if (connection === 'reconnecting' && !this.table) void this.#findRefusal();
  }

  /** Asks the server over HTTP why it refused the WebSocket, because browsers do not report the reason. */
  async #findRefusal(): Promise<void> {
    const fault = await readTable(this.id).then(
      () => null,
      (thrown: unknown) => TableFault.of(thrown),
    );
    if (this.#closed || !fault || !['no-table', 'not-found', 'not-admitted'].includes(fault.code)) return;
    this.#socket.close();
    this.#setRefused({ code: fault.code === 'not-admitted' ? 'not-admitted' : 'no-table', text: fault.message });
  }

  #setRefused(fault: Fault | TableFault): void {
    this.refused = fault instanceof TableFault ? fault : new TableFault(fault);
    this.onpeople?.();
  }

  /** Reports that the server refused a move that was sent before a reload; ignores other messages. */
  #reportLateMove(message: PendingMessage, fault: Fault): void {
    if (message.do === 'act') this.onfault?.(new TableFault(fault));
  }

  #updatePeople(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#state.view) this.#notifyListeners({ steps: [], reason: 'people' });
    this.onpeople?.();
  }

  #updateTable(table: Table, more: Partial<State> = {}): void {
    const { deck_hash: hash, settings } = table;
    if (hash && settings.deck) this.#deck = { hash, text: settings.deck };
    else if (hash && hash === this.#deck?.hash) settings.deck = this.#deck.text;
    this.table = table;
    if (table.you.seat !== this.#state.me && this.#state.view) this.#requestView();
    this.#updatePeople({ ...more, me: table.you.seat, players: playersOf(table) });
  }

  #updatePresence(seats: Seat[], spectators: number): void {
    this.spectators = spectators;
    const players = this.#state.players.map((p) =>
      p.kind === 'person' || p.kind === 'me' ? { ...p, present: seats.includes(p.seat) } : p,
    );
    this.#updatePeople({ players });
  }

  #setUndoRequest(received: UndoRequest | null): void {
    this.undoRequest = received && { request: received.request, seat: received.seat, waiting: received.waiting };
    this.onpeople?.();
  }

  /** Closes a refused undo request, and notifies the player who asked. */
  #refuseUndo(): void {
    if (this.undoRequest?.seat === this.#state.me)
      this.onfault?.(new TableFault({ code: 'refused', text: 'not every player allowed the undo' }));
    this.#setUndoRequest(null);
  }

  /** Runs a handler after those of all earlier messages. */
  #enqueue(handler: () => void | Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.#closed ? undefined : handler()))
      .catch((thrown: unknown) => this.#reloadAfterFailure(thrown));
  }

  /** Loads the game again after the handling of a message failed. */
  #reloadAfterFailure(thrown: unknown): void {
    if (this.#closed) return;
    const fault = TableFault.of(thrown);
    if (fault.code !== 'offline' && fault.code !== this.#lastFault) this.onfault?.(fault);
    this.#lastFault = fault.code;
    // If there is no view to show yet, the page shows the error until loading succeeds.
    if (!this.#state.view && fault.code !== 'offline') this.#setRefused(fault);
    this.#behind = true;
    setTimeout(() => this.#requestView(), RELOAD_DELAY_MS);
  }

  /** Requests a full view, unless a request is already open. */
  #requestView(): void {
    this.#behind = true;
    if (this.#resuming || this.#closed) return;
    this.#resuming = true;
    this.#socket.send({ do: 'resume' });
  }

  #handlePrompt(received: Prompt): void {
    const prompt = this.#seatRecord?.withTexts(received) ?? received;
    this.#state = { ...this.#state, prompt, ...this.#clocksAndDeadline(prompt) };
    if (this.#received) this.#received = { ...this.#received, prompt };
    this.#notifyListeners({ steps: [], reason: 'asked' });
    this.onpeople?.();
  }

  /** Handles new steps. The server sends their events; the engine of this page adds the view and the texts. */
  async #handleSteps(message: StepsMessage): Promise<void> {
    if (this.#behind || message.version < this.#lastVersion) return;
    const [seatRecord, before] = [this.#seatRecord, message.length - message.steps.length];
    if (!seatRecord || message.version - message.steps.length > this.#lastVersion || before > seatRecord.length) {
      this.#requestView();
      return;
    }
    const newSteps = message.steps.slice(Math.max(0, seatRecord.length - before));
    this.#pending.push(...(isEnd(newSteps) ? await this.#loadFinalRecord(newSteps) : await seatRecord.add(newSteps)));
    this.#receiveState(message);
  }

  /** Loads the record of a finished game, which reveals the hidden cards; returns the last steps with all cards. */
  async #loadFinalRecord(newSteps: StepTaken[]): Promise<StepTaken[]> {
    const steps = await this.#loadRecord();
    this.#shownSteps = steps.slice(0, -newSteps.length - this.#pending.length);
    return steps.slice(-newSteps.length);
  }

  /** Handles a full view, which replaces the whole state of the game. */
  async #handleView(message: ViewMessage): Promise<void> {
    this.#resuming = false;
    if (message.reason === 'undone') this.#setUndoRequest(null);
    const steps = await this.#loadRecord();
    [this.#shownSteps, this.#pending, this.#received, this.#behind, this.#lastFault, this.refused] = [steps, [], null, false, '', null];
    this.#fullViewReason = message.reason === 'undone' ? 'undone' : 'resumed';
    this.#receiveState(message);
  }

  /** Loads the whole game again and returns all its steps. */
  async #loadRecord(): Promise<StepTaken[]> {
    const record = await readRecord(this.id);
    this.#state.texts ??= await this.#loadTexts();
    const seatRecord = await SeatRecord.of(this.engine, record, this.#state.me).catch((thrown: unknown) => this.#requireNewerPage(thrown));
    if (this.#closed) seatRecord.close();
    this.#seatRecord?.close();
    this.#seatRecord = seatRecord;
    return seatRecord.history();
  }

  /** Closes the table if this engine cannot read the record: the game then needs a newer version of the page. */
  #requireNewerPage(thrown: unknown): never {
    const { code, message } = TableFault.of(thrown);
    if (TRANSIENT.has(code)) throw thrown;
    this.close();
    this.#setRefused({ code: 'version', text: message });
    throw thrown;
  }

  // ---- visible state

  /** Stores and shows the state after a message. If the record already has later steps, the messages for those steps show the state. */
  #receiveState({ version, length, clocks, prompt }: ViewMessage | StepsMessage): void {
    this.#lastVersion = version;
    const [seatRecord, view] = [this.#seatRecord, this.#seatRecord?.view];
    if (!seatRecord || !view || seatRecord.length !== length) return;
    this.#received = { version, view, prompt: seatRecord.withTexts(prompt ?? null), clocks };
    this.#showReceived();
  }

  /** Shows the received changes, unless further steps of the same gesture are in flight. */
  #showReceived(): void {
    const received = this.#received;
    if (!received || this.#closed) return;
    const fullViewReason = this.#fullViewReason;
    if (!fullViewReason && this.#pending.length && (this.#gesturesInFlight || this.#sendRemainingSteps(received))) return;
    const steps = this.#pending.splice(0);
    this.#received = this.#fullViewReason = null;
    this.#shownSteps.push(...steps);
    this.#publish(received, fullViewReason ? { steps: [], reason: fullViewReason } : { steps, reason: steps.length ? 'steps' : 'asked' });
  }

  #publish({ version, view, prompt, clocks }: GameState, change: Change): void {
    const undo = actedLast(this.#shownSteps, this.#state.me) && !view.outcome ? beforeLastGesture(this.#shownSteps, this.#state.me) : null;
    const mayAskUndo = undo === null && !view.outcome && beforeLastGesture(this.#shownSteps, this.#state.me) !== null;
    const isSame =
      version === this.#state.version &&
      prompt?.version === this.#state.prompt?.version &&
      prompt?.answered === this.#state.prompt?.answered;
    const history = [...this.#shownSteps];
    this.#state = { ...this.#state, version, view, prompt, history, undo, mayAskUndo, ...this.#clocksAndDeadline(prompt, clocks) };
    this.standing ??= new ServerOrders(this);
    if (change.reason === 'asked' && isSame) change = { steps: [], reason: 'people' };
    this.#notifyListeners(change);
    this.onpeople?.();
  }

  #clocksAndDeadline(prompt: Prompt | null, clocks?: SeatClock[]): Pick<State, 'clocks' | 'clocksAt' | 'deadline'> {
    const now = Date.now();
    const left = prompt?.remaining_ms;
    const deadline: Deadline | null = left === undefined ? null : { at: now + left, totalMs: this.#fullTime(prompt, left) };
    // In a play-by-day game, only the running clock has a remaining time.
    if (this.table?.settings.clock?.kind === 'days') clocks = clocks?.filter((clock) => clock.move_ms !== null);
    return clocks ? { clocks, clocksAt: now, deadline } : { clocks: this.#state.clocks, clocksAt: this.#state.clocksAt ?? now, deadline };
  }

  /** Returns the time allowed for the whole decision, in milliseconds. */
  #fullTime(prompt: Prompt | null, left: number): number {
    const clock = this.table?.settings.clock;
    if (clock?.kind === 'days') return clock.hours * 3_600_000;
    return clock?.kind === 'live' && prompt?.decision.question === 'follow' ? clock.follow_s * 1000 : left;
  }

  #notifyListeners(change: Change): void {
    if (!this.#state.view) return;
    for (const listener of this.#listeners) listener(this.state, change);
  }

  // ---- actions

  async #ask(message: MessageBody): Promise<number> {
    try {
      return await this.#socket.sendReliably(message);
    } catch (fault) {
      throw new TableFault(fault as Fault);
    }
  }

  /**
   * Sends an answer. In a window, it sends only the first step, which is sealed; the remaining steps follow after the window has closed.
   */
  async act(steps: string[]): Promise<void> {
    const { prompt, view } = this.#state;
    const [first, ...rest] = steps;
    if (!prompt || !view || first === undefined) throw new TableFault({ code: 'not-asked', text: 'you are not asked anything now' });
    this.#remainingSteps = isShared(prompt) && rest.length ? { steps: rest, turn: view.turn, used: view.bay.length } : null;
    await (isShared(prompt) ? this.#ask({ do: 'act', version: prompt.version, step: first }) : this.#send(steps, prompt.version));
    await this.#untilShown(() => this.#state.version > prompt.version || this.#state.prompt?.answered === first);
  }

  /** Waits until the table shows the answer, so that the old prompt does not look open; gives up after `ANSWER_TIMEOUT_MS`. */
  #untilShown(isShown: () => boolean): Promise<void> {
    if (isShown()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, ANSWER_TIMEOUT_MS);
      const stop = this.subscribe(() => {
        if (isShown()) done();
      });
    });
  }

  /** Sends all steps of a gesture without waiting for responses. Each step raises the version by one. */
  async #send(steps: string[], version: number): Promise<void> {
    this.#gesturesInFlight += 1;
    try {
      const sent = await Promise.allSettled(steps.map((step, i) => this.#ask({ do: 'act', version: version + i, step })));
      const failed = sent.find((s) => s.status === 'rejected');
      if (failed) throw failed.reason;
    } finally {
      await this.#queue;
      this.#gesturesInFlight -= 1;
      this.#showReceived();
    }
  }

  /** Sends the remaining steps of a sealed follow if this prompt asks for them; returns whether it sent any. */
  #sendRemainingSteps({ view, prompt }: GameState): boolean {
    const [remaining, { me }] = [this.#remainingSteps, this.#state];
    if (!remaining || !me) return false;
    const isAnotherDie = view.turn !== remaining.turn || view.bay.length !== remaining.used;
    const isMine = prompt !== null && prompt.seats.includes(me) && !isShared(prompt);
    if (isAnotherDie || isMine) this.#remainingSteps = null;
    if (isAnotherDie || !isMine || !prompt.legal?.includes(remaining.steps[0] ?? '')) return false;
    void this.#send(remaining.steps, prompt.version).catch((thrown: unknown) => this.onfault?.(TableFault.of(thrown)));
    return true;
  }

  async undo(): Promise<void> {
    const to = beforeLastGesture(this.#shownSteps, this.#state.me);
    await this.#ask({ do: 'undo', version: this.#state.version, ...(to === null ? {} : { to }) });
    await this.#queue;
  }

  async preview(steps: string[]): Promise<Preview> {
    return this.#requireRecord().preview(steps);
  }

  async paths(steps: string[]): Promise<Preview[]> {
    return this.#requireRecord().paths(steps);
  }

  async why(steps: string[]): Promise<Refusal | null> {
    return this.#requireRecord().why(steps);
  }

  #requireRecord(): SeatRecord {
    if (this.#seatRecord) return this.#seatRecord;
    throw new TableFault({ code: 'no-engine', text: 'no previews at this table' });
  }

  async #loadTexts(): Promise<TableTexts> {
    const { edition = 'classic', deck } = this.table?.settings ?? {};
    const rules = deck ? { deck } : { edition };
    const [cards, described] = await Promise.all([this.engine.ask('cards', rules), this.engine.ask('edition', rules)]);
    return { cards, edition: described };
  }

  setLanguage(language: string): Promise<void> {
    this.engine.language = language;
    this.#enqueue(() => this.#republish());
    return this.#queue;
  }

  /** Publishes the state again in the current language. */
  async #republish(): Promise<void> {
    const [seatRecord, { version, view, prompt }] = [this.#seatRecord, this.#state];
    if (!seatRecord || !view) return;
    await seatRecord.add([]);
    this.#state.texts = await this.#loadTexts();
    const latest = this.#received ?? { version, view, prompt, clocks: undefined };
    [this.#shownSteps, this.#pending, this.#received, this.#fullViewReason] = [await seatRecord.history(), [], null, null];
    this.#publish(
      { ...latest, view: seatRecord.view ?? latest.view, prompt: seatRecord.withTexts(latest.prompt) },
      { steps: [], reason: 'language' },
    );
  }

  /** Reconnects, so that the server uses the user's new seat. */
  rejoin(): void {
    this.#socket.reconnect();
  }

  wait(): Promise<void> {
    return this.#ask({ do: 'wait', version: this.#state.prompt?.version ?? 0 }).then(() => undefined);
  }
  order(orders: Order[], following: Following): Promise<void> {
    return this.#ask({ do: 'orders', orders, following }).then(() => undefined);
  }
  say(text: string): Promise<void> {
    return this.#ask({ do: 'chat', text }).then(() => undefined);
  }
  hear(seat: Seat, hearing: 'heard' | 'muted'): Promise<void> {
    return this.#ask({ do: 'hear', seat, hearing }).then(() => undefined);
  }
  consent(request: number, answer: 'agree' | 'refuse'): Promise<void> {
    this.#setUndoRequest(null);
    return this.#ask({ do: 'consent', request, answer }).then(() => undefined);
  }
  resign(): Promise<void> {
    return this.#ask({ do: 'resign' }).then(() => undefined);
  }

  close(): void {
    this.#closed = true;
    this.#listeners.clear();
    this.#seatRecord?.close();
    this.#socket.close();
  }
}
