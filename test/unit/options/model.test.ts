/** The model of the settings page: connecting, site access and preferences. */
import { describe, expect, it } from 'vitest';
import { createOptionsModel } from '../../../entrypoints/options/model.ts';
import type { ConnectIntent, ReplyOf } from '../../../lib/messages/protocol.ts';
import { accountViewItem, type AccountView } from '../../../lib/views/account-view.ts';
import { preferencesItem, type PreferenceChanges } from '../../../lib/storage/preferences.ts';
import { unreachable, uuid } from '../../support/samples.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import { fullView, jobView } from '../../support/sample-views.ts';
import { flushMicrotasks } from '../../support/flush.ts';
import { account } from './samples.ts';

const connectedView: AccountView = { address: 'https://sho.rt', account, attempt: null };

interface OpenOptions {
  readonly view?: AccountView;
  readonly draft?: string;
  readonly firstSteps?: boolean | undefined;
  readonly popupView?: PopupView;
}

function openOptions(options: OpenOptions = {}) {
  const acts: string[] = [];
  const intents: ConnectIntent[] = [];
  const saves: PreferenceChanges[] = [];
  const world = {
    grants: Promise.resolve(true),
    access: true,
    responses: true,
    stores: true,
    held: [] as readonly string[],
    removes: true,
    end: 'tried' as ReplyOf<'connect'>,
    bulkLinks: {} as Readonly<Record<string, number>>,
    async send(changes: () => PreferenceChanges): Promise<unknown> {
      saves.push(changes());
      return response();
    },
  };
  let ids = 0;
  const response = async () => {
    if (!world.responses) throw new Error('no-reply');
  };
  const model = createOptionsModel({
    accountView: options.view ?? accountViewItem.fallback,
    preferences: preferencesItem.fallback,
    popupView: options.popupView ?? null,
    addressDraft: options.draft ?? null,
    // An account that is connected has been for long.
    firstSteps: 'firstSteps' in options ? options.firstSteps : options.view && false,
    saveFirstSteps: (isShown) => acts.push(`first steps ${isShown}`),
    now: () => 7,
    newId: () => uuid(++ids),
    requestNotifications: async () => false,
    removeOptionalPermissions: async () => {},
    requestOrigin: (pattern) => {
      acts.push(`request ${pattern}`);
      return world.grants;
    },
    requestScripting: async () => true,
    hasOrigin: async () => world.access,
    grantedOrigins: async () => world.held,
    async removeOrigin(pattern) {
      acts.push(`remove ${pattern}`);
      if (!world.removes) return false;
      world.held = world.held.filter((held) => held !== pattern);
      return true;
    },
    async writeIntent(intent) {
      if (!world.stores) throw new Error('disk full');
      intents.push(intent);
    },
    connect: () => {
      acts.push('connect');
      return response().then(() => world.end);
    },
    disconnect: () => {
      acts.push('disconnect');
      return response();
    },
    countBulkLinks: async (scope) => world.bulkLinks[scope] ?? 0,
    savePreferences: (changes) => world.send(changes),
    saveAddressDraft: (text) => acts.push(`draft ${text}`),
    dropAddressDraft: () => acts.push('drop draft'),
  });
  function type(address: string, key: string) {
    model.typeAddress(address);
    model.key.value = key;
    acts.length = 0;
  }
  return { model, acts, intents, saves, world, type };
}

