// A table on a server, with the same face as one on this device.
import { TableFault, type Change, type EngineClient, type Hint, type Listener, type OnlineSession, type Player, type Preview, type Refusal, type TableState } from '../engine';
import type { Cards, ChatLine, Order, Player as Sitter, Prompt, Seat, ServerMessage, StepTaken, Table } from '../protocol';
import { recordAddress } from './api';
import { Shadow } from './shadow';
import { Socket } from './socket';

/** A request to take steps back that waits for my answer. */
export interface UndoRequest {
  request: number;
  seat: Seat;
}

function nameOf(sitter: Sitter | null): string {
  return !sitter ? '' : sitter.kind === 'bot' ? sitter.level : sitter.name;
}

function playersOf(table: Table): Player[] {
  return table.seats.map(({ seat, player }) => ({
    seat,
    name: nameOf(player) || seat,
    kind: seat === table.you.seat ? 'me' : player?.kind === 'bot' || player?.kind === 'rogue' ? player.kind : 'person',
    level: player?.kind === 'bot' ? player.level : null,
    present: player?.kind === 'person' || player?.kind === 'program' ? player.present : true,
  }));
}

/** A table on a server. It can be shown as a game once `begun` has come true. */
export class OnlineTable implements OnlineSession {
  readonly kind = 'online';
  onfault: ((fault: TableFault) => void) | null = null;
  /** Called when the table itself changes: people, stage, chat, clocks, connection. */
  onpeople: (() => void) | null = null;
  table: Table | null = null;
  undoAsked: UndoRequest | null = null;
  #state: Omit<TableState, 'view'> & { view: TableState['view'] | null } = { version: 0, view: null, prompt: null, undo: null, me: null, players: [], thinking: null, connection: 'reconnecting', clocks: [], orders: [], chat: [] };
  readonly #socket: Socket;
  readonly #listeners = new Set<Listener>();
  #pending: StepTaken[] = [];
  #shadow: Promise<Shadow | null> | null = null;
  /** The length of the game before my steps that can be taken back. */
  #mine: number | null = null;
  #length = 0;
  #waiting: (() => void)[] = [];
  /** Whether steps of one gesture are still to be sent; what they bring is shown with the last. */
  #more = false;
  #held: StepTaken[] = [];

