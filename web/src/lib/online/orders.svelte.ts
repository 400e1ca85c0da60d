// The viewer's standing orders at an online table, as the table and the dialog change them.
import type { Listener, StandingOrders } from '../engine';
import type { Face, Following, Order } from '../protocol';
import { FACES } from '../table/types';
import { choiceOf, forThisTurn, lasting, passesTurn, presetOrders, sameOrders, withChoice, type Choice, type Preset } from './orders';

/** Keeps the orders of the game while an order for one turn replaces them: the server has one per face. */
class Hidden {
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
      // Without storage they last for the turn only.
    }
  }
}

/** The table whose orders they are. */
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
  readonly #hidden: Hidden;

  constructor(readonly online: OrderedTable) {
    this.#hidden = new Hidden(online.id);
    online.subscribe((state) => {
      this.#following = state.following ?? 'normal';
      this.#heard(state.orders);
    });
  }

  /** Restores the orders of the game after the turn. */
  #heard(orders: Order[]): void {
    if (sameOrders(orders, this.#now)) return;
    this.#now = orders;
    const hidden = this.#hidden.orders;
    if (!hidden || passesTurn(orders)) return;
    this.#hidden.orders = null;
    if (!sameOrders(hidden, orders)) void this.online.order(hidden, this.#following).catch(() => undefined);
  }

  /** The orders for the whole game. */
  get lasting(): Order[] {
    return passesTurn(this.#now) ? (this.#hidden.orders ?? lasting(this.#now)) : lasting(this.#now);
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

  held(): { face: Face; order: Exclude<Choice, 'ask'> }[] {
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
    this.#hidden.orders = passesTurn(this.#now) ? null : base;
    return this.#give(passesTurn(this.#now) ? base : forThisTurn(base));
  }

  set(face: Face, choice: Choice): Promise<void> {
    return this.#lasts(withChoice(this.lasting, face, choice));
  }

  preset(preset: Preset): Promise<void> {
    this.#following = preset;
    return this.#lasts(presetOrders(preset));
  }

  #lasts(orders: Order[]): Promise<void> {
    if (!passesTurn(this.#now)) return this.#give(orders);
    this.#hidden.orders = orders;
    return this.#give(forThisTurn(orders));
  }

  #give(orders: Order[]): Promise<void> {
    this.#now = orders;
    return this.online.order(orders, this.#following);
  }
}
