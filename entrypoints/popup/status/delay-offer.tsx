/** For who regrets a link: the setting that leaves time to cancel the next one. Nothing while a delay is set. */
import { useEffect, useState } from 'preact/hooks';
import { isObject } from '../../../lib/api/is-object.ts';
import { readStorage } from '../../../lib/browser/storage.ts';
import { t } from '../../../lib/i18n/t.ts';

/** lib/storage/preferences.ts; its schema would load for this alone. */
const key = 'preferences';

function hasDelay(stored: unknown): boolean {
  const data = isObject(stored) ? stored['data'] : null;
  return isObject(data) && Number(data['holdSeconds']) > 0;
}

export function DelayOffer() {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    readStorage('local', key).then(
      (stored) => setOffered(!hasDelay(stored[key])),
      // Only an offer.
      () => undefined,
    );
  }, []);
  if (!isOffered) return null;
  return (
    <a href="/options.html#hold" target="_blank" rel="noreferrer">
      {t('addDelay')}
    </a>
  );
}
