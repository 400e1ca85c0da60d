// The dialog over the page: at most one, so that nobody has to leave a game to look something up.
import { layer } from './back';

/** The dialogs. */
export type Overlay =
  | { kind: 'rules'; rule: string | null }
  | { kind: 'settings' }
  | { kind: 'help' }
  | { kind: 'menu' }
  | { kind: 'log' }
  | { kind: 'orders' }
  | { kind: 'people' }
  | { kind: 'leave' };

/** The dialog that is open. */
export const overlay: { now: Overlay | null } = $state({ now: null });

let removeLayer: (() => void) | null = null;

/** Opens a dialog. */
export function show(next: Overlay): void {
  overlay.now = next;
  removeLayer ??= layer(closeOverlay);
}

/** Opens the rules at a number. */
export function openRule(rule: string | null): void {
  show({ kind: 'rules', rule });
}

/** Closes the dialog. */
export function closeOverlay(): void {
  overlay.now = null;
  removeLayer?.();
  removeLayer = null;
}
