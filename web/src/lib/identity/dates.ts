// Dates and times of the identity page, in the current language.
import { language } from '../i18n/index.svelte';

const DAY = 86_400;

/** Formats a date, given in seconds since 1970. */
export const formatDate = (at: number): string => new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(at * 1000);

/** Formats a date and time, given in seconds since 1970. */
export const formatDateTime = (at: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000);

/** Formats the number of UTC days since a time, such as "yesterday"; the time is in seconds since 1970. */
export function daysAgo(at: number, now = Date.now() / 1000): string {
  const days = Math.max(0, Math.floor(now / DAY) - Math.floor(at / DAY));
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
}
