// Stores the user's last choices in forms for the next visit: level, number of rivals, name.
const KEY = 'orrery.choices';

function storedChoices(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** Returns the last choice with this name, or a fallback. */
export function remembered(name: string, fallback: string): string {
  const value = storedChoices()[name];
  return typeof value === 'string' ? value : fallback;
}

/** Saves choices for the next visit. */
export function remember(choices: Record<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...storedChoices(), ...choices }));
  } catch {
    // Without storage the next visit starts with the defaults.
  }
}
