import { beforeEach, expect, test } from 'vitest';
import type { Listener } from '../engine';
import type { Following, Order } from '../protocol';
import { ServerOrders } from './orders.svelte';
import { lasting, passesTurn } from './orders';

/** A server for orders: it stores one per face, and drops those of a turn when it ends. */
function aServer(): {
  online: ConstructorParameters<typeof ServerOrders>[0];
  orders: () => Order[];
  following: () => Following;
  turnEnds: () => void;
} {
  const listeners: Listener[] = [];
  let orders: Order[] = [];
  let following: Following = 'normal';
  const now = () => ({ orders, following }) as unknown as Parameters<Listener>[0];
  const tell = () => listeners.forEach((listener) => listener(now(), { steps: [], reason: 'people' }));
  const online = {
    id: 'one',
    subscribe: (listener: Listener) => {
      listeners.push(listener);
      listener(now(), { steps: [], reason: 'opened' });
      return () => undefined;
    },
    order: (next: Order[], way: Following) => ((orders = next), (following = way), tell(), Promise.resolve()),
  };
  const turnEnds = () => {
    orders = lasting(orders);
    tell();
  };
  return { online, orders: () => orders, following: () => following, turnEnds };
}

beforeEach(() => sessionStorage.clear());

test('passes on a face until the order is cancelled', async () => {
  const { online, orders } = aServer();
  const mine = new ServerOrders(online);
  await mine.toggle('energy');
  expect([mine.passes('energy'), mine.passes('move'), orders().length]).toEqual([true, false, 1]);
  await mine.drop('energy');
  expect([mine.activeOrders(), orders().map((o) => o.standing.kind)]).toEqual([[], ['ask']]);
});

test('an order for the rest of a turn replaces the orders of the game, which are restored', async () => {
  const { online, orders, turnEnds } = aServer();
  const mine = new ServerOrders(online);
  await mine.set('energy', 'gains');
  await mine.toggle('turn');
  expect([mine.passes('turn'), mine.choice('energy'), orders().length]).toEqual([true, 'gains', 6]);
  turnEnds();
  expect([passesTurn(orders()), mine.activeOrders()]).toEqual([false, [{ face: 'energy', order: 'gains' }]]);
});

test('a preset sets its orders and lasts until one changes', async () => {
  const { online, following } = aServer();
  const mine = new ServerOrders(online);
  await mine.preset('fast');
  expect([mine.current, following(), mine.choice('colony')]).toEqual(['fast', 'fast', 'ask']);
  await mine.set('energy', 'ask');
  expect([mine.current, following(), mine.choice('energy')]).toEqual([null, 'fast', 'ask']);
  await mine.preset('beginner');
  expect([mine.current, following(), new ServerOrders(online).activeOrders()]).toEqual(['beginner', 'beginner', []]);
});

test('the orders of the game survive a reload during the turn', async () => {
  const { online, turnEnds } = aServer();
  const before = new ServerOrders(online);
  await before.set('economy', 'colonises');
  await before.toggle('turn');
  const after = new ServerOrders(online);
  expect([after.passes('turn'), after.choice('economy')]).toEqual([true, 'colonises']);
  turnEnds();
  expect(after.activeOrders()).toEqual([{ face: 'economy', order: 'colonises' }]);
});

test('cancelling within the turn restores everything', async () => {
  const { online, orders } = aServer();
  const mine = new ServerOrders(online);
  await mine.set('energy', 'gains');
  const before = orders();
  await mine.toggle('turn');
  await mine.toggle('turn');
  expect(orders()).toEqual(before);
});
