// The keyboard at the table: every gesture has a key, and Tab moves between glowing targets.
import type { Play } from './play.svelte';
import { trayOf } from './tray.svelte';

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The glowing spots, and the buttons of a panel over the table (a puzzle, or a mistake to retry). */
const STOPS = 'main [data-spot][tabindex="0"], main button[data-spot], .review-panel :is(a, button)';

/** Moves the focus among the visible glowing spots and the buttons of a panel. */
function moveFocus(back: boolean): boolean {
  const spots = [...document.querySelectorAll<HTMLElement>(STOPS)].filter((e) => e.getClientRects().length);
  if (!spots.length) return false;
  const at = spots.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (back ? spots.length - 1 : 0) : (at + (back ? -1 : 1) + spots.length) % spots.length;
  spots[next]?.focus();
  return true;
}

/** Handles Enter: selects the focused spot, or the only target. */
function enter(play: Play, event: KeyboardEvent): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const spot = focused?.dataset['spot'];
  if (spot && focused.tagName.toLowerCase() !== 'button') {
    void play.point(spot);
    return true;
  }
  const free = !focused || focused === document.body || focused.matches('[data-die]');
  if (!free || !play.pickedFace || event.key !== 'Enter') return false;
  const [only] = [...play.targets.keys()];
  if (play.targets.size === 1 && only) void play.point(only);
  else if (!play.targets.size) void play.activatePicked();
  else return moveFocus(false);
  return true;
}

const LETTERS: Record<string, (play: Play) => void> = {
  r: (play) => void play.reroll(),
  c: (play) => void play.convert(),
  e: (play) => void play.endTurn(),
  h: (play) => void play.askHint(),
  f: (play) => void (play.isFollow && play.answer('follow')),
  u: (play) => void play.undo(),
};

/** The keys that focused buttons handle themselves. */
const NATIVE = new Set(['enter', ' ', 'tab']);

function handleAction(play: Play, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (play.tutor.warning && NATIVE.has(key)) return false;
  if (/^[1-9]$/.test(key)) {
    if (play.isTurn || play.choosesDice) {
      const die = trayOf(play).at(Number(key) - 1);
      if (die !== undefined) void play.pick(die);
    } else {
      const option = play.buttons[Number(key) - 1];
      if (option) void play.answer(option.step);
    }
    return true;
  }
  if (key === 'escape') return (play.putBack(), true);
  if (key === 'tab') return play.targets.size > 0 && moveFocus(event.shiftKey);
  if (key === 'enter') return enter(play, event);
  if (key === ' ') {
    if (play.isFollow && !document.activeElement?.closest('.auto, .review-panel')) return (void play.answer('pass'), true);
    return enter(play, event);
  }
  const run = LETTERS[key];
  if (run) run(play);
  return Boolean(run);
}

/** Handles the keys while others act: pause, and show the next event. */
function handleWatchKey(play: Play, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'p') play.pause();
  else if (key === 'n') play.next();
  else return false;
  return true;
}

/** The keys that neither act nor complete the running animation. */
const PASSIVE = new Set(['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** Handles a key; ignores unknown ones. */
export function handleKey(play: Play, event: KeyboardEvent): void {
  if (isTextField(event.target) || event.altKey) return;
  if (play.canPause && handleWatchKey(play, event)) return event.preventDefault();
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'z') return;
    play.flush();
    event.preventDefault();
    void play.undo();
    return;
  }
  if (!PASSIVE.has(event.key)) play.flush();
  if (handleAction(play, event)) event.preventDefault();
}
