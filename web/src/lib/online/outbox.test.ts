import { beforeEach, expect, test } from 'vitest';
import { Outbox } from './outbox';

beforeEach(() => sessionStorage.clear());

test('unacknowledged messages survive a reload, in order, and only at their table', () => {
  const box = new Outbox('one');
  box.put({ do: 'act', id: 'a', version: 3, step: 'end' });
  box.put({ do: 'chat', id: 'b', text: 'hello' });
  expect(new Outbox('one').all.map((m) => m.id)).toEqual(['a', 'b']);
  expect(new Outbox('two').all).toEqual([]);
});

test('acknowledged messages are removed', () => {
  const box = new Outbox('one');
  box.put({ do: 'resign', id: 'a' });
  box.remove('a');
  expect([box.all, new Outbox('one').all, sessionStorage.length]).toEqual([[], [], 0]);
});

test('ignores foreign data in the storage', () => {
  for (const stored of ['{', '{"id":1}', '[null, 4, {"id":"x"}]']) {
    sessionStorage.setItem('orrery.unanswered.one', stored);
    expect(new Outbox('one').all).toEqual([]);
  }
});

test('without storage, keeps messages until the page is closed', () => {
  const box = new Outbox('one', null);
  box.put({ do: 'resign', id: 'a' });
  expect(box.all).toHaveLength(1);
});
