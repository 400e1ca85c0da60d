// Explanations: hover, keyboard focus and a long press open the same card. One card exists; this is
// what it shows and how elements ask for it.
import type { Attachment } from 'svelte/attachments';

/** What an element has to say about itself. */
export interface Explanation {
  title: string;
  text: string;
  /** The number of the rule behind it. */
  rule?: string | undefined;
}

/** The explanation that is open, and the box it belongs to. */
export const explained: { now: (Explanation & { box: DOMRect }) | null } = $state({ now: null });

const HOVER_MS = 380;
const PRESS_MS = 480;

/** Closes the explanation. */
export function hush(): void {
  explained.now = null;
}

/** Lets an element explain itself. */
export function explain(tell: () => Explanation | null): Attachment<Element> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      const told = tell();
      if (told && node.isConnected) explained.now = { ...told, box: node.getBoundingClientRect() };
    };
    const later = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(open, ms);
    };
    const stop = () => {
      clearTimeout(timer);
      // Not at once: a focused element may lose its focus by being taken off the page.
      queueMicrotask(hush);
    };
    const enter = (e: Event) => (e as PointerEvent).pointerType === 'mouse' && later(HOVER_MS);
    const leave = (e: Event) => (e as PointerEvent).pointerType === 'mouse' && stop();
    const press = (e: Event) => ((e as PointerEvent).pointerType === 'mouse' ? stop() : later(PRESS_MS));
    const lift = (e: Event) => (e as PointerEvent).pointerType !== 'mouse' && clearTimeout(timer);
    const focus = (e: Event) => e.target === node && node.matches(':focus-visible') && later(HOVER_MS);
    const listeners: [string, (e: Event) => void][] = [
      ['pointerenter', enter],
      ['pointerleave', leave],
      ['pointerdown', press],
      ['pointerup', lift],
      ['pointercancel', lift],
      ['focus', focus],
      ['blur', stop],
    ];
    for (const [name, run] of listeners) node.addEventListener(name, run);
    return () => {
      clearTimeout(timer);
      for (const [name, run] of listeners) node.removeEventListener(name, run);
    };
  };
}
