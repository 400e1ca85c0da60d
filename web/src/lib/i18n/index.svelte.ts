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

/** The languages. To add a language, add its file and one line here. */
export const LANGUAGES: Record<Language, { name: string; load: () => Promise<{ default: Messages }> }> = {
  en: { name: 'English', load: () => Promise.resolve({ default: en }) },
  de: { name: 'Deutsch', load: () => import('./de') },
};

const active: { now: { messages: Messages; language: Language } } = $state({ now: { messages: en, language: 'en' } });

/** Switches to a language as soon as its messages are loaded. */
export async function useLanguage(language: Language): Promise<void> {
  const { default: messages } = await LANGUAGES[language].load();
  active.now = { messages, language };
  document.documentElement.lang = language;
}

/** Fills the placeholders of a message. In `one|many`, the parameter `n` selects singular or plural. */
export function fill(message: string, params: Params): string {
  const [one = '', many] = message.split('|');
  const form = many !== undefined && params['n'] !== 1 ? many : one;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** Returns a message in the current language. */
export function t(name: MessageName, params: Params = {}): string {
  return fill(active.now.messages[name], params);
}

/** Returns the current language, for the engine and for number formats. */
export function language(): Language {
  return active.now.language;
}

/** Formats a number with one decimal place in the current language. */
export function decimal(value: number): string {
  return value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Applies the language setting, now and after each change. Call it once during the initialisation of a component. */
export function followLanguageSetting(): void {
  $effect(() => {
    void useLanguage(settings.language);
  });
}
