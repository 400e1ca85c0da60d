// Formats a move of a review as one line.
import type { Action } from '../engine';
import { t } from '../i18n/index.svelte';
import type { Naming } from '../protocol';
import { faceName } from '../table/labels';

/** Describes a move; dice have the names of their faces. */
export function moveLine({ actions, texts }: { actions: Action[]; texts: string[] }, naming: Naming): string {
  const facesOf = (kind: 'die' | 'face') => actions.flatMap((action) => (action.kind === kind ? [faceName(action.face, naming)] : []));
  const [first] = actions;
  if (first?.kind === 'activate') return [faceName(first.face, naming), ...texts.slice(1)].join(' → ');
  if (first?.kind !== 'reroll' && first?.kind !== 'convert') return texts.join(' → ');
  return [`${t(first.kind)}: ${facesOf('die').join(', ')}`, ...facesOf('face')].join(' → ');
}
