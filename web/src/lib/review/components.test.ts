import { mount, tick, unmount, type Component } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { useLanguage } from '../i18n/index.svelte';
import { account, move, review } from './fixture';
import Graph from './Graph.svelte';
import { allMoments } from './model';
import MomentPanel from './MomentPanel.svelte';
import Moments from './Moments.svelte';
import RollMap from './RollMap.svelte';
import type { ReviewRun } from './run.svelte';
import SeatReview from './SeatReview.svelte';

const seats = [
  { seat: 'A' as const, name: 'Ada', mark: '2' },
  { seat: 'B' as const, name: 'Mira', mark: '1' },
];
const [ada] = seats as [(typeof seats)[0]];

let shown: { target: HTMLElement; close: () => Promise<void> } | null = null;
async function show<P extends Record<string, unknown>>(component: Component<P>, props: P): Promise<HTMLElement> {
  const target = document.createElement('div');
  const view = mount(component, { target, props });
  shown = { target, close: () => unmount(view) };
  await tick();
  return target;
}
afterEach(async () => {
  await shown?.close();
  await useLanguage('en');
});

test('the graph has a line and a shape for each seat, and the marks of moves and luck', async () => {
  const target = await show(Graph, { review: review(), seats, step: 20, select: () => undefined });
  expect(target.querySelectorAll('.ln')).toHaveLength(2);
  expect([...target.querySelectorAll('[role=img] use')].map((use) => use.getAttribute('href'))).toEqual(['#p2', '#p1']);
  const dashes = [...target.querySelectorAll('.ln')].map((path) => path.getAttribute('stroke-dasharray'));
  expect(new Set(dashes).size).toBe(2);
  expect([...target.querySelectorAll('.mark text')].map((mark) => mark.textContent)).toEqual(['▲', '??', '?!']);
});

test('the symbols of the graph do not overlap: less important marks are dots', async () => {
  const moves = Array.from({ length: 12 }, (_, i) => move({ from: i, to: i + 1, loss: (i + 1) / 100 }));
  const target = await show(Graph, { review: review({ moves, outcomes: [] }), seats, step: 20, select: () => undefined });
  const boxes = [...target.querySelectorAll('.mark rect')].map((rect) => {
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)));
    return { left: x, top: y, right: x + width, bottom: y + height };
  });
  expect(boxes.length).toBeGreaterThan(0);
  expect(target.querySelectorAll('circle.mark').length).toBe(12 - boxes.length);
  const overlaps = boxes.filter((a, i) =>
    boxes.slice(i + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  );
  expect(overlaps).toEqual([]);
});

test('the graph draws at most 300 marks, the most important ones', async () => {
  const moves = Array.from({ length: 400 }, (_, i) => move({ from: i, to: i + 1, loss: i / 1000 }));
  const target = await show(Graph, { review: review({ moves, outcomes: [] }), seats, step: 20, select: () => undefined });
  expect(target.querySelectorAll('.mark')).toHaveLength(300);
});

test('a moment shows a decimal place if its chances would look equal without it', async () => {
  const close = move({
    alternatives: [
      { steps: ['activate energy'], chance: 0.524, played: false },
      { steps: ['end'], chance: 0.516, played: true },
    ],
  });
  const moments = allMoments(review({ moves: [close] }));
  const moment = moments.find((one) => one.move);
  if (!moment) throw new Error('there is no move');
  const texts = () => Promise.resolve({ alternatives: [] });
  const run = { isRunning: false, texts, reasons: () => Promise.resolve([]) } as unknown as ReviewRun;
  const target = await show(MomentPanel, {
    run,
    review: review(),
    moment,
    moments,
    seats,
    naming: 'classic' as const,
    link: () => '',
  });
  await vi.waitFor(() => expect(target.querySelectorAll('li b')).toHaveLength(2));
  expect([...target.querySelectorAll('li b')].map((chance) => chance.textContent)).toEqual(['52.4 %', '51.6 %']);
});

test('the list of moments shows small changes with a decimal place', async () => {
  const moments = allMoments(review({ moves: [move({ loss: 0.004, mark: 'inaccuracy' }), move({ to: 16, loss: 0.1 })], outcomes: [] }));
  const target = await show(Moments, { moments, seats, link: () => '', isChecking: false });
  expect([...target.querySelectorAll('.change')].map((change) => change.textContent)).toEqual(['−0.4', '−10']);
});

test('the slider of the graph selects moments and announces their chances', async () => {
  const select = vi.fn();
  const target = await show(Graph, { review: review(), seats, step: 13, select });
  const slider = target.querySelector('input') as HTMLInputElement;
  expect(slider.getAttribute('aria-valuetext')).toBe('Turn 3: Ada 60 %, Mira 40 %');
  slider.value = '3';
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  expect(select).toHaveBeenCalledWith(20);
});

test('the parts of a seat review add up, and its text explains the luck', async () => {
  const adasAccount = account({ adjusted: 0.3, result: 1 });
  const target = await show(SeatReview, { seat: ada, account: adasAccount, over: true, range: [0, 1] as [number, number] });
  const rows = [...target.querySelectorAll('tr')].map((row) => row.querySelector('.n')?.textContent);
  expect(rows).toEqual(['50 %', '+25', '−15', '+30', '+10', '100 %']);
  expect(target.textContent).toContain(
    'Won. Luck added 25 percentage points. With average luck, playing like this would win about 30 of 100',
  );
  expect(target.textContent).toContain('Captain');
  expect(target.textContent).toContain('Pilot to Admiral');
  expect(target.textContent).toContain('87 %');
});

test('the review of a seat is also available in German', async () => {
  await useLanguage('de');
  const adasAccount = account({ adjusted: 0.3, result: 0 });
  const target = await show(SeatReview, { seat: ada, account: adasAccount, over: true, range: [0, 1] as [number, number] });
  expect(target.textContent).toContain(
    'Verloren. Das Glück brachte 25 Prozentpunkte. Mit durchschnittlichem Glück gewinnt diese Spielweise',
  );
  expect(target.textContent).toContain('30 von 100 Partien');
  expect(target.textContent).toContain('Eigene Fehler');
});

test('the map first shows the roll of the game, and the slider selects any other roll', async () => {
  const rolls = [
    { outcome: 'rolled move move', probability: 0.1, chance: 0.2, rolled: false },
    { outcome: 'rolled energy move', probability: 0.1, chance: 0.4, rolled: true },
    { outcome: 'rolled energy energy', probability: 0.1, chance: 0.6, rolled: false },
  ];
  const map = { step: 10, seat: 'A' as const, luckiest: true, luck: 0.2, rolls };
  const target = await show(RollMap, { map, seat: ada, naming: 'classic' as const, turn: 3, href: '#/review/a/moment/10' });
  expect(target.querySelector('a')?.getAttribute('href')).toBe('#/review/a/moment/10');
  expect(target.textContent).toContain('3 possible rolls, best first (60 % – 20 %)');
  const slider = target.querySelector('input') as HTMLInputElement;
  expect(slider.getAttribute('aria-valuetext')).toBe('Energy, Move ship: 40 % chance to win');
  slider.value = '0';
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  await tick();
  expect(slider.getAttribute('aria-valuetext')).toBe('Energy, Energy: 60 % chance to win');
});
