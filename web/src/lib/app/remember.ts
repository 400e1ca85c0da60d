// Small choices that are offered again the next time: level, number of rivals, one's name.
const KEY = 'orrery.choices';

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** What was chosen last. */
export function remembered(name: string, otherwise: string): string {
  const value = all()[name];
  return typeof value === 'string' ? value : otherwise;
}

/** Keeps choices for the next time. */
export function remember(choices: Record<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), ...choices }));
  } catch {
    // Without storage the next visit begins with the defaults.
  }
}
