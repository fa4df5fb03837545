/** Before a service is connected: what that means, and the way to the settings. */
import { Plug } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { openSettings } from '../navigate.ts';
import type { ModelProps } from '../model.ts';
import '../lazy-styles.ts';

export function NotConnected({ model }: ModelProps) {
  const main = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => model.focus.take(main.current), []);
  return (
    <div class="not-connected">
      <img src="/icon/96.png" width="40" height="40" alt="" />
      <div>
        <h2>{t('connectHeading')}</h2>
        <p class="note">{t('connectHint')}</p>
      </div>
      <button type="button" ref={main} class="main" onClick={() => void openSettings()}>
        <Icon of={Plug} />
        {t('openSettings')}
      </button>
    </div>
  );
}
