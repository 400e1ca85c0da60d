import { beforeEach, expect, test } from 'vitest';
import { Outbox } from './outbox';

beforeEach(() => sessionStorage.clear());

test('what is not answered is still there after a reload, in order, and only at its table', () => {
  const box = new Outbox('one');
  box.put({ do: 'act', id: 'a', version: 3, step: 'end' });
  box.put({ do: 'chat', id: 'b', text: 'hello' });
  expect(new Outbox('one').all.map((m) => m.id)).toEqual(['a', 'b']);
  expect(new Outbox('two').all).toEqual([]);
});

test('what is answered goes', () => {
  const box = new Outbox('one');
  box.put({ do: 'resign', id: 'a' });
  box.remove('a');
  expect([box.all, new Outbox('one').all, sessionStorage.length]).toEqual([[], [], 0]);
});

test('what somebody else left in the drawer does no harm', () => {
  for (const stored of ['{', '{"id":1}', '[null, 4, {"id":"x"}]']) {
    sessionStorage.setItem('orrery.unanswered.one', stored);
    expect(new Outbox('one').all).toEqual([]);
  }
});

test('without a drawer it lasts for the visit', () => {
  const box = new Outbox('one', null);
  box.put({ do: 'resign', id: 'a' });
  expect(box.all).toHaveLength(1);
});
