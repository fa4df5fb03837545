/** The names that the clean-up knows, against the lists that browsers publish. */
import { describe, expect, it } from 'vitest';
import { cleanUrl } from '../../../lib/url/clean-url.ts';
import { cleanSteps, defaultSteps, toSwitches } from '../../../lib/url/clean-url-steps.ts';
import { browserLists, browserNames, leftOut } from '../../tools/browser-lists.ts';
import { namesOfList, newNames } from '../../tools/tracking-news.ts';

const clean = 'https://example.com/page?id=7';
const byItself = toSwitches(defaultSteps);

describe('click and mail identifiers', () => {
  it.each(
    'srsltid gad_source gad_campaignid _kx ysclid epik ml_subscriber ml_subscriber_hash rb_clickid s_cid wickedid bsft_clkid bsft_uid ScCid _gl at_recipient_id irclickid hsCtaTracking'.split(
      ' ',
    ),
  )('%s is removed on any site', (name) => {
    expect(cleanUrl(`${clean}&${name}=Abc-123`, {}, byItself).address).toBe(clean);
  });

  it('every name of the published lists is known, in any case', () => {
    const all = toSwitches(cleanSteps);
    for (const name of browserNames) {
      expect(cleanUrl(`${clean}&${name}=x`, {}, all).address).toBe(clean);
      expect(cleanUrl(`${clean}&${name.toUpperCase()}=x`, {}, all).address).toBe(clean);
    }
  });

  it('parameters of the site’s own campaigns stay unless that step is enabled', () => {
    for (const name of ['at_campaign', 'at_medium', 'hsa_cam', 'utm_email_id', 'wt_mc'])
      expect(cleanUrl(`${clean}&${name}=x`, {}, byItself).address).toBe(`${clean}&${name}=x`);
  });

  it('parameters that select a variant of a product stay', () => {
    for (const name of Object.keys(leftOut))
      expect(cleanUrl(`${clean}&${name}=x`, {}, toSwitches(cleanSteps)).address).toBe(`${clean}&${name}=x`);
  });

  it.each(['mkt_tok', 'ck_subscriber_id', 'h_sid'])(
    '%s stays where a mail is read or unsubscribed',
    (name) => {
      for (const path of ['unsubscribe', 'email/view', 'index.php/email/emailWebview']) {
        const address = `https://news.example.com/${path}?${name}=Abc-123`;
        expect(cleanUrl(address, {}, byItself).address).toBe(address);
      }
      expect(cleanUrl(`${clean}&${name}=Abc-123`, {}, byItself).address).toBe(clean);
    },
  );
});

describe('the new parameters of a published list', () => {
  it('are read from each of the three formats, but only rules for all sites', () => {
    const brave = [
      { include: ['*://*/*'], exclude: [], params: ['gclid', 'newclid'] },
      { include: ['*://example.com/*'], exclude: [], params: ['other'] },
    ];
    const records = { data: [{ stripList: ['fbclid', 'NewId'], allowList: [] }] };
    const share = {
      global: { isGlobal: true, queryParams: ['utm_new', 'var', 'new_gl'] },
      older: { queryParams: ['old_all'], topLevelSites: ['*'] },
      shop: { queryParams: ['sr'], origins: ['www.shop.example'] },
    };
    expect([brave, records, share].map((raw) => newNames(namesOfList(raw)))).toEqual([
      ['newclid'],
      ['newid'],
      ['new_gl', 'old_all'],
    ]);
    expect(() => namesOfList({ data: 'moved' })).toThrow();
  });

  it('are none in the lists that the rules are made from', () => {
    expect(browserLists.flatMap(({ names }) => newNames(names.split(' ')))).toEqual([]);
  });
});
