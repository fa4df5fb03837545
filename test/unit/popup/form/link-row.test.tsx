/** The link row: as text at the first paint, then as fields of the same size. */
import { beforeEach, describe, expect, it } from 'vitest';
import { act } from 'preact/test-utils';
import { draw, field, find, fire, press, root, settle, textsOf, type, until } from '../../../support/dom.ts';
import type { LinkDraft } from '../../../../lib/draft/draft.ts';
import type { PageMetadata } from '../../../../lib/page-metadata/parse-metadata.ts';
import type { PopupView } from '../../../../lib/views/popup-view.ts';
import { draft } from '../../../support/samples.ts';
import { speak } from '../../../support/speak.ts';
import { noTags } from '../fake-page-metadata.ts';
import { drawPopup, parts as loaded } from '../render-popup.tsx';
import { fullView, jobView } from '../../../support/sample-views.ts';
import type { Failure } from '../../../../lib/api/failure.ts';
import { showView } from '../../../../entrypoints/popup/watch-view.ts';
import { openPopup } from '../open-popup.ts';
import { msg } from '../../../support/texts.ts';

// Loads with the first failure.
await import('../../../../entrypoints/popup/status/problems.tsx');
const { LinkRow } = await import('../../../../entrypoints/popup/form/link-row.tsx');
const { shellParts } = await import('../../../../entrypoints/popup/shell-parts.tsx');

beforeEach(() => speak());

interface Start {
  readonly draft?: Partial<LinkDraft>;
  readonly view?: Partial<PopupView>;
  readonly title?: string;
  readonly tags?: PageMetadata;
}

async function open({ draft: change = {}, view = {}, title = '日本語', tags = noTags }: Start = {}) {
  await draw(null);
  const { model } = openPopup({
    page: { address: 'https://example.com/page', title, private: false },
    draft: draft(change),
    view: fullView(view),
  });
  model.pageMetadata.tags.value = tags;
  const Drawn = () => <LinkRow model={model} parts={loaded.value} />;
  await draw(<Drawn />);
  return model;
}

it('is text until its fields have loaded', async () => {
  await draw(null);
  const parts = shellParts(() => new Promise<never>(() => undefined));
  const { model } = openPopup({ draft: draft({ alias: 'spring', domain: 'https://go.example.com' }) });
  await draw(<LinkRow model={model} parts={parts} />);
  expect(find('.link-row').textContent).toBe('go.example.com/spring');
  expect(root.querySelector('select, input, button')).toBeNull();
  await draw(null);
  await draw(<LinkRow model={openPopup({ draft: draft({}) }).model} parts={parts} />);
  expect(find('.link-row').textContent).toBe(`${msg('domainDefault')}/${msg('aliasAutomatic')}`);
});

it('takes the domain and the alias', async () => {
  const model = await open();
  expect([find('#domain'), find('#alias')].map((one) => one.getAttribute('aria-label'))).toEqual([
    msg('domain'),
    msg('alias'),
  ]);
  // The domain used last comes first.
  expect(textsOf('#domain option')).toEqual([msg('domainDefault'), 'go.example.com', 'sho.rt']);
  await type(field('#alias'), 'spring');
  // linkedom's select ignores a value that is set.
  Object.defineProperty(find('#domain'), 'value', { value: 'https://go.example.com', configurable: true });
  await fire(find('#domain'), 'change');
  expect(model.form.draft.value).toMatchObject({ alias: 'spring', domain: 'https://go.example.com' });
  expect(find('.domain bdi').textContent).toBe('go.example.com');
});

it('names the default domain, once it is known', async () => {
  await open({ view: { defaultDomain: 'https://sho.rt' } });
  expect(find('.domain bdi').textContent).toBe('sho.rt');
  // Also a domain of the account, which is listed once.
  expect(textsOf('#domain option')).toEqual([msg('domainDefaultNamed', 'sho.rt'), 'go.example.com']);
});

it('lists the service’s default domain a second time, under its own value, where that is chosen', async () => {
  await open({ view: { defaultDomain: 'https://sho.rt' }, draft: { domain: 'https://sho.rt' } });
  expect(textsOf('#domain option')).toEqual([
    msg('domainDefaultNamed', 'sho.rt'),
    'go.example.com',
    'sho.rt',
  ]);
});

it('keeps a domain that the account has lost', async () => {
  await open({ draft: { domain: 'https://lost.example' } });
  expect(textsOf('#domain option')).toContain('lost.example');
});

it('has no arrow without a choice', async () => {
  await open({ view: { domains: [] } });
  expect(root.querySelectorAll('.domain svg')).toHaveLength(0);
  await open({ view: { domains: ['https://sho.rt'], defaultDomain: 'https://sho.rt' } });
  expect(root.querySelectorAll('.domain svg')).toHaveLength(0);
  await open();
  expect(root.querySelectorAll('.domain svg')).toHaveLength(1);
});

