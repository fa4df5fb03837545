/** The record sections and the account as they are rendered and read out. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Account } from '../../../../entrypoints/manage/account/account.tsx';
import { Campaigns } from '../../../../entrypoints/manage/campaigns/campaigns.tsx';
import { Channels } from '../../../../entrypoints/manage/channels/channels.tsx';
import { Domains } from '../../../../entrypoints/manage/domains/domains.tsx';
import { Overlays } from '../../../../entrypoints/manage/overlays/overlays.tsx';
import { Pixels } from '../../../../entrypoints/manage/pixels/pixels.tsx';
import { SplashPages } from '../../../../entrypoints/manage/splash-pages/splash-pages.tsx';
import { createSectionModels, type SectionComponent } from '../../../../entrypoints/manage/section-props.ts';
import { formatServiceTime } from '../../../../lib/i18n/service-time.ts';
import { isolate } from '../../../../lib/text/isolate.ts';
import { parseDraft } from '../../../../lib/draft/stored-draft.ts';
import { draw, field, find, fire, root, textsOf, type, until } from '../../../support/dom.ts';
import { linkRow } from '../../../support/link-rows.ts';
import { activityView, fullView, jobView } from '../../../support/sample-views.ts';
import { speak } from '../../../support/speak.ts';
import { openManage } from '../open-manage.ts';
import { done, openAccount, refused } from './open-account.ts';
import { anyOf, inOrder, msg, msgCount, msgPattern, msgWithin } from '../../../support/texts.ts';
import { settled } from '../../../support/flush.ts';

const disk = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  opened: [] as string[],
  changed: () => {},
}));
vi.mock('../../../../lib/browser/native.ts', () => ({
  native: { extension: { inIncognitoContext: false } },
}));
vi.mock('../../../../lib/browser/open-page.ts', () => ({
  openLinkPage: async (name: string) => void disk.opened.push(name),
}));
vi.mock('../../../../lib/browser/storage.ts', () => ({
  readStorage: async (_area: string, key: string) => ({ [key]: disk.stored.get(key) }),
  writeStorage: async (_area: string, key: string, value: unknown) => void disk.stored.set(key, value),
  removeStorage: async (_area: string, key: string) => void disk.stored.delete(key),
  watchStorage: (_area: string, _key: string, onValue: () => void) => {
    disk.changed = onValue;
    return () => {};
  },
}));

beforeEach(() => {
  speak();
  disk.stored.clear();
  disk.opened.length = 0;
});

const spring = {
  id: '1',
  name: 'Spring',
  public: true,
  rotator: 'https://sho.rt/r/spring',
  list: 'https://sho.rt/u/robin/spring',
} as const;
const press = { id: '3', name: 'Press', description: 'Papers', color: '#0B5F8A', starred: true } as const;

type OpenAccount = ReturnType<typeof openAccount>;

async function open(Section: SectionComponent, account: OpenAccount) {
  await draw(null);
  const page = openManage();
  await draw(<Section deps={account.deps} page={page.model} models={createSectionModels()} />);
  await until(() => root.querySelector('.records > li, .empty, .account-record, [role=alert]') !== null);
  return { ...page, ...account };
}

/** Accessible names of all buttons. */
const buttons = () =>
  [...root.querySelectorAll('button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent ?? '',
  );

const disabled = () =>
  [...root.querySelectorAll('.records [aria-disabled=true]')].map((one) => one.getAttribute('aria-label'));

async function tap(name: string): Promise<void> {
  const button = [...root.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  if (button === undefined) throw new Error(`${name} is not there, but ${buttons().join(', ')}`);
  await fire(button, button.getAttribute('type') === 'submit' ? 'submit' : 'click');
  await settled();
}

const statuses = () => textsOf('[role=status]').filter((text) => text !== '');

describe('campaigns', () => {
  const account = () =>
    openAccount({ campaigns: [spring, { ...spring, id: '2', name: 'Été', rotator: null, public: false }] });

  it('each button has its record’s name, and no two names are the same', async () => {
    const { acts } = await open(Campaigns, account());
    expect(textsOf('h2')).toEqual([msg('campaigns')]);
    expect(textsOf('.freshness > span')).toEqual([
      msgCount('campaignCount', 2),
      msg('syncedAgo', msg('justNow')),
    ]);
    expect(textsOf('.record-name bdi')).toEqual(['Été', 'Spring']);
    expect(textsOf('.pill')).toEqual([msg('campaignPublic')]);
    const names = buttons();
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        msg('openNewCampaign'),
        msg('syncNow'),
        msg('assignLinksTo', 'Spring'),
        msg('editCampaign', 'Spring'),
        msg('deleteCampaignNamed', 'Spring'),
        msg('copyListUrl', 'Spring'),
        msg('copyRotatorUrl', 'Spring'),
      ]),
    );
    // A list that is not public is a dead link for who gets it.
    expect(names).not.toContain(msg('copyListUrl', 'Été'));
    await tap(msg('copyRotatorUrl', 'Spring'));
    expect([acts.at(-1), statuses()]).toEqual(['copy https://sho.rt/r/spring', [msg('copied')]]);
  });

  it('a deletion has to be confirmed, and shows what is affected', async () => {
    const { submitted } = await open(
      Campaigns,
      openAccount({ campaigns: [spring] }, [linkRow(1, { campaign: '1' }), linkRow(2)]),
    );
    await tap(msg('deleteCampaignNamed', 'Spring'));
    expect(find('[role=group]').getAttribute('aria-label')).toBe(
      `${msg('confirmDelete', '\u2068Spring\u2069')} ${msgCount('campaignDelete', 1)} ${msg('deleteIsFinal')}`,
    );
    expect(buttons().filter((name) => name === msg('deleteCampaignNamed', 'Spring'))).toHaveLength(1);
    await tap(msg('cancelDeletingCampaign', 'Spring'));
    expect([submitted, root.querySelector('[role=group]')]).toEqual([[], null]);
    await tap(msg('deleteCampaignNamed', 'Spring'));
    await tap(msg('deleteCampaignNamed', 'Spring'));
    expect(submitted).toHaveLength(1);
    await submitted[0]?.finish(done());
    expect(statuses()).toEqual([msg('deletedNamed', '⁨Spring⁩')]);
    expect(textsOf('.records > li')).toEqual([]);
  });

  it('an invalid field shows its problem, and a refused form the reason', async () => {
    const { submitted } = await open(Campaigns, account());
    await tap(msg('openNewCampaign'));
    // It stays, so that nothing moves.
    expect(buttons()).toContain(msg('openNewCampaign'));
    await fire(find('form'), 'submit');
    expect(find('[id="new-name-problem"]').textContent).toBe(msg('problemNoName'));
    expect(find('[id="new-name-problem"] > svg').getAttribute('width')).toBe('14');
    expect(field('[id="new-name"]').getAttribute('aria-invalid')).toBe('true');
    await type(field('[id="new-name"]'), 'Summer');
    await fire(find('form'), 'submit');
    await settled();
    expect(statuses()).toEqual([msg('adding')]);
    // linkedom is case-sensitive about attributes, unlike browsers.
    const frozen = () => field('[id="new-name"]').hasAttribute('readOnly');
    expect(frozen()).toBe(true);
    await submitted[0]?.finish(refused('Too many campaigns.'));
    expect(textsOf('form [role=alert] p:not(.acts)')).toEqual([
      msg('failed'),
      msg('failureRejectedBecause', 'Too many campaigns.'),
    ]);
    expect([field('[id="new-name"]').value, frozen()]).toEqual(['Summer', false]);
  });

  it('shows what a command waits for, by its job', async () => {
    const { submitted, show } = await open(Campaigns, account());
    await tap(msg('editCampaign', 'Été'));
    await type(field('[id="edit-2-name"]'), 'Eté');
    await tap(msg('saveCampaign', 'Été'));
    expect(statuses()).toEqual([msg('saving')]);
    show([jobView({ id: submitted[0]?.id ?? '', kind: 'change', waits: 'limit', goesAt: 112_000 })]);
    await settled();
    expect(textsOf('.pending')).toEqual([msg('waitingForLimit', msgCount('seconds', 12))]);
    expect(statuses()).toEqual([]);
  });

  it('one form is open at a time: an unchanged one closes, a changed one is kept and marked', async () => {
    await open(Campaigns, account());
    await tap(msg('editCampaign', 'Été'));
    await tap(msg('editCampaign', 'Spring'));
    expect([textsOf('form').length, textsOf('.record-name .pill')]).toEqual([1, [msg('campaignPublic')]]);
    expect(find('form').getAttribute('aria-label')).toBe(msg('saveCampaign', 'Spring'));
    await type(field('[id="edit-1-name"]'), 'Springtime');
    await tap(msg('openNewCampaign'));
    expect(find('form').getAttribute('aria-label')).toBe(msg('addCampaign'));
    expect(textsOf('.record-name .pill')).toEqual([msg('campaignPublic'), msg('unsavedChanges')]);
    await tap(msg('editCampaign', 'Spring'));
    expect(field('[id="edit-1-name"]').value).toBe('Springtime');
    expect([textsOf('form').length, buttons().includes(msg('openNewCampaign'))]).toEqual([1, true]);
    expect(textsOf('[type=submit]')).toEqual([msg('saveCampaignButton')]);
  });

  it('an empty section says what it is for, and has the first step', async () => {
    await open(Campaigns, openAccount({ campaigns: [] }));
    expect([textsOf('.empty h3'), textsOf('.empty .note'), textsOf('.empty button')]).toEqual([
      [msg('campaignsEmpty')],
      [msg('campaignsEmptyHint')],
      [msg('openNewCampaign')],
    ]);
    expect(buttons()).toEqual([msg('syncNow'), msg('openNewCampaign')]);
  });

  it('a button empties the search', async () => {
    await open(Campaigns, account());
    await type(field('[type=search]'), 'ete');
    expect(textsOf('.record-name bdi')).toEqual(['Été']);
    await tap(msg('clearSearch'));
    expect([field('[type=search]').value, textsOf('.record-name bdi')]).toEqual(['', ['Été', 'Spring']]);
  });

  it('many unknown texts: the first are named, the others counted', async () => {
    await open(Campaigns, openAccount({ campaigns: [spring] }));
    await tap(msg('assignLinksTo', 'Spring'));
    await type(field('[id="paste-1"]'), 'a b c d e f g');
    await tap(msg('assignTo', 'Spring'));
    await until(() => find('[id="paste-1-problem"]').textContent !== '');
    expect(find('[id="paste-1-problem"]').textContent).toMatch(
      msgWithin('assignUnknown', new RegExp(`.*${msgCount('moreNames', 2)}`)),
    );
  });

  it('assigning: searches, chooses, and shows the progress', async () => {
    const { submitted } = await open(
      Campaigns,
      openAccount({ campaigns: [spring] }, [linkRow(7, { title: 'Mug' }), linkRow(8, { title: 'Pan' })]),
    );
    await tap(msg('assignLinksTo', 'Spring'));
    await type(field('[id="find-1"]'), 'mu');
    await until(() => root.querySelector('.matches li') !== null);
    expect(textsOf('.matches label').map((text) => text.trim())).toEqual(['Mug sho.rt/a7']);
    await tap(msg('clearSearch'));
    await until(() => root.querySelector('.matches') === null);
    await type(field('[id="find-1"]'), 'mu');
    await until(() => root.querySelector('.matches li') !== null);
    const box = field('.matches input');
    box.checked = true;
    await fire(box, 'change');
    expect(textsOf('.picked li bdi')).toEqual(['Mug']);
    await tap(msg('assignTo', 'Spring'));
    expect(submitted[0]?.command).toMatchObject({ kind: 'assign-campaign', item: '7', name: 'sho.rt/a7' });
    expect(statuses()).toEqual([msg('assignedOf', '0', '1')]);
    await submitted[0]?.finish(refused());
    expect(statuses()).toEqual([
      msg('assignedWithFailures', msg('assignedOf', '0', '1'), msgCount('failedCount', 1)),
    ]);
    expect(textsOf('.progress .failure li')[0]).toMatch(inOrder('Mug sho.rt/a7 ', msg('failureRejected')));
    await tap(msg('retryAssign', 'Spring'));
    await submitted[1]?.finish(done());
    expect(statuses()).toEqual([msg('assignedOf', '1', '1')]);
  });

  it('leads to the links of each, and says where none of them is known', async () => {
    const account = { campaigns: [spring, { ...spring, id: '2' as const, name: '' }] };
    await open(Campaigns, openAccount(account, [linkRow(7, { campaign: '1' })]));
    await until(() => textsOf('.linked-count').length === 1);
    const named = [...root.querySelectorAll('.record-name a')];
    expect(named.map((name) => [name.textContent, name.getAttribute('href')])).toEqual([
      [msg('unnamed'), '#links/campaign%3D2'],
      ['Spring', '#links/campaign%3D1'],
    ]);
    const known = [...root.querySelectorAll('.record')].map(
      (row) => row.querySelector('.fact-line > :is(a, span)')?.textContent,
    );
    expect(known).toEqual([msg('linksUnknown'), msgCount('campaignLinkCount', 1)]);
  });

  it('sums the clicks of the links of each, as far as they are known', async () => {
    const links = [
      linkRow(7, { campaign: '1', clicks: 1_200 }),
      linkRow(8, { campaign: '1', clicks: 84 }),
      linkRow(9, { campaign: '1', clicks: null }),
      linkRow(10, { campaign: '2', clicks: null }),
    ];
    const campaigns = [spring, { ...spring, id: '2' as const, name: 'Autumn' }];
    await open(Campaigns, openAccount({ campaigns }, links));
    await until(() => textsOf('.linked-count').length === 2);
    expect(textsOf('.fact-line > .number')).toEqual([msgCount('clicks', 1_284)]);
  });

  it('assigning: names the campaign that a link was moved from, and the pace', async () => {
    const links = [linkRow(7, { campaign: '2' }), linkRow(8), linkRow(9, { campaign: '99' })];
    const { submitted, model } = await open(
      Campaigns,
      openAccount({ campaigns: [spring, { ...spring, id: '2', name: 'Autumn walks' }] }, links),
    );
    await tap(msg('assignLinksTo', 'Spring'));
    await type(field('[id="paste-1"]'), '7 8 9');
    await tap(msg('assignTo', 'Spring'));
    await until(() => submitted.length === 3);
    const jobs = submitted.map(({ id = '' }) =>
      jobView({ id, kind: 'assign-campaign', waits: 'limit', goesAt: 102_000 }),
    );
    const meter = {
      limit: 30,
      windowMs: 60_000,
      remaining: 27,
      resetAt: null,
      usedHere: 3,
      usedElsewhere: 0,
    };
    model.show(activityView({ jobs, meter }));
    await settled();
    const pace = msg('assignPace', msgCount('seconds', 2), msgCount('seconds', 6));
    expect(textsOf('.progress .note')).toEqual([pace]);
    for (const one of submitted) await one.finish(done());
    await settled();
    // A campaign without a known name is not mentioned.
    expect(textsOf('.progress .note')).toEqual([msgCount('assignMovedFrom', 1, 'Autumn walks')]);
  });

  it('assigning: says before it which campaign a link would leave', async () => {
    const links = [
      linkRow(7, { title: 'Mug', campaign: '2' }),
      linkRow(8, { title: 'Muffin' }),
      linkRow(9, { title: 'Mustard', campaign: '99' }),
    ];
    const autumn = { ...spring, id: '2', name: 'Autumn walks' } as const;
    const { submitted } = await open(Campaigns, openAccount({ campaigns: [spring, autumn] }, links));
    await tap(msg('assignLinksTo', 'Spring'));
    expect(textsOf('.assign > .hint')).toContain(msg('assignMoves'));
    await type(field('[id="find-1"]'), 'mu');
    await until(() => root.querySelector('.matches .pill') !== null);
    expect(textsOf('.matches .pill')).toEqual([msg('inCampaignNow', isolate('Autumn walks'))]);
    const box = [...root.querySelectorAll<HTMLInputElement>('.matches li')]
      .find((row) => row.querySelector('.pill') !== null)
      ?.querySelector('input');
    if (!box) throw new Error('not marked');
    box.checked = true;
    await fire(box, 'change');
    await tap(msg('assignTo', 'Spring'));
    await submitted[0]?.finish(done());
    expect(textsOf('.matches .pill')).toEqual([msg('assignedInCurtail')]);
  });

  it('assigned items are marked, counted and not assigned twice', async () => {
    const links = [linkRow(8, { title: 'Mug' }), linkRow(7, { title: 'Muffin', campaign: '1' })];
    const { submitted, lists, acts } = await open(Campaigns, openAccount({ campaigns: [spring] }, links));
    await until(() => root.querySelector('.linked-count') !== null);
    expect(textsOf('.linked-count')).toEqual([msgCount('campaignLinkCount', 1)]);
    expect(root.querySelector('.linked-count')?.getAttribute('href')).toBe('#links/campaign%3D1');
    // In words, as an icon alone is not found.
    const word = msg('exportLinks');
    expect(textsOf('.record .acts button')).toContain(word);
    await tap(msg('exportCampaignNamed', 'Spring'));
    expect(acts.at(-1)).toBe('go links campaign=1&export');
    acts.length = 0;
    await tap(msg('editCampaign', 'Spring'));
    await tap(word);
    expect(acts).toEqual(['go links campaign=1&export']);
    await tap(msg('cancelEditing', 'Spring'));
    await tap(msg('assignLinksTo', 'Spring'));
    await type(field('[id="find-1"]'), 'mu');
    await until(() => root.querySelector('.matches li') !== null);
    const mark = msg('assignedInCurtail');
    expect(textsOf('.matches li').map((text) => text.includes(mark))).toEqual([false, true]);
    expect([...root.querySelectorAll('.matches input')].map((one) => one.matches(':disabled'))).toEqual([
      false,
      false,
    ]);
    const box = field('.matches input');
    box.checked = true;
    await fire(box, 'change');
    await tap(msg('assignTo', 'Spring'));
    await submitted[0]?.finish(done());
    expect(textsOf('.matches .pill')).toEqual([mark, mark]);
    // The sync host has stored the assignment.
    links[0] = linkRow(8, { title: 'Mug', campaign: '1' });
    await lists();
    await until(() => textsOf('.linked-count')[0] === msgCount('campaignLinkCount', 2));
    await tap(msg('assignTo', 'Spring'));
    expect(find('[id="paste-1-problem"]').textContent).toBe(msgCount('assignAlready', 1));
    // A note.
    expect(root.querySelector('[id="paste-1-problem"] > svg')).toBeNull();
    expect(submitted).toHaveLength(1);
  });
});

