/** How each ask is carried out, what is read of the answer, and how a lost one is looked for. */
import { describe, expect, test } from 'vitest';
import { lookUpAsk, runAsk } from '../../../entrypoints/background/shorten.ts';
import type { Ask, ShortenAsk } from '../../../lib/outbox/job.ts';
import { campaignAsk, draft, shortenAsk, unreachable } from '../outbox/samples.ts';
import { gatewayOf } from './gateway-stand-in.ts';

const aliased = (alias: string): ShortenAsk => shortenAsk(1, { link: draft({ alias }) });

async function run(ask: Ask, ...bodies: unknown[]) {
  let turn = 0;
  const { gateway, sent } = gatewayOf(() => ({ body: bodies[Math.min(turn++, bodies.length - 1)] }));
  const hooks = { sends: 0 };
  const outcome = await runAsk(async () => gateway, ask, {
    signal: new AbortController().signal,
    onWait: () => {},
    onHeldBack: async () => {},
    beforeSend: async () => void hooks.sends++,
  });
  return { outcome, sent, hooks };
}

describe('shortening', () => {
  test('is one call, with the urgency of a person who waits', async () => {
    const { outcome, sent, hooks } = await run(shortenAsk(1), {
      error: 0,
      id: 5,
      shorturl: 'https://sho.rt/x',
    });
    expect(outcome).toMatchObject({
      ok: true,
      value: { id: '5', shortUrl: 'https://sho.rt/x', aliasDiffers: false, lookedUp: false },
    });
    expect(sent.map(({ what }) => what)).toEqual(['POST /api/url/add']);
    expect(sent[0]?.options.urgency).toBe('person');
    expect(hooks.sends).toBe(1);
  });

  test('learns a missing address by the id, which is no second send', async () => {
    const details = {
      error: 0,
      id: 5,
      details: { id: 5, shorturl: 'https://sho.rt/x', longurl: 'https://e.com' },
    };
    const { outcome, sent, hooks } = await run(shortenAsk(1), { error: 0, id: 5 }, details);
    expect(outcome).toMatchObject({ ok: true, value: { id: '5', shortUrl: 'https://sho.rt/x' } });
    expect(sent.map(({ what }) => what)).toEqual(['POST /api/url/add', 'GET /api/url/5']);
    expect(hooks.sends).toBe(1);
  });

  test.each([
    ['spring', 'https://sho.rt/spring', false],
    [' spring ', 'https://sho.rt/Spring', false],
    ['spring', 'https://sho.rt/spring/', false],
    ['spring', 'https://sho.rt/spring?utm=1', false],
    ['früh', 'https://sho.rt/fr%C3%BCh', false],
    ['spring', 'https://sho.rt/spring-2', true],
    ['spring', 'https://spring.example/x', true],
    ['', 'https://sho.rt/x', false],
  ])('alias %j, given %s: another one? %s', async (alias, shorturl, differs) => {
    const { outcome } = await run(aliased(alias), { error: 0, id: 5, shorturl });
    expect(outcome).toMatchObject({ ok: true, value: { shortUrl: shorturl, aliasDiffers: differs } });
  });

  test.each(['https://sho.rt/%', 'https://sho.rt/%E0%A4%A', 'https://sho.rt/100%'])(
    'never throws over an odd short address: %s',
    async (shorturl) => {
      const { outcome } = await run(aliased('x'), { error: 0, id: 5, shorturl });
      expect(outcome).toMatchObject({ ok: true, value: { shortUrl: shorturl, aliasDiffers: true } });
      const plain = await run(shortenAsk(1), { error: 0, id: 5, shorturl });
      expect(plain.outcome).toMatchObject({ ok: true, value: { aliasDiffers: false } });
    },
  );

  test('not connected: nothing is sent', async () => {
    let sends = 0;
    const outcome = await runAsk(async () => null, shortenAsk(1), {
      signal: new AbortController().signal,
      onWait: () => {},
      onHeldBack: async () => {},
      beforeSend: async () => void sends++,
    });
    expect([outcome.ok, sends]).toEqual([false, 0]);
  });

  test('a failure is handed on as it is', async () => {
    const { gateway } = gatewayOf(() => ({ failure: unreachable }));
    const outcome = await runAsk(async () => gateway, shortenAsk(1), {
      signal: new AbortController().signal,
      onWait: () => {},
      onHeldBack: async () => {},
      beforeSend: async () => {},
    });
    expect(outcome).toMatchObject({ ok: false, failure: unreachable });
  });
});

