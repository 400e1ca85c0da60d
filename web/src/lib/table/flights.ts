// Animates moved pieces. Pieces have the attribute `data-flip`. A copy flies across the table while the piece itself is hidden, so that no
// card clips it. Only transform and opacity are animated, and only moved pieces are measured.
import type { Attachment } from 'svelte/attachments';
import { durationFactor, isMotionOff } from '../app/settings.svelte';
import { showPlanet } from '../art/painter';
import { movedBetween, placesOf } from './places';
import type { Play } from './play.svelte';

type Piece = HTMLElement | SVGElement;
type Boxes = Map<string, DOMRect>;

const ORBIT = 'cubic-bezier(.45, 0, .2, 1)';
const visiblePart = (piece: Piece): Element =>
  (piece.dataset['flip']?.startsWith('ship:') ? piece.querySelector('use') : piece.querySelector('.planet')) ?? piece;
const pieceOf = (root: Element, name: string): Piece | null => root.querySelector(`[data-flip="${name}"]`);

function boxes(root: Element, names: string[]): Boxes {
  const found: Boxes = new Map();
  for (const name of names) {
    const piece = pieceOf(root, name);
    if (piece) found.set(name, visiblePart(piece).getBoundingClientRect());
  }
  return found;
}

const middle = (box: DOMRect): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];

function shipCopy(piece: Piece, size: number): SVGSVGElement | null {
  const use = piece.querySelector('use');
  if (!use) return null;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const player = [...(use.closest('.ship')?.classList ?? [])].find((c) => /^p.$/.test(c)) ?? '';
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `flight ship ${player}`);
  svg.style.width = svg.style.height = `${size}px`;
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  shape.setAttribute('href', use.getAttribute('href') ?? '');
  svg.append(shape);
  return svg;
}

function planetCopy(seed: string, size: number): HTMLElement {
  const copy = document.createElement('span');
  copy.className = 'flight planet ready';
  copy.style.width = copy.style.height = `${size}px`;
  showPlanet({ seed, size }, (address) => (copy.style.backgroundImage = `url(${address})`));
  return copy;
}

/** Flies a copy across the table; the piece itself appears on arrival. */
function flyCopy(piece: Piece, copy: HTMLElement | SVGElement, frames: Keyframe[], duration: number): void {
  document.body.append(copy);
  piece.style.visibility = 'hidden';
  const run = copy.animate(frames, { duration: duration * durationFactor(), easing: ORBIT });
  run.onfinish = run.oncancel = () => {
    copy.remove();
    piece.style.visibility = '';
  };
}

function flyShip(piece: Piece, from: DOMRect, to: DOMRect): void {
  const copy = shipCopy(piece, Math.max(20, to.width * 0.8));
  if (!copy) return;
  const [x0, y0] = middle(from);
  const [x1, y1] = middle(to);
  const far = Math.hypot(x1 - x0, y1 - y0);
  const turn = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI + 90;
  const at = (x: number, y: number, size = 1) => `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}deg) scale(${size})`;
  const top = at((x0 + x1) / 2, (y0 + y1) / 2 - Math.min(60, far * 0.15), 1.25);
  flyCopy(
    piece,
    copy,
    [{ transform: at(x0, y0) }, { transform: top, offset: 0.5 }, { transform: at(x1, y1) }],
    Math.min(960, 320 + far * 0.6),
  );
}

function flyPlanet(piece: Piece, seed: string, from: DOMRect, to: DOMRect): void {
  const [x0, y0] = middle(from);
  const [x1, y1] = middle(to);
  const at = (x: number, y: number, size: number) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
  const frames = [
    { transform: at(x0, y0, 1) },
    { transform: at(x0, y0 - 20, 1.12), offset: 0.35 },
    { transform: at(x1, y1, Math.max(0.2, to.width / from.width)) },
  ];
  flyCopy(piece, planetCopy(seed, from.width), frames, 840);
}

function flyDie(root: Element, from: DOMRect): void {
  const die = [...root.querySelectorAll('.bay ol .die')].at(-1);
  const to = die?.getBoundingClientRect();
  if (!die || !to?.width) return;
  const [x0, y0] = middle(from);
  const [x1, y1] = middle(to);
  die.animate([{ transform: `translate(${x0 - x1}px, ${y0 - y1}px) scale(${from.width / to.width})` }, { transform: 'none' }], {
    duration: 320 * durationFactor(),
    easing: 'cubic-bezier(.2, .7, .2, 1)',
  });
}

function fly(root: Element, before: Boxes): void {
  const after = boxes(root, [...before.keys()]);
  for (const [name, old] of before) {
    const [piece, now] = [pieceOf(root, name), after.get(name)];
    if (!piece || !old.width || !now?.width || Math.hypot(old.x - now.x, old.y - now.y) < 12) continue;
    if (name.startsWith('ship:')) flyShip(piece, old, now);
    else flyPlanet(piece, name.slice(7), old, now);
  }
}

/** Watches the table and animates moved pieces. */
export function flights(play: Play): Attachment<HTMLElement> {
  return (root) =>
    play.watch(({ state, events }) => {
      if (isMotionOff() || document.hidden) return undefined;
      const before = boxes(root, movedBetween(placesOf(play.table.view), placesOf(state.view)));
      const mine = events.some((e) => e.kind === 'die-activated' && e.seat === state.me);
      const dieBox = mine ? root.querySelector('.tray .die[aria-pressed=true], .tray .die')?.getBoundingClientRect() : undefined;
      return () => {
        fly(root, before);
        if (dieBox) flyDie(root, dieBox);
      };
    });
}
