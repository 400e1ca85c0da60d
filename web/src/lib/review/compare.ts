// The part of a review after a step, to compare a game with a branch of it.
import type { Account, LuckBy, MoveReview, OutcomeReview, Review } from '../engine/review';
import type { Seat } from '../protocol';
import { markCounts, seatIndex, pointAt } from './model';

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/**
 * Returns the reviews of a game and its branch from the moment at which the branch begins. If one of them is a part of a review, both have
 * only the figures that a part has.
 */
export function comparableReviews(reviews: readonly (Review | null)[], from: readonly number[]): (Review | null)[] {
  const isPart = from.some((step) => step > 0);
  return reviews.map((review, i) => (review && isPart ? reviewFrom(review, from[i] ?? 0) : review));
}

/** Returns the part of a review after a step; its accounts balance from that step on. */
export function reviewFrom(review: Review, step: number): Review {
  // If the step is in the middle of a move, begin with that move.
  const first = pointAt(review.graph, step)?.step ?? 0;
  const part: Review = {
    ...review,
    graph: review.graph.filter((point) => point.step >= first),
    moves: review.moves.filter((move) => move.from >= first),
    outcomes: review.outcomes.filter((outcome) => outcome.step > first),
    rolls: [],
    turning_point: null,
  };
  return { ...part, accounts: review.accounts.map((account) => accountFrom(account, part)) };
}

/** Returns the luck of a seat by cause. */
function luckBy(seat: Seat, outcomes: OutcomeReview[]): LuckBy {
  const of = (isCause: (outcome: OutcomeReview) => boolean) => sum(outcomes.filter(isCause).map(({ luck }) => luck[seatIndex(seat)] ?? 0));
  const isDice = ({ kind }: OutcomeReview) => kind === 'roll' || kind === 'reroll';
  return {
    own_dice: of((one) => isDice(one) && one.seat === seat),
    others_dice: of((one) => isDice(one) && one.seat !== seat),
    cards: of(({ kind }) => ['draw', 'deal', 'start'].includes(kind)),
    rogue: of(({ kind }) => kind === 'rogue'),
  };
}

/** Returns the account of a seat for the part of the game from a step to the end. */
function accountFrom(account: Account, part: Review): Account {
  const { seat, result } = account;
  const index = seatIndex(seat);
  const at = (values: number[]) => values[index] ?? 0;
  const { moves, outcomes } = part;
  const ownMoves = moves.filter((move) => move.seat === seat);
  const decisions = ownMoves.filter((move) => move.decision);
  const losses = sum(ownMoves.map(({ loss }) => loss));
  const luck = sum(outcomes.map((one) => at(one.luck)));
  const gifts = moves.flatMap(({ gift }) => (gift?.seat === seat ? [gift] : []));
  const unexplained = ([...moves, ...outcomes] as (MoveReview | OutcomeReview)[]).map((one) => at(one.unexplained));
  return {
    ...account,
    start: at(part.graph[0]?.chances ?? []),
    luck,
    losses,
    gifts: sum(moves.filter((move) => move.seat !== seat).map((move) => at(move.gifts))),
    hidden: sum(moves.map((move) => at(move.hidden))),
    unexplained: sum(unexplained),
    adjusted: result - luck,
    moves: ownMoves.length,
    decisions: decisions.length,
    error_rate: decisions.length ? (1000 * sum(decisions.map(({ loss }) => loss))) / decisions.length : null,
    luck_by: luckBy(seat, outcomes),
    marks: markCounts(part, seat),
    gifts_received: gifts.length,
    gifts_taken: gifts.filter(({ taken }) => taken).length,
    // These values need the analysis of the whole game.
    followed: 0,
    accuracy: null,
    plays_like: null,
  };
}