describe('adding', () => {
  const base = { id: shortenAsk(1).id, at: 1, private: false };
  test.each<[Ask, string, object]>([
    [{ ...base, kind: 'add-campaign', name: 'Spring' }, 'POST /api/campaign/add', { name: 'Spring' }],
    [{ ...base, kind: 'add-channel', name: 'Mail' }, 'POST /api/channel/add', { name: 'Mail' }],
    [
      { ...base, kind: 'add-pixel', name: 'Ads', type: 'gapixel', tag: 'G-1' },
      'POST /api/pixel/add',
      { name: 'Ads', type: 'gapixel', tag: 'G-1' },
    ],
  ])('%o', async (ask, what, body) => {
    const { outcome, sent, hooks } = await run(ask, { error: 0, id: 8 });
    expect(sent.map((one) => one.what)).toEqual([what]);
    expect(sent[0]?.call.body).toMatchObject(body);
    expect(outcome).toMatchObject({ ok: true, value: { id: '8', shortUrl: null, lookedUp: false } });
    expect(hooks.sends).toBe(1);
  });
});

describe('looking for what a lost answer may have made', () => {
  const link = (id: number, longurl: string, alias = `a${id}`) => ({
    id,
    alias,
    longurl,
    shorturl: `https://sho.rt/${alias}`,
  });
  const ask = shortenAsk(1);

  async function look(wanted: Ask, urls: unknown[], known: string[] = []) {
    const { gateway, sent } = gatewayOf(() => ({ body: { error: 0, data: { urls } } }));
    const outcome = await lookUpAsk(async () => gateway, wanted, new Set(known));
    return { outcome, sent };
  }

  test('finds the newest link of the same address', async () => {
    const urls = [link(9, 'https://example.com/other'), link(8, ask.link.address), link(7, ask.link.address)];
    const { outcome, sent } = await look(ask, urls);
    expect(sent.map(({ what, call }) => [what, call.query])).toEqual([['GET /api/urls', { order: 'date' }]]);
    expect(outcome).toMatchObject({
      ok: true,
      value: { id: '8', shortUrl: 'https://sho.rt/a8', lookedUp: true, aliasDiffers: false },
    });
  });

  test('the same address may be spelled differently', async () => {
    const { outcome } = await look(shortenAsk(1, { link: draft({ address: 'https://example.com/' }) }), [
      link(8, 'HTTPS://Example.com'),
    ]);
    expect(outcome).toMatchObject({ ok: true, value: { id: '8' } });
  });

  test('leaves out links that are known already, and those of another alias', async () => {
    expect((await look(ask, [link(8, ask.link.address)], ['8'])).outcome).toMatchObject({ value: null });
    const named = aliased('spring');
    expect((await look(named, [link(8, named.link.address)])).outcome).toMatchObject({ value: null });
    expect((await look(named, [link(8, named.link.address, 'spring')])).outcome).toMatchObject({
      value: { id: '8', aliasDiffers: false },
    });
  });

  test('nothing there is not a failure; a failure is not nothing there', async () => {
    expect((await look(ask, [])).outcome).toMatchObject({ ok: true, value: null });
    const { gateway } = gatewayOf(() => ({ failure: unreachable }));
    expect(await lookUpAsk(async () => gateway, ask, new Set())).toMatchObject({ ok: false });
    expect(await lookUpAsk(async () => null, ask, new Set())).toMatchObject({ ok: false });
  });

  test('never says that a campaign is not there without having looked', async () => {
    const { gateway, sent } = gatewayOf(() => ({
      body: { error: 0, data: { campaigns: [{ id: 4, name: 'Spring' }] } },
    }));
    const outcome = await lookUpAsk(async () => gateway, campaignAsk(1, 'Spring'), new Set());
    // Else trying an unknown addition again makes it twice.
    expect(outcome.ok && outcome.value === null && sent.length === 0).toBe(false);
  });
});
