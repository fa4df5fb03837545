/** The defaults for new links: saved immediately. */
import { beforeEach, expect, it } from 'vitest';
import { Defaults } from '../../../entrypoints/options/defaults.tsx';
import { preferencesItem } from '../../../lib/storage/preferences.ts';
import { msg } from '../../support/texts.ts';
import { draw, find, fire, textsOf } from '../../support/dom.ts';
import { fullView } from '../../support/sample-views.ts';
import { speak } from '../../support/speak.ts';
import { openModel } from './samples.ts';

beforeEach(() => speak());

it('an expiration is offered by its duration; one that is not offered stays an option', async () => {
  const preferences = { ...preferencesItem.fallback, expiry: '+5d' };
  const { model, saves } = openModel(undefined, { preferences });
  await draw(<Defaults model={model} />);
  expect(find('label[for=default-expiry]').textContent).toBe(msg('expires'));
  expect(textsOf('#default-expiry option')).toEqual([
    msg('noExpiration'),
    '1 day',
    '1 week',
    '2 weeks',
    '1 month',
    '3 months',
    '12 months',
    '5 days',
  ]);
  const select = find('#default-expiry');
  Object.defineProperty(select, 'value', { value: '+1w', configurable: true });
  await fire(select, 'change');
  expect(saves).toEqual([{ expiry: '+1w' }]);
  expect(model.changedSection.value).toBe('defaults');
});

it('a domain is chosen among those of the account, the service’s default first; one that is lost stays an option', async () => {
  const domain = 'https://lost.example.com';
  const preferences = { ...preferencesItem.fallback, domain };
  const popupView = fullView({ domains: ['https://sho.rt', 'https://go.example.com'] });
  const { model, saves } = openModel(undefined, { preferences, popupView });
  await draw(<Defaults model={model} />);
  expect(find('label[for=default-domain]').textContent).toBe(msg('domain'));
  const options = ['sho.rt', 'go.example.com', 'lost.example.com'];
  expect(textsOf('#default-domain option')).toEqual([msg('domainDefault'), ...options]);
  const select = find('#default-domain');
  Object.defineProperty(select, 'value', { value: 'https://go.example.com', configurable: true });
  await fire(select, 'change');
  expect(saves).toEqual([{ domain: 'https://go.example.com' }]);
  expect(model.changedSection.value).toBe('defaults');
});