describe('Connect', () => {
  it('requests access synchronously in the click', () => {
    const { model, acts, type } = openOptions();
    type(' sho.rt/api/ ', ' secret ');
    void model.connect();
    expect(acts).toEqual(['request https://sho.rt/*']);
  });

  it('connects only after the browser’s question is answered', async () => {
    const { model, world, type } = openOptions();
    let grant: (granted: boolean) => void = () => undefined;
    world.grants = new Promise((resolve) => (grant = resolve));
    type('https://sho.rt', 'secret');
    const connecting = model.connect();
    expect(model.state.value).toEqual({ name: 'asking' });
    grant(true);
    await connecting;
    expect(model.state.value).toEqual({ name: 'connecting', host: 'sho.rt' });
  });

  it('forgets the problem of a field when that field changes', async () => {
    const { model, type } = openOptions();
    type('nonsense', 'k');
    await model.connect();
    model.typeKey('other');
    expect(model.state.value.name).toBe('problem');
    model.typeAddress('https://sho.rt');
    expect(model.state.value.name).toBe('idle');
    type('https://sho.rt', '');
    await model.connect();
    model.typeAddress('https://sho.rt/links');
    expect(model.state.value.name).toBe('problem');
    model.typeKey('k');
    expect([model.state.value.name, model.key.value]).toEqual(['idle', 'k']);
  });

  it('sends the cleaned URL and key once access is granted', async () => {
    const { model, acts, intents, type } = openOptions();
    type('https://sho.rt:8443/developers', ' secret ');
    await model.connect();
    expect(acts).toEqual(['request https://sho.rt/*', 'connect']);
    expect(intents).toEqual([
      { id: uuid(1), at: 7, kind: 'connect', address: 'https://sho.rt:8443', key: 'secret' },
    ]);
    expect(model.address.value).toBe('https://sho.rt:8443');
  });

  it.each([
    ['', 'k', 'empty'],
    ['nonsense', 'k', 'not-an-address'],
    ['http://sho.rt', 'k', 'not-https'],
    ['ftp://sho.rt', 'k', 'scheme'],
    ['https://me:pw@sho.rt', 'k', 'credentials'],
    ['https://sho.rt', '  ', 'key-missing'],
  ])('%j with key %j is invalid (%s), and requests no access', async (address, key, problem) => {
    const { model, acts, type } = openOptions();
    type(address, key);
    await model.connect();
    expect(acts).toEqual([]);
    expect(model.state.value).toEqual({ name: 'problem', problem });
    expect(model.key.value).toBe(key);
  });

  it.each([
    ['denied', () => Promise.resolve(false)],
    ['rejected', () => Promise.reject(new Error('no gesture'))],
  ])('%s access: sends nothing and keeps the typed text', async (_name, grant) => {
    const { model, acts, world, type } = openOptions();
    type('https://sho.rt', 'secret');
    world.grants = grant();
    world.grants.catch(() => {});
    await model.connect();
    expect(acts).toEqual(['request https://sho.rt/*']);
    expect(model.state.value).toEqual({ name: 'permission-refused', host: 'sho.rt' });
    expect(model.key.value).toBe('secret');
  });

  it('ignores a second click while it connects', async () => {
    const { model, intents, type } = openOptions();
    type('https://sho.rt', 'secret');
    await Promise.all([model.connect(), model.connect(), model.connect()]);
    expect(intents).toHaveLength(1);
  });

  it('connected: forgets the key and the address draft', async () => {
    const { model, acts, type } = openOptions();
    type('https://sho.rt', 'secret');
    await model.connect();
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    expect(model.state.value).toEqual({ name: 'connected' });
    expect(model.key.value).toBe('');
    expect(model.connected.value).toBe(true);
    expect(acts).toContain('drop draft');
  });

  it('leads to the first link, until there is one', async () => {
    const { model, type } = openOptions();
    type('https://sho.rt', 'secret');
    await model.connect();
    expect(model.awaitsFirstLink.value).toBe(false);
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    expect(model.awaitsFirstLink.value).toBe(true);
    // The picture arrives later.
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    expect(model.awaitsFirstLink.value).toBe(true);
    model.showLists(fullView());
    expect(model.awaitsFirstLink.value).toBe(false);
  });

  it('leads there again after all data was deleted, though the view still has links for a moment', () => {
    const { model, acts } = openOptions({ view: connectedView, firstSteps: false, popupView: fullView() });
    model.forgetFirstSteps();
    model.showLists(fullView());
    expect(acts).toEqual(['first steps undefined']);
  });

  it('keeps the way to the first link after a reload, until it is dismissed', () => {
    const { model, acts } = openOptions({ view: connectedView, firstSteps: true });
    expect(model.awaitsFirstLink.value).toBe(true);
    model.endFirstSteps();
    expect([model.awaitsFirstLink.value, acts]).toEqual([false, ['first steps false']]);
  });

  it('does not lead there again after “Disconnect”, once that is dismissed or a link is made', async () => {
    const { model, type } = openOptions({ firstSteps: false });
    type('https://sho.rt', 'secret');
    await model.connect();
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    expect([model.state.value.name, model.awaitsFirstLink.value]).toEqual(['connected', false]);
  });

  it.each([
    ['with a link', { firstSteps: true, popupView: fullView() }, ['first steps false']],
    // Earlier versions did not store it.
    ['as an earlier version left it', { firstSteps: undefined }, ['first steps false']],
    ['without a link', { firstSteps: true }, []],
    ['as it was ended', { firstSteps: false }, []],
  ] as const)(
    'stores that the way to the first link has ended, where it is connected: %s',
    (_, left, stored) => {
      expect(openOptions({ view: connectedView, ...left }).acts).toEqual(stored);
    },
  );

  it('stores nothing of it before anything is connected', () => {
    expect(openOptions().acts).toEqual([]);
  });

  it('leads to no first link after another account has replaced one', async () => {
    const { model, type } = openOptions({ view: connectedView });
    type('https://other.rt', 'secret');
    await model.connect(true);
    const attempt = { id: uuid(1), state: 'connected', failure: null } as const;
    model.showAccount({ ...connectedView, address: 'https://other.rt', attempt });
    expect([model.state.value.name, model.awaitsFirstLink.value]).toEqual(['account-replaced', false]);
  });

  it('says of the connected service that its key was replaced', async () => {
    const { model, type } = openOptions({ view: connectedView });
    type('https://sho.rt', 'better secret');
    await model.connect();
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    expect(model.state.value).toEqual({ name: 'key-replaced', resumes: false });
    await model.change({ autoCopy: false });
    expect(model.state.value).toEqual({ name: 'idle' });
    expect([model.key.value, model.awaitsFirstLink.value]).toEqual(['', false]);
  });

  it('says that what was queued is being sent with the new key', async () => {
    const { model, type } = openOptions({ view: connectedView });
    model.showLists(fullView({ unfinished: 2 }));
    type('https://sho.rt', 'better secret');
    await model.connect();
    model.showLists(fullView({ unfinished: 0 }));
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    expect(model.state.value).toEqual({ name: 'key-replaced', resumes: true });
  });

  describe('the key of another account', () => {
    const attempt = { id: uuid(1), state: 'other-account', failure: null, account: 'grace@b.c' } as const;
    async function asked(address = 'https://sho.rt') {
      const opened = openOptions({ view: connectedView });
      opened.type(address, 'other secret');
      await opened.model.connect();
      opened.model.showAccount({ ...connectedView, attempt });
      expect(opened.model.state.value).toEqual({ name: 'other-account', account: 'grace@b.c' });
      return opened;
    }

    it('is connected once the user agrees', async () => {
      const { model, intents } = await asked();
      await model.connect(true);
      expect(intents.at(-1)).toMatchObject({ key: 'other secret', replacesAccount: true });
      expect(intents[0]).not.toHaveProperty('replacesAccount');
      model.showAccount({ ...connectedView, attempt: { id: uuid(2), state: 'connected', failure: null } });
      expect(model.state.value).toEqual({ name: 'account-replaced' });
    });

    it('is not connected otherwise, and the access granted for it is removed', async () => {
      const { model, acts } = await asked('https://other.example');
      acts.length = 0;
      await model.keepAccount();
      expect([model.state.value.name, model.key.value]).toEqual(['idle', 'other secret']);
      expect(acts).toEqual(['remove https://other.example/*']);
    });

    it('keeps the access of the connected service', async () => {
      const { model, acts } = await asked();
      acts.length = 0;
      await model.keepAccount();
      expect(acts).toEqual([]);
    });

    it('is asked about no more once another key is typed', async () => {
      const { model } = await asked();
      model.typeKey('a third');
      expect(model.state.value.name).toBe('idle');
    });
  });

  it('failed: shows the reason and keeps the typed text', async () => {
    const { model, type } = openOptions();
    type('https://sho.rt', 'secret');
    await model.connect();
    const attempt = { id: uuid(1), state: 'checking', failure: null } as const;
    model.showAccount({ ...accountViewItem.fallback, attempt });
    expect(model.state.value.name).toBe('connecting');
    model.showAccount({
      ...accountViewItem.fallback,
      attempt: { ...attempt, state: 'failed', failure: unreachable },
    });
    expect(model.state.value).toEqual({ name: 'failed', failure: unreachable });
    expect([model.address.value, model.key.value]).toEqual(['https://sho.rt', 'secret']);
  });

  it.each(['connected', 'failed'] as const)(
    'keeps the key that is typed after it has %s, when the account’s view changes again',
    async (state) => {
      const { model, type } = openOptions();
      type('https://sho.rt', 'secret');
      await model.connect();
      const attempt = { id: uuid(1), state, failure: state === 'failed' ? unreachable : null };
      model.showAccount({ ...connectedView, attempt });
      const shown = model.state.value;
      model.typeKey('another key');
      model.showAccount({ ...connectedView, account: { ...account, avatar: 'data:,' }, attempt });
      expect([model.key.value, model.state.value]).toEqual(['another key', shown]);
    },
  );

  it('ignores the attempt of another page', async () => {
    const { model, type } = openOptions();
    type('https://sho.rt', 'secret');
    model.showAccount({ ...connectedView, attempt: { id: uuid(9), state: 'connected', failure: null } });
    expect([model.state.value.name, model.key.value]).toEqual(['idle', 'secret']);
  });

  it('reports that the background does not answer, and a result that arrives later', async () => {
    const { model, world, type } = openOptions();
    type('https://sho.rt', 'secret');
    world.responses = false;
    await model.connect();
    expect(model.state.value).toEqual({ name: 'no-reply' });
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    expect(model.state.value).toEqual({ name: 'connected' });
  });

  it('that can’t be stored is reported, and the access just granted for it is removed', async () => {
    const { model, acts, world, type } = openOptions();
    type('https://sho.rt', 'secret');
    world.stores = false;
    await model.connect();
    expect(model.state.value).toEqual({ name: 'failed', failure: { kind: 'not-stored' } });
    expect(acts).toEqual(['request https://sho.rt/*', 'remove https://sho.rt/*']);
    expect([model.address.value, model.key.value]).toEqual(['https://sho.rt', 'secret']);
  });

  it('does not overwrite a known result when the response is lost', async () => {
    const { model, world, type } = openOptions();
    type('https://sho.rt', 'secret');
    world.responses = false;
    const connecting = model.connect();
    await flushMicrotasks();
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    await connecting;
    expect(model.state.value).toEqual({ name: 'connected' });
  });
});

