// Shows that a finger rests on a button. `:active` would redraw the button at the start of each tap, which delays the result of the tap on
// slow phones.

/** How long a finger rests on a button before the button shows it, in milliseconds. */
const REST_MS = 60;

/** Sets `data-held` on the button under a resting finger. Returns a function that stops it. */
export function watchPresses(): () => void {
  let button: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = (): void => {
    clearTimeout(timer);
    delete button?.dataset['held'];
    button = null;
  };
  const press = ({ target, pointerType }: PointerEvent): void => {
    release();
    if (pointerType === 'mouse' || !(target instanceof Element)) return;
    button = target.closest<HTMLElement>('.btn');
    timer = setTimeout(() => button?.setAttribute('data-held', ''), REST_MS);
  };
  const options = { passive: true, capture: true };
  addEventListener('pointerdown', press, options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', release, options);
  return () => {
    release();
    removeEventListener('pointerdown', press, options);
    removeEventListener('pointerup', release, options);
    removeEventListener('pointercancel', release, options);
  };
}
