/**
 * Every field of a new link, from the form's draft to the bytes that the local service received: one test a field, and
 * a field that the contract's table has and this one lacks fails it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../lib/api/api-client.ts';
import { createLink } from '../../../lib/api/create-link.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import type { LinkOptions } from '../../../lib/draft/link-options.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { toLinkFields } from '../../../lib/draft/to-link-fields.ts';
import { linkFieldNames } from '../../fixtures/link-fields.ts';
import { visit } from '../../service/ask.ts';
import { startService, type LocalService } from '../../service/start.ts';
import { draft } from '../../support/samples.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startService({ demo: true, limit: 0 });
});
afterAll(() => service.close());

/** The only body that came in while this link was made, to the byte. */
async function rawBody(change: Partial<LinkDraft>): Promise<string> {
  const send = createClient({
    fetch,
    connection: { address: service.address, key: service.key },
    permitted: () => Promise.resolve(true),
    now: Date.now,
    report: (error) => {
      throw error;
    },
  });
  service.clearLog();
  const outcome = await createLink(send, toLinkFields(draft(change)));
  const requests = service.store.requests('/api/');
  expect(requests.map(({ method, path, breaches }) => [method, path, breaches])).toEqual([
    ['POST', '/api/url/add', []],
  ]);
  // What the service refuses has been sent nevertheless, yet nothing here is meant to be refused.
  expect(outcome.ok).toBe(true);
  return requests[0]?.body ?? '';
}

const url = 'https://example.com/page';
const there = 'https://example.com/there';

interface Sample {
  readonly link?: Partial<Omit<LinkDraft, 'extras'>>;
  readonly extras?: Partial<LinkOptions>;
  readonly card?: Partial<LinkOptions['card']>;
  /** What stands in the body besides the address, written as it travels. */
  readonly json: string;
}

/** A form with all of these filled in. */
function filled(wanted: readonly Sample[]): Partial<LinkDraft> {
  let link: Partial<LinkDraft> = {};
  let extras = defaultLinkOptions;
  for (const one of wanted) {
    link = { ...link, ...one.link };
    extras = { ...extras, ...one.extras, card: { ...extras.card, ...one.card } };
  }
  return { ...link, extras };
}

/** By the contract's name of the field; several where a field can hold things of several kinds. */
const samples: Readonly<Record<string, readonly Sample[]>> = {
  url: [{ link: {}, json: '' }],
  custom: [{ link: { alias: ' wire-alias ' }, json: '"custom":"wire-alias"' }],
  type: [
    { extras: { type: 'direct' }, json: '"type":"direct"' },
    { extras: { type: 'frame' }, json: '"type":"frame"' },
    { extras: { type: 'splash' }, json: '"type":"splash"' },
    // A text by the contract, though it holds an id.
    { extras: { type: '2' }, json: '"type":"2"' },
    { extras: { type: '3' }, json: '"type":"3"' },
  ],
  password: [{ extras: { password: ' "a" \\ ü ' }, json: String.raw`"password":" \"a\" \\ ü "` }],
  domain: [{ link: { domain: 'https://go.example.com' }, json: '"domain":"https://go.example.com"' }],
  expiry: [
    { extras: { expiry: '2099-02-03T04:05' }, json: '"expiry":"2099-02-03 04:05:00"' },
    { extras: { expiry: '2099-02-03T04:05:06' }, json: '"expiry":"2099-02-03 04:05:06"' },
  ],
  geotarget: [
    {
      extras: {
        countries: [
          { when: 'Germany', link: there },
          { when: 'Ivory Coast', link: url },
        ],
      },
      json: `"geotarget":[{"location":"Germany","link":"${there}"},{"location":"Ivory Coast","link":"${url}"}]`,
    },
  ],
  devicetarget: [
    {
      extras: { devices: [{ when: 'iPhone', link: there }] },
      json: `"devicetarget":[{"device":"iPhone","link":"${there}"}]`,
    },
  ],
  languagetarget: [
    {
      extras: { languages: [{ when: 'fr', link: there }] },
      json: `"languagetarget":[{"language":"fr","link":"${there}"}]`,
    },
  ],
  metatitle: [
    {
      card: { title: 'A <title>' },
      json: '"metatitle":"A <title>"',
    },
  ],
  metadescription: [
    {
      card: { description: 'A text' },
      json: '"metadescription":"A text"',
    },
  ],
  metaimage: [
    {
      card: { picture: 'https://example.com/a.png' },
      json: '"metaimage":"https://example.com/a.png"',
    },
  ],
  description: [{ extras: { note: 'two\nlines' }, json: String.raw`"description":"two\nlines"` }],
  pixels: [
    {
      link: {
        pixels: [
          { id: '2', name: 'Meta' },
          { id: '5', name: 'Recipes' },
        ],
      },
      // Integers by the contract, though Curtail keeps ids as texts.
      json: '"pixels":[2,5]',
    },
  ],
  channel: [{ link: { channel: { id: '3', name: 'Partners' } }, json: '"channel":3' }],
  campaign: [{ link: { campaign: { id: '4', name: 'Bakery opening' } }, json: '"campaign":4' }],
  deeplink: [
    {
      extras: {
        deepLink: {
          apple: 'https://apps.apple.com/app/id1',
          google: 'https://play.google.com/store/apps/details?id=a',
          auto: true,
        },
      },
      json:
        '"deeplink":{"apple":"https://apps.apple.com/app/id1",' +
        '"google":"https://play.google.com/store/apps/details?id=a","auto":true}',
    },
    {
      extras: { deepLink: { ...defaultLinkOptions.deepLink, apple: 'https://apps.apple.com/app/id1' } },
      json: '"deeplink":{"apple":"https://apps.apple.com/app/id1"}',
    },
  ],
  status: [
    { extras: { visibility: 'public' }, json: '"status":"public"' },
    { extras: { visibility: 'private' }, json: '"status":"private"' },
  ],
  parameters: [
    {
      extras: {
        parameters: [
          { name: 'utm_source', value: 'a&b=c' },
          { name: 'ref', value: 'x' },
        ],
      },
      json: '"parameters":[{"name":"utm_source","value":"a&b=c"},{"name":"ref","value":"x"}]',
    },
  ],
};

