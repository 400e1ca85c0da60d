// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { EngineClient } from './client';
import { GameStore } from './store';
import { Games } from './games';
import { LocalTable } from './local';
import type { Plan } from './plan';
import type { SessionState } from './session';
import { games, port } from './testing';

const bot = { kind: 'bot', name: 'Bot', level: 'greedy' } as const;
const person = (name: string) => ({ kind: 'person', name }) as const;
const duel: Plan = { settings: { seats: 2 }, seats: [person('Ada'), bot] };
const bots: Plan = { settings: { seats: 2 }, seats: [bot, bot] };

/** Waits until the table satisfies a condition. */
function until(table: LocalTable, condition: (state: SessionState) => boolean): Promise<SessionState> {
  return new Promise((resolve) => {
    const stop = table.subscribe((state) => {
      if (!condition(state)) return;
      setTimeout(() => stop());
      resolve(state);
    });
  });
}

const isMyDecision = (state: SessionState) => (state.prompt?.legal?.length ?? 0) > 0;
const isOver = (state: SessionState) => state.view.outcome !== null;

/** Answers with the last legal action until the game is over. */
async function playOn(table: LocalTable): Promise<void> {
  while (!isOver(await until(table, (state) => isMyDecision(state) || isOver(state)))) {
    const last = table.state.prompt?.legal?.at(-1);
    if (last) await table.act([last]);
  }
}