it('reports what is wrong with the alias', async () => {
  await open();
  expect(find('#alias-problem').textContent).toBe('');
  await type(field('#alias'), 'two words');
  expect(find('#alias-problem').textContent).toBe(msg('problemAlias'));
  expect(find('#alias').getAttribute('aria-invalid')).toBe('true');
  expect(find('#alias').getAttribute('aria-describedby')).toBe('alias-problem');
});

describe('an alias that the service refuses', () => {
  const taken: Failure = { kind: 'refused', status: 400, message: 'That alias is taken.' };
  async function refuse(failure: Failure, title = 'The title of it') {
    const model = await open({ draft: { alias: 'winter' }, title });
    void model.shorten();
    await drawPopup(model);
    await act(() => showView(model, fullView({ jobs: [jobView({ state: 'refused', failure })] })));
    await settle();
    return model;
  }

  it('is reported at its field only', async () => {
    await refuse(taken);
    expect(textsOf('[role=alert]')).toEqual([msg('aliasRefused', 'That alias is taken.')]);
    expect(find('[role=alert]').id).toBe('alias-problem');
    expect(find('#alias').getAttribute('aria-invalid')).toBe('true');
    expect(find('#alias').getAttribute('aria-describedby')).toBe('alias-problem');
    await refuse({ kind: 'invalid-link', field: 'alias' });
    expect(textsOf('[role=alert]')).toEqual([msg('failureInvalidLink', msg('invalidAlias'))]);
  });

  it('can be replaced by a suggested one', async () => {
    const model = await refuse(taken);
    const group = `[role=group][aria-label="${msg('suggestedAliases')}"]`;
    expect(textsOf(`${group} button`)).toEqual(['the-title-of-it', 'winter-2']);
    await fire(find(`${group} button`), 'click');
    expect(model.form.draft.value.alias).toBe('the-title-of-it');
    expect([find('#alias').getAttribute('aria-invalid'), textsOf('[role=alert]')]).toEqual(['false', []]);
    // The refused one again.
    await type(field('#alias'), ' winter ');
    await settle();
    expect(textsOf('[role=alert]')).toHaveLength(1);
    await refuse(taken, '日本語');
    expect(textsOf(`${group} button`)).toEqual(['winter-2']);
  });

  it('is reported at its field again when the popup is opened later, until another one is typed', async () => {
    const { address } = draft({});
    const failed = jobView({ state: 'refused', failure: taken, subject: address, alias: 'winter' });
    const view = { jobs: [failed] };
    const model = await open({ draft: { alias: 'winter' }, view });
    expect(model.job.value?.id).toBe(failed.id);
    await settle();
    expect(find('[role=alert]').id).toBe('alias-problem');
    const other = await open({ draft: { alias: 'spring' }, view });
    await drawPopup(other);
    await settle();
    expect(find('#alias').getAttribute('aria-invalid')).toBe('false');
    // The user has acted on it.
    expect(textsOf('[role=alert]')).toEqual([]);
  });

  it('is not blamed for what else is refused', async () => {
    await refuse({ kind: 'refused', status: 400, message: 'That domain is not yours.' });
    expect(find('#alias').getAttribute('aria-invalid')).toBe('false');
    expect(textsOf('[role=alert]')).toEqual([expect.stringContaining('That domain is not yours.')]);
  });
});

describe('suggested aliases', () => {
  const opener = () => root.querySelector(`button[aria-label="${msg('suggestedAliases')}"]`);
  const offered = () => textsOf('[role=group] button');
  async function unfold() {
    const button = opener();
    if (button === null) throw new Error('no suggestions');
    await fire(button, 'click');
    // The menu loads when it is first opened.
    await until(() => offered().length > 0);
  }

  it('come from the title and the selection, and one is taken by a press', async () => {
    const model = await open({ tags: { ...noTags, selected: 'Marked words' }, title: 'The title of it' });
    expect(offered()).toEqual([]);
    await unfold();
    expect(offered()).toEqual(['marked-words', 'the-title-of-it', 'title-it']);
    expect(find('[role=group]').getAttribute('aria-label')).toBe(msg('suggestedAliases'));
    await fire(find('[role=group] button'), 'click');
    expect(model.form.draft.value.alias).toBe('marked-words');
    expect(offered()).toEqual([]);
    await unfold();
    expect(offered()).toEqual(['the-title-of-it', 'title-it']);
  });

  it('are closed by Escape, which does not reach the popup', async () => {
    await open({ title: 'The title of it' });
    await unfold();
    expect((await press(find('[role=group] button'), 'Escape')).defaultPrevented).toBe(true);
    expect(offered()).toEqual([]);
    await unfold();
    expect((await press(opener() ?? root, 'Escape')).defaultPrevented).toBe(true);
    expect(offered()).toEqual([]);
    expect((await press(find('#alias'), 'Escape')).defaultPrevented).toBe(false);
  });

  it('nothing is suggested without a title', async () => {
    await open();
    expect(opener()).toBeNull();
  });
});
