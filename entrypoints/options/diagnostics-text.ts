/**
 * A problem report as plain text, in English in every language, because the developers of Curtail read it. It contains
 * identifiers of the code, numbers and times, and the service's host only if the user includes it.
 */
import type { readDiagnosticsFacts } from '../../lib/browser/diagnostics-facts.ts';
import type { DiagnosticError, Diagnostics } from './diagnostics-report.ts';

export interface DiagnosticsFacts extends Awaited<ReturnType<typeof readDiagnosticsFacts>> {
  /** Of the texts. */
  readonly language: string;
  /** The service's host; `null` when it is not to be included. */
  readonly host: string | null;
  /** `null` when the background did not answer. */
  readonly background: Diagnostics | null;
}

const bytes = (count: number | null): string => (count === null ? 'unknown' : `${count} bytes`);

const time = (at: number | null): string => (at === null ? 'unknown' : new Date(at).toISOString());

const describeError = ({ kind, status, path, at }: DiagnosticError): string =>
  `- ${kind}, status ${status ?? 'none'}, ${path ?? 'any request'}, ${time(at)}`;

export function composeDiagnostics(facts: DiagnosticsFacts): string {
  const { version, userAgent, platform, language, browserLanguage, host, background } = facts;
  const lines = [
    ['Curtail', version],
    ['Browser', userAgent],
    ['Platform', platform],
    ['Language', `${language} (browser: ${browserLanguage})`],
    ...(host === null ? [] : [['Service', host]]),
    ['Storage', `settings ${bytes(facts.settingsBytes)}, database ${bytes(facts.databaseBytes)}`],
    ['Permissions', [...[...facts.permissions].sort(), `${facts.sites} sites`].join(', ')],
    ...(background === null ? [['Background', 'no answer']] : describeBackground(background)),
  ];
  const errors = background?.errors.map(describeError) ?? [];
  return [...lines.map(([name, value]) => `${name}: ${value}`), ...errors].join('\n');
}

function describeBackground(background: Diagnostics): string[][] {
  const { connected, queued, decisions, finished, lastFinishedAt, limit, remaining, errors } = background;
  return [
    ['Connected', connected ? 'yes' : 'no'],
    ['Links and changes', `${queued} queued, ${decisions} decisions, ${finished} finished`],
    ['Last finished', lastFinishedAt === null ? 'never' : time(lastFinishedAt)],
    ['Request limit', `${limit ?? 'unknown'}, remaining ${remaining ?? 'unknown'}`],
    ['Paused', background.blockReason ?? 'no'],
    ['Storage writes', background.storageFailing ? 'failing' : 'working'],
    ['Errors', String(errors.length)],
  ];
}
