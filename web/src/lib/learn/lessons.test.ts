import { describe, expect, test } from 'vitest';
import de from '../i18n/learn.de';
import en from '../i18n/learn.en';
import type { GameEvent } from '../table/types';
import { judge, lessonNumber, LESSONS } from './lessons';

const lesson = (name: string) => LESSONS.find((l) => l.name === name) ?? lessonNumber(1);
const event = (kind: string, fields: object = {}) => ({ kind, text: '', seat: 'A', ...fields }) as unknown as GameEvent;
const dieUsed = event('die-activated', { face: 'move' });

test('every lesson has a goal and elements to highlight', () => {
  for (const lesson of LESSONS) {
    expect(lesson.highlight).not.toBe('');
    expect(lesson.done(event('no-such-event'))).toBe(false);
  }
});
test('sending a ship into orbit reaches the goal; landing it does not', () => {
  expect(judge(lesson('move'), [dieUsed, event('ship-moved', { to: 'orbit 1' })])).toBe('reached');
  expect(judge(lesson('move'), [dieUsed, event('ship-moved', { to: 'surface 1' })])).toBe('wrong');
});
test('landing is a step towards using an ability', () => {
  expect(judge(lesson('land'), [dieUsed, event('ship-moved', { to: 'surface 2' })])).toBeNull();
  expect(judge(lesson('land'), [event('ability-used')])).toBe('reached');
});
test('events of other seats and rerolls are not judged', () => {
  expect(judge(lesson('follow'), [event('die-activated', { seat: 'B' })])).toBeNull();
  expect(judge(lesson('follow'), [event('passed')])).toBe('wrong');
  expect(judge(lesson('gain'), [event('dice-rerolled')])).toBeNull();
});

describe.each([
  ['English', en],
  ['German', de],
])('in %s', (_, messages) => {
  test('the tutorial takes about five minutes', () => {
    const texts = Object.entries(messages).flatMap(([key, text]) => (/^learn\.(goal|[a-z]+\.(title|why|text))/.test(key) ? [text] : []));
    const words = texts.join(' ').split(/\s+/).length;
    // The clicks of all solutions (tests/learn.e2e.ts), one button per lesson, and the button that starts the tutorial.
    const clicks = 25 + LESSONS.length + 1;
    const [wordsPerMinute, secondsPerClick] = [180, 4];
    expect(words / wordsPerMinute + (clicks * secondsPerClick) / 60).toBeLessThanOrEqual(5);
  });
});