describe('Connect, clicked again or replaced', () => {
  it('with another key: sends the last attempt and shows its result', async () => {
    const { model, intents, type } = openOptions();
    type('https://sho.rt', 'secret');
    const first = model.connect();
    model.key.value = 'better secret';
    await Promise.all([first, model.connect()]);
    expect(intents.map(({ key }) => key)).toEqual(['better secret']);
    model.showAccount({ ...connectedView, attempt: { id: uuid(2), state: 'connected', failure: null } });
    expect(model.state.value).toEqual({ name: 'connected' });
  });

  it('reports that another tab has replaced the attempt', async () => {
    const { model, world, type } = openOptions();
    type('https://sho.rt', 'secret');
    world.end = 'replaced';
    await model.connect();
    expect(model.state.value).toEqual({ name: 'replaced' });
    expect(model.key.value).toBe('secret');
  });

  it('“Disconnect” while the browser prompts for access: sends nothing and removes the access', async () => {
    const { model, acts, intents, world, type } = openOptions({ view: connectedView });
    let grant: (granted: boolean) => void = () => undefined;
    world.grants = new Promise((resolve) => (grant = resolve));
    type('https://new.example', 'secret');
    const connecting = model.connect();
    await model.disconnect();
    grant(true);
    await connecting;
    expect(intents).toEqual([]);
    expect(acts).toContain('remove https://new.example/*');
    expect(model.state.value).toEqual({ name: 'disconnected' });
  });

  it('“Disconnect” in another tab ends the attempt', async () => {
    const { model, world, type } = openOptions();
    type('https://sho.rt', 'secret');
    world.end = 'ended';
    await model.connect();
    expect(model.state.value).toEqual({ name: 'idle' });
  });
});

