/** A review of an invented game with two seats, for tests. */

import type { Account, MoveReview, OutcomeReview, Review } from '../engine/review';

const luckBy = { own_dice: 0.2, others_dice: 0.05, cards: 0, rogue: 0 };

/** Returns an account of a seat whose parts add up. */
export function account(changes: Partial<Account> = {}): Account {
  const base = { start: 0.5, luck: 0.25, losses: 0.15, gifts: 0.3, hidden: 0, unexplained: 0.1, ...changes };
  const result = base.start + base.luck - base.losses + base.gifts + base.hidden + base.unexplained;
  return {
    seat: 'A',
    result,
    luck_by: luckBy,
    adjusted: result - base.luck,
    moves: 40,
    decisions: 30,
    error_rate: 5,
    accuracy: 87.4,
    marks: [3, 1, 1],
    followed: 0.02,
    gifts_received: 3,
    gifts_taken: 2,
    plays_like: { temperature: 0.02, low: 0.01, high: 0.04, level: 'captain', weakest: 'pilot', strongest: 'admiral', choices: 30 },
    ...base,
    ...changes,
  };
}

/** Returns a move of seat A. */
export function move(changes: Partial<MoveReview> = {}): MoveReview {
  return {
    from: 10,
    to: 13,
    turn: 3,
    seat: 'A',
    kind: 'die',
    steps: ['activate move', 'ship 1', 'to orbit 2'],
    choices: 5,
    chance: 0.4,
    best: 0.5,
    loss: 0.1,
    gifts: [-0.1, 0.1],
    hidden: [0, 0],
    unexplained: [0, 0],
    decision: true,
    mark: 'blunder',
    check: { verdict: 'worse', loss: 0.1, error: 0.01, games: 40 },
    gift: { seat: 'B', taken: true },
    alternatives: [
      { steps: ['activate energy'], chance: 0.5, played: false },
      { steps: ['activate culture'], chance: 0.495, played: false },
      { steps: ['activate move', 'ship 1', 'to orbit 2'], chance: 0.4, played: true },
    ],
    ...changes,
  };
}

/** Returns a roll of seat A. */
export function outcome(changes: Partial<OutcomeReview> = {}): OutcomeReview {
  return {
    step: 10,
    turn: 3,
    seat: 'A',
    kind: 'roll',
    outcome: 'rolled move energy energy colony',
    probability: 0.01,
    possible: 126,
    luck: [0.2, -0.2],
    unexplained: [0, 0],
    mark: 'lucky',
    ...changes,
  };
}

/** Returns a review. */
export function review(changes: Partial<Review> = {}): Review {
  return {
    seats: 2,
    solo: false,
    evaluator: 'test',
    spread: 0.5,
    steps: 20,
    analysed: 20,
    over: true,
    notes: [],
    graph: [
      { step: 0, turn: 0, chances: [0.5, 0.5] },
      { step: 10, turn: 3, chances: [0.7, 0.3] },
      { step: 13, turn: 3, chances: [0.6, 0.4] },
      { step: 20, turn: 6, chances: [1, 0] },
    ],
    moves: [move(), move({ from: 15, to: 16, turn: 4, loss: 0.03, mark: 'inaccuracy' })],
    outcomes: [outcome()],
    accounts: [account(), account({ seat: 'B', luck: -0.25, losses: 0.3, gifts: 0.15, unexplained: -0.1 })],
    turning_point: { from: 13, to: 20, turn: 6, seat: 'A', change: 0.4 },
    rolls: [],
    ...changes,
  };
}
