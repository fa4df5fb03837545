/** Before a service is connected: one sentence and the way to the settings. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../lib/i18n/t.ts';
import { openSettings } from '../navigate.ts';
import { takeFocus } from '../take-focus.ts';

export function NotConnected() {
  const main = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => takeFocus(main.current), []);
  return (
    <div class="not-connected">
      <p>{t('notConnected')}</p>
      <button type="button" ref={main} class="main" onClick={openSettings}>
        {t('openSettings')}
      </button>
    </div>
  );
}
