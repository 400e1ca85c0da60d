// Tables in lists, in a few words.
import { t, type MessageName } from '../i18n/index.svelte';
import type { TableSummary } from '../protocol';

/** The built-in editions. */
export const EDITIONS = ['classic', 'revised', 'blast-off', 'prototype'] as const;

/** Edition, stage and clock of a table. */
export function summaryLine(table: TableSummary): string {
  const known = (EDITIONS as readonly string[]).includes(table.edition);
  const edition = known ? t(`edition.name.${table.edition}` as MessageName) : table.edition;
  return [edition, t(`online.stage.${table.stage}` as MessageName), t(`online.clock.${table.clock.kind}` as MessageName)].join(' · ');
}

/** Minutes and seconds of a clock. */
export function clockText(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 3600) return `${Math.floor(s / 3600)} h`;
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}
