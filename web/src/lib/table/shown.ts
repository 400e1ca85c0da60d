// Converts the state of a session to the state that the table draws: names and marks, answers with texts, clocks.
import { levelName } from '../app/levels';
import type { SeatPlayer, SessionState } from '../engine';
import { actionOf } from '../engine/actions';
import { t } from '../i18n/index.svelte';
import type { Prompt } from '../protocol';
import type { LogLine, Sealed, Player, TableState, Times } from './session';
import type { LegalStep, SeatId } from './types';

const MARKS = ['2', '1', '3', '4', '5'];
/** The mark of the Rogue. */
export const ROGUE_MARK = 'x';

/** Returns the mark of a seat, which stands for its colour, shape and hull. */
export function markOf(seat: SeatId, kind: string): string {
  return kind === 'rogue' ? ROGUE_MARK : (MARKS['ABCDE'.indexOf(seat)] ?? '1');
}

/** Returns the answers of a prompt with their texts. */
export function optionsOf(prompt: Prompt | null): LegalStep[] {
  return (prompt?.legal ?? []).map((step, i) => ({ step, action: actionOf(step), text: prompt?.texts?.[i] ?? step }));
}

function noteOf(player: SeatPlayer): string | undefined {
  if (player.resigned) return t('online.resigned');
  if (!player.present) return t('online.away');
  return player.level ? levelName(player.level) : undefined;
}

function shownPlayer(player: SeatPlayer, me: SeatId | null): Player {
  const kind = player.seat === me ? 'you' : player.kind === 'me' ? 'person' : player.kind;
  const note = noteOf(player);
  const { seat, name, resigned = false, present } = player;
  return { seat, name, kind, mark: markOf(seat, player.kind), resigned, absent: !present, ...(note ? { note } : {}) };
}

/** Returns the remaining time of every seat, and which clock is running. */
function timesOf({ clocks, clocksAt }: SessionState): Times | null {
  if (!clocks.length || clocksAt === undefined) return null;
  return { receivedAt: clocksAt, seats: clocks.map((c) => ({ seat: c.seat, left: c.move_ms ?? c.bank_ms, runs: c.move_ms !== null })) };
}

/** Returns the viewer's sealed answer while other seats still decide. */
function sealedOf(prompt: Prompt | null, me: SeatId | null): Sealed | null {
  if (!prompt?.answered || me === null || !prompt.seats.includes(me)) return null;
  const answer = prompt.answered === 'wait' ? 'wait' : actionOf(prompt.answered);
  return { answer, decision: { ...prompt.decision, seat: me }, options: optionsOf(prompt) };
}

/** Returns the state that the table draws; `version` counts the changes of the game and its prompts. */
export function shownTable(state: SessionState, log: LogLine[], version: number): TableState {
  const { view, prompt, me, players, undo, mayAskUndo = false, deadline = null } = state;
  const ownDecision = me !== null && prompt?.seats.includes(me) ? { ...prompt.decision, seat: me } : null;
  // With a sealed answer, the viewer has no open decision while other seats decide.
  const sealed = sealedOf(prompt, me);
  return {
    version,
    cards: state.cards,
    edition: state.edition,
    players: players.map((p) => shownPlayer(p, me)),
    me,
    shared: players.filter((p) => p.kind === 'me').length > 1,
    view: { ...view, decision: sealed ? null : (ownDecision ?? view.decision) },
    options: ownDecision && !sealed ? optionsOf(prompt) : [],
    log,
    canUndo: undo !== null,
    mayAskUndo,
    deadline: ownDecision ? deadline : null,
    times: timesOf(state),
    sealed,
    before: ownDecision && prompt ? prompt.seats.slice(0, prompt.seats.indexOf(ownDecision.seat)) : [],
  };
}