it('channels: show the number of their items, and where there may be more', async () => {
  const item = { type: 'links', title: '', preview: null, link: null, date: null } as const;
  const items = (['1', '2'] as const).map((id) => ({ ...item, channel: '3', id }));
  const account = openAccount({ channels: [press] }, [], items);
  await open(Channels, account);
  await tap(msg('assignItemsTo', press.name));
  // It may be in several channels.
  expect(textsOf('.assign > .hint')).not.toContain(msg('assignMoves'));
  await until(() => textsOf('.linked-count')[0] === msgCount('itemCount', 2));
  account.world.complete = false;
  await account.lists();
  await until(() => textsOf('.linked-count')[0] === msgCount('itemCountAtLeast', 2));
});

it('channels: only a valid color is rendered, and never as a style', async () => {
  await open(
    Channels,
    openAccount({
      channels: [
        press,
        { ...press, id: '4', name: 'Odd', color: 'url(https://evil.example/x)', starred: false },
      ],
    }),
  );
  expect([...root.querySelectorAll('.dot circle')].map((dot) => dot.getAttribute('fill'))).toEqual([
    '#0B5F8A',
    null,
  ]);
  expect(root.innerHTML).not.toContain('evil.example');
  expect([...root.querySelectorAll('[style]')]).toEqual([]);
  const star = [...root.querySelectorAll('.star')].map((one) => [
    one.getAttribute('aria-label'),
    one.getAttribute('aria-pressed'),
  ]);
  expect(star).toEqual([
    [msg('starChannel', 'Press'), 'true'],
    [msg('starChannel', 'Odd'), 'false'],
  ]);
});

