// The engine's descriptions of the editions, for forms and for names in lists.
import { language } from '../i18n/index.svelte';
import type { EditionDescription } from '../protocol';
import { editions } from './local';

let loaded: { language: string; all: EditionDescription[] } = $state.raw({ language: '', all: [] });
let requested = '';

/** Returns the built-in editions in the selected language; an empty list until the engine has loaded. */
export function builtInEditions(): EditionDescription[] {
  const current = language();
  if (loaded.language !== current && requested !== current) {
    requested = current;
    editions().then(
      (all) => (loaded = { language: current, all }),
      () => (requested = ''),
    );
  }
  return loaded.all;
}

/** Returns the name of an edition; for a custom deck, its id. */
export function editionName(id: string): string {
  return builtInEditions().find(({ edition }) => edition === id)?.name ?? id;
}
