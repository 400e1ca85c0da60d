// Error texts in the selected language: what happened and what to do.
import { TableFault, type FaultCode } from '../engine';
import { t, type MessageName } from '../i18n/index.svelte';

/** Codes with a translated text; other errors show the message of the component that failed. */
const OWN: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'refused',
  'no-table',
  'not-admitted',
  'seat-taken',
  'already-seated',
  'seats-empty',
  'begun',
  'over',
  'not-host',
  'not-seated',
  'stale',
  'not-asked',
  'nothing-to-undo',
  'too-many',
  'busy',
  'store',
  'damaged',
  'version',
  'no-identity',
  'no-recovery',
]);

/** Returns the text of an error for users. */
export function sentence(thrown: unknown): string {
  const fault = TableFault.of(thrown);
  if (fault.code === 'internal') return t('fault.server');
  if (OWN.has(fault.code)) return t(`fault.${fault.code}` as MessageName);
  const problems = fault.problems.map((p) => `${p.line ? `${p.line}:${p.column ?? 1} ` : ''}${p.text}`);
  const remedy = fault.remedy === 'none' ? '' : t(`remedy.${fault.remedy}` as MessageName);
  return [fault.message, ...problems, remedy].filter(Boolean).join('\n');
}
