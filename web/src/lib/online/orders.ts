// Standing orders as a person thinks of them, and as the protocol wants them: at most one a face.
import type { Face, Following, Order, Standing } from '../protocol';
import { FACES } from '../table/types';

/** What to do with dice of a face: ask me, pass, follow if it brings two or more, follow if it
 * colonises and ask me otherwise. */
export type Choice = 'ask' | 'never' | 'gains' | 'colonises';
/** How one follows, with orders for all faces at once; the names are those of the setting. */
export type Preset = Following;

const STANDING: Record<Choice, Standing> = {
  ask: { kind: 'ask' },
  never: { kind: 'never' },
  gains: { kind: 'follow', conditions: [{ kind: 'gains', at_least: 2 }], otherwise: 'pass' },
  colonises: { kind: 'follow', conditions: [{ kind: 'colonises' }], otherwise: 'ask' },
};

/** What makes sense for a face. */
export function choicesFor(face: Face): Choice[] {
  if (face === 'energy' || face === 'culture') return ['ask', 'never', 'gains'];
  return face === 'diplomacy' || face === 'economy' ? ['ask', 'never', 'colonises'] : ['ask', 'never'];
}

const forGame = (order: Order): boolean => order.scope === 'game';

/** What holds for a face for the rest of the game; what no order speaks of is passed by the fast. */
export function choiceOf(orders: Order[], face: Face, following: Following = 'normal'): Choice {
  const standing = orders.find((o) => forGame(o) && o.face === face)?.standing;
  if (standing?.kind === 'never' || (!standing && following === 'fast')) return 'never';
  if (standing?.kind !== 'follow') return 'ask';
  return standing.conditions.some((c) => c.kind === 'colonises') ? 'colonises' : 'gains';
}

/** The same orders with another one for this face. */
export function withChoice(orders: Order[], face: Face, choice: Choice): Order[] {
  const others = orders.filter((o) => o.face !== face);
  return [...others, { face, standing: STANDING[choice], scope: 'game' }];
}

/** Whether the rest of this turn is passed. */
export const passesTurn = (orders: Order[]): boolean => orders.some((o) => o.scope === 'turn' && o.standing.kind === 'never');

/** Everything passed for the rest of this turn. */
export function forThisTurn(orders: Order[]): Order[] {
  return FACES.map(
    (face) =>
      orders.find((o) => o.face === face && forGame(o) && o.standing.kind === 'never') ?? { face, standing: STANDING.never, scope: 'turn' },
  );
}

/** Only what holds for the game. */
export const lasting = (orders: Order[]): Order[] => orders.filter(forGame);

/** The orders of a preset. Whoever is new is asked every time; so is whoever wants to decide. */
export function presetOrders(preset: Preset): Order[] {
  if (preset !== 'fast') return [];
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

/** Whether two lists say the same. */
export function sameOrders(a: Order[], b: Order[]): boolean {
  const key = (orders: Order[]) => JSON.stringify(FACES.map((face) => orders.find((o) => o.face === face) ?? null));
  return key(a) === key(b);
}