describe('an attempt that began before the page was opened', () => {
  const failed = { id: uuid(9), state: 'failed', failure: unreachable, address: 'https://sho.rt' } as const;
  const checking = { ...failed, state: 'checking', failure: null } as const;
  const viewOf = (attempt: AccountView['attempt']): AccountView => ({ ...accountViewItem.fallback, attempt });

  it('shows why it has failed', () => {
    const { model } = openOptions({ view: viewOf(failed), draft: 'sho.rt' });
    expect(model.state.value).toEqual({ name: 'failed', failure: unreachable });
  });

  it.each([
    ['for another address than the typed one', viewOf(failed), 'other.example'],
    ['before a service was connected', { ...connectedView, attempt: failed }, 'sho.rt'],
    [
      'that an earlier version stored without its address',
      viewOf({ ...failed, address: undefined }),
      'sho.rt',
    ],
  ])('shows nothing of one %s', (_, view, draft) => {
    expect(openOptions({ view, draft }).model.state.value).toEqual({ name: 'idle' });
  });

  it('is followed to its end, and leads to the first link', async () => {
    const { model, acts } = openOptions({ view: viewOf(checking), draft: 'sho.rt', firstSteps: undefined });
    expect(model.state.value).toEqual({ name: 'connecting', host: 'sho.rt' });
    expect(acts).toEqual(['connect']);
    await flushMicrotasks();
    model.showAccount({ ...connectedView, attempt: { ...checking, state: 'connected' } });
    expect(model.state.value).toEqual({ name: 'connected' });
    expect(model.firstSteps.value).toBe(true);
  });

  it('that fails while the page is open is reported', () => {
    const { model } = openOptions({ view: viewOf(checking), draft: 'sho.rt' });
    model.showAccount(viewOf(failed));
    expect(model.state.value).toEqual({ name: 'failed', failure: unreachable });
  });

  it('does not prevent connecting with the key that is typed meanwhile', async () => {
    const { model, intents, type } = openOptions({ view: viewOf(checking), draft: 'sho.rt' });
    type('https://sho.rt', 'secret');
    await model.connect();
    expect(intents).toMatchObject([{ key: 'secret' }]);
    model.showAccount(viewOf(failed));
    expect(model.state.value.name).toBe('connecting');
  });

  it.each([
    ['ended', 'idle'],
    ['replaced', 'replaced'],
  ] as const)('shows no attempt that has %s', async (end, name) => {
    const { model, world } = openOptions({ view: viewOf(checking), draft: 'sho.rt' });
    world.end = end;
    await flushMicrotasks();
    expect(model.state.value).toEqual({ name });
  });
});

