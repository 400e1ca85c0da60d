// The editions as the engine describes them: for forms, and for names in lists.
import { language } from '../i18n/index.svelte';
import type { EditionDescription } from '../protocol';
import { editions } from './local';

let known: { language: string; all: EditionDescription[] } = $state.raw({ language: '', all: [] });
let wanted = '';

/** Returns the built-in editions in the selected language; none until the engine is loaded. */
export function builtIn(): EditionDescription[] {
  const now = language();
  if (known.language !== now && wanted !== now) {
    wanted = now;
    editions().then(
      (all) => (known = { language: now, all }),
      () => (wanted = ''),
    );
  }
  return known.all;
}

/** Returns the name of an edition, or the id of a deck. */
export function editionName(id: string): string {
  return builtIn().find(({ edition }) => edition === id)?.name ?? id;
}
