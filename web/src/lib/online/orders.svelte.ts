// The viewer's standing orders at an online table, as the table and the dialog change them.
import type { Listener, StandingOrders } from '../engine';
import type { Face, Following, Order } from '../protocol';
import { FACES } from '../table/types';
import { choiceOf, forThisTurn, lasting, passesTurn, presetOrders, sameOrders, withChoice, type Choice, type Preset } from './orders';

/** Keeps the orders for the whole game while orders for one turn replace them: the server stores one order per face. */
class SuspendedOrders {
  readonly #key: string;
  constructor(table: string) {
    this.#key = `orrery.orders.${table}`;
  }
  get orders(): Order[] | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? 'null') as Order[] | null;
    } catch {
      return null;
    }
  }
  set orders(orders: Order[] | null) {
    try {
      if (orders) sessionStorage.setItem(this.#key, JSON.stringify(orders));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Without storage, the orders for the whole game are lost after the turn.
    }
  }
}

/** The table that the standing orders belong to. */
interface OrderedTable {
  readonly id: string;
  subscribe(listener: Listener): () => void;
  /** Replaces all standing orders of the viewer. */
  order(orders: Order[], following: Following): Promise<void>;
}

/** The viewer's standing orders. */
export class ServerOrders implements StandingOrders {
  #now: Order[] = $state.raw([]);
  #following: Following = $state('normal');
  readonly #suspended: SuspendedOrders;

  constructor(readonly online: OrderedTable) {
    this.#suspended = new SuspendedOrders(online.id);
    online.subscribe((state) => {
      this.#following = state.following ?? 'normal';
      this.#receiveOrders(state.orders);
    });
  }

  /** Stores the orders that the server reports, and restores those for the whole game after the turn. */
  #receiveOrders(orders: Order[]): void {
    if (sameOrders(orders, this.#now)) return;
    this.#now = orders;
    const suspended = this.#suspended.orders;
    if (!suspended || passesTurn(orders)) return;
    this.#suspended.orders = null;
    if (!sameOrders(suspended, orders)) void this.online.order(suspended, this.#following).catch(() => undefined);
  }

  /** The orders for the whole game. */
  get lasting(): Order[] {
    return passesTurn(this.#now) ? (this.#suspended.orders ?? lasting(this.#now)) : lasting(this.#now);
  }

  choice(face: Face): Choice {
    return choiceOf(this.lasting, face, this.#following);
  }

  /** The current preset, unless an order differs from it. */
  get current(): Preset | null {
    const whole = presetOrders(this.#following);
    return FACES.every((face) => this.choice(face) === choiceOf(whole, face, this.#following)) ? this.#following : null;
  }

  passes(what: Face | 'turn'): boolean {
    return what === 'turn' ? passesTurn(this.#now) : this.choice(what) === 'never';
  }

  activeOrders(): { face: Face; order: Exclude<Choice, 'ask'> }[] {
    return FACES.flatMap((face) => {
      const order = this.choice(face);
      return order === 'ask' ? [] : [{ face, order }];
    });
  }

  drop(face: Face): Promise<void> {
    return this.set(face, 'ask');
  }

  toggle(what: Face | 'turn'): Promise<void> {
    if (what !== 'turn') return this.set(what, this.passes(what) ? 'ask' : 'never');
    const base = this.lasting;
    this.#suspended.orders = passesTurn(this.#now) ? null : base;
    return this.#give(passesTurn(this.#now) ? base : forThisTurn(base));
  }

  set(face: Face, choice: Choice): Promise<void> {
    return this.#setLasting(withChoice(this.lasting, face, choice));
  }

  preset(preset: Preset): Promise<void> {
    this.#following = preset;
    return this.#setLasting(presetOrders(preset));
  }

  /** Replaces the orders for the whole game; orders for this turn stay in force. */
  #setLasting(orders: Order[]): Promise<void> {
    if (!passesTurn(this.#now)) return this.#give(orders);
    this.#suspended.orders = orders;
    return this.#give(forThisTurn(orders));
  }

  #give(orders: Order[]): Promise<void> {
    this.#now = orders;
    return this.online.order(orders, this.#following);
  }
}
