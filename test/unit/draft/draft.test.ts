/** Drafts: stored ones are parsed without a schema, and empty fields are not sent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLink } from '../../../lib/api/create-link.ts';
import { draftKey, parseDraft } from '../../../lib/draft/stored-draft.ts';
import { linkDraftSchema } from '../../../lib/draft/draft.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { draft } from '../../support/samples.ts';

const full = draft({
  campaign: { id: '12', name: 'Spring' },
  channel: { id: '3', name: 'Mail' },
  pixels: [
    { id: '7', name: 'Meta' },
    { id: '8', name: '' },
  ],
  alias: ' spring ',
  domain: 'https://go.example.com',
});

describe('what is sent', () => {
  it('an untouched form sends only the address', () => {
    expect(addLink(toLinkFields(draft())).body).toEqual({ url: 'https://example.com/page' });
  });

  it('an alias of blanks is not sent', () => {
    expect(addLink(toLinkFields(draft({ alias: '  ' }))).body).toEqual({ url: 'https://example.com/page' });
  });

  it('everything chosen, ids as numbers, the alias without blanks, never the title', () => {
    expect(addLink(toLinkFields(full)).body).toEqual({
      url: 'https://example.com/page',
      custom: 'spring',
      domain: 'https://go.example.com',
      campaign: 12,
      channel: 3,
      pixels: [7, 8],
    });
  });

  it('an invalid id is omitted rather than sent', () => {
    const odd = draft({
      campaign: { id: 'x', name: '' },
      channel: { id: '', name: '' },
      pixels: [
        { id: '-1', name: '' },
        { id: '5', name: '' },
      ],
    });
    expect(addLink(toLinkFields(odd)).body).toEqual({ url: 'https://example.com/page', pixels: [5] });
  });
});

describe('the parser of a stored draft', () => {
  it('accepts what the form stores', () => {
    for (const stored of [draft(), full]) expect(parseDraft(structuredClone(stored))).toEqual(stored);
  });

  it.each([
    [undefined],
    [null],
    [7],
    ['draft'],
    [[]],
    [{}],
    [{ ...full, address: 1 }],
    [{ ...full, pixels: { length: 1 } }],
  ])('gives nothing for %j', (raw) => {
    expect(parseDraft(raw)).toBeNull();
  });

  it('drops invalid choices and unknown properties', () => {
    const raw = {
      ...full,
      campaign: { id: '0', name: 'x' },
      channel: 'Mail',
      pixels: [null, { id: '7', name: 'M' }],
      key: 's',
    };
    expect(parseDraft(raw)).toEqual({
      ...full,
      campaign: null,
      channel: null,
      pixels: [{ id: '7', name: 'M' }],
    });
  });

  it('gives a complete draft or null for 1,000 damaged values, and never throws', () => {
    const damage = fc.array(fc.tuple(fc.constantFrom(...Object.keys(full)), fc.anything()), { maxLength: 4 });
    fc.assert(
      fc.property(damage, (damages) => {
        const passed = parseDraft({ ...full, ...Object.fromEntries(damages) });
        if (passed !== null) expect(linkDraftSchema.safeParse(passed).success).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(fc.anything(), (raw) => void parseDraft(raw)),
      { numRuns: 1_000 },
    );
  });
});

describe('where a draft is stored', () => {
  it('under its address', () => {
    expect(draftKey('https://example.com/')).toBe('draft:https://example.com/');
  });

  it('apart from those of other long addresses with the same beginning and length', () => {
    const long = `https://example.com/dashboard?state=${'x'.repeat(3_000)}&page=`;
    expect(draftKey(`${long}2`)).not.toBe(draftKey(`${long}3`));
    expect(draftKey(`${long}2`)).toBe(draftKey(`${long}2`));
  });

  it('under a short key, although the address has a megabyte', () => {
    expect(draftKey(`https://example.com/${'x'.repeat(1024 * 1024)}`).length).toBeLessThan(3_000);
  });
});
