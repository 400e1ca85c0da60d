// The words of the client in the chosen language. What belongs to the game (cards, questions,
// actions, events) comes from the engine in the same language; here is only what surrounds it.
import { settings, type Language } from '../app/settings.svelte';
import en from './en';

/** The names of all messages. */
export type MessageName = keyof typeof en;
/** All messages of a language. */
export type Messages = Record<MessageName, string>;
/** What a message has places for. */
export type Params = Record<string, string | number>;

/** The languages: adding one is one file and one line here. */
export const LANGUAGES: Record<Language, { name: string; load: () => Promise<{ default: Messages }> }> = {
  en: { name: 'English', load: () => Promise.resolve({ default: en }) },
  de: { name: 'Deutsch', load: () => import('./de') },
};

const shown: { now: { messages: Messages; language: Language } } = $state({ now: { messages: en, language: 'en' } });

/** Loads the chosen language; until it is there, the one before stays. */
export async function useLanguage(language: Language): Promise<void> {
  const { default: messages } = await LANGUAGES[language].load();
  shown.now = { messages, language };
  document.documentElement.lang = language;
}

/** Puts values into a message. `one|many` is decided by `n`. */
export function fill(message: string, params: Params): string {
  const [one = '', many] = message.split('|');
  const form = many !== undefined && params['n'] !== 1 ? many : one;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** A message in the language that is shown. */
export function t(name: MessageName, params: Params = {}): string {
  return fill(shown.now.messages[name], params);
}

/** The language that is shown, for the engine and for numbers. */
export function language(): Language {
  return shown.now.language;
}

/** Follows the setting. Call once, where effects are allowed. */
export function followLanguageSetting(): void {
  $effect(() => {
    void useLanguage(settings.language);
  });
}
