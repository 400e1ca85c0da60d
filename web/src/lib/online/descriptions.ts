// Short descriptions of tables for lists.
import { builtInEditions, editionName } from '../app/editions.svelte';
import { language, t, type MessageName } from '../i18n/index.svelte';
import type { TableSettings, TableSummary } from '../protocol';

/** Describes a clock in one line. */
export function clockLine(clock: TableSettings['clock']): string {
  if (clock?.kind === 'live')
    return t('online.clock.live.text', { bank: Math.round(clock.bank_s / 60), move: clock.move_s, follow: clock.follow_s });
  return clock?.kind === 'days' ? t('online.clock.days.text', { n: clock.hours }) : t('online.clock.none.text');
}

/** Returns the names of the options that are on. Custom decks have the same options as the built-in editions. */
function optionNames(settings: TableSettings): string[] {
  const names = new Map(builtInEditions().flatMap(({ options }) => options.map(({ field, about }) => [field, about.name])));
  return Object.entries(settings).flatMap(([field, value]) => (value === true ? (names.get(field) ?? []) : []));
}

/** Describes the settings of a table in one line. */
export function settingsLine(settings: TableSettings): string {
  const { edition = 'classic', clock, absent } = settings;
  const details = [
    ...optionNames(settings),
    clock && clock.kind !== 'none' && absent ? `${t('online.absent')}: ${t(`online.absent.${absent.kind}` as MessageName)}` : '',
  ];
  return [editionName(edition), clockLine(clock), ...details.filter(Boolean)].join(' · ');
}

/** Describes the edition, stage and clock of a table in one line. */
export function summaryLine(table: TableSummary): string {
  return [
    editionName(table.edition),
    t(`online.stage.${table.stage}` as MessageName),
    t(`online.clock.${table.clock.kind}` as MessageName),
  ].join(' · ');
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats the time since a moment, which is given in seconds since 1970. */
export function ago(then: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - then);
  const [unit, seconds] = UNITS.find(([, s]) => passed >= s) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return unit === 'second' ? format.format(0, 'second') : format.format(-Math.floor(passed / seconds), unit);
}
