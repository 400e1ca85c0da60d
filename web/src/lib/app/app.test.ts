import { expect, test } from 'vitest';
import { parse, to } from './router.svelte';
import { readSettings } from './settings.svelte';

test('parses an address', () => {
  const parsed = parse('#/replay/a%20b?step=4');
  expect(parsed.path).toEqual(['replay', 'a b']);
  expect(parsed.query.get('step')).toBe('4');
  expect(parse('').path).toEqual([]);
});
test('builds an address', () => expect(to('replay', 'a b')).toBe('#/replay/a%20b'));

test('reads stored settings', () => {
  expect(readSettings('{"language":"de","motion":"off"}', 'en')).toMatchObject({ language: 'de', motion: 'off', contrast: 'normal' });
});
test.each(['not json', '[]', 'null', '{"language":"klingon","text":7}'])('%s falls back to the defaults', (stored) => {
  expect(readSettings(stored, 'de')).toMatchObject({ language: 'de', text: 'normal', sound: 'off' });
});
