/** "Diagnostics": a problem report, shown and copied. */
import { Copy } from 'lucide';
import { useState } from 'preact/hooks';
import { Checkbox } from '../../components/checkbox.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { Button } from '../../components/button.tsx';
import type { copyInPage } from '../../lib/browser/clipboard.ts';
import type { readDiagnosticsFacts } from '../../lib/browser/diagnostics-facts.ts';
import { t, uiLanguage } from '../../lib/i18n/t.ts';
import type { Diagnostics } from './diagnostics-report.ts';
import { composeDiagnostics, type DiagnosticsFacts } from './diagnostics-text.ts';
import { SettingRow } from '../../components/setting-rows.tsx';

export interface DiagnosticsDeps {
  readonly readDiagnosticsFacts: typeof readDiagnosticsFacts;
  readonly readBackground: () => Promise<Diagnostics>;
  readonly copy: typeof copyInPage;
}

interface DiagnosticsProps {
  readonly deps: DiagnosticsDeps;
  /** The connected service's; empty for none. */
  readonly host: string;
}

type Facts = Omit<DiagnosticsFacts, 'host'>;

async function readFacts({ readDiagnosticsFacts, readBackground }: DiagnosticsDeps): Promise<Facts> {
  const [environment, background] = await Promise.all([
    readDiagnosticsFacts(),
    // The report says that there was no answer.
    readBackground().catch(() => null),
  ]);
  return { ...environment, language: uiLanguage(), background };
}

export function DiagnosticsRow({ deps, host }: DiagnosticsProps) {
  const [facts, setFacts] = useState<Facts | null>(null);
  const [hasHost, setHasHost] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const textOf = (shown: Facts) =>
    composeDiagnostics({ ...shown, host: hasHost && host !== '' ? host : null });
  async function refresh(): Promise<Facts> {
    const read = await readFacts(deps);
    setFacts(read);
    return read;
  }
  async function copy(): Promise<void> {
    setCopied('no');
    // What is copied is also shown.
    const text = textOf(await refresh());
    const isCopied = await deps.copy(text);
    setCopied(isCopied ? 'yes' : 'failed');
    // To be selected and copied by hand.
    if (!isCopied) setOpen(true);
  }
  return (
    <>
      <SettingRow label={t('diagnostics')} hint={t('diagnosticsHint')}>
        <Button icon={Copy} text={t('copyDiagnostics')} class="quiet" onClick={() => void copy()} />
      </SettingRow>
      <Disclosure
        name={t('diagnosticsContent')}
        isOpen={isOpen}
        onToggle={(open) => {
          setOpen(open);
          if (open) void refresh();
        }}
      >
        {host !== '' && (
          <Checkbox label={t('diagnosticsHost', host)} checked={hasHost} onChange={setHasHost} />
        )}
        {facts !== null && <pre dir="ltr">{textOf(facts)}</pre>}
      </Disclosure>
      <p role="status" class="saved">
        {copied === 'yes' && t('diagnosticsCopied')}
      </p>
      <p role="alert" class="problem">
        {copied === 'failed' && t('diagnosticsNotCopied', t('diagnosticsContent'))}
      </p>
    </>
  );
}