describe('a channel whose star is being saved', () => {
  const rowText = () => find('.records > li').textContent;
  async function starAndEdit() {
    const page = await open(Channels, openAccount({ channels: [press] }));
    await tap(msg('starChannel', 'Press'));
    await tap(msg('editChannel', 'Press'));
    await type(field('[id="edit-3-description"]'), 'Weeklies');
    return page;
  }

  it('has buttons marked as disabled for what waits until then', async () => {
    const { submitted } = await open(Channels, openAccount({ channels: [press] }));
    expect(disabled()).toEqual([]);
    await tap(msg('starChannel', 'Press'));
    expect(disabled()).toEqual([msg('starChannel', 'Press')]);
    await tap(msg('starChannel', 'Press'));
    expect(submitted).toHaveLength(1);
    await submitted[0]?.finish(done());
    await tap(msg('deleteChannelNamed', 'Press'));
    await tap(msg('deleteChannelNamed', 'Press'));
    expect(disabled()).toEqual([
      msg('starChannel', 'Press'),
      msg('editChannel', 'Press'),
      msg('deleteChannelNamed', 'Press'),
    ]);
    await submitted[1]?.finish(refused('Not today'));
    expect(disabled()).toEqual([]);
  });

  it('can be edited meanwhile, and what becomes of the star is not shown as the form’s', async () => {
    const { submitted } = await starAndEdit();
    expect([root.querySelector('.record-form .pending'), rowText()]).toEqual([
      null,
      expect.stringContaining(msg('saving')),
    ]);
    await tap(msg('saveChannel', 'Press'));
    expect(submitted.map(({ command }) => command)).toMatchObject([
      { fields: { starred: false } },
      { fields: { description: 'Weeklies' } },
    ]);
    expect(find('.record-form .pending').textContent).toBe(msg('saving'));
    await submitted[0]?.finish(done());
    expect([statuses(), rowText()]).toEqual([[msg('saving')], expect.not.stringContaining(msg('saving'))]);
    await submitted[1]?.finish(done());
    expect([root.querySelector('.record-form'), statuses()]).toEqual([
      null,
      [msg('savedNamed', isolate('Press'))],
    ]);
    // The form had been opened before.
    expect(find('.star').getAttribute('aria-pressed')).toBe('false');
    expect(rowText()).toContain('Weeklies');
  });

  it('shows that it failed, also while it is edited', async () => {
    const { submitted } = await starAndEdit();
    await submitted[0]?.finish(refused('No stars today'));
    expect([
      find('.records > li [role=alert]').textContent,
      root.querySelector('.record-form [role=alert]'),
    ]).toEqual([expect.stringContaining('No stars today'), null]);
    await tap(msg('dismissNamed', 'Press'));
    expect(root.querySelector('.records [role=alert]')).toBeNull();
  });
});

