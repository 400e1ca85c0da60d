import { expect, test } from 'vitest';
import { share } from './share';

test('equal content is the old value', () => {
  const last = { row: ['a', null], seats: [{ seat: 'A', energy: 1 }] };
  expect(share(last, structuredClone(last))).toBe(last);
});

test('a change replaces only the parts around it', () => {
  const last = { row: ['a', null], seats: [{ energy: 1 }, { energy: 2 }], bay: [] as string[] };
  const next = { row: ['a', null], seats: [{ energy: 1 }, { energy: 3 }], bay: ['move'] };
  const shared = share(last, next);
  expect(shared).toEqual(next);
  expect(shared.row).toBe(last.row);
  expect(shared.seats[0]).toBe(last.seats[0]);
  expect(shared.seats).not.toBe(last.seats);
});

test('added, removed and undefined fields are changes', () => {
  const cases: [object | null, object][] = [
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [[1, 2], [1]],
    [[], {}],
    [null, []],
  ];
  for (const [last, next] of cases) {
    expect(share(last, next)).toStrictEqual(next);
    expect(share(last, next)).not.toBe(last);
  }
});
