/** The button for what a failure's sentence tells the person to do; nothing where the page itself is the place for it. */
import type { NextStep as Step } from '../lib/i18n/describe-failure.ts';
import { say } from '../lib/i18n/t.ts';

export interface WaysOut {
  readonly onOpenSettings: () => void;
  readonly onOpenSite: () => void;
}

export function NextStep({ next, onOpenSettings, onOpenSite }: WaysOut & { readonly next: Step }) {
  if (next === 'settings' || next === 'permission')
    return (
      <button type="button" onClick={onOpenSettings}>
        {say('openSettings')}
      </button>
    );
  if (next === 'open-site')
    return (
      <button type="button" onClick={onOpenSite}>
        {say('openSite')}
      </button>
    );
  return null;
}
