// The browser's back button and back swipe close dialogs and other layers over the page, and ask before
// they leave a table. While a layer is open, the page has a second history entry, the guard. Going back
// from the guard closes the topmost layer instead of leaving the page.

/** Closes a layer, or asks whether to leave the table. */
type Close = () => void;

const GUARD = 'orrery.guard';
const layers: Close[] = [];

const isGuard = (): boolean => history.state === GUARD;
const page = (): string => location.hash.split('?')[0] ?? '';

/** The page whose guard is the current history entry; null if the current entry is not a guard. */
let guardedPage: string | null = isGuard() ? page() : null;

/** Adds the guard to the history if a layer needs it and it is missing. */
function addGuard(): void {
  if (!layers.length || isGuard()) return;
  history.pushState(GUARD, '');
  guardedPage = page();
}

addEventListener('popstate', () => {
  const leftGuard = guardedPage !== null && guardedPage === page() && !isGuard();
  guardedPage = isGuard() ? page() : null;
  if (!leftGuard) return;
  const close = layers.at(-1);
  // All layers are already closed: leave the page.
  if (close) close();
  else history.back();
  addGuard();
});
// Browsers skip history entries that a page adds without a user gesture, so add a missing guard on every gesture.
for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, addGuard, true);

/** Lets the back button close a layer. Returns a function that removes the layer. */
export function addLayer(close: Close): () => void {
  layers.push(close);
  addGuard();
  return () => {
    const index = layers.indexOf(close);
    if (index >= 0) layers.splice(index, 1);
  };
}
