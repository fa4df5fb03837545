/** Before a service is connected: one sentence and the way to the settings. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../lib/i18n/t.ts';
import { openSettings } from '../navigate.ts';
import type { PopupModel } from '../model.ts';

export function NotConnected({ model }: { readonly model: PopupModel }) {
  const main = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => model.focus.take(main.current), []);
  return (
    <div class="not-connected">
      <p>{t('notConnected')}</p>
      <button type="button" ref={main} class="main" onClick={openSettings}>
        {t('openSettings')}
      </button>
    </div>
  );
}
