// Drags a die onto a glowing spot, with the mouse or a finger. A short press stays a click.
import type { Attachment } from 'svelte/attachments';
import type { Play } from './play.svelte';
import { spotAt } from './pointable';

/** The distance in pixels from which a press becomes a drag. */
const MIN_DRAG_DISTANCE = 7;

/** Makes a die of the tray draggable. */
export function dragDie(play: Play, index: number): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number } | null = null;
    let ghost: HTMLElement | null = null;
    let picking: Promise<void> = Promise.resolve();

    const lift = (): HTMLElement => {
      const copy = node.cloneNode(true) as HTMLElement;
      copy.classList.add('drag-ghost');
      copy.removeAttribute('data-die');
      document.body.append(copy);
      if (play.picked !== index) picking = play.pick(index);
      return copy;
    };
    const move = (e: PointerEvent) => {
      if (!start) return;
      const far = Math.hypot(e.clientX - start.x, e.clientY - start.y) > MIN_DRAG_DISTANCE;
      if (!ghost && far && play.isTurn) ghost = lift();
      if (ghost) ghost.style.transform = `translate(${e.clientX}px, ${e.clientY}px) translate(-50%, -50%)`;
    };
    const drop = (e: PointerEvent) => {
      const dragged = ghost;
      ghost?.remove();
      start = ghost = null;
      if (!dragged) return;
      swallowClick(node);
      // The targets of the die may still be loading.
      void picking.then(() => dropAt(play, index, e.clientX, e.clientY));
    };
    const down = (e: PointerEvent) => {
      if (e.button !== 0) return;
      start = { x: e.clientX, y: e.clientY };
      node.setPointerCapture(e.pointerId);
    };
    const cancel = () => {
      ghost?.remove();
      start = ghost = null;
    };
    const listeners: [string, (e: PointerEvent) => void][] = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', drop],
      ['pointercancel', cancel],
    ];
    for (const [name, run] of listeners) node.addEventListener(name, run as EventListener);
    return () => {
      cancel();
      for (const [name, run] of listeners) node.removeEventListener(name, run as EventListener);
    };
  };
}

/** Suppresses the click after a drag, which would put the die back. After a touch, the browser may not send a click. */
function swallowClick(node: HTMLElement): void {
  const stop = (click: Event) => {
    click.stopImmediatePropagation();
    click.preventDefault();
  };
  node.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => node.removeEventListener('click', stop, { capture: true }), 0);
}

/** Drops the die on the spot at this position. A drop on the converter selects the die as the first one to spend. */
function dropAt(play: Play, index: number, x: number, y: number): void {
  const spot = spotAt(play, x, y);
  if (spot) void play.point(spot);
  else if (document.elementFromPoint(x, y)?.closest('.conv, [data-convert]')) void play.answer('convert').then(() => play.mark(index));
}