it('channels: show the items with their types, and their number before a deletion', async () => {
  const account = openAccount({ channels: [press] });
  account.world.bodies.set('/api/channel/3', {
    error: '0',
    data: {
      items: [
        { type: 'links', id: 1, title: 'Mug', link: 'https://sho.rt/a', date: '2026-01-02' },
        { type: 'bio', id: 1, title: 'Robin', link: 'javascript:alert(1)', date: '' },
        { type: 'qr', id: 2, title: '', link: null, date: null },
        { type: 'vcard', id: 3, title: 'New kind', link: null, date: null },
      ],
      nextpage: null,
    },
  });
  await open(Channels, account);
  await tap(msg('itemsOf', 'Press'));
  expect(textsOf('.items .pill')).toEqual([msg('itemBioPage'), msg('qrCode'), 'vcard']);
  expect(
    buttons().filter((name) => anyOf(msgPattern('copyLink'), msgPattern('openLink')).test(name)),
  ).toEqual([msg('copyLink', 'sho.rt/a'), msg('openLink', 'sho.rt/a')]);
  expect(textsOf('.item-name > bdi:first-child')[2]).toBe(msg('namedById', '2'));
  await tap(msg('deleteChannelNamed', 'Press'));
  expect(find('.banner [aria-live]').textContent).toContain(
    `${msgCount('channelDelete', 4)} ${msg('deleteIsFinal')}`,
  );
});

