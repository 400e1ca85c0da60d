// The client's texts in the selected language. Texts of the game (cards, prompts, actions, events)
// come from the engine in the same language.
import { settings, type Language } from '../app/settings.svelte';
import en from './en';

/** The keys of all messages. */
export type MessageName = keyof typeof en;
/** All messages of a language. */
export type Messages = Record<MessageName, string>;
/** Values for the placeholders of a message. */
export type Params = Record<string, string | number>;

/** The languages: a new one needs one file and one line here. */
export const LANGUAGES: Record<Language, { name: string; load: () => Promise<{ default: Messages }> }> = {
  en: { name: 'English', load: () => Promise.resolve({ default: en }) },
  de: { name: 'Deutsch', load: () => import('./de') },
};

const shown: { now: { messages: Messages; language: Language } } = $state({ now: { messages: en, language: 'en' } });

/** Loads and shows a language; the current one stays until then. */
export async function useLanguage(language: Language): Promise<void> {
  const { default: messages } = await LANGUAGES[language].load();
  shown.now = { messages, language };
  document.documentElement.lang = language;
}

/** Fills the placeholders of a message. In `one|many`, `n` selects the form. */
export function fill(message: string, params: Params): string {
  const [one = '', many] = message.split('|');
  const form = many !== undefined && params['n'] !== 1 ? many : one;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** Returns a message in the current language. */
export function t(name: MessageName, params: Params = {}): string {
  return fill(shown.now.messages[name], params);
}

/** Returns the current language, for the engine and for number formats. */
export function language(): Language {
  return shown.now.language;
}

/** Returns a number with one decimal, as the current language writes it. */
export function decimal(value: number): string {
  return value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Applies the language setting. Call it once, where effects are allowed. */
export function followLanguageSetting(): void {
  $effect(() => {
    void useLanguage(settings.language);
  });
}
