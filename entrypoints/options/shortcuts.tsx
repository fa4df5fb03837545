/** The shortcuts as the browser has bound them, with the way to change them. */
import { ExternalLink } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Keys } from '../../components/keys.tsx';
import { useOnWindowFocus } from '../../components/use-on-window-focus.ts';
import type * as keyboardShortcuts from '../../lib/browser/keyboard-shortcuts.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import { SettingRow } from '../../components/setting-rows.tsx';
import { Section } from './section.tsx';

export interface ShortcutsProps extends Pick<typeof keyboardShortcuts, 'boundShortcuts' | 'changeShortcuts'> {
  /** Typed in the address bar, before a space. */
  readonly keyword: string;
}

const names = new Map<string, MessageName>([
  ['_execute_action', 'commandOpenPopup'],
  ['shorten-page', 'commandShortenPage'],
]);

export function Shortcuts({ boundShortcuts, changeShortcuts, keyword }: ShortcutsProps) {
  const [shortcuts, setShortcuts] = useState<readonly keyboardShortcuts.Shortcut[]>([]);
  useOnWindowFocus(() => {
    // What was read before stays, and the browser has a list of its own.
    boundShortcuts().then(setShortcuts, () => undefined);
  });
  return (
    <Section id="shortcuts">
      <div class="card rows">
        <ul class="shortcuts">
          {shortcuts.map(({ name, keys }) => {
            const label = names.get(name);
            return (
              label && (
                <li key={name} class="setting">
                  {t(label)} {keys === '' ? <span class="note">{t('notBound')}</span> : <Keys keys={keys} />}
                </li>
              )
            );
          })}
        </ul>
        <SettingRow label={t('addressBar')} hint={t('addressBarHelp', keyword)}>
          <span class="key-row">
            <Keys keys={keyword} />
            <Keys keys={t('spaceKey')} />
          </span>
        </SettingRow>
        <SettingRow
          label={t('toolbarButton')}
          hint={t('toolbarButtonHelp', t('menuShortenAndCopy'), t('bulkAllTabs'))}
        />
        <div class="setting">
          {changeShortcuts ? (
            <Button icon={ExternalLink} mirrors text={t('changeShortcuts')} onClick={changeShortcuts} />
          ) : (
            <p class="note">{t('changeShortcutsHint')}</p>
          )}
        </div>
      </div>
    </Section>
  );
}