it('pixels: show type, tag and date; cannot be edited or deleted', async () => {
  await open(
    Pixels,
    openAccount({
      pixels: [{ id: '1', type: 'gtmpixel', name: 'Site', tag: 'GTM-1', date: '2026-01-02 03:04:05' }],
    }),
  );
  expect(textsOf('.pill')).toEqual(['Google Tag Manager']);
  expect([textsOf('.records dt'), textsOf('.records dd')]).toEqual([[msg('pixelTag')], ['GTM-1']]);
  expect(find('.records time').getAttribute('title')).toBe('2026-01-02 03:04:05');
  expect(textsOf('.records time')).toEqual([formatServiceTime('2026-01-02 03:04:05')]);
  expect(buttons()).toEqual([msg('openNewPixel'), msg('syncNow')]);
  await tap(msg('openNewPixel'));
  expect(textsOf('datalist option').slice(0, 2)).toEqual(['gtmpixel', 'provider1pixel']);
});

it('domains: only the redirects can be edited', async () => {
  const { submitted } = await open(
    Domains,
    openAccount({
      domains: [
        { id: '1', domain: 'https://go.example.com', redirectroot: 'https://a.example/', redirect404: null },
      ],
    }),
  );
  expect(textsOf('.record-facts dd')).toEqual(['https://a.example/', msg('none')]);
  await tap(msg('editDomain', 'https://go.example.com'));
  expect(textsOf('form label')).toEqual([msg('redirectRoot'), msg('redirect404')]);
  expect(root.querySelector('form [maxlength]')).toBeNull();
  await type(field('[id="edit-1-redirect404"]'), `https://b.example/${'x'.repeat(2_000)}`);
  await tap(msg('saveDomain', 'https://go.example.com'));
  expect(textsOf('[id="edit-1-redirect404-problem"]')).toEqual([msgCount('problemLongText', 2_000)]);
  expect(submitted).toEqual([]);
  await type(field('[id="edit-1-redirect404"]'), 'https://b.example/');
  await tap(msg('saveDomain', 'https://go.example.com'));
  expect(submitted[0]?.command).toMatchObject({ item: '1', fields: { redirect404: 'https://b.example/' } });
  await submitted[0]?.finish(done());
  expect(textsOf('.record-facts dd')).toEqual(['https://a.example/', 'https://b.example/']);
});

