// Shows a hint on the table: marks its die and target until the player acts. It never plays the move.
import type { Attachment } from 'svelte/attachments';
import type { Play } from './play.svelte';

/** Marks the die and target of a hint. */
export function hints(play: Play): Attachment<HTMLElement> {
  return (root) =>
    $effect.root(() => {
      $effect(() => {
        const spots = play.hint?.spots ?? [];
        const elements = spots.flatMap((spot) => [...root.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)]);
        for (const element of elements) element.classList.add('hinted');
        return () => elements.forEach((element) => element.classList.remove('hinted'));
      });
    });
}
