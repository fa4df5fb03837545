import { useEffect, useState } from 'preact/hooks';
import { readStorage, watchStorage } from '../../../lib/browser/storage.ts';
import { popupViewKey } from '../../../lib/storage/storage-keys.ts';
import { parsePopupView } from '../../../lib/views/popup-view.ts';

interface DefaultDomain {
  /** The choice in the settings; empty for the service's default. */
  readonly chosen: string;
  /** The service's, where it is known. */
  readonly own: string | undefined;
}

/** The domain that new links begin with; `null` until it is read. */
export function useDefaultDomain(): DefaultDomain | null {
  const [domain, setDomain] = useState<DefaultDomain | null>(null);
  useEffect(() => {
    const read = async () => {
      const view = parsePopupView((await readStorage('local', popupViewKey))[popupViewKey]);
      setDomain(view && { chosen: view.defaults.domain ?? '', own: view.defaultDomain });
    };
    void read();
    return watchStorage('local', popupViewKey, () => void read());
  }, []);
  return domain;
}