it('domains: one is the default, and another one is made that', async () => {
  const own = 'https://sho.rt';
  const go = 'https://go.example.com';
  const showDefault = (domain: string) => {
    const defaults = { ...fullView().defaults, domain };
    disk.stored.set('popup-view', fullView({ defaults, defaultDomain: own }));
  };
  showDefault('');
  const { asked } = await open(
    Domains,
    openAccount({
      domains: [
        { id: '1', domain: own, redirectroot: null, redirect404: null },
        { id: '2', domain: go, redirectroot: null, redirect404: null },
      ],
    }),
  );
  const pills = () => textsOf('.records > li:has(.pill) .record-name bdi');
  const use = (domain: string) => msg('setTo', msg('domainUseByDefault'), domain);
  await until(() => textsOf('.pill').length > 0);
  expect([pills(), buttons().includes(use(own))]).toEqual([[own], false]);
  await tap(use(go));
  showDefault(go);
  disk.changed();
  await settled();
  expect([pills(), buttons().includes(use(go))]).toEqual([[go], false]);
  // That of the service is no choice of its own, and follows the service.
  await tap(use(own));
  expect(asked).toEqual([`save-preferences ${go}`, 'save-preferences ']);
});

it('splash pages and overlays: used for a new link with the user’s defaults, unless one is hidden', async () => {
  const splashPages = [{ id: '4', name: 'Partner', date: null }] as const;
  await open(SplashPages, openAccount({ splashPages: [...splashPages] }));
  await tap(msg('useSplashPage', 'Partner'));
  const [name] = disk.opened;
  const draft = parseDraft(disk.stored.get(`draft:page:${name}`));
  expect([draft?.extras?.type, draft?.address, draft?.pixels]).toEqual(['4', '', []]);

  await open(
    Overlays,
    openAccount({
      splashPages: [...splashPages],
      overlays: [
        { id: '4', type: 'message', name: 'Same number', date: null },
        { id: '5', type: 'contact', name: 'Ask us', date: '2026-01-02 03:04:05' },
      ],
    }),
  );
  await until(() => !buttons().some((button) => button.includes('Same number')));
  expect(buttons()).toEqual([msg('syncNow'), msg('useOverlay', 'Ask us')]);
  expect(textsOf('.record .hint')[0]).toBe(msg('overlayIdTaken'));
  expect(textsOf('.fact-line > bdi')).toEqual(['Contact', 'Message']);
});

