// The dialog over the page: at most one, so that nobody has to leave a game to look something up.

/** The dialogs. */
export type Overlay =
  | { kind: 'rules'; rule: string | null }
  | { kind: 'settings' }
  | { kind: 'help' }
  | { kind: 'menu' }
  | { kind: 'log' }
  | { kind: 'orders' }
  | { kind: 'people' };

/** The dialog that is open. */
export const overlay: { now: Overlay | null } = $state({ now: null });

/** Opens a dialog. */
export function show(next: Overlay): void {
  overlay.now = next;
}

/** Opens the rules at a number. */
export function openRule(rule: string | null): void {
  overlay.now = { kind: 'rules', rule };
}

/** Closes the dialog. */
export function closeOverlay(): void {
  overlay.now = null;
}
