// Dragging a die onto a glowing spot. A short press stays a click.
import type { Attachment } from 'svelte/attachments';
import type { Play } from './play.svelte';

const SLACK = 7;

/** Lets a die of the tray be dragged. */
export function dragDie(play: Play, index: number): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number } | null = null;
    let ghost: HTMLElement | null = null;

    const lift = (): HTMLElement => {
      const copy = node.cloneNode(true) as HTMLElement;
      copy.classList.add('drag-ghost');
      copy.removeAttribute('data-die');
      document.body.append(copy);
      if (play.isTurn && play.picked !== index) void play.pick(index);
      return copy;
    };
    const move = (e: PointerEvent) => {
      if (!start) return;
      const far = Math.hypot(e.clientX - start.x, e.clientY - start.y) > SLACK;
      if (!ghost && far && play.isTurn) ghost = lift();
      if (ghost) ghost.style.transform = `translate(${e.clientX}px, ${e.clientY}px) translate(-50%, -50%)`;
    };
    const drop = (e: PointerEvent) => {
      const dragged = ghost;
      ghost?.remove();
      start = ghost = null;
      if (!dragged) return;
      // The click that follows a drag would put the die back.
      node.addEventListener('click', (c) => { c.stopImmediatePropagation(); c.preventDefault(); }, { capture: true, once: true });
      setTimeout(() => node.dispatchEvent(new MouseEvent('click', { bubbles: false })), 0);
      const under = document.elementFromPoint(e.clientX, e.clientY);
      const spot = under?.closest<HTMLElement>('[data-spot]')?.dataset['spot'];
      if (spot) void play.point(spot);
      else if (under?.closest('.conv') && play.can('convert')) void play.answer('convert').then(() => play.mark(index));
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
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', drop);
    node.addEventListener('pointercancel', cancel);
    return () => {
      cancel();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', drop);
      node.removeEventListener('pointercancel', cancel);
    };
  };
}
