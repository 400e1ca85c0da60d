import { expect, test } from 'vitest';
import { choiceOf, choicesFor, defaultOrders, forThisTurn, gameOrders, passesTurn, sameOrders, withChoice } from './orders';
import { FACES } from '../table/types';

test('an order for a face replaces the previous one, and may also be `ask`', () => {
  const never = withChoice([], 'energy', 'never');
  expect([choiceOf(never, 'energy'), choiceOf(never, 'move')]).toEqual(['never', 'ask']);
  const gains = withChoice(never, 'energy', 'gains');
  expect([gains.length, choiceOf(gains, 'energy')]).toEqual([1, 'gains']);
  expect(choiceOf(withChoice(gains, 'energy', 'ask'), 'energy', 'fast')).toBe('ask');
});

test('every offered choice can be read back', () => {
  for (const face of FACES) for (const choice of choicesFor(face)) expect(choiceOf(withChoice([], face, choice), face)).toBe(choice);
});

test('passing the rest of a turn covers every face, and the orders of the game remain after it', () => {
  const game = withChoice(withChoice([], 'energy', 'gains'), 'move', 'never');
  const turn = forThisTurn(game);
  expect(turn.map((o) => [o.face, o.standing.kind, o.scope])).toEqual(
    FACES.map((face) => [face, 'never', face === 'move' ? 'game' : 'turn']),
  );
  expect([passesTurn(turn), passesTurn(game)]).toEqual([true, false]);
  expect(gameOrders(turn).map((o) => o.face)).toEqual(['move']);
});

test('the follow modes beginner and normal have no default orders, and fast has one for each face', () => {
  expect([defaultOrders('beginner'), defaultOrders('normal')]).toEqual([[], []]);
  const faces = defaultOrders('fast').map((o) => o.face);
  expect(new Set(faces).size).toBe(faces.length);
  expect([...faces].sort()).toEqual([...FACES].sort());
  expect(choiceOf(defaultOrders('fast'), 'colony', 'fast')).toBe('ask');
  expect([choiceOf([], 'colony', 'fast'), choiceOf([], 'colony', 'normal')]).toEqual(['never', 'ask']);
});

test('lists with the same orders are equal in any order', () => {
  const [a, b] = [
    withChoice(withChoice([], 'energy', 'never'), 'move', 'never'),
    withChoice(withChoice([], 'move', 'never'), 'energy', 'never'),
  ];
  expect([sameOrders(a, b), sameOrders(a, [])]).toEqual([true, false]);
});
