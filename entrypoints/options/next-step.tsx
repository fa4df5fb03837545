/** Right after connecting: the way to the first short link. */
import { Puzzle } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { Keys } from '../../components/keys.tsx';
import { t } from '../../lib/i18n/t.ts';
import type { ShortcutsProps } from './shortcuts.tsx';

export function NextStep({ boundShortcuts }: Pick<ShortcutsProps, 'boundShortcuts'>) {
  /** Of the popup, as it is really bound; empty for none. */
  const [keys, setKeys] = useState('');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const show = (all: Awaited<ReturnType<typeof boundShortcuts>>) =>
      setKeys(all.find(({ name }) => name === '_execute_action')?.keys ?? '');
    // Without them only the toolbar is named.
    void boundShortcuts().then(show, () => undefined);
    // It appears above the form, which may be scrolled.
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  // Opened by keyboard shortcut, Firefox keeps the focus until Tab is pressed (docs/decisions/0011-shortcuts.md).
  const needsTab = import.meta.env.FIREFOX && keys !== '';
  return (
    <section ref={section} aria-labelledby="next-step" class="next-step">
      <h2 id="next-step">{t('nextStep')}</h2>
      <ol class="steps">
        <li>
          <strong>{t('nextStepPage')}</strong>
          <span class="note">{t('nextStepPageHint')}</span>
        </li>
        <li>
          <strong>{t('nextStepOpen')}</strong>
          <span class="note">
            {t(keys === '' ? 'nextStepOpenHint' : 'nextStepOpenKeysHint')}{' '}
            {keys !== '' && <Keys keys={keys} />}
          </span>
        </li>
        <li>
          <strong>{t('nextStepEnter')}</strong>
          <span class="note">{t(needsTab ? 'nextStepEnterTabHint' : 'nextStepEnterHint')}</span>
        </li>
      </ol>
      <p class="pin">
        <Icon of={Puzzle} />
        {t('nextStepPin')}
      </p>
    </section>
  );
}
