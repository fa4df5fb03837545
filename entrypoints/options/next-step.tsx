/** Right after connecting: the way to the first short link. */
import { CornerDownLeft } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Banner } from '../../components/banner.tsx';
import { t } from '../../lib/i18n/t.ts';
import { isolateLeftToRight } from '../../lib/text/isolate.ts';
import type { ShortcutsProps } from './shortcuts.tsx';

/** Opened by keyboard shortcut, Firefox keeps the focus until Tab is pressed (docs/decisions/0011-shortcuts.md). */
const describeKeys = (keys: string): string =>
  import.meta.env.FIREFOX ? t('nextStepKeysTab', keys) : t('nextStepKeys', keys);

export function NextStep({ boundShortcuts }: Pick<ShortcutsProps, 'boundShortcuts'>) {
  /** Of the popup, as it is really bound; empty for none. */
  const [keys, setKeys] = useState('');
  useEffect(() => {
    const show = (all: Awaited<ReturnType<typeof boundShortcuts>>) =>
      setKeys(all.find(({ name }) => name === '_execute_action')?.keys ?? '');
    // Without them the toolbar is named instead.
    void boundShortcuts().then(show, () => undefined);
  }, []);
  return (
    <Banner icon={CornerDownLeft} heading={t('nextStep')}>
      <p>{keys === '' ? t('nextStepToolbar') : describeKeys(isolateLeftToRight(keys))}</p>
    </Banner>
  );
}
