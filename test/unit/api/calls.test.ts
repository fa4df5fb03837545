import { describe, expect, it } from 'vitest';
import { updateAccount } from '../../../lib/api/account.ts';
import { addCampaign, updateCampaign } from '../../../lib/api/campaigns.ts';
import { updateChannel } from '../../../lib/api/channels.ts';
import { addDomain, updateDomain } from '../../../lib/api/domains.ts';
import { findLink, getLink } from '../../../lib/api/link-details.ts';
import { addLink } from '../../../lib/api/create-link.ts';
import { listLinks } from '../../../lib/api/links.ts';
import { examples } from './calls.ts';
import { clientWith, key } from './fake-service.ts';

describe('every request is the one of the contract', () => {
  it.each(examples)('$builder sends $sent', async ({ call, sent, body }) => {
    const requests: [string, RequestInit][] = [];
    const send = clientWith({
      fetch: async (url, init) => {
        requests.push([url, init]);
        return Response.json({ error: 0 });
      },
    });
    await send(call);

    const [method, target] = sent.split(' ');
    expect(requests).toHaveLength(1);
    const [url, init] = requests[0] ?? ['', {}];
    expect(init.method).toBe(method);
    expect(url).toBe(`https://links.example/sub${target}`);
    expect(init.body === undefined ? undefined : JSON.parse(String(init.body))).toEqual(body);
    expect(init.headers).toEqual({
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    });
    expect(init).toMatchObject({
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  });

  it('builds 24 calls', () => expect(new Set(examples.map(({ row }) => row)).size).toBe(24));

  it('repeats no creation', () => {
    const creations = examples.filter(({ row }) => row.endsWith('/add'));
    expect(creations).toHaveLength(5);
    for (const { call } of creations) expect(call.idempotent).toBe(false);
  });
});

describe('what is empty is not sent', () => {
  it('omits empty texts, lists and objects', () => {
    const call = addLink({
      url: 'https://example.com',
      custom: '',
      password: undefined,
      pixels: [],
      geotarget: [],
      devicetarget: [{ device: '', link: 'https://example.com' }],
      languagetarget: [{ language: 'fr', link: '' }],
      deeplink: { apple: '', auto: false },
      parameters: [{ name: '', value: 'x' }],
    });
    expect(call.body).toEqual({ url: 'https://example.com' });
  });

  it('keeps false', () => {
    expect(addCampaign({ name: '', public: false }).body).toEqual({ public: false });
    expect(updateChannel('1', { starred: false }).body).toEqual({ starred: false });
  });

  it('empties what a change gives as empty, and touches nothing else', () => {
    const bodies = [
      updateCampaign('1', { name: 'x', slug: '' }),
      updateChannel('1', { description: '' }),
      updateDomain('1', { redirect404: '' }),
    ].map(({ body }) => JSON.stringify(body));
    expect(bodies).toEqual(['{"name":"x","slug":""}', '{"description":""}', '{"redirect404":""}']);
  });

  it('keeps the value of a parameter even when it is empty', () => {
    const parameters = [{ name: 'flag', value: '' }];
    expect(addLink({ url: 'https://example.com', parameters }).body).toHaveProperty('parameters', parameters);
  });

  it('leaves optionals out elsewhere', () => {
    expect(updateAccount({ email: 'a@b.example', password: '' }).body).toEqual({ email: 'a@b.example' });
    expect(addDomain({ domain: 'https://go.example', redirectroot: '' }).body).toEqual({
      domain: 'https://go.example',
    });
    expect(listLinks({ q: '' }).query).toEqual({});
  });
});

describe('findLink', () => {
  it('asks for the short URL and for nothing else', () => {
    const { method, path, query } = findLink('https://go.example/a?b');
    expect({ method, path, query }).toEqual({
      method: 'GET',
      path: '/api/urls',
      query: { short: 'https://go.example/a?b' },
    });
  });
});

describe('an id in a path', () => {
  it.each(['../x', '..', '007', '0', '', '-1', '1/2'])('refuses %j', (bad) => {
    // A stored or foreign value that got past the types.
    const id: unknown = bad;
    expect(() => Reflect.apply(getLink, null, [id])).toThrow(TypeError);
  });
});
