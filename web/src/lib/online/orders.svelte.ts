// The viewer's standing orders at an online table. The table and the dialog change them through this class.
import type { Listener, StandingOrders } from '../engine';
import type { Face, Following, Order } from '../protocol';
import { FACES } from '../table/types';
import { choiceOf, defaultOrders, forThisTurn, gameOrders, passesTurn, sameOrders, withChoice, type Choice } from './orders';

/** Keeps the orders for the whole game while orders for one turn replace them, because the server stores only one order per face. */
class SuspendedOrders {
  readonly #key: string;
  #orders: Order[] | null = $state.raw(null);
  constructor(table: string) {
    this.#key = `orrery.orders.${table}`;
    try {
      this.#orders = JSON.parse(sessionStorage.getItem(this.#key) ?? 'null') as Order[] | null;
    } catch {
      // Without storage, there are no suspended orders after a reload.
    }
  }
  get orders(): Order[] | null {
    return this.#orders;
  }
  set orders(orders: Order[] | null) {
    this.#orders = orders;
    try {
      if (orders) sessionStorage.setItem(this.#key, JSON.stringify(orders));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Without storage, a reload loses the orders for the whole game.
    }
  }
}

/** The part of an online table that standing orders need. */
interface OrderedTable {
  readonly id: string;
  subscribe(listener: Listener): () => void;
  /** Replaces all standing orders of the viewer. */
  order(orders: Order[], following: Following): Promise<void>;
}

/** The viewer's standing orders. */
export class ServerOrders implements StandingOrders {
  #orders: Order[] = $state.raw([]);
  #following: Following = $state('normal');
  /** The orders and follow mode that the server reported last. */
  #reported: { orders: Order[]; following: Following } = { orders: [], following: 'normal' };
  /** The number of changes that the server has not acknowledged. Until it has, its reports may be older than the changes. */
  #unacknowledged = 0;
  readonly #suspended: SuspendedOrders;
  /** The suspended orders at the last change that the server acknowledged. */
  #acknowledgedSuspended: Order[] | null;

  constructor(readonly online: OrderedTable) {
    this.#suspended = new SuspendedOrders(online.id);
    this.#acknowledgedSuspended = this.#suspended.orders;
    online.subscribe(({ orders, following = 'normal' }) => {
      this.#reported = { orders, following };
      this.#applyReport();
    });
  }

  /** Applies the server's last report unless changes are unacknowledged. After the turn, it restores the orders for the whole game. */
  #applyReport(): void {
    if (this.#unacknowledged) return;
    const { orders, following } = this.#reported;
    this.#following = following;
    if (sameOrders(orders, this.#orders)) return;
    this.#orders = orders;
    const suspended = this.#suspended.orders;
    if (!suspended || passesTurn(orders)) return;
    this.#suspended.orders = this.#acknowledgedSuspended = null;
    if (!sameOrders(suspended, orders)) void this.#send(suspended).catch(() => undefined);
  }

  /** The orders for the whole game. */
  get gameOrders(): Order[] {
    return passesTurn(this.#orders) ? (this.#suspended.orders ?? gameOrders(this.#orders)) : gameOrders(this.#orders);
  }

  choice(face: Face): Choice {
    return choiceOf(this.gameOrders, face, this.#following);
  }

  /** The follow mode whose default orders are active; null if an order differs from them. */
  get followMode(): Following | null {
    const defaults = defaultOrders(this.#following);
    return FACES.every((face) => this.choice(face) === choiceOf(defaults, face, this.#following)) ? this.#following : null;
  }

  passes(target: Face | 'turn'): boolean {
    return target === 'turn' ? passesTurn(this.#orders) : this.choice(target) === 'never';
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

  toggle(target: Face | 'turn'): Promise<void> {
    if (target !== 'turn') return this.set(target, this.passes(target) ? 'ask' : 'never');
    const base = this.gameOrders;
    return passesTurn(this.#orders) ? this.#send(base) : this.#send(forThisTurn(base), base);
  }

  set(face: Face, choice: Choice): Promise<void> {
    return this.#setGameOrders(withChoice(this.gameOrders, face, choice));
  }

  setFollowMode(mode: Following): Promise<void> {
    this.#following = mode;
    return this.#setGameOrders(defaultOrders(mode));
  }

  /** Replaces the orders for the whole game; orders for this turn stay in force. */
  #setGameOrders(orders: Order[]): Promise<void> {
    return passesTurn(this.#orders) ? this.#send(forThisTurn(orders), orders) : this.#send(orders);
  }

  /**
   * Shows and sends all orders, and stores the orders that they suspend. The server reports the stored orders before it acknowledges the
   * change. If the server refuses the change, the last acknowledged orders are restored.
   */
  async #send(orders: Order[], suspended: Order[] | null = null): Promise<void> {
    this.#orders = orders;
    this.#suspended.orders = suspended;
    this.#unacknowledged += 1;
    try {
      await this.online.order(orders, this.#following);
      this.#acknowledgedSuspended = suspended;
    } finally {
      this.#unacknowledged -= 1;
      if (!this.#unacknowledged) this.#suspended.orders = this.#acknowledgedSuspended;
      this.#applyReport();
    }
  }
}