describe('access to other sites', () => {
  const held = ['https://sho.rt/*', 'https://old.example/*'];

  it('is listed, except for the connected service, and can be removed', async () => {
    const { model, acts, world } = openOptions({ view: connectedView });
    world.held = held;
    await model.checkAccess();
    expect(model.otherOrigins.value).toEqual(['https://old.example/*']);
    await model.removeOrigin('https://old.example/*');
    expect(acts).toEqual(['remove https://old.example/*']);
    expect(model.otherOrigins.value).toEqual([]);
    expect(model.removedOrigin.value).toEqual({ pattern: 'https://old.example/*', removed: true });
  });

  it('that the browser does not remove is reported', async () => {
    const { model, world } = openOptions({ view: connectedView });
    world.held = held;
    world.removes = false;
    await model.removeOrigin('https://old.example/*');
    expect(model.removedOrigin.value?.removed).toBe(false);
    expect(model.otherOrigins.value).toEqual(['https://old.example/*']);
  });

  it('is not listed while a service at that origin is being connected', async () => {
    const { model, world, type } = openOptions();
    world.held = ['https://sho.rt/*'];
    world.responses = true;
    type('https://sho.rt', 'secret');
    const connecting = model.connect();
    await model.checkAccess();
    expect(model.otherOrigins.value).toEqual([]);
    await connecting;
  });
});

