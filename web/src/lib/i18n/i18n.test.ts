import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import de from './de';
import en from './en';
import { fill } from './index.svelte';

const languages = { en, de };
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map((m) => m[1])
    .filter((n, i, all) => all.indexOf(n) === i)
    .sort();

describe.each(Object.entries(languages))('%s', (_, messages) => {
  test('has the same keys as English', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
  });
  test('has the same placeholders in each message', () => {
    for (const [name, text] of Object.entries(messages))
      expect([name, placeholders(text)]).toEqual([name, placeholders(en[name as keyof typeof en])]);
  });
  test('has plural forms where English does', () => {
    for (const [name, text] of Object.entries(messages))
      expect([name, text.includes('|')]).toEqual([name, en[name as keyof typeof en].includes('|')]);
  });
});

test('German has no untranslated sentence', () => {
  const same = Object.entries(en).filter(
    ([name, text]) => /\w+ \w+/.test(text.replace(/\{\w+\}/g, '')) && de[name as keyof typeof de] === text,
  );
  expect(same).toEqual([]);
});

test('German has its own default name of a player', () => expect(de['player.me']).not.toBe(en['player.me']));

test('fills placeholders', () => {
  expect(fill('{who} has {n} point|{who} has {n} points', { who: 'Ada', n: 1 })).toBe('Ada has 1 point');
  expect(fill('{who} has {n} point|{who} has {n} points', { who: 'Ada', n: 2 })).toBe('Ada has 2 points');
  expect(fill('no {such} place', {})).toBe('no {such} place');
});

/** Returns the texts of all source files of the client. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith('.test.ts') && !path.includes('i18n')
      ? [readFileSync(path, 'utf8')]
      : [];
  });
}

test('every used key exists, and every key is used', () => {
  const code = sources('src').join('\n');
  const usedKeys = new Set([...code.matchAll(/\bt\(\s*'([^']+)'/g)].map((m) => m[1] as string));
  const missing = [...usedKeys].filter((name) => !(name in en));
  expect(missing).toEqual([]);
  // A key that is composed in a template literal starts with the text before its first placeholder.
  const keyPrefixes = [...code.matchAll(/`([a-z]+[\w.-]*)\$\{/g)].map((m) => m[1] as string);
  const unused = Object.keys(en).filter((name) => !code.includes(`'${name}'`) && !keyPrefixes.some((start) => name.startsWith(start)));
  expect(unused).toEqual([]);
});

test('no component contains hard-coded text', () => {
  const hardCoded = sources('src').flatMap((code) => {
    const markup = code.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!--[\s\S]*?-->/g, '');
    return code.includes('<script') ? [...markup.matchAll(/>\s*([A-Z][a-z]+ [a-z]+[^<{]*)</g)].map((m) => m[1]) : [];
  });
  expect(hardCoded).toEqual([]);
});
