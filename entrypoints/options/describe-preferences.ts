/** The names of preferences and of their values. */
import { copyFormatNames } from '../../lib/copy/copy-formats.ts';
import { describeExpiry } from '../../lib/i18n/describe-expiry.ts';
import { formatList } from '../../lib/i18n/format.ts';
import { displayUrl, isolateTruncated } from '../../lib/i18n/truncate.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { describeStep } from '../../lib/i18n/describe-lint.ts';
import { t, type MessageName } from '../../lib/i18n/t.ts';
import type { PreferenceChanges, Preferences } from '../../lib/storage/preferences.ts';
import { cleanSteps } from '../../lib/url/clean-url-steps.ts';

type Name = keyof Preferences;

const labels: Readonly<Record<Name, MessageName>> = {
  campaign: 'campaign',
  channel: 'channel',
  pixels: 'pixels',
  expiry: 'expires',
  domain: 'domain',
  autoCopy: 'autoCopy',
  holdSeconds: 'creationDelay',
  markNote: 'referenceCode',
  unclear: 'ifUnconfirmed',
  copyFormat: 'copyAs',
  copyTemplate: 'copyTemplate',
  cleanUp: 'cleanUpUrlsHeading',
  reuse: 'reuse',
  oneClick: 'oneClick',
  notify: 'notifications',
  theme: 'theme',
};

export const unclearNames = {
  ask: 'unconfirmedAsk',
  use: 'unconfirmedUse',
  again: 'unconfirmedCreate',
} as const satisfies Readonly<Record<Preferences['unclear'], MessageName>>;

export const themeNames = {
  system: 'themeSystem',
  light: 'themeLight',
  dark: 'themeDark',
} as const satisfies Readonly<Record<Preferences['theme'], MessageName>>;

export const labelOf = (name: Name): string => t(labels[name]);

export const describeChanged = (fields: PreferenceChanges): string =>
  formatList(
    Object.entries(labels)
      .filter(([name]) => Object.hasOwn(fields, name))
      .map(([, label]) => t(label)),
  );

export const describeDelay = (seconds: number): string =>
  seconds === 0 ? t('off') : formatCount('seconds', seconds);

const listed = (texts: readonly string[]): string => (texts.length === 0 ? t('none') : formatList(texts));

const namesOf = (options: readonly { readonly name: string }[]): string =>
  listed(options.map(({ name }) => isolateTruncated(name)));

export function describeValue(name: Name, preferences: Preferences): string {
  switch (name) {
    case 'campaign':
    case 'channel':
    case 'pixels':
      return namesOf([preferences[name] ?? []].flat());
    case 'expiry':
      return describeExpiry(preferences.expiry);
    case 'domain':
      return preferences.domain === ''
        ? t('domainDefault')
        : isolateTruncated(displayUrl(preferences.domain));
    case 'holdSeconds':
      return describeDelay(preferences.holdSeconds);
    case 'unclear':
      return t(unclearNames[preferences.unclear]);
    case 'theme':
      return t(themeNames[preferences.theme]);
    case 'copyFormat':
      return t(copyFormatNames[preferences.copyFormat]);
    case 'copyTemplate':
      return isolateTruncated(preferences.copyTemplate);
    case 'cleanUp':
      return listed(cleanSteps.filter((step) => preferences.cleanUp.includes(step)).map(describeStep));
    case 'autoCopy':
    case 'markNote':
    case 'reuse':
    case 'oneClick':
    case 'notify':
      return preferences[name] ? t('on') : t('off');
  }
}
