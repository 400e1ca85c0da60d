// The browser's back button and back swipe close what lies over the page, and ask before they leave a
// table. While anything is open, the page has a second entry in the history, the guard: going back from
// it closes the topmost layer instead of leaving.

/** Closes a layer, or asks whether to leave. */
type Close = () => void;

const GUARD = 'orrery.guard';
const layers: Close[] = [];

const isGuard = (): boolean => history.state === GUARD;
const page = (): string => location.hash.split('?')[0] ?? '';

/** The page of the guard that is the current entry of the history, if it is one. */
let guarded: string | null = isGuard() ? page() : null;

function arm(): void {
  if (!layers.length || isGuard()) return;
  history.pushState(GUARD, '');
  guarded = page();
}

addEventListener('popstate', () => {
  const left = guarded !== null && guarded === page() && !isGuard();
  guarded = isGuard() ? page() : null;
  if (!left) return;
  const close = layers.at(-1);
  // Without a layer nothing needs the guard any more.
  if (close) close();
  else history.back();
  arm();
});
// Browsers skip entries of the history that a page adds without a gesture.
for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, arm, true);

/** Lets the back button close a layer. Returns a function that removes the layer. */
export function layer(close: Close): () => void {
  layers.push(close);
  arm();
  return () => {
    const at = layers.indexOf(close);
    if (at >= 0) layers.splice(at, 1);
  };
}
