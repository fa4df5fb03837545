/** Offers a delay in which links can be canceled. Renders nothing while one is set. */
import { useEffect, useState } from 'preact/hooks';
import { isObject } from '../../../lib/api/is-object.ts';
import { readStorage } from '../../../lib/browser/storage.ts';
import { preferencesKey } from '../../../lib/storage/storage-keys.ts';
import { formatWait } from '../../../lib/i18n/format-wait.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';

/** The shortest one that the settings offer. */
const offeredSeconds = 5;

/** Read without the schema (lib/storage/preferences.ts), which would load for this alone. */
function hasDelay(stored: unknown): boolean {
  const data = isObject(stored) ? stored['data'] : null;
  return isObject(data) && Number(data['holdSeconds']) > 0;
}

export function DelayOffer({ model }: ModelProps) {
  const [state, setState] = useState<'none' | 'offered' | 'added'>('none');
  useEffect(() => {
    readStorage('local', preferencesKey).then(
      (stored) => setState(hasDelay(stored[preferencesKey]) ? 'none' : 'offered'),
      // Only an offer.
      () => undefined,
    );
  }, []);
  if (state === 'none') return null;
  const isAdded = state === 'added';
  const delay = formatWait(offeredSeconds * 1000);
  const toggle = () => {
    model.deps.send('save-preferences', { holdSeconds: isAdded ? 0 : offeredSeconds });
    setState(isAdded ? 'offered' : 'added');
  };
  // One button for both, which keeps the focus.
  return (
    <>
      <span role="status">{isAdded && t('delayAdded', delay)}</span>{' '}
      <button type="button" onClick={toggle}>
        {isAdded ? t('delayTurnOff') : t('addDelay', delay)}
      </button>
    </>
  );
}
