// The titles of moments.
import type { Mark, MoveReview } from '../engine/review';
import { t } from '../i18n/index.svelte';
import { isTooClose, type KeyMoment } from './model';

/** Returns the title of a moment: the mark of its move, or its luck. */
export function titleOf({ move, outcome, isTurning }: KeyMoment): string {
  const kind = move ? t(`review.mark.${markOf(move)}`) : t(`review.luck.${outcome?.mark ?? 'none'}`);
  return isTurning ? `${t('review.moment.turning')}: ${kind}` : kind;
}

function markOf(move: MoveReview): Mark | 'close' | 'none' {
  if (isTooClose(move)) return 'close';
  return move.mark ?? 'none';
}
