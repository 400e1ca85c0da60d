// The titles of moments.
import { t } from '../i18n/index.svelte';
import { isMarked, type KeyMoment } from './model';

/** Returns the title of a moment: its mark, or what it is. */
export function titleOf({ move, outcome, isTurning }: KeyMoment): string {
  const kind = move ? t(`review.mark.${move.mark && isMarked(move) ? move.mark : 'none'}`) : t(`review.luck.${outcome?.mark ?? 'none'}`);
  return isTurning ? `${t('review.moment.turning')}: ${kind}` : kind;
}