describe('access that another attempt uses', () => {
  const sites = ['https://sho.rt/*'];
  const checking = { id: uuid(9), state: 'checking', failure: null, address: 'https://sho.rt' } as const;
  const checkingView: AccountView = { ...accountViewItem.fallback, attempt: checking };

  it('is neither listed nor removed once another tab has connected with it', async () => {
    const { model, acts, world } = openOptions();
    world.held = sites;
    await model.checkAccess();
    expect(model.otherOrigins.value).toEqual(sites);
    model.showAccount({ ...connectedView, attempt: { id: uuid(9), state: 'connected', failure: null } });
    await model.removeOrigin('https://sho.rt/*');
    expect(acts).toEqual([]);
    await flushMicrotasks();
    expect(model.otherOrigins.value).toEqual([]);
  });

  it('is not listed while another tab connects with it, but is after that has failed', async () => {
    const { model, world } = openOptions();
    world.held = sites;
    await model.checkAccess();
    model.showAccount(checkingView);
    await flushMicrotasks();
    expect(model.otherOrigins.value).toEqual([]);
    model.showAccount({ ...checkingView, attempt: { ...checking, state: 'failed', failure: unreachable } });
    await flushMicrotasks();
    expect(model.otherOrigins.value).toEqual(sites);
  });

  it('is not listed when the page opens, or another address is invalid, during the check', async () => {
    const { model, world, type } = openOptions({ view: checkingView });
    world.held = sites;
    world.grants = Promise.resolve(false);
    type('https://new.example', 'secret');
    await model.connect();
    expect(model.state.value.name).toBe('permission-refused');
    expect(model.otherOrigins.value).toEqual([]);
  });
});

describe('the connection shown', () => {
  it('shows the typed address, else the connected one', () => {
    expect(openOptions({ view: connectedView }).model.address.value).toBe('https://sho.rt');
    expect(openOptions({ view: connectedView, draft: 'new.example' }).model.address.value).toBe(
      'new.example',
    );
  });

  it('is no longer “connected” after another tab has disconnected', async () => {
    const { model, type } = openOptions();
    type('https://sho.rt', 'secret');
    await model.connect();
    model.showAccount({ ...connectedView, attempt: { id: uuid(1), state: 'connected', failure: null } });
    model.showAccount(accountViewItem.fallback);
    // The page parses the connected address to show its host; it is empty now.
    expect(model.state.value.name).not.toBe('connected');
  });

  it('notices that access was withdrawn, and requests it in the click', async () => {
    const { model, acts, world } = openOptions({ view: connectedView });
    world.access = false;
    await model.checkAccess();
    expect(model.accessMissing.value).toBe(true);
    const allowing = model.allowAccess();
    expect(acts).toEqual(['request https://sho.rt/*']);
    world.access = true;
    await allowing;
    expect(model.accessMissing.value).toBe(false);
  });

  it('misses no access while not connected', async () => {
    const { model, world } = openOptions();
    world.access = false;
    await model.checkAccess();
    expect(model.accessMissing.value).toBe(false);
  });

  it('counts the waiting jobs, and the links of batches that are not among them', async () => {
    const { model, world } = openOptions();
    expect(model.waiting.value).toBe(0);
    world.bulkLinks = { mine: 4 };
    model.showLists(fullView({ scope: 'mine', unfinished: 3 }));
    await flushMicrotasks();
    expect(model.waiting.value).toBe(7);
    world.bulkLinks = { mine: 1 };
    await model.countBulkLinks();
    expect(model.waiting.value).toBe(4);
    model.showLists(fullView({ scope: 'theirs', unfinished: 0 }));
    await flushMicrotasks();
    expect(model.waiting.value).toBe(0);
  });

  it('tells changes of the account from links, and whether the service may have a request', () => {
    const { model } = openOptions();
    const links = [jobView({ id: '1', state: 'queued' }), jobView({ id: '2', state: 'refused' })];
    const changes = [
      jobView({ id: '3', kind: 'add-campaign', state: 'queued' }),
      jobView({ id: '4', kind: 'change', state: 'done' }),
    ];
    model.showLists(fullView({ unfinished: 2, jobs: [...links, ...changes] }));
    expect([model.waitingChanges.value, model.maySucceed.value]).toEqual([1, false]);
    const sent = jobView({ id: '5', kind: 'change', state: 'sent' });
    model.showLists(fullView({ unfinished: 3, jobs: [...links, ...changes, sent] }));
    expect([model.waitingChanges.value, model.maySucceed.value]).toEqual([2, true]);
  });

  it('disconnects and reports a failure', async () => {
    const { model, acts, world } = openOptions({ view: connectedView });
    await model.disconnect();
    expect([acts, model.state.value]).toEqual([['disconnect'], { name: 'disconnected' }]);
    world.responses = false;
    await model.disconnect();
    expect(model.state.value).toEqual({ name: 'disconnect-unfinished' });
  });
});

