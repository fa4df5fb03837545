/** "Duplicate": what a new link takes over from an existing one, and what it never does. */
import { describe, expect, it } from 'vitest';
import { draftFromLink, type DraftFromLinkContext } from '../../../lib/draft/draft-from-link.ts';
import { linkDraftSchema } from '../../../lib/draft/draft.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { getLink } from '../../../lib/api/link-details.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { linkRow } from '../../support/link-rows.ts';

const now = new Date('2026-03-01T12:00:00Z');
const nothing: DraftFromLinkContext = { campaign: null, channel: null, domains: [], now };

const details = (change: object = {}) =>
  getLink('12').read({
    error: 0,
    id: 12,
    details: {
      id: 12,
      shorturl: 'https://go.example/spring',
      longurl: 'https://shop.example/sale?utm_source=mail',
      title: 'Spring sale',
      description: 'For the newsletter',
      location: { Germany: 'https://shop.example/de' },
      device: { iPhone: 'https://apps.example/1' },
      expiry: '2026-12-31 23:59:00',
      date: '2026-01-01 00:00:00',
      ...change,
    },
    data: { clicks: 3 },
  });

describe('a form like a link', () => {
  it('has its address, title, note, targets and expiry, and never its alias', () => {
    const campaign = { id: '5', name: 'Spring' } as const;
    const channel = { id: '8', name: 'Mail' } as const;
    const draft = draftFromLink(details(), {
      campaign,
      channel,
      domains: ['https://other.example', 'https://go.example'],
      now,
    });
    expect(draft).toEqual({
      address: 'https://shop.example/sale?utm_source=mail',
      title: 'Spring sale',
      campaign,
      channel,
      pixels: [],
      alias: '',
      domain: 'https://go.example',
      extras: {
        ...defaultLinkOptions,
        note: 'For the newsletter',
        expiry: '2026-12-31T23:59',
        countries: [{ when: 'Germany', link: 'https://shop.example/de' }],
        devices: [{ when: 'iPhone', link: 'https://apps.example/1' }],
      },
    });
    expect(linkDraftSchema.safeParse(draft).success).toBe(true);
  });

  it('makes a request with those fields', () => {
    expect(toLinkFields(draftFromLink(details(), nothing))).toMatchObject({
      url: 'https://shop.example/sale?utm_source=mail',
      description: 'For the newsletter',
      expiry: '2026-12-31 23:59:00',
      geotarget: [{ location: 'Germany', link: 'https://shop.example/de' }],
      devicetarget: [{ device: 'iPhone', link: 'https://apps.example/1' }],
    });
    expect(toLinkFields(draftFromLink(details(), nothing)).custom).toBeFalsy();
  });

  it.each([
    ['2026-02-28 23:59:00', ''],
    // Somewhere it is not past yet.
    ['2026-03-01 00:30:00', '2026-03-01T00:30'],
    [null, ''],
    ['soon', ''],
    ['2026-13-01', ''],
  ])('expiry %s becomes “%s”', (expiry, wanted) => {
    expect(draftFromLink(details({ expiry }), nothing).extras?.expiry).toBe(wanted);
  });

  it('of a link known only from a list has the listed fields, and untouched options', () => {
    const draft = draftFromLink(linkRow(3, { longUrl: null }), nothing);
    expect([draft.address, draft.title, draft.domain, draft.extras]).toEqual(['', 'Page 3', '', undefined]);
  });
});
