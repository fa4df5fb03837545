/** The button for the next step after a failure; none where that step is on this page. */
import { ExternalLink, Settings } from 'lucide';
import type { NextStep as Step } from '../lib/i18n/describe-failure.ts';
import { t } from '../lib/i18n/t.ts';
import { displayUrl } from '../lib/i18n/truncate.ts';
import { Icon } from './icon.tsx';

export interface FailureActions {
  readonly onOpenSettings: () => void;
  readonly onOpenKeySettings: () => void;
  /** The service’s website. */
  readonly site: string;
  readonly onOpenSite: () => void;
}

export function FailureAction({
  next,
  onOpenSettings,
  onOpenKeySettings,
  site,
  onOpenSite,
}: FailureActions & { readonly next: Step }) {
  if (next === 'settings' || next === 'permission')
    return (
      <button type="button" onClick={next === 'settings' ? onOpenKeySettings : onOpenSettings}>
        <Icon of={Settings} />
        {t('openSettings')}
      </button>
    );
  if (next === 'open-site')
    return (
      <button type="button" onClick={onOpenSite}>
        <Icon of={ExternalLink} mirrors />
        {t('openWebsite', displayUrl(site))}
      </button>
    );
  return null;
}
