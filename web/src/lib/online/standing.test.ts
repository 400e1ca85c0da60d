import { beforeEach, expect, test } from 'vitest';
import type { Listener } from '../engine';
import type { Following, Order } from '../protocol';
import { applyFollowMode } from './follow-mode';
import { ServerOrders } from './orders.svelte';
import { gameOrders, passesTurn } from './orders';

/** Creates a fake server that stores orders and drops those for a turn at its end. */
function fakeServer(): {
  online: ConstructorParameters<typeof ServerOrders>[0];
  orders: () => Order[];
  following: () => Following;
  endTurn: () => void;
} {
  const listeners: Listener[] = [];
  let orders: Order[] = [];
  let following: Following = 'normal';
  const state = () => ({ orders, following }) as unknown as Parameters<Listener>[0];
  const notify = () => listeners.forEach((listener) => listener(state(), { steps: [], reason: 'people' }));
  const online = {
    id: 'one',
    subscribe: (listener: Listener) => {
      listeners.push(listener);
      listener(state(), { steps: [], reason: 'opened' });
      return () => undefined;
    },
    order: (next: Order[], mode: Following) => ((orders = next), (following = mode), notify(), Promise.resolve()),
  };
  const endTurn = () => {
    orders = gameOrders(orders);
    notify();
  };
  return { online, orders: () => orders, following: () => following, endTurn };
}

/** Creates a fake server that answers the oldest request when the test calls `answer` or `refuse`. */
function slowServer(): {
  online: ConstructorParameters<typeof ServerOrders>[0];
  orders: () => Order[];
  answer: () => void;
  refuse: () => void;
} {
  const { online: server, orders } = fakeServer();
  const waiting: { answer: () => void; refuse: () => void }[] = [];
  const order = (next: Order[], mode: Following) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ answer: () => void server.order(next, mode).then(resolve), refuse: () => reject(new Error('refused')) });
    });
  const online = { ...server, order };
  return { online, orders, answer: () => waiting.shift()?.answer(), refuse: () => waiting.shift()?.refuse() };
}

beforeEach(() => sessionStorage.clear());

test('passes on a face until the order is cancelled', async () => {
  const { online, orders } = fakeServer();
  const myOrders = new ServerOrders(online);
  await myOrders.toggle('energy');
  expect([myOrders.passes('energy'), myOrders.passes('move'), orders().length]).toEqual([true, false, 1]);
  await myOrders.drop('energy');
  expect([myOrders.activeOrders(), orders().map((o) => o.standing.kind)]).toEqual([[], ['ask']]);
});

test('an order for the rest of a turn replaces the orders of the game until the turn ends', async () => {
  const { online, orders, endTurn } = fakeServer();
  const myOrders = new ServerOrders(online);
  await myOrders.set('energy', 'gains');
  await myOrders.toggle('turn');
  expect([myOrders.passes('turn'), myOrders.choice('energy'), orders().length]).toEqual([true, 'gains', 6]);
  endTurn();
  expect([passesTurn(orders()), myOrders.activeOrders()]).toEqual([false, [{ face: 'energy', order: 'gains' }]]);
});

test('the follow mode is known until one of its default orders changes', async () => {
  const { online, following } = fakeServer();
  const myOrders = new ServerOrders(online);
  await myOrders.setFollowMode('fast');
  expect([myOrders.followMode, following(), myOrders.choice('colony')]).toEqual(['fast', 'fast', 'ask']);
  await myOrders.set('energy', 'ask');
  expect([myOrders.followMode, following(), myOrders.choice('energy')]).toEqual([null, 'fast', 'ask']);
  await myOrders.setFollowMode('beginner');
  expect([myOrders.followMode, following(), new ServerOrders(online).activeOrders()]).toEqual(['beginner', 'beginner', []]);
});

test('the orders of the game survive a reload while an order for the turn is active', async () => {
  const { online, endTurn } = fakeServer();
  const before = new ServerOrders(online);
  await before.set('economy', 'colonises');
  await before.toggle('turn');
  const after = new ServerOrders(online);
  expect([after.passes('turn'), after.choice('economy')]).toEqual([true, 'colonises']);
  endTurn();
  expect(after.activeOrders()).toEqual([{ face: 'economy', order: 'colonises' }]);
});

test('cancelling an order for the turn restores the orders of the game', async () => {
  const { online, orders } = fakeServer();
  const myOrders = new ServerOrders(online);
  await myOrders.set('energy', 'gains');
  const before = orders();
  await myOrders.toggle('turn');
  await myOrders.toggle('turn');
  expect(orders()).toEqual(before);
});

