// The user's settings, saved on this device. An unknown value falls back to its default, so that
// old stored settings never break a new client.

/** Every setting with its values; the first value is the default. */
const CHOICES = {
  language: ['en', 'de'],
  theme: ['night', 'dusk'],
  contrast: ['normal', 'high'],
  text: ['normal', 'large', 'huge'],
  motion: ['normal', 'slow', 'fast', 'off'],
  sound: ['off', 'on'],
  volume: ['normal', 'soft', 'loud'],
  ambience: ['off', 'on'],
  vibration: ['on', 'off'],
  follow: ['normal', 'beginner', 'fast'],
  odds: ['on', 'off'],
  tutor: ['off', 'on'],
  notify: ['off', 'on'],
} as const;

type Choices = typeof CHOICES;
/** The name of a setting. */
export type SettingName = keyof Choices;
/** All settings. */
export type Settings = { -readonly [K in SettingName]: Choices[K][number] };
/** A language of the client. */
export type Language = Settings['language'];

const KEY = 'orrery.settings';

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

/** Parses stored settings; unknown values become defaults. */
export function readSettings(stored: string | null, language: Language): Settings {
  let raw: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}');
    if (parsed && typeof parsed === 'object') raw = parsed as Record<string, unknown>;
  } catch {
    // The data is damaged: use the defaults.
  }
  const value = <K extends SettingName>(name: K, fallback: Settings[K]) =>
    (CHOICES[name] as readonly unknown[]).includes(raw[name]) ? (raw[name] as Settings[K]) : fallback;
  return {
    language: value('language', language),
    theme: value('theme', 'night'),
    contrast: value('contrast', 'normal'),
    text: value('text', 'normal'),
    motion: value('motion', 'normal'),
    sound: value('sound', 'off'),
    volume: value('volume', 'normal'),
    ambience: value('ambience', 'off'),
    vibration: value('vibration', 'on'),
    follow: value('follow', 'normal'),
    odds: value('odds', 'on'),
    tutor: value('tutor', 'off'),
    notify: value('notify', 'off'),
  };
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // The browser forbids storage: the settings last only for this visit.
  }
}

/** The settings of this device. */
export const settings: Settings = $state(readSettings(readStorage(), browserLanguage()));

/** Returns the values of a setting. */
export function choicesOf<K extends SettingName>(name: K): readonly Settings[K][] {
  return CHOICES[name] as unknown as readonly Settings[K][];
}

/** Changes and saves a setting. */
export function set<K extends SettingName>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The browser forbids storage.
  }
}

/** Returns whether animations are off, by the setting or by the system's preference. */
export function isMotionOff(): boolean {
  return settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns the factor for the duration of animations. */
export function durationFactor(): number {
  return { slow: 1.8, normal: 1, fast: 0.45, off: 0 }[settings.motion];
}
