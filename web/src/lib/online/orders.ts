// Converts standing orders between the user's choices and the protocol, which allows at most one order per face.
import type { Face, Following, Order, Standing } from '../protocol';
import { FACES } from '../table/types';

/**
 * What to do with dice of a face: `ask` the player; `never` follow; follow if it `gains` two or more resources, else pass;
 * follow if it `colonises` a planet, else ask.
 */
export type Choice = 'ask' | 'never' | 'gains' | 'colonises';

const STANDING: Record<Choice, Standing> = {
  ask: { kind: 'ask' },
  never: { kind: 'never' },
  gains: { kind: 'follow', conditions: [{ kind: 'gains', at_least: 2 }], otherwise: 'pass' },
  colonises: { kind: 'follow', conditions: [{ kind: 'colonises' }], otherwise: 'ask' },
};

/** Returns the choices that make sense for a face. */
export function choicesFor(face: Face): Choice[] {
  if (face === 'energy' || face === 'culture') return ['ask', 'never', 'gains'];
  return face === 'diplomacy' || face === 'economy' ? ['ask', 'never', 'colonises'] : ['ask', 'never'];
}

const isForGame = (order: Order): boolean => order.scope === 'game';

/** Returns the choice for a face that applies to the whole game. The follow mode `fast` passes on faces without an order. */
export function choiceOf(orders: Order[], face: Face, following: Following = 'normal'): Choice {
  const standing = orders.find((o) => isForGame(o) && o.face === face)?.standing;
  if (standing?.kind === 'never' || (!standing && following === 'fast')) return 'never';
  if (standing?.kind !== 'follow') return 'ask';
  return standing.conditions.some((c) => c.kind === 'colonises') ? 'colonises' : 'gains';
}

/** Returns the orders with a new choice for a face. */
export function withChoice(orders: Order[], face: Face, choice: Choice): Order[] {
  const others = orders.filter((o) => o.face !== face);
  return [...others, { face, standing: STANDING[choice], scope: 'game' }];
}

/** Returns whether the orders pass on all dice for the rest of this turn. */
export const passesTurn = (orders: Order[]): boolean => orders.some((o) => o.scope === 'turn' && o.standing.kind === 'never');

/** Returns orders that pass on all dice for the rest of this turn; orders for the game to never follow stay. */
export function forThisTurn(orders: Order[]): Order[] {
  return FACES.map(
    (face) =>
      orders.find((o) => o.face === face && isForGame(o) && o.standing.kind === 'never') ?? {
        face,
        standing: STANDING.never,
        scope: 'turn',
      },
  );
}

/** Returns only the orders for the whole game. */
export const gameOrders = (orders: Order[]): Order[] => orders.filter(isForGame);

/** Returns the default orders of a follow mode. The modes `beginner` and `normal` have none. */
export function defaultOrders(mode: Following): Order[] {
  if (mode !== 'fast') return [];
  const fast: [Face, Choice][] = [
    ['move', 'never'],
    ['energy', 'gains'],
    ['culture', 'gains'],
    ['diplomacy', 'colonises'],
    ['economy', 'colonises'],
    ['colony', 'ask'],
  ];
  return fast.reduce<Order[]>((orders, [face, choice]) => withChoice(orders, face, choice), []);
}

/** Returns whether two lists contain the same orders. */
export function sameOrders(a: Order[], b: Order[]): boolean {
  const key = (orders: Order[]) => JSON.stringify(FACES.map((face) => orders.find((o) => o.face === face) ?? null));
  return key(a) === key(b);
}
