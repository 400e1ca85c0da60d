/** A simulated player that clicks with real input events and measures the time until the page shows the result. */

import type { Page } from 'playwright-core';

/** The result of a click; `frame` is the time until the page showed it, in milliseconds. */
export interface Outcome {
  what: string;
  frame: number;
}

/** The position of the next click. */
interface Aim {
  what: string;
  x: number;
  y: number;
}

interface SimulatedPlayer {
  aim(): Aim | null;
  watch(what: string): void;
  outcome: Promise<Outcome | null>;
}

declare global {
  interface Window {
    simulatedPlayer: SimulatedPlayer;
  }
}

/** The selectors of all selectable elements, most relevant first. */
const ANSWERS = {
  mission: '.mission-pick',
  question: '.choices :is(.btn:not(.quiet), .die:not([aria-disabled=true]))',
  follow: '.follow .go .btn',
  target: 'main.choosing :is(button[data-spot], [data-spot][tabindex="0"])',
  chip: '.coach .chip',
  die: '.tray .die:not([aria-disabled=true])',
  end: '.btn.end:not([aria-disabled=true]), .acts > .btn:last-child:not([aria-disabled=true])',
};

/** Installs the simulated player. The function runs in the page, so it must not use anything from this module. */
function installPlayer(answers: Record<string, string>): void {
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  let turn = 0;
  /** Returns the elements to click. It varies the dice, and sometimes ends the turn although dice are left. */
  const candidates = (what: string): Element[] => {
    const found = all(answers[what] ?? '');
    if (what !== 'die') return found;
    turn += 1;
    return turn % 6 === 0 ? [] : [...found.slice(turn % found.length), ...found.slice(0, turn % found.length)];
  };
  const aim = (): Aim | null => {
    for (const what of Object.keys(answers)) {
      for (const element of candidates(what)) {
        const box = element.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (box.width && element.contains(document.elementFromPoint(x, y))) return { what, x, y };
      }
    }
    return null;
  };
  /** Returns a function that checks whether the result is visible: the game has changed, targets glow, or the coach line has changed. */
  const result = (what: string): (() => boolean) => {
    const version = document.querySelector('main')?.dataset['version'];
    const chips = new Set(all('.coach .chip'));
    return () => {
      const main = document.querySelector('main');
      const glows = what === 'die' && main?.classList.contains('choosing');
      return (
        main?.dataset['version'] !== version ||
        glows ||
        all('.tray.choosing').length > 0 ||
        all('.coach .chip').some((chip) => !chips.has(chip))
      );
    };
  };
  const watch = (what: string): void => {
    const isVisible = result(what);
    let clicked: number | null = null;
    addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
    window.simulatedPlayer.outcome = new Promise((resolve) => {
      const report = () => resolve({ what, frame: performance.now() - (clicked ?? 0) });
      const observer = new MutationObserver(() => {
        if (clicked === null || !isVisible()) return;
        observer.disconnect();
        const { port1, port2 } = new MessageChannel();
        // The message arrives after the frame with the change has been produced.
        port1.onmessage = report;
        requestAnimationFrame(() => port2.postMessage(null));
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      setTimeout(() => resolve(null), 3_000);
    });
  };
  window.simulatedPlayer = { aim, watch, outcome: Promise.resolve(null) };
}

/** The opponents of the simulated player. */
export type Opponents = 'the Rogue' | 'three quick bots' | 'three bots that think';

/** Starts a new game; the page takes the number and level of the bots from its remembered choices. */
export async function startGame(page: Page, url: string, opponents: Opponents): Promise<void> {
  const level = opponents === 'three bots that think' ? 'oracle' : 'greedy';
  await page.goto(url);
  await page.evaluate((choices) => localStorage.setItem('orrery.choices', choices), JSON.stringify({ rivals: '3', level }));
  await page.goto(`${url}#/new/${opponents === 'the Rogue' ? 'solo' : 'bots'}`);
  await page.locator('.rogue-pick:enabled, .start:enabled').first().click();
  await page.locator('main[data-version]').waitFor();
  // Wait until the pictures are painted and the engine is warm, because loading must not be measured.
  await page.waitForTimeout(2_500);
  await page.evaluate(installPlayer, ANSWERS);
}

/** Clicks or taps the next selectable element, and returns the result; null if there is none. */
export async function point(page: Page, how: 'click' | 'tap' = 'click'): Promise<Outcome | null> {
  const aim = await page.evaluate(() => window.simulatedPlayer.aim());
  if (!aim) return null;
  if (how === 'click') await page.mouse.move(aim.x, aim.y);
  await page.evaluate((what) => window.simulatedPlayer.watch(what), aim.what);
  // Let the pointer rest before the click, as a person does.
  await page.waitForTimeout(40);
  await (how === 'tap' ? page.touchscreen.tap(aim.x, aim.y) : page.mouse.click(aim.x, aim.y));
  return page.evaluate(() => window.simulatedPlayer.outcome);
}
