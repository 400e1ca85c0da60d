// A hint shows itself on the table: the die and the place that it means are marked until something is
// done. It never plays.
import type { Attachment } from 'svelte/attachments';
import type { Play } from './play.svelte';

/** Marks what the hint means. */
export function hints(play: Play): Attachment<HTMLElement> {
  return (root) =>
    $effect.root(() => {
      $effect(() => {
        const spots = play.hint?.spots ?? [];
        const meant = spots.flatMap((spot) => [...root.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)]);
        for (const element of meant) element.classList.add('hinted');
        return () => meant.forEach((element) => element.classList.remove('hinted'));
      });
    });
}