describe('preferences', () => {
  it('show immediately and are “Saved” once stored', async () => {
    const { model, saves } = openOptions();
    const changing = model.change({ autoCopy: false });
    expect([model.preferences.value.autoCopy, model.saved.value]).toEqual([false, 'no']);
    await changing;
    expect(model.saved.value).toBe('yes');
    expect(saves).toEqual([{ autoCopy: false }]);
  });

  it('report that they could not be stored', async () => {
    const { model, world } = openOptions();
    world.responses = false;
    await model.change({ autoCopy: false });
    expect(model.saved.value).toBe('failed');
  });

  it('keep all changes, although the storage event of an earlier one is late', async () => {
    const { model, saves } = openOptions();
    void model.change({ autoCopy: false });
    void model.change({ campaign: { id: '1', name: 'Spring' } });
    model.showPreferences({ ...preferencesItem.fallback, autoCopy: false });
    await model.change({ channel: { id: '2', name: 'Mail' } });
    expect(saves.at(-1)).toEqual({
      autoCopy: false,
      campaign: { id: '1', name: 'Spring' },
      channel: { id: '2', name: 'Mail' },
    });
  });

  it('are “Saved” where a later message was stored that carried what an earlier one could not', async () => {
    const { model, world, saves } = openOptions();
    let fail = () => {};
    world.send = () => new Promise((_, reject) => (fail = () => reject(new Error('no response'))));
    const first = model.change({ autoCopy: false });
    world.send = async (changes) => saves.push(changes());
    await model.change({ reuse: false });
    fail();
    await first;
    expect(saves).toEqual([{ autoCopy: false, reuse: false }]);
    expect(model.saved.value).toBe('yes');
  });

  it('that change elsewhere while a choice is being stored are shown once it is', async () => {
    const { model, world } = openOptions();
    let store = () => {};
    world.send = () => new Promise((resolve) => (store = () => resolve(0)));
    const saved = model.change({ notify: true });
    model.showPreferences({ ...preferencesItem.fallback, notify: true });
    model.showPreferences({ ...preferencesItem.fallback, notify: false });
    expect(model.preferences.value.notify).toBe(true);
    store();
    await saved;
    expect(model.preferences.value.notify).toBe(false);
  });

  it('are sent with the last choice of each, also by a message that is repeated after a later one', async () => {
    const { model, saves, world } = openOptions();
    let repeat = () => {};
    world.send = (changes) => new Promise((resolve) => (repeat = () => resolve(saves.push(changes()))));
    const first = model.change({ autoCopy: false, campaign: { id: '1', name: 'Spring' } });
    world.send = async (changes) => saves.push(changes());
    await model.change({ campaign: { id: '2', name: 'Summer' } });
    repeat();
    await first;
    const last = { autoCopy: false, campaign: { id: '2', name: 'Summer' } };
    expect(saves).toEqual([last, last]);
    await model.change({ reuse: false });
    expect(saves.at(-1)).toEqual({ reuse: false });
  });
});
