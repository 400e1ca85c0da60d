import { beforeEach, expect, test } from 'vitest';
import { Outbox } from './outbox';

beforeEach(() => sessionStorage.clear());

test('unacknowledged messages of a table survive a reload, in order', () => {
  const box = new Outbox('one');
  box.put({ do: 'act', id: 'a', version: 3, step: 'end' });
  box.put({ do: 'chat', id: 'b', text: 'hello' });
  expect(new Outbox('one').messages.map((m) => m.id)).toEqual(['a', 'b']);
  expect(new Outbox('two').messages).toEqual([]);
});

test('acknowledged messages are removed', () => {
  const box = new Outbox('one');
  box.put({ do: 'resign', id: 'a' });
  box.remove('a');
  expect([box.messages, new Outbox('one').messages, sessionStorage.length]).toEqual([[], [], 0]);
});

test('ignores invalid data in the storage', () => {
  for (const stored of ['{', '{"id":1}', '[null, 4, {"id":"x"}]']) {
    sessionStorage.setItem('orrery.unanswered.one', stored);
    expect(new Outbox('one').messages).toEqual([]);
  }
});

test('without storage, keeps messages until the page is closed', () => {
  const box = new Outbox('one', null);
  box.put({ do: 'resign', id: 'a' });
  expect(box.messages).toHaveLength(1);
});
