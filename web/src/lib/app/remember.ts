// Remembers small choices for the next visit: level, number of rivals, name.
const KEY = 'orrery.choices';

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** Returns the last choices. */
export function remembered(name: string, otherwise: string): string {
  const value = all()[name];
  return typeof value === 'string' ? value : otherwise;
}

/** Saves choices for the next visit. */
export function remember(choices: Record<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), ...choices }));
  } catch {
    // Without storage the next visit starts with the defaults.
  }
}
