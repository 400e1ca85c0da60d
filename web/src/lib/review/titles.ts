// The titles of moments.
import type { Mark, MoveReview } from '../engine/review';
import { t } from '../i18n/index.svelte';
import { isTooClose, type KeyMoment } from './model';

/** Returns the title of a moment: the mark of its move, or its luck. */
export function titleOf({ move, outcome, isTurningPoint }: KeyMoment): string {
  const kind = move ? t(`review.mark.${markName(move)}`) : t(`review.luck.${outcome?.mark ?? 'none'}`);
  return isTurningPoint ? `${t('review.moment.turning')}: ${kind}` : kind;
}

function markName(move: MoveReview): Mark | 'close' | 'none' {
  if (isTooClose(move)) return 'close';
  return move.mark ?? 'none';
}
