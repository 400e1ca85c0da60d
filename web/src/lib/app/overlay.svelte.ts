// The dialog over the page. At most one is open; the game stays open behind it.
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

/** Opens the rules at the rule with this number; null opens them at the start. */
export function openRule(rule: string | null): void {
  show({ kind: 'rules', rule });
}

/** Closes the dialog. */
export function closeOverlay(): void {
  overlay.now = null;
  removeLayer?.();
  removeLayer = null;
}
