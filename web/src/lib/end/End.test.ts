import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { TableState } from '../table/session';
import End from './End.svelte';

/** Returns the title of the end page for seat `me`, after seat A has won; `resigned` lists the seats that a bot plays. */
async function titleFor(me: string, resigned: string[] = []): Promise<string | undefined> {
  const score = (seat: string, points: number) => ({
    seat,
    points,
    colonies: 0,
    level: 1,
    resources: 0,
    empire_points: 0,
    mission_points: 0,
  });
  const seats = ['A', 'B'].map((seat) => ({ seat, ships: [], colonies: [] }));
  // The component reads only these fields.
  const table = {
    me,
    shared: false,
    log: [],
    cards: { naming: 'classic', missions: [], planets: [] },
    players: [
      { seat: 'A', name: 'Ada', mark: '1', resigned: resigned.includes('A') },
      { seat: 'B', name: 'Ben', mark: '2', resigned: resigned.includes('B') },
    ],
    view: { turn: 8, seats, outcome: { winners: ['A'], scores: [score('A', 22), score('B', 9)], decided_by: 'points' } },
  } as unknown as TableState;
  const target = document.createElement('div');
  const view = mount(End, { target, props: { table, timeline: [], backToTable: () => undefined } });
  flushSync();
  const title = target.querySelector('h1')?.textContent.trim();
  await unmount(view);
  return title;
}

test('the title names the winner', async () => {
  expect(await titleFor('A')).toBe('You win');
  expect(await titleFor('B', ['B'])).toBe('Ada wins');
});

test('if the bot of a player who resigned wins, the title says so to everybody', async () => {
  expect(await titleFor('A', ['A'])).toBe('The bot in Ada’s seat wins');
  expect(await titleFor('B', ['A'])).toBe('The bot in Ada’s seat wins');
});