describe('the account', () => {
  async function openIt(expires: string) {
    const account = openAccount();
    account.world.bodies.set('/api/account', {
      error: 0,
      data: {
        id: 12,
        email: 'robin@example.com',
        username: 'robin',
        status: 'pro',
        expires,
        registered: '2025-01-01 00:00:00',
      },
    });
    return open(Account, account);
  }

  it('is shown as the service returns it, with a warning before the end of its plan', async () => {
    // The fake clock is at 100 s after the epoch.
    await openIt('1970-01-10 00:00:00');
    expect(textsOf('.account-head bdi')).toEqual(['robin', 'robin@example.com']);
    expect(textsOf('.account-record dd')).toEqual([
      'sho.rt',
      'Pro',
      formatServiceTime('1970-01-10 00:00:00'),
      formatServiceTime('2025-01-01 00:00:00'),
      '12',
    ]);
    expect(
      [...root.querySelectorAll('.account-record time')].map((time) => time.getAttribute('title')),
    ).toEqual(['1970-01-10 00:00:00', '2025-01-01 00:00:00']);
    expect(textsOf('[role=note] p')).toEqual([msgCount('planExpiresIn', 9), msg('planExpiresHint')]);
    expect(textsOf('[role=note] strong')).toEqual([msgCount('planExpiresIn', 9)]);
    await openIt('1971-01-10 00:00:00');
    expect(textsOf('[role=note]')).toEqual([]);
  });

  it('different passwords are a problem of the second field, and stored nowhere', async () => {
    await openIt('1971-01-10 00:00:00');
    for (const [id, text] of [
      ['newPassword', 'correct horse'],
      ['newPasswordAgain', 'correct hoarse'],
    ])
      await type(field(`[id="${id}"]`), text ?? '');
    await tap(msg('savePassword'));
    const problem = find('[id="newPasswordAgain-problem"]');
    expect([problem.textContent, problem.querySelector('svg') !== null]).toEqual([
      msg('problemPasswordDiffers'),
      true,
    ]);
    expect(find('[id="newPassword-problem"]').querySelector('svg')).toBeNull();
    expect(field('[id="newPassword"]').getAttribute('type')).toBe('password');
    expect(JSON.stringify([...disk.stored])).not.toContain('correct');
  });
});
