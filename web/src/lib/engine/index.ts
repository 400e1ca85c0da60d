/** The public interface of the engine client. */

export type { Action, ActionKind, Destination } from './actions';
export type * from './asks';
export { EngineClient } from './client';
export { GameStore, type BranchPoint, type StoredGame, type Summary } from './store';
export { moveEnds } from './gestures';
export { TableFault, type FaultCode, type Remedy } from './fault';
export { Games, settingsOf, type LessonPlan, type OpenRecord } from './games';
export { LocalTable, pointsOf } from './local';
export { firstViewer, type Plan, type SeatPlan } from './plan';
export { ReplayTable } from './replay';
export type { Change, Deadline, Listener, SeatPlayer, Session, SessionState, StandingOrders } from './session';
