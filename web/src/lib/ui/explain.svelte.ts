// Explanations: hovering, keyboard focus and a long press open the same card. This file holds the open explanation, lets elements register
// theirs, and listens on the whole page. If several elements under the pointer have an explanation, the innermost one is shown.
import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** The explanation of an element. */
export interface Explanation {
  title: string;
  text: string;
  /** Further lines, such as the ships at a planet. */
  more?: string[] | undefined;
  /** The number of the rule that it refers to. */
  rule?: string | undefined;
}

interface Shown extends Explanation {
  box: DOMRect;
  owner: Element;
}

/** The open explanation, and the box of its element. */
export const explained: { now: Shown | null } = $state({ now: null });

const HOVER_MS = 450;
/** How long the card stays after the pointer has left, in milliseconds, so that its link can be reached. */
const LINGER_MS = 220;
const PRESS_MS = 480;
/** Maximum movement of a finger during a long press, in pixels. */
const MAX_PRESS_MOVE = 9;

const explanations = new WeakMap<Element, () => Explanation | null>();
let timer: ReturnType<typeof setTimeout> | undefined;
let waiting: Element | null = null;

/** Closes the explanation. */
export function closeExplanation(): void {
  clearTimeout(timer);
  waiting = null;
  explained.now = null;
}

function open(node: Element): void {
  const explanation = node.isConnected ? explanations.get(node)?.() : null;
  explained.now = explanation ? { ...explanation, box: node.getBoundingClientRect(), owner: node } : null;
}

/** Opens the card of an element at once, for a tap on an element that has no other use. */
export function openExplanation(node: Element): void {
  clearTimeout(timer);
  open(node);
}

/** Opens the card of an element after a delay; for null, closes the open card. */
function later(node: Element | null, ms: number): void {
  clearTimeout(timer);
  waiting = node;
  timer = setTimeout(() => (node ? open(node) : closeExplanation()), ms);
}

/** Returns the innermost explained element around an element. */
function explainedElement(target: EventTarget | null): Element | null {
  let node = target instanceof Element ? target : null;
  while (node && !explanations.has(node)) node = node.parentElement;
  return node;
}

/** Returns whether an element needs no tab stop of its own: focusable elements, and parts of drawings and buttons. */
function isReached(node: Element): boolean {
  return !(node instanceof HTMLElement) || node.matches('button, a, [tabindex], button *');
}

/** How the keyboard reaches an explanation: by its own tab stop, or as part of its parent. */
type Reach = 'focus' | 'part';

/** Attaches an explanation to an element. */
export function explain(getExplanation: () => Explanation | null, reach: Reach = 'focus'): Attachment {
  return (node) => {
    explanations.set(node, getExplanation);
    const added = reach === 'focus' && !isReached(node) && untrack(getExplanation) !== null;
    if (added) node.setAttribute('tabindex', '0');
    return () => {
      explanations.delete(node);
      if (added) node.removeAttribute('tabindex');
      // If the element has left the page, close its explanation.
      if (waiting === node || explained.now?.owner === node) queueMicrotask(() => (node.isConnected ? undefined : closeExplanation()));
    };
  };
}

/** Suppresses the click that ends a long press, because the press opened an explanation and must not act. */
function swallowClick(): void {
  const stop = (e: Event) => {
    e.stopPropagation();
    e.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 400);
}

/** Returns whether an element is part of the card itself, such as its link. */
function isCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.explained') !== null;
}

/** Opens and closes explanations as the pointer and the focus move on the page; returns a function that stops it. */
export function followPointerAndFocus(): () => void {
  let pressed: { x: number; y: number } | null = null;
  const isMouse = (e: PointerEvent) => e.pointerType === 'mouse';
  /** The last position of the mouse, and whether only the elements under it have moved since. */
  let at = { x: NaN, y: NaN };
  let isResting = false;
  const over = (e: PointerEvent) => {
    if (!isMouse(e)) return;
    // If elements move under a resting mouse, open no explanation.
    isResting = e.clientX === at.x && e.clientY === at.y;
    if (!isResting) hover(e);
    else if (!isCard(e.target) && explainedElement(e.target) !== waiting) later(null, LINGER_MS);
  };
  const hover = (e: PointerEvent): void => {
    if (isCard(e.target)) return clearTimeout(timer);
    const node = explainedElement(e.target);
    if (node !== waiting) later(node, node ? HOVER_MS : LINGER_MS);
  };
  const down = (e: PointerEvent) => {
    if (isCard(e.target)) return;
    closeExplanation();
    const node = explainedElement(e.target);
    // A click closes the explanation; it opens again when the pointer comes back.
    waiting = node;
    if (isMouse(e) || !node) return;
    pressed = { x: e.clientX, y: e.clientY };
    later(node, PRESS_MS);
  };
  const move = (e: PointerEvent) => {
    if (isMouse(e)) {
      at = { x: e.clientX, y: e.clientY };
      if (isResting) hover(e);
      isResting = false;
    }
    if (pressed && Math.hypot(e.clientX - pressed.x, e.clientY - pressed.y) > MAX_PRESS_MOVE) up(e);
  };
  const up = (e: PointerEvent) => {
    if (isMouse(e)) return;
    clearTimeout(timer);
    if (pressed && explained.now && e.type === 'pointerup') swallowClick();
    pressed = null;
  };
  const focus = (e: FocusEvent) => {
    if (!(e.target instanceof Element) || !e.target.matches(':focus-visible')) return;
    closeExplanation();
    if (explanations.has(e.target)) later(e.target, HOVER_MS);
  };
  const menu = (e: Event) => pressed && e.preventDefault();
  const stops = [
    on('pointerover', over),
    on('pointerdown', down),
    on('pointermove', move),
    on('pointerup', up),
    on('pointercancel', up),
    on('focusin', focus),
    on('scroll', closeExplanation),
    on('hashchange', closeExplanation),
    on('contextmenu', menu),
  ];
  return () => stops.forEach((stop) => stop());
}

function on<K extends keyof WindowEventMap>(name: K, run: (event: WindowEventMap[K]) => unknown): () => void {
  addEventListener(name, run, { capture: true });
  return () => removeEventListener(name, run, { capture: true });
}