it('every field of the contract’s table has its samples, and nothing else has', () => {
  expect(linkFieldNames).toHaveLength(19);
  expect(Object.keys(samples).sort()).toEqual([...linkFieldNames].sort());
  for (const [field, each] of Object.entries(samples)) {
    expect([field, each.length > 0]).toEqual([field, true]);
    for (const { json } of each)
      if (field !== 'url') expect(Object.keys(JSON.parse(`{${json}}`) as object)).toEqual([field]);
  }
});

it('a campaign parameter arrives once at every target of a visitor, also where the target has its own', async () => {
  const parameters = [
    { name: 'utm_source', value: 'mail' },
    { name: 'utm_medium', value: 'post' },
  ];
  const countries = [
    { when: 'Germany', link: `${there}?utm_source=own` },
    { when: 'Spain', link: there },
  ];
  await rawBody({ alias: 'wire-once', extras: { ...defaultLinkOptions, parameters, countries } });
  const ledTo = async (country: string) => {
    const { headers } = await visit(service, '/wire-once', { 'cf-ipcountry': country });
    return headers.get('location');
  };
  expect(await ledTo('DE')).toBe(`${there}?utm_source=own&utm_medium=post`);
  expect(await ledTo('ES')).toBe(`${there}?utm_source=mail&utm_medium=post`);
  expect(await ledTo('FR')).toBe(`${url}?utm_source=mail&utm_medium=post`);
});

describe('each field over the wire, to the byte', () => {
  it.each(Object.entries(samples).flatMap(([field, each]) => each.map((sample) => ({ field, ...sample }))))(
    '$field: $json',
    async (sample) => {
      const { json } = sample;
      expect(await rawBody(filled([sample]))).toBe(`{"url":"${url}"${json === '' ? '' : `,${json}`}}`);
    },
  );

  it('all of them together', async () => {
    const firsts = Object.entries(samples).flatMap(([field, each]) =>
      field === 'url' ? [] : each.slice(0, 1),
    );
    // The alias of the sample is taken by now.
    const body = await rawBody({ ...filled(firsts), alias: 'wire-all' });
    const sent: object = JSON.parse(body);
    expect(sent).toEqual({
      ...JSON.parse(`{"url":"${url}",${firsts.map(({ json }) => json).join(',')}}`),
      custom: 'wire-all',
    });
    expect(Object.keys(sent).sort()).toEqual([...linkFieldNames].sort());
  });
});
