/** The shortcuts as the browser has bound them, with the way to change them. */
import { useEffect, useState } from 'preact/hooks';
import type { Shortcut } from '../../lib/browser/keyboard-shortcuts.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';

export interface ShortcutsProps {
  readonly read: () => Promise<readonly Shortcut[]>;
  /** Calls back when they may have changed. @returns unsubscribes */
  readonly onReturn: (changed: () => void) => () => void;
  /** `null` where an extension can't open the browser's page for it. */
  readonly onChange: (() => void) | null;
}

const names = new Map<string, MessageName>([
  ['_execute_action', 'commandOpenPopup'],
  ['shorten-page', 'commandShortenPage'],
]);

export function Shortcuts({ read, onReturn, onChange }: ShortcutsProps) {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  useEffect(() => {
    const update = () => void read().then(setShortcuts, () => undefined);
    update();
    return onReturn(update);
  }, []);
  return (
    <section aria-labelledby="shortcuts">
      <h2 id="shortcuts">{t('shortcutsHeading')}</h2>
      <ul class="shortcuts">
        {shortcuts.map(({ name, keys }) => {
          const label = names.get(name);
          return (
            label && (
              <li key={name}>
                {t(label)} {keys === '' ? <span class="note">{t('notBound')}</span> : <kbd>{keys}</kbd>}
              </li>
            )
          );
        })}
      </ul>
      {onChange ? (
        <button type="button" onClick={onChange}>
          {t('changeShortcuts')}
        </button>
      ) : (
        <p class="note">{t('changeShortcutsHint')}</p>
      )}
      <p class="note">{t('addressBarHelp')}</p>
    </section>
  );
}
