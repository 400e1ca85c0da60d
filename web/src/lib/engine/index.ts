/** The public interface of the engine client. */

export type * from './asks';
export { EngineClient } from './client';
export { Drawer, type Kept, type Summary } from './drawer';
export { TableFault, type FaultCode, type Remedy } from './fault';
export { Games, settingsOf, type LessonPlan, type Opening, type Story } from './games';
export { LocalTable } from './local';
export type { Plan, SeatPlan } from './plan';
export type { Change, Deadline, Listener, OnlineSession, Player, TableSession, TableState } from './session';
