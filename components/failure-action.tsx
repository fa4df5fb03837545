/** The button for the next step after a failure; none where that step is on this page. */
import { ExternalLink, Settings } from 'lucide';
import type { SettingsTarget } from '../lib/browser/open-page.ts';
import type { NextStep as Step } from '../lib/i18n/describe-failure.ts';
import { t } from '../lib/i18n/t.ts';
import { displayUrl } from '../lib/i18n/truncate.ts';
import { Button } from './button.tsx';

const settingsTargets: Partial<Record<Step, SettingsTarget>> = {
  key: 'api-key',
  'service-url': 'service-address',
  permission: 'connection',
};

export interface FailureActions {
  readonly onOpenSettings: (target: SettingsTarget) => void;
  /** The service’s website. */
  readonly site: string;
  readonly onOpenSite: () => void;
}

interface PageOpeners {
  readonly openSettings: (target: SettingsTarget) => unknown;
  readonly openPage: (url: string) => unknown;
}

export function failureActions(
  view: { peek(): { readonly site: string } | null },
  { openSettings, openPage }: PageOpeners,
): FailureActions {
  const site = view.peek()?.site ?? '';
  return {
    site,
    onOpenSettings: (target) => void openSettings(target),
    onOpenSite: () => void openPage(site),
  };
}

export function FailureAction({
  next,
  onOpenSettings,
  site,
  onOpenSite,
}: FailureActions & { readonly next: Step }) {
  const target = settingsTargets[next];
  if (target !== undefined)
    return <Button icon={Settings} text={t('openSettings')} onClick={() => onOpenSettings(target)} />;
  if (next === 'open-site')
    return (
      <Button icon={ExternalLink} mirrors text={t('openWebsite', displayUrl(site))} onClick={onOpenSite} />
    );
  return null;
}
