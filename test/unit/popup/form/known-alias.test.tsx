/** The hint that the account has the typed alias already, as far as the mirror knows. */
import { act } from 'preact/test-utils';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw, field, find, textsOf, type, until } from '../../../support/dom.ts';
import { draft } from '../../../support/samples.ts';
import { fullView, jobView } from '../../../support/sample-views.ts';
import { msg } from '../../../support/texts.ts';
import { drawPopup } from '../render-popup.tsx';
import { openPopup } from '../open-popup.ts';
import { showView } from '../../../../entrypoints/popup/watch-view.ts';

const asked = vi.hoisted((): string[] => []);
/** By short URL. */
const titles = vi.hoisted(() => new Map<string, string>());
vi.mock('../../../../lib/mirror/find-by-short-url.ts', () => ({
  findReusableLink: async () => null,
  findMirrorLinks: async () => [],
  async findLinkByShortUrl(scope: string, shortUrl: string) {
    asked.push(`${scope} ${shortUrl}`);
    if (shortUrl.endsWith('unreadable')) throw new Error('The mirror can’t be read');
    const title = titles.get(shortUrl);
    return title === undefined ? null : { title, address: 'https://example.com/apron', shortUrl };
  },
  findFreeShortUrls: async (_scope: string, shortUrls: readonly string[]) =>
    shortUrls.filter((shortUrl) => !titles.has(shortUrl)),
}));

const scope = 'https://sho.rt#1';
const problem = () => find('#alias-problem').textContent;

async function open(domain = '') {
  await draw(null);
  const popup = openPopup({ draft: draft({ domain }), view: fullView({ scope }) });
  await drawPopup(popup.model);
  return popup;
}

beforeEach(() => {
  asked.length = 0;
  titles.clear();
  titles.set('https://sho.rt/winter', 'Linen apron');
});

it('names the link that has it, and does not keep from trying', async () => {
  const { model, submitted } = await open();
  expect(asked).toEqual([]);
  for (const text of ['wint', 'winte', ' winter ']) await type(field('#alias'), text);
  await until(() => problem() !== '');
  expect(problem()).toBe(msg('aliasKnown', 'Linen apron'));
  // Looked for when typing paused.
  expect(asked).toEqual([`${scope} https://sho.rt/winter`]);
  expect(field('#alias').getAttribute('aria-invalid')).toBe('false');
  void model.shorten();
  expect(submitted).toMatchObject([{ link: { alias: 'winter' } }]);
});

it('is still named once the service has refused the alias', async () => {
  const { model } = await open();
  await type(field('#alias'), 'winter');
  await until(() => problem() !== '');
  void model.shorten();
  const failure = { kind: 'refused', status: 400, message: 'That alias is taken.' } as const;
  await act(() => showView(model, fullView({ scope, jobs: [jobView({ state: 'refused', failure })] })));
  await until(() => textsOf('.known-alias').length > 0);
  expect([problem(), ...textsOf('.known-alias')]).toEqual([
    msg('aliasRefused', 'That alias is taken.'),
    msg('aliasKnown', 'Linen apron'),
  ]);
});

it('suggests none that a link of the account has', async () => {
  for (const n of [2, 3, 4]) titles.set(`https://sho.rt/winter-${n}`, 'Taken');
  const { model } = await open();
  await type(field('#alias'), 'winter');
  void model.shorten();
  const failure = { kind: 'refused', status: 400, message: 'That alias is taken.' } as const;
  await act(() => showView(model, fullView({ scope, jobs: [jobView({ state: 'refused', failure })] })));
  const suggested = () => textsOf(`[role=group][aria-label="${msg('suggestedAliases')}"] button`);
  await until(() => suggested().includes('winter-5'));
  expect(suggested()).not.toContain('winter-2');
});

it('says nothing of another alias, nor of the same one on another domain', async () => {
  const { model } = await open();
  await type(field('#alias'), 'winter');
  await until(() => problem() !== '');
  await type(field('#alias'), 'winters');
  expect(problem()).toBe('');
  await until(() => asked.length === 2);
  model.form.change({ alias: 'winter', domain: 'https://go.example.com' });
  await drawPopup(model);
  await until(() => asked.length === 3);
  expect([asked.at(-1), problem()]).toEqual([`${scope} https://go.example.com/winter`, '']);
});

it('shows the destination of a link without a title', async () => {
  titles.set('https://sho.rt/winter', ' ');
  await open();
  await type(field('#alias'), 'winter');
  await until(() => problem() !== '');
  expect(problem()).toBe(msg('aliasKnown', 'example.com/apron'));
});

it('is silent where the mirror can’t be read, or an alias is none', async () => {
  await open();
  await type(field('#alias'), 'unreadable');
  await until(() => asked.length === 1);
  expect(problem()).toBe('');
  await type(field('#alias'), 'two words');
  expect(textsOf('#alias-problem')).toEqual([msg('problemAlias')]);
  expect(asked).toHaveLength(1);
});
