// Error texts in the selected language. They say what happened and what to do.
import { TableFault, type FaultCode } from '../engine';
import { t, type MessageName } from '../i18n/index.svelte';

/** Codes with a translated text; other errors show the message of the part that failed, in English. */
const TRANSLATED: ReadonlySet<FaultCode> = new Set<FaultCode>([
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

const problemsOf = (fault: TableFault): string[] => fault.problems.map((p) => `${p.line ? `${p.line}:${p.column ?? 1} ` : ''}${p.text}`);

const remedyOf = ({ remedy }: TableFault): string => (remedy === 'none' ? '' : t(`remedy.${remedy}` as MessageName));

/** Returns the text that users see for an error of a server. */
export function errorText(thrown: unknown): string {
  const fault = TableFault.of(thrown);
  if (fault.code === 'internal') return t('fault.server');
  if (TRANSLATED.has(fault.code)) return t(`fault.${fault.code}` as MessageName);
  return [fault.message, ...problemsOf(fault), remedyOf(fault)].filter(Boolean).join('\n');
}

/** The messages for errors of this device. Other errors, such as illegal steps, show the engine's text. */
const DEVICE_MESSAGES: Partial<Record<FaultCode, MessageName>> = {
  'bad-deck': 'fault.bad-deck',
  options: 'fault.options',
  crashed: 'fault.crashed',
  'no-engine': 'fault.no-engine',
  'no-storage': 'fault.no-storage',
  'no-game': 'fault.no-game',
  internal: 'fault.internal',
};

/** Messages that are followed by the engine's details, in English. */
const DETAILED = new Set<MessageName>(['fault.record', 'fault.options', 'fault.internal', 'fault.no-storage']);

/** Returns the text that users see for an error of this device. */
export function deviceErrorText(thrown: unknown): string {
  if (!(thrown instanceof TableFault)) return thrown instanceof Error ? thrown.message : String(thrown);
  const unreadable: MessageName = thrown.code === 'not-found' ? 'fault.unknown-deck' : 'fault.record';
  const name = thrown.field === 'record' ? unreadable : DEVICE_MESSAGES[thrown.code];
  const problems = problemsOf(thrown);
  const details = problems.length || !name ? problems : DETAILED.has(name) ? [thrown.message] : [];
  return [name ? t(name) : thrown.message, ...details, remedyOf(thrown)].filter(Boolean).join('\n');
}
