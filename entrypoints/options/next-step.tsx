/** After connecting: the way to the first short link, until there is one. */
import { BellRing, Check, Puzzle, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Keys } from '../../components/keys.tsx';
import { useFocusRestoreOf } from '../../components/use-focus-restore.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ModelProps } from './model.ts';
import type { ShortcutsProps } from './shortcuts.tsx';
import { useIsUnpinned, type ToolbarDeps } from './use-is-unpinned.ts';

export type NextStepProps = ModelProps & Pick<ShortcutsProps, 'boundShortcuts'> & ToolbarDeps;

export function NextStep({ boundShortcuts, model, ...toolbar }: NextStepProps) {
  /** The popup's bound shortcut; empty for none. */
  const [keys, setKeys] = useState('');
  const isHidden = useIsUnpinned(toolbar);
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const show = (all: Awaited<ReturnType<typeof boundShortcuts>>) =>
      setKeys(all.find(({ name }) => name === '_execute_action')?.keys ?? '');
    // Without them only the toolbar is named.
    void boundShortcuts().then(show, () => undefined);
    // Scrolls only to what has just appeared.
    if (model.state.peek().name !== 'connected') return;
    // It appears above the form, which may be scrolled.
    section.current?.scrollIntoView({ block: 'nearest' });
    // A cursor in the emptied key field would ask for another key.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('form.connection'))
      heading.current?.focus();
  }, []);
  return (
    <section ref={section} aria-labelledby="next-step" class="next-step" data-item="next-step">
      <div class="section-head">
        <h2 id="next-step" ref={heading} tabIndex={-1}>
          {t('nextStep')}
        </h2>
        <Button icon={X} text={t('dismiss')} class="quiet" onClick={model.endFirstSteps} />
      </div>
      <Steps keys={keys} />
      {isHidden && (
        <>
          <p class="pin">
            <Icon of={Puzzle} />
            {t(import.meta.env.FIREFOX ? 'nextStepPinFirefox' : 'nextStepPin')}
          </p>
          <MenuResults model={model} />
        </>
      )}
    </section>
  );
}

function Steps({ keys }: { readonly keys: string }) {
  return (
    <ol class="steps">
      <li>
        <strong>{t('nextStepPage')}</strong>
        <span class="note">{t('nextStepPageHint')}</span>
      </li>
      <li>
        <strong>{t('nextStepOpen')}</strong>
        <span class="note">
          {t(keys === '' ? 'nextStepOpenHint' : 'nextStepOpenKeysHint')} {keys !== '' && <Keys keys={keys} />}
        </span>
      </li>
      <li>
        <strong>{t('nextStepEnter')}</strong>
        <span class="note">{t('nextStepEnterHint')}</span>
      </li>
    </ol>
  );
}

/** A hidden button can't show its ✓ after a click in the right-click menu. */
function MenuResults({ model }: ModelProps) {
  const isOn = model.preferences.value.notify;
  const [wasOff] = useState(!isOn);
  const status = useRef<HTMLParagraphElement>(null);
  // The button goes with the choice.
  useFocusRestoreOf('notify', () => status.current);
  if (!wasOff) return null;
  return (
    <div class="pin" data-item="notify">
      <Icon of={BellRing} />
      <div>
        <p>{t('nextStepMenu')}</p>
        {!isOn && (
          <Button text={t('turnOnNotifications')} onClick={() => void model.chooseNotifications(true)} />
        )}
        <p ref={status} role="status" tabIndex={-1} class={isOn ? 'saved' : 'problem small'}>
          {isOn && <Icon of={Check} />}
          {isOn && t('notificationsOn')}
          {model.notificationsDenied.value && t('notificationsBlocked')}
        </p>
      </div>
    </div>
  );
}