  constructor(
    readonly id: string,
    readonly engine: EngineClient,
    private words: 'en' | 'de',
  ) {
    this.#socket = new Socket(id, {
      heard: (message) => this.#heard(message),
      connection: (connection) => this.#people({ connection }),
      since: () => undefined,
      words: () => this.words,
    });
  }

  /** Whether there is a game to show. */
  get begun(): boolean {
    return this.#state.view !== null;
  }

  get state(): TableState {
    const { view } = this.#state;
    if (!view) throw new TableFault({ code: 'not-begun', text: 'the game has not begun' });
    return { ...this.#state, view };
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.state, { steps: [], reason: 'opened' });
    return () => this.#listeners.delete(listener);
  }

  #heard(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.table = message.table;
      this.#people({ me: message.you.seat, players: playersOf(message.table), orders: message.orders, chat: message.chat });
    } else if (message.type === 'table') {
      this.table = message.table;
      this.#people({ me: message.table.you.seat, players: playersOf(message.table) });
    } else if (message.type === 'view') this.#viewed(message);
    else if (message.type === 'steps') this.#stepped(message);
    else if (message.type === 'prompt') this.#asked(message.prompt);
    else if (message.type === 'orders') this.#people({ orders: message.orders });
    else if (message.type === 'chat') this.#people({ chat: [...this.#state.chat, message.line] as ChatLine[] });
    else if (message.type === 'undo-asked') this.#undoAsked(message);
    else if (message.type === 'undo-refused') this.undoAsked = null;
    else if (message.type === 'error' && !message.id) this.onfault?.(new TableFault(message.error));
  }

  #undoAsked(message: Extract<ServerMessage, { type: 'undo-asked' }>): void {
    const forMe = this.#state.me !== null && message.waiting.includes(this.#state.me);
    this.undoAsked = forMe ? { request: message.request, seat: message.seat } : null;
    this.onpeople?.();
  }

  #people(change: Partial<TableState>): void {
    this.#state = { ...this.#state, ...change };
    this.onpeople?.();
  }

  /** Steps come as events; the view that they lead to is asked for. */
  #stepped(message: Extract<ServerMessage, { type: 'steps' }>): void {
    this.#pending.push(...message.steps);
    if (message.clocks) this.#people({ clocks: this.#state.clocks.map((c) => message.clocks?.find((n) => n.seat === c.seat) ?? c) });
    this.#socket.tell({ do: 'resume' });
  }

  #viewed(message: Extract<ServerMessage, { type: 'view' }>): void {
    const steps = this.#pending.splice(0);
    this.#length = message.length;
    this.#forgetUnlessMine(steps, message.reason === 'undone');
    const { version, view, clocks } = message;
    this.#state = { ...this.#state, version, view, prompt: message.prompt ?? null, clocks, undo: this.#mine };
    this.undoAsked = null;
    if (steps.length && this.#more) this.#held.push(...steps);
    else {
      const all = [...this.#held.splice(0), ...steps];
      this.#tell({ steps: all, reason: all.length ? 'steps' : message.reason === 'undone' ? 'undone' : 'resumed' });
    }
    for (const wake of this.#waiting.splice(0)) wake();
    this.onpeople?.();
  }

  /** What others or chance did cannot be foretold or taken back. */
  #forgetUnlessMine(steps: StepTaken[], undone: boolean): void {
    const mine = steps.length > 0 && steps.every((s) => s.seat === this.#state.me);
    if (mine) return;
    this.#mine = null;
    if (steps.length || undone) this.#dropShadow();
  }

  #dropShadow(): void {
    void this.#shadow?.then((s) => s?.close());
    this.#shadow = null;
  }

  #asked(prompt: Prompt): void {
    this.#state = { ...this.#state, prompt };
    this.#tell({ steps: [], reason: 'resumed' });
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(this.state, change);
  }

  async #ask(message: Parameters<Socket['ask']>[0]): Promise<number> {
    try {
      return await this.#socket.ask(message);
    } catch (fault) {
      throw new TableFault(fault as ConstructorParameters<typeof TableFault>[0]);
    }
  }

  /** Sends step after step; each is answered before the next one goes. */
  async act(steps: string[]): Promise<void> {
    const before = this.#length;
    const shadow = await this.#shadow;
    try {
      for (const [i, step] of steps.entries()) {
        this.#more = i < steps.length - 1;
        const seen = new Promise<void>((resolve) => this.#waiting.push(resolve));
        await this.#ask({ do: 'act', version: this.#state.prompt?.version ?? this.#state.version, step });
        if (this.#more) await seen;
      }
    } finally {
      this.#more = false;
    }
    this.#mine ??= before;
    if (shadow && this.#shadow) this.#shadow = Promise.resolve(shadow.after(steps));
  }

  async undo(to?: number): Promise<void> {
    const back = to ?? this.#mine;
    this.#dropShadow();
    this.#mine = null;
    await this.#ask({ do: 'undo', version: this.#state.version, ...(back === null || back === undefined ? {} : { to: back }) });
  }

  /** A position to try steps out on: that of my turn. */
  #position(): Promise<Shadow | null> {
    const { view, me, players } = this.state;
    if (!this.#shadow && me && view.decision?.seat === me && view.decision.question === 'turn')
      this.#shadow = Shadow.of(this.engine, view, me, players.map((p) => p.name)).catch(() => null);
    return this.#shadow ?? Promise.resolve(null);
  }

  async preview(steps: string[]): Promise<Preview> {
    const shadow = await this.#position();
    if (shadow) return shadow.preview(steps);
    throw new TableFault({ code: 'not-asked', text: 'nothing is foretold here' });
  }

  async paths(steps: string[]): Promise<Preview[]> {
    const shadow = await this.#position();
    if (shadow) return shadow.paths(steps);
    const { prompt } = this.#state;
    if (steps.length) return [];
    return (prompt?.legal ?? []).map((step, i) => ({ steps: [step], texts: [prompt?.texts?.[i] ?? step], events: [], next: 'choice', view: null, prompt: null }));
  }

  async why(steps: string[]): Promise<Refusal | null> {
    return (await this.#position())?.why(steps) ?? null;
  }

  hint(): Promise<Hint | null> {
    return Promise.resolve(null); // Not against people.
  }

  chances(): Promise<number[] | null> {
    return Promise.resolve(null); // Not against people.
  }

  async history(): Promise<StepTaken[]> {
    const record = await fetch(recordAddress(this.id)).then((a) => (a.ok ? a.text() : ''));
    if (!record) return [];
    try {
      const { replay } = await this.engine.ask('open', { record });
      const { me } = this.#state;
      const beats = await this.engine.ask('timeline', { replay, ...(me ? { viewer: me } : {}) });
      await this.engine.ask('shut', { replay });
      return beats.map((b) => b.step);
    } catch {
      return []; // Without a past the game can be played all the same.
    }
  }

  cards(): Promise<Cards> {
    const { edition = 'classic', deck } = this.table?.settings ?? {};
    return this.engine.ask('cards', { edition, ...(deck ? { deck } : {}) });
  }

  record(): Promise<string> {
    return fetch(recordAddress(this.id)).then((a) => a.text());
  }

  speak(language: string): Promise<void> {
    this.words = language === 'de' ? 'de' : 'en';
    this.engine.language = language;
    this.#socket.again();
    return Promise.resolve();
  }

  /** Connects anew: who I am at this table has changed. */
  rejoin(): void {
    this.#socket.again();
  }

  wait(): Promise<void> {
    return this.#ask({ do: 'wait', version: this.#state.prompt?.version ?? 0 }).then(() => undefined);
  }
  order(orders: Order[]): Promise<void> {
    return this.#ask({ do: 'orders', orders }).then(() => undefined);
  }
  say(text: string): Promise<void> {
    return this.#ask({ do: 'chat', text }).then(() => undefined);
  }
  hear(seat: Seat, hearing: 'heard' | 'muted'): Promise<void> {
    return this.#ask({ do: 'hear', seat, hearing }).then(() => undefined);
  }
  consent(request: number, answer: 'agree' | 'refuse'): Promise<void> {
    this.undoAsked = null;
    return this.#ask({ do: 'consent', request, answer }).then(() => undefined);
  }
  resign(): Promise<void> {
    return this.#ask({ do: 'resign' }).then(() => undefined);
  }

  close(): void {
    this.#listeners.clear();
    this.#dropShadow();
    this.#socket.close();
  }
}
