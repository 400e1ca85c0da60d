// The dialog over the page. At most one is open. Players use it without leaving the game.
import { addLayer } from './back';

/** A dialog with its parameters. */
export type Overlay =
  | { kind: 'rules'; rule: string | null }
  | { kind: 'settings' }
  | { kind: 'help' }
  | { kind: 'menu' }
  | { kind: 'log' }
  | { kind: 'deck' }
  | { kind: 'hint' }
  | { kind: 'orders' }
  | { kind: 'people' }
  | { kind: 'leave' };

/** The open dialog, if any. */
export const overlay: { now: Overlay | null } = $state({ now: null });

let removeLayer: (() => void) | null = null;

/** Opens a dialog. */
export function show(next: Overlay): void {
  overlay.now = next;
  removeLayer ??= addLayer(closeOverlay);
}

/** Opens the rules at the rule with a number, or at the start. */
export function openRule(rule: string | null): void {
  show({ kind: 'rules', rule });
}

/** Closes the dialog. */
export function closeOverlay(): void {
  overlay.now = null;
  removeLayer?.();
  removeLayer = null;
}