describe('a table on this device', () => {
  test('finishes a game with bots, and its dice can be verified', async () => {
    const device = games();
    const table = await device.start(bots);
    const end = await until(table, isOver);
    expect(end.view.outcome?.winners.length).toBeGreaterThan(0);
    const record = await device.read(table.record);
    expect(await record.verify()).toMatchObject({ verdict: 'proved' });
    expect(await record.timeline(null)).toHaveLength(end.version);
  });

  test('asks the person and lets the bot play', async () => {
    const table = await games().start(duel);
    await playOn(table);
    expect(table.state.players.map(({ kind }) => kind)).toEqual(['me', 'bot']);
    expect(table.state.me).toBe('A');
  });

  test('lets a bot wait until the page has drawn the previous steps', async () => {
    const table = await games().start(bots);
    const resume = await new Promise<() => void>((asked) => {
      table.pace = () => new Promise((resolve) => asked(resolve));
    });
    const { version } = table.state;
    // An answer of the engine to a later request proves that no step is under way.
    await table.preview([]).catch(() => undefined);
    expect(table.state.version).toBe(version);
    resume();
    await until(table, (state) => state.version > version);
  });

  test('marks the bot of a person who resigned, who plays again in a rematch', async () => {
    const device = games();
    const table = await device.start({ settings: { seats: 2 }, seats: [{ ...bot, name: 'Ada', resigned: true }, bot] });
    expect(table.state.players).toMatchObject([
      { name: 'Ada', kind: 'bot', resigned: true },
      { name: 'Bot', kind: 'bot', resigned: false },
    ]);
    const again = await device.rematch(table.id);
    expect(again.state.players.map(({ kind }) => kind)).toEqual(['me', 'bot']);
  });

  test('is saved after every step and continues from there', async () => {
    const device = games();
    const table = await device.start(duel);
    await table.act([table.state.prompt?.legal?.[0] ?? '']);
    await until(table, isMyDecision);
    table.close();
    const reopened = await device.open(table.id);
    expect(reopened.state.view).toEqual(table.state.view);
    expect(reopened.state.version).toBe(table.state.version);
    const [stored] = await device.list();
    expect(stored?.summary.names).toEqual(['Ada', 'Bot']);
  });

  test('shows each person at a shared screen only their own mission', async () => {
    const table = await games().start({ settings: { seats: 2 }, seats: [person('Ada'), person('Ben')] });
    expect(table.state.me).toBe('A');
    const dealt = table.state.view.dealt;
    await table.act([table.state.prompt?.legal?.[0] ?? '']);
    expect(table.state.me).toBe('B');
    expect(table.state.view.viewer).toBe('B');
    expect(table.state.view.dealt).not.toEqual(dealt);
    expect(table.state.view.seats[0]?.mission).toBeNull();
  });

  test('names the Rogue of a solo game', async () => {
    const table = await games().start({ settings: { seats: 1, rogue: 'hades' }, seats: [person('Ada')] });
    expect(table.state.players).toMatchObject([{ kind: 'me' }, { kind: 'rogue', name: 'Hades', level: null }]);
  });

  test('explains why a step is illegal, and does not change the game', async () => {
    const table = await games().start(duel);
    const before = table.state;
    expect((await table.why(['end']))?.rule).toMatch(/^R/);
    await expect(table.act(['end'])).rejects.toMatchObject({ code: 'illegal' });
    expect(table.state).toBe(before);
  });

  test('survives a crash of the engine', async () => {
    let actRequests = 0;
    const device = games((message) => 'request' in message && message.request.do === 'act' && ++actRequests === 1);
    const table = await device.start(duel);
    const [keep = ''] = table.state.prompt?.legal ?? [];
    await expect(table.act([keep])).rejects.toMatchObject({ code: 'crashed' });
    await table.act([keep]);
    expect(table.state.view.seats[0]?.mission).not.toBeNull();
  });

  test('stays closed when a late request arrives', async () => {
    const requests: string[] = [];
    const device = games((message) => 'request' in message && requests.push(message.request.do) === 0);
    const table = await device.start(duel);
    table.close();
    await expect(table.preview([])).rejects.toMatchObject({ code: 'not-found' });
    expect(requests).not.toContain('load');
  });

  test('reports that it cannot save, and continues', async () => {
    const store = new GameStore('full');
    store.put = () => Promise.reject(new Error('quota'));
    const device = new Games({ engine: new EngineClient(() => port()), botEngine: new EngineClient(() => port()), store });
    const table = await device.start(duel);
    const reported = new Promise((resolve) => (table.onfault = resolve));
    await table.act([table.state.prompt?.legal?.[0] ?? '']);
    expect(await reported).toMatchObject({ message: 'quota' });
    expect(table.state.version).toBeGreaterThan(1);
  });

  test('undoes a staged action', async () => {
    const lesson = {
      position: 'classic 2; row jakks nagato hoefker shouhua; turn A dice move energy',
      before: [],
      script: [],
      seats: duel.seats,
    };
    const table = await games().lesson(lesson);
    const { view } = table.state;
    await table.act(['activate move', 'ship 1']);
    expect(table.state.undo).not.toBeNull();
    await table.undo();
    expect(table.state.view).toEqual(view);
    expect(table.state.undo).toBeNull();
    expect(table.state.history).toEqual([]);
  });

  test('has cards and steps in the selected language', async () => {
    const table = await games().start(duel);
    await playOn(table);
    const { history, version, cards } = table.state;
    expect(history).toHaveLength(version);
    await table.setLanguage('de');
    expect(table.state.history.map(({ step }) => step)).toEqual(history.map(({ step }) => step));
    expect(table.state.cards.planets[0]?.text).not.toBe(cards.planets[0]?.text);
  });

  test('a lesson plays its preparatory steps before the first prompt', async () => {
    const position =
      'classic 2; row jakks nagato hoefker shouhua; A 2e2c ships orbit:1:1 home; B 2e1c ships orbit:4:0 home; turn B dice diplomacy energy';
    const table = await games().lesson({
      position,
      before: ['activate diplomacy', 'advance 1'],
      script: ['drew helios'],
      seats: duel.seats,
    });
    expect(table.state.prompt?.decision).toMatchObject({ seat: 'A', question: 'follow', face: 'diplomacy' });
    expect((await table.paths([])).map(({ steps }) => steps.join(' / '))).toContain('follow / advance 1');
  });

  test('r12_13: the player chooses what the Rogue steals, in both languages', async () => {
    const position = 'classic solo hades; row jakks nagato hoefker shouhua; A 3e3c; B level 5; turn B';
    const table = await games().lesson({ position, before: ['accept'], script: ['rolled colony'], seats: [person('Ada')] });
    const asked = 'Which resource does the Rogue Galaxy steal first? It takes 3 units.';
    expect(table.state.prompt?.decision).toMatchObject({ seat: 'A', question: 'lose', text: asked });
    expect(table.state.prompt).toMatchObject({ legal: ['lose energy', 'lose culture'], texts: ['Lose 1 energy', 'Lose 1 culture'] });
    await table.setLanguage('de');
    expect(table.state.prompt?.decision.text).toBe('Was stiehlt dir die Schurkengalaxie zuerst? Sie nimmt 3 Einheiten.');
    expect(table.state.prompt?.texts).toEqual(['1 Energie verlieren', '1 Kultur verlieren']);
    await table.act(['lose culture', 'lose energy', 'lose culture']);
    expect(table.state.view.seats[0]).toMatchObject({ energy: 2, culture: 1 });
  });

  test('switches the language without losing the position', async () => {
    const table = await games().start(duel);
    const { prompt, version } = table.state;
    await table.setLanguage('de');
    expect(table.state.version).toBe(version);
    expect(table.state.prompt?.texts).not.toEqual(prompt?.texts);
  });

  test('compares a move with the best one, but not at a shared table or in a lesson', async () => {
    const device = games();
    const table = await device.start({ ...duel, settings: { seats: 2, start: 'A' } });
    await table.act([table.state.prompt?.legal?.[0] ?? '']);
    await until(table, (state) => isMyDecision(state) && state.prompt?.decision.question === 'turn');
    const assessment = await table.assess?.(['end']);
    expect(assessment?.review.alternatives.some(({ played, steps }) => played && steps.join() === 'end')).toBe(true);
    expect(assessment?.texts.alternatives).toHaveLength(assessment?.review.alternatives.length ?? 0);
    const shared = await device.start({ settings: { seats: 2 }, seats: [person('Ada'), person('Ben')] });
    expect(shared.assess).toBeUndefined();
    const position = 'classic 2; row jakks nagato hoefker shouhua; turn A dice move energy';
    expect((await device.lesson({ position, before: [], script: [], seats: duel.seats })).assess).toBeUndefined();
  });

  test('gives a hint that is legal', async () => {
    const table = await games().start(duel);
    const hint = await table.hint();
    expect(table.state.prompt?.legal).toContain(hint.answers[0]?.steps[0]);
  });
});

describe('a replay', () => {
  test('can be continued from any step by bots', async () => {
    const device = games();
    const table = await device.start(bots);
    await until(table, isOver);
    const record = await device.openRecord(table.id);
    const branch = await device.branch(record, { game: table.id, step: Math.floor(record.replay.length / 2) }, bots.seats);
    const end = await until(branch, isOver);
    expect(end.view.outcome).not.toBeNull();
    const [stored] = (await device.list()).filter(({ id }) => id === branch.id);
    expect(stored?.origin).toMatchObject({ game: table.id, step: Math.floor(record.replay.length / 2) });
    expect(await device.list()).toHaveLength(2);
  });
});