test('a late report of the server does not undo a newer order', async () => {
  const { online, orders, answer } = slowServer();
  const myOrders = new ServerOrders(online);
  const sent = [myOrders.set('energy', 'never'), myOrders.set('move', 'never')];
  answer();
  await sent[0];
  expect(myOrders.choice('move')).toBe('never');
  sent.push(myOrders.set('culture', 'never'));
  answer();
  answer();
  await Promise.all(sent);
  const faces = ['energy', 'move', 'culture'];
  expect(orders().map((o) => o.face)).toEqual(faces);
  expect(
    myOrders
      .activeOrders()
      .map((o) => o.face)
      .sort(),
  ).toEqual(faces.sort());
});

test('a late report of the server does not undo a newer follow mode', async () => {
  const { online, answer } = slowServer();
  const myOrders = new ServerOrders(online);
  const sent = [myOrders.set('energy', 'never'), myOrders.setFollowMode('fast')];
  answer();
  await sent[0];
  expect(myOrders.followMode).toBe('fast');
  answer();
  await sent[1];
  expect(myOrders.followMode).toBe('fast');
});

test('an order that the server refuses is withdrawn', async () => {
  const { online, answer, refuse } = slowServer();
  const myOrders = new ServerOrders(online);
  const sent = [myOrders.set('energy', 'never'), myOrders.set('move', 'never')];
  answer();
  await sent[0];
  refuse();
  await expect(sent[1]).rejects.toThrow('refused');
  expect(myOrders.activeOrders().map((o) => o.face)).toEqual(['energy']);
});

/** Returns a table with an order for the whole game, and an order for this turn that suspends it. */
async function tableWithTurnOrder() {
  const server = slowServer();
  const myOrders = new ServerOrders(server.online);
  const sent = [myOrders.set('energy', 'gains'), myOrders.toggle('turn')];
  server.answer();
  server.answer();
  await Promise.all(sent);
  return { ...server, myOrders };
}

test('a refused change does not lose the orders of the game while an order for the turn is active', async () => {
  const { online, refuse, myOrders } = await tableWithTurnOrder();
  const changes: (() => Promise<void>)[] = [
    () => myOrders.set('energy', 'ask'),
    () => myOrders.set('move', 'never'),
    () => myOrders.setFollowMode('fast'),
    () => myOrders.toggle('turn'),
  ];
  for (const change of changes) {
    const changed = change();
    refuse();
    await expect(changed).rejects.toThrow('refused');
    expect([myOrders.passes('turn'), myOrders.activeOrders()]).toEqual([true, [{ face: 'energy', order: 'gains' }]]);
    expect(new ServerOrders(online).activeOrders(), 'after a reload').toEqual(myOrders.activeOrders());
  }
});

test('several refused changes restore the last acknowledged orders of the game', async () => {
  const { refuse, myOrders } = await tableWithTurnOrder();
  const refused = [myOrders.set('energy', 'ask'), myOrders.set('culture', 'gains')];
  const results = Promise.allSettled(refused);
  refuse();
  refuse();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(myOrders.activeOrders()).toEqual([{ face: 'energy', order: 'gains' }]);
});

test('a refused order for the turn does not suspend the orders of the game', async () => {
  const { online, answer, refuse } = slowServer();
  const myOrders = new ServerOrders(online);
  const sent = myOrders.set('energy', 'gains');
  answer();
  await sent;
  const changed = myOrders.toggle('turn');
  refuse();
  await expect(changed).rejects.toThrow('refused');
  expect([myOrders.passes('turn'), sessionStorage.length]).toEqual([false, 0]);
});

test('an order that is given before the server confirms the follow mode of the settings keeps this mode', async () => {
  const { online, orders, answer } = slowServer();
  const standing = new ServerOrders(online);
  const people = { orders: [], following: 'normal', me: 'A' };
  const table = { ...online, people, state: { view: { turn: 1 } }, standing } as unknown as Parameters<typeof applyFollowMode>[0];
  const sent = [applyFollowMode(table, 'fast'), standing.set('colony', 'never')];
  answer();
  answer();
  await Promise.all(sent);
  expect(orders().map((o) => o.face)).toEqual(['move', 'energy', 'culture', 'diplomacy', 'economy', 'colony']);
  expect([standing.choice('energy'), standing.choice('colony')]).toEqual(['gains', 'never']);
});
