// Structural sharing: a new value reuses the parts of the old one that have the same content. Svelte compares values by identity, so only
// components that read a changed part run again.

/**
 * Returns `next`, but with every part that has the same content in `last` taken from there; `last` itself if all is equal. Both must be
 * plain data.
 */
export function share<T>(last: unknown, next: T): T {
  if (!isObject(last) || !isObject(next) || Array.isArray(last) !== Array.isArray(next)) return next;
  const shared: Record<string, unknown> = {};
  const keys = Object.keys(next);
  let isSame = keys.length === Object.keys(last).length;
  for (const key of keys) {
    const part = share(last[key], next[key]);
    isSame &&= Object.hasOwn(last, key) && Object.is(part, last[key]);
    shared[key] = part;
  }
  if (isSame) return last as T;
  return (Array.isArray(next) ? keys.map((key) => shared[key]) : shared) as T;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
