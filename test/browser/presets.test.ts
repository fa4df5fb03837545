// Presets: by their site in the popup, two keys for a link with twelve fields, saved from a form, edited in the
// settings, exported and imported as a file.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  axeViolations,
  dispatchCommand,
  dispatchMenu,
  drivePage,
  openExtensionPage,
  openPopup,
  removeFolder,
  temporaryFolder,
  until,
  type Driver,
  type PageDriver,
} from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  savePresets,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { openPopupPage, picture } from './setup/popup-page.ts';
import { waitForBadgeOf } from './setup/triggers.ts';
import { msg, msgCount, msgPattern, msgWithin } from '../support/texts.ts';

let scene: Scene;
let settings: PageDriver;
let folder: string;
let account: Awaited<ReturnType<typeof ofTheAccount>>;
const open: Driver[] = [];
explainFailures(() => scene);
beforeAll(async () => {
  scene = await startConnected();
  folder = await temporaryFolder('presets');
  settings = await openExtensionPage(scene.running, 'options.html');
  account = await ofTheAccount();
  await settings.session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.close();
});
afterAll(async () => {
  await scene.close();
  await removeFolder(folder);
});

interface StoredPresets {
  readonly list: readonly {
    readonly id: string;
    readonly name: string;
    readonly sites: readonly string[];
    readonly fields: object;
  }[];
  readonly defaultId: string | null;
}

async function storedPresets(): Promise<StoredPresets | null> {
  const item = (await stored(settings))['presets'] as { data: StoredPresets } | undefined;
  return item?.data ?? null;
}

/** Chooses a file as the browser's own dialog would. */
async function chooseFile(content: string, within = '.presets'): Promise<void> {
  const file = path.join(folder, `import-${Math.random()}.json`);
  await writeFile(file, content);
  const { root } = await settings.session.send('DOM.getDocument');
  const { nodeId } = await settings.session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: `${within} input[type=file]`,
  });
  await settings.session.send('DOM.setFileInputFiles', { nodeId, files: [file] });
}

/** The file that a button makes. */
async function exported(button = msg('presetsExport')): Promise<string> {
  const before = new Set(await readdir(folder));
  await settings.click('button', button);
  return until('the file to be there', async () => {
    const name = (await readdir(folder)).find((one) => !before.has(one) && one.endsWith('.json'));
    return name === undefined ? undefined : readFile(path.join(folder, name), 'utf8');
  });
}

async function popupOn(where: string): Promise<Driver> {
  const popup = await scene.popupOn(where);
  open.push(popup);
  await waitForForm(popup);
  return popup;
}

const shownPreset = (page: Driver): Promise<string> =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLSelectElement>('#preset');
    return field?.selectedOptions[0]?.textContent?.replaceAll(/[\u2068\u2069]/gu, '') ?? '';
  });

const showsPreset = (page: Driver, text: string) =>
  waitUntil(`the preset to be "${text}"`, async () => (await shownPreset(page)) === text);

/** By the keyboard: `Home` is "None", `End` the last preset. */
async function choosePreset(page: Driver, key: 'Home' | 'End', text: string): Promise<void> {
  const { backendNodeId } = await page.waitFor('combobox', msg('preset'));
  await page.session.send('DOM.focus', { backendNodeId });
  await page.press(key);
  await showsPreset(page, text);
}

/** The fields that the service received for that page. */
function sentFor(where: string): Record<string, unknown> {
  const bodies = scene.service.store
    .requests('/api/url/add')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter(({ url }) => url === scene.site.url(where));
  expect(bodies).toHaveLength(1);
  return bodies[0] ?? {};
}

async function unfoldPreset(name: string): Promise<void> {
  const roles = ['DisclosureTriangle', 'DisclosureTriangleGrouped'];
  const summary = new RegExp(name, 'u');
  const role = await until(`the preset ${name}`, async () => {
    for (const one of roles) if ((await settings.all(one, summary)).length === 1) return one;
    return undefined;
  });
  await settings.click(role, summary);
  await settings.waitFor('group', name);
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** A campaign, a channel and two pixels of the account, as the pickers offer them at first. */
async function ofTheAccount() {
  const view = (await stored(settings))['popup-view'] as Record<
    'campaigns' | 'channels' | 'pixels',
    Choice[]
  >;
  const [campaign] = view.campaigns;
  const [channel] = view.channels;
  if (campaign === undefined || channel === undefined) throw new Error('The demo has nothing to choose');
  return { campaign, channel, pixels: view.pixels.slice(0, 2) };
}

const target = 'https://example.com/de';

function twelveFields() {
  return {
    ...account,
    alias: 'two-{title}-{date}',
    domain: 'https://go.example.com',
    extras: {
      type: 'frame',
      expiry: '+7d',
      visibility: 'public',
      note: '{title} of {host} {unknown}',
      card: { title: 'A card', description: '', picture: '' },
      countries: [{ when: 'Germany', link: target }],
      parameters: [
        { name: 'utm_source', value: 'newsletter' },
        { name: 'utm_content', value: '{host}' },
      ],
      // A file may have been written by anyone.
      password: 'never',
    },
  };
}

describe('with a file of presets', () => {
  it('is read by the settings, shown with its content, and stored on the user’s confirmation', async () => {
    const host = new URL(scene.site.url('/')).hostname;
    const presets = [
      { id: 'news', name: 'Newsletter', sites: [`${host}/news`], fields: twelveFields() },
      { name: 'Poster', fields: { extras: { note: 'on paper' } } },
    ];
    await chooseFile(JSON.stringify({ format: 'curtail-presets', version: 1, presets }));
    await settings.waitFor('group', msgWithin('presetsInFile_other', '2'));
    const shown = await settings.evaluate<string>(`document.querySelector('.imported').innerText`);
    for (const part of ['Newsletter', 'Poster', `${host}/news`]) expect(shown).toContain(part);
    expect(await storedPresets()).toBeNull();
    expect((await settings.focused())?.name).toBe(msg('presetsImportConfirm'));
    await settings.press('Enter');
    await waitForText(settings, 'status', msgCount('presetsImported', 2));
    expect((await settings.focused())?.name).toBe(msg('presetsNew'));
    const { list = [] } = (await storedPresets()) ?? {};
    expect(list.map(({ name }) => name)).toEqual(['Newsletter', 'Poster']);
    expect(JSON.stringify(list)).not.toContain('never');
  });

  it.each([
    ['{"format":', msg('presetsNotJson')],
    ['{"bookmarks":[]}', msg('presetsNotPresets')],
    [`{"x":"${'x'.repeat(1_000_000)}"}`, msg('presetsTooLarge')],
    [
      JSON.stringify({ format: 'curtail-presets', version: 1, presets: [{ name: 'a', sites: 1 }] }),
      msgWithin('presetWrong', '1', /.?a.?/),
    ],
    [
      JSON.stringify({ format: 'curtail-presets', version: 1, presets: [{ name: 'a', sites: ['com'] }] }),
      msgWithin('presetRuleTooWide', /.?com.?/, /.?a.?/),
    ],
  ])('what is none is refused in a sentence, and nothing changes (%#)', async (content, sentence) => {
    const before = await storedPresets();
    await chooseFile(content);
    await waitForText(settings, 'alert', sentence);
    expect(await storedPresets()).toEqual(before);
  });
});

describe('in the popup', () => {
  it('sends a link with twelve fields by two key presses on a new tab', async () => {
    scene.service.clearLog();
    const where = '/news/spring';
    let presses = 0;
    const page = await scene.visit(where, 'Spring – “News”');
    // The key of the command `_execute_action`, in whose place the harness presses the button.
    presses++;
    const popup = await openPopup(scene.running, page);
    open.push(popup);
    await waitUntil(
      'the focus to be on "Shorten"',
      async () => (await popup.focused())?.name === msg('shorten'),
    );
    presses++;
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    expect(presses).toBe(2);

    const now = new Date();
    const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    const { campaign, channel, pixels } = account;
    const { hostname } = new URL(scene.site.url('/'));
    const { expiry, ...sent } = sentFor(where);
    expect(sent).toEqual({
      url: scene.site.url(where),
      campaign: Number(campaign.id),
      channel: Number(channel.id),
      pixels: pixels.map(({ id }) => Number(id)),
      custom: `two-spring-news-${today}`,
      domain: 'https://go.example.com',
      type: 'frame',
      status: 'public',
      description: `Spring – “News” of ${hostname} {unknown}`,
      metatitle: 'A card',
      geotarget: [{ location: 'Germany', link: target }],
      parameters: [
        { name: 'utm_source', value: 'newsletter' },
        { name: 'utm_content', value: hostname },
      ],
    });
    expect(expiry).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/u);
    const days = (Date.parse(String(expiry).replace(' ', 'T')) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    // All that there is to it, besides the address: twelve.
    expect(Object.keys(sent)).toHaveLength(12);
  });

  it('shows the site’s preset with its reason, and stores nothing of it as a draft', async () => {
    const popup = await popupOn('/news/shown');
    await showsPreset(popup, msg('presetForSite', 'Newsletter'));
    expect(await popup.value('combobox', msg('campaign'))).toBe(account.campaign.name);
    const keys = Object.keys(await stored(settings)).filter((key) => key.startsWith('draft:http'));
    expect(keys).toEqual([]);
  });

  it('chooses none on other sites, and the link is plain', async () => {
    const popup = await popupOn('/else');
    await showsPreset(popup, msg('none'));
    await popup.press('Enter');
    await waitForText(popup, 'status', msg('copied'));
    expect(sentFor('/else')).toEqual({ url: scene.site.url('/else') });
  });

  it('changes to “None” or another preset by the keyboard', async () => {
    const popup = await popupOn('/news/other');
    await showsPreset(popup, msg('presetForSite', 'Newsletter'));
    await choosePreset(popup, 'Home', msg('none'));
    expect(await popup.value('combobox', msg('campaign'))).toBe('');
    await choosePreset(popup, 'End', 'Poster');
    await popup.click('button', msg('shorten'));
    await waitForText(popup, 'status', msg('copied'));
    expect(sentFor('/news/other')).toEqual({
      url: scene.site.url('/news/other'),
      description: 'on paper',
    });
  });

  it('restores a draft, which overrides the site’s preset', async () => {
    const first = await popupOn('/news/typed');
    await showsPreset(first, msg('presetForSite', 'Newsletter'));
    await choosePreset(first, 'Home', msg('none'));
    await first.click('button', msgWithin('moreOptions'));
    await first.fill('textbox', msg('alias'), 'typed-before');
    await first.close();
    const second = await popupOn('/news/typed');
    await showsPreset(second, msg('presetDraft'));
    expect(await second.value('textbox', msg('alias'))).toBe('typed-before');
    await second.click('button', msg('shorten'));
    await waitForText(second, 'status', msg('copied'));
    expect(sentFor('/news/typed')).toEqual({
      url: scene.site.url('/news/typed'),
      custom: 'typed-before',
    });
  });
});

describe('“Save as preset”', () => {
  it('stores the form’s values, with a rule for the site, and fills the form from it', async () => {
    const popup = await popupOn('/shop');
    await popup.click('button', msgWithin('moreOptions'));
    await popup.fill('textbox', msg('note'), 'For {title}');
    await popup.fill('textbox', msg('password'), 'open sesame');
    await popup.click('button', msg('saveAsPreset'));
    await popup.waitFor('textbox', msg('presetName'));
    await waitUntil(
      'the name to have the focus',
      async () => (await popup.focused())?.name === msg('presetName'),
    );
    await popup.type('Shop');
    await popup.click('checkbox', msgPattern('presetSiteRule'));
    await popup.fill('textbox', msg('presetName'), 'Shop');
    await popup.press('Enter');
    await waitForText(popup, 'status', msgWithin('presetSaved', /.?Shop.?/));
    expect(await popup.value('textbox', msg('note'))).toBe('For Page /shop');
    expect(await popup.value('textbox', msg('password'))).toBe('open sesame');
    await showsPreset(popup, 'Shop');
    const shop = (await storedPresets())?.list.find(({ name }) => name === 'Shop');
    expect(shop).toMatchObject({
      sites: [new URL(scene.site.url('/')).host],
      fields: { extras: { note: 'For {title}' } },
    });
    expect(JSON.stringify(shop)).not.toContain('sesame');
    // Nothing was shortened on the way.
    expect(scene.made().some(({ longurl }) => longurl === scene.site.url('/shop'))).toBe(false);
  });

  it('replaces one of the same name after a notice; variables that were not edited stay', async () => {
    const popup = await popupOn('/shop/again');
    await showsPreset(popup, msg('presetForSite', 'Shop'));
    await popup.click('button', msgWithin('moreOptions'));
    await popup.fill('textbox', msg('alias'), 'shop-{date}');
    await popup.click('button', msg('saveAsPreset'));
    expect(await popup.value('textbox', msg('presetName'))).toBe('Shop');
    await popup.waitFor('button', msg('replacePreset'));
    expect(await popup.outline()).toContain(msg('presetReplaces'));
    await popup.fill('textbox', msg('presetName'), 'Shop 2');
    await popup.waitFor('button', msg('savePreset'));
    await popup.fill('textbox', msg('presetName'), 'shop');
    await popup.click('button', msg('replacePreset'));
    await waitForText(popup, 'status', msgWithin('presetSaved'));
    const { list = [] } = (await storedPresets()) ?? {};
    expect(list.map(({ name }) => name)).toEqual(['Newsletter', 'Poster', 'shop']);
    expect(list[2]).toMatchObject({
      sites: [new URL(scene.site.url('/')).host],
      fields: { alias: 'shop-{date}', extras: { note: 'For {title}' } },
    });
  });
});

describe('the link form as a page', () => {
  it('chooses the preset for the typed address', async () => {
    const form = await openExtensionPage(scene.running, 'link.html');
    open.push(form);
    await showsPreset(form, msg('none'));
    await form.fill('textbox', msg('destinationUrl'), scene.site.url('/news/page'));
    await showsPreset(form, msg('presetForSite', 'Newsletter'));
    await form.waitFor('textbox', msg('alias'));
    expect(await form.value('textbox', msg('note'))).toContain('of ');
  });
});

describe('the settings', () => {
  it('rename, add sites and set the default, by the keyboard, with errors beside the field', async () => {
    await settings.page.bringToFront();
    await unfoldPreset('Poster');
    const name = async () => settings.value('textbox', msg('presetName'));
    await settings.fill('textbox', msg('presetName'), 'newsletter');
    await settings.press('Tab');
    await waitUntil('the taken name to be refused', async () =>
      (await settings.outline()).includes(msg('presetNameTaken')),
    );
    expect(await name()).toBe('newsletter');
    await settings.fill('textbox', msg('presetName'), 'Placard');
    await settings.press('Tab');
    await waitForText(settings, 'status', msg('saved'));
    await settings.fill('textbox', msg('presetSites'), 'example.com\n/nowhere');
    await settings.press('Tab');
    await waitUntil('the wrong rule to be named', async () =>
      msgWithin('presetSiteWrong').test(await settings.outline()),
    );
    await settings.fill('textbox', msg('presetSites'), 'example.com\n*.example.org');
    await settings.press('Tab');
    await waitForText(settings, 'status', msg('saved'));
    expect((await settings.focused())?.name).toBe(msg('presetMakeDefault'));
    await settings.press('Space');
    await waitUntil('all of it to be stored', async () => {
      const data = await storedPresets();
      const placard = data?.list.find((one) => one.name === 'Placard');
      return (
        placard !== undefined &&
        data?.defaultId === placard.id &&
        placard.sites.join() === 'example.com,*.example.org'
      );
    });
  });

  it('choose the default where no site matches', async () => {
    // The shop's rule is for all of the site.
    const page = await openPopupPage(scene, 'https://nowhere.example/', 'Nowhere');
    open.push(page);
    await showsPreset(page, 'Placard (default)');
    expect(await page.value('combobox', msg('preset'))).toBe('1');
    await picture(page, 'popup-preset', 380);
    await page.click('button', msgWithin('moreOptions'));
    await page.click('button', msg('saveAsPreset'));
    await page.waitFor('textbox', msg('presetName'));
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'popup-save-preset', 380);
  });

  it('delete, and undo that', async () => {
    await settings.page.bringToFront();
    const before = await storedPresets();
    await settings.click('button', msg('delete'));
    await waitForText(settings, 'status', msgWithin('presetDeleted', /.?Placard.?/));
    expect((await storedPresets())?.list.map(({ name }) => name)).toEqual(['Newsletter', 'shop']);
    expect((await storedPresets())?.defaultId).toBeNull();
    expect((await settings.focused())?.name).toBe(msg('undo'));
    const gap = await settings.evaluate(() => {
      const bottom = document.querySelector('.preset-notice button')?.getBoundingClientRect().bottom ?? NaN;
      return (document.querySelector('#behavior')?.getBoundingClientRect().top ?? NaN) - bottom;
    });
    expect(gap).toBeGreaterThanOrEqual(16);
    await settings.press('Enter');
    await waitForText(settings, 'status', msg('saved'));
    expect(await storedPresets()).toEqual(before);
    expect((await settings.focused())?.name).toContain('Placard');
  });

  it('have nothing that axe finds serious', async () => {
    await unfoldPreset('Newsletter');
    expect(await axeViolations(settings)).toEqual([]);
    await picture(settings, 'settings-presets', 640);
  });

  it('export everything to a file, and import it', async () => {
    const before = await storedPresets();
    const file = await exported();
    expect(JSON.parse(file)).toEqual({
      format: 'curtail-presets',
      version: 1,
      default: before?.defaultId,
      presets: before?.list,
    });
    await settings.page.reload();
    for (const { name } of before?.list ?? []) {
      await unfoldPreset(name);
      await settings.click('button', msg('delete'));
      await waitForText(settings, 'status', msg('presetDeleted', `\u2068${name}\u2069`));
    }
    // Without presets nothing is stored that a popup would have to read.
    await waitUntil('nothing to be stored', async () => (await storedPresets()) === null);
    await chooseFile(file);
    await settings.click('checkbox', msgPattern('presetsImportDefault'));
    await settings.click('button', msg('presetsImportConfirm'));
    await waitForText(settings, 'status', msgCount('presetsImported', 3));
    expect(await storedPresets()).toEqual(before);
  });

  it('move with the settings', async () => {
    const storedSettings = async () => {
      const { preferences, presets } = await stored(settings);
      return { preferences, presets };
    };
    await settings.click('radio', msg('themeDark'));
    await waitForText(settings, 'status', msg('saved'));
    const before = await storedSettings();
    const file = await exported(msg('settingsExport'));
    expect(JSON.parse(file)).toMatchObject({
      format: 'curtail-settings',
      service: new URL(scene.service.address).origin,
      preferences: before.preferences,
    });
    await settings.click('radio', msg('themeSystem'));
    await unfoldPreset('Newsletter');
    await settings.click('button', msg('delete'));
    await waitForText(settings, 'status', msg('presetDeleted', '\u2068Newsletter\u2069'));
    expect(await storedSettings()).not.toEqual(before);
    await chooseFile(file, 'section[aria-labelledby=privacy]');
    await settings.click('button', msg('presetsImportConfirm'));
    await waitForText(settings, 'status', msg('settingsImported'));
    const after = await storedSettings();
    expect(after.preferences).toEqual(before.preferences);
    const byName = (presets: unknown) =>
      [...(presets as { data: StoredPresets }).data.list].sort((one, other) =>
        one.name < other.name ? -1 : 1,
      );
    expect(byName(after.presets)).toEqual(byName(before.presets));
    expect(await axeViolations(settings)).toEqual([]);
  });
});

describe('the selection of the page', () => {
  const fields = { extras: { note: '“{selection}”' } };
  /** A page with marked words, in front. */
  async function marked(where: string, words: string) {
    scene.site.set(where, { title: where, html: `<p>Not <b>${words}</b> here</p>` });
    const page = await scene.running.openTab(scene.site.url(where));
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('b'))`);
    return page;
  }
  const noteFor = async (where: string): Promise<unknown> => {
    await waitUntil(`${where} to be asked for`, () =>
      scene.service.store.requests('/api/url/add').some(({ body }) => body.includes(`${where}"`)),
    );
    return sentFor(where)['description'];
  };
  beforeAll(async () => {
    const { hostname } = new URL(scene.site.url('/'));
    await savePresets(settings, [{ id: 'quote', name: 'Quote', sites: [`${hostname}/quoted`], fields }]);
  });

  it('is read by the press that sends the link, and from then on when the popup opens', async () => {
    const first = await openPopup(scene.running, await marked('/quoted/first', 'Marked Words'));
    open.push(first);
    await showsPreset(first, msg('presetForSite', 'Quote'));
    await first.press('Enter');
    await waitForText(first, 'status', msg('copied'));
    expect(await noteFor('/quoted/first')).toBe('“Marked Words”');

    const second = await openPopup(scene.running, await marked('/quoted/second', 'Others'));
    open.push(second);
    await second.click('button', msgWithin('moreOptions'));
    await second.waitFor('textbox', msg('note'));
    await waitUntil(
      'the note to be filled',
      async () => (await second.value('textbox', msg('note'))) === '“Others”',
    );
    const drafts = Object.keys(await stored(settings)).filter((key) => key.startsWith('draft:http'));
    expect(drafts.filter((key) => key.includes('/quoted/'))).toEqual([]);
  });

  it('is in the link of the shortcut and of the menu', async () => {
    // The popup grants the tab, as the shortcut itself would.
    const page = await marked('/quoted/third', 'Shortcut & <b>more</b>');
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await popup.close();
    await page.bringToFront();
    const url = scene.site.url('/quoted/third');
    await dispatchCommand(scene.running, 'shorten-page', { id: 1, title: 'Third', url });
    expect(await noteFor('/quoted/third')).toBe('“Shortcut & more”');

    const pageUrl = scene.site.url('/quoted/fourth');
    const selectionText = 'from the menu';
    await dispatchMenu(scene.running, { menuItemId: 'preset:quote', pageUrl, selectionText }, { id: 1 });
    expect(await noteFor('/quoted/fourth')).toBe('“from the menu”');
  });
});

/** The page of a preset that a press in Settings opens. */
async function pressedPresetPage(button: string): Promise<PageDriver> {
  await settings.page.bringToFront();
  await settings.click('button', button);
  const page = await until('the page to open', async () =>
    (await scene.running.browser.pages()).find((one) =>
      one.url().startsWith(scene.running.url('preset.html')),
    ),
  );
  const editor = await drivePage(page);
  open.push(editor);
  await editor.waitFor('textbox', msg('note'));
  return editor;
}

describe('the page of a preset', () => {
  it('saves a new one, which says nothing of the fields left empty, and continues to edit it', async () => {
    const editor = await pressedPresetPage(msg('presetsNew'));
    expect(await editor.page.title()).toBe(`${msg('presetsNew')} · ${msg('extName')}`);
    expect((await editor.focused())?.name).toBe(msg('presetName'));
    expect(await axeViolations(editor)).toEqual([]);
    // A preset holds no password, so none can be typed.
    expect(await editor.all('textbox', msg('password'))).toEqual([]);
    await editor.type('Fair');
    await editor.fill('textbox', msg('alias'), 'fair-{date}');
    await editor.fill('textbox', msg('note'), 'At the fair of {host}');
    await editor.fill('textbox', msg('presetSites'), 'fair.example');
    const isKept = async () => JSON.stringify(await stored(editor)).includes('fair.example');
    await waitUntil('the sites to be stored with the draft', isKept);
    await editor.page.reload();
    await editor.waitFor('textbox', msg('note'));
    await waitUntil(
      'the sites to be restored',
      async () => (await editor.value('textbox', msg('presetSites'))) === 'fair.example',
    );
    await editor.click('button', msg('savePreset'));
    await waitForText(editor, 'status', msgWithin('presetSaved', /.?Fair.?/));
    const fair = async () => (await storedPresets())?.list.find(({ name }) => name.startsWith('Fair'));
    const fields = { alias: 'fair-{date}', extras: { note: 'At the fair of {host}' } };
    expect(await fair()).toMatchObject({ sites: ['fair.example'], fields });
    expect((await fair())?.fields).toEqual(fields);
    const [other] = (await storedPresets())?.list ?? [];
    await editor.fill('textbox', msg('presetName'), other?.name ?? '');
    await editor.press('Enter');
    await waitForText(editor, 'alert', msg('presetNameTaken'));
    await editor.fill('textbox', msg('presetName'), 'Fair 2027');
    await editor.press('Enter');
    await waitForText(editor, 'status', msgWithin('presetSaved', /.?Fair 2027.?/));
    expect((await storedPresets())?.list.filter(({ name }) => name.startsWith('Fair'))).toHaveLength(1);
    await editor.click('button', msg('presetsManage'));
    await waitUntil('the settings to show the presets', async () => {
      const hashes = await Promise.all([settings, scene.options].map((one) => one.evaluate('location.hash')));
      return hashes.includes('#presets');
    });
  });

  it('edits a stored one with its variables, and restores what is not saved yet', async () => {
    await settings.page.bringToFront();
    await unfoldPreset('Fair 2027');
    const editor = await pressedPresetPage(msg('presetEdit'));
    expect(await editor.page.title()).toBe(`${msg('presetEdit')} · ${msg('extName')}`);
    expect(await editor.value('textbox', msg('presetName'))).toBe('Fair 2027');
    expect(await editor.value('textbox', msg('alias'))).toBe('fair-{date}');
    await editor.fill('textbox', msg('note'), 'Seen on {host}');
    const isStored = async () => JSON.stringify(await stored(settings)).includes('Seen on {host}');
    await waitUntil('the draft to be stored', isStored);
    await editor.page.reload();
    await editor.waitFor('textbox', msg('note'));
    expect(await editor.value('textbox', msg('note'))).toBe('Seen on {host}');
    await editor.click('button', msg('savePreset'));
    await waitForText(editor, 'status', msgWithin('presetSaved', /.?Fair 2027.?/));
    const fair = (await storedPresets())?.list.find(({ name }) => name === 'Fair 2027');
    expect(fair?.fields).toEqual({ alias: 'fair-{date}', extras: { note: 'Seen on {host}' } });
    const drafts = async () =>
      Object.keys(await stored(settings)).filter((key) => key.startsWith('draft:page:preset'));
    await waitUntil('the draft to be gone', async () => (await drafts()).length === 0);
  });
});

it('a preset of any id is edited on its page', async () => {
  await savePresets(settings, [
    { id: 'ä %2 #1/b', name: 'Odd', sites: ['example.com'], fields: { alias: 'odd' } },
  ]);
  await settings.page.bringToFront();
  await unfoldPreset('Odd');
  const editor = await pressedPresetPage(msg('presetEdit'));
  await editor.page.reload();
  await editor.waitFor('textbox', msg('note'));
  expect(await editor.value('textbox', msg('presetName'))).toBe('Odd');
  await editor.fill('textbox', msg('alias'), 'even');
  await editor.click('button', msg('savePreset'));
  await waitForText(editor, 'status', msgWithin('presetSaved', /.?Odd.?/));
  const odd = (await storedPresets())?.list.filter(({ name }) => name === 'Odd');
  expect(odd).toEqual([{ id: 'ä %2 #1/b', name: 'Odd', sites: ['example.com'], fields: { alias: 'even' } }]);
});

describe('a preset whose expiration has passed', () => {
  it('sends nothing by shortcut or menu, and what to do is shown', async () => {
    const address = scene.site.url('/expired');
    const { host } = new URL(address);
    const fields = { extras: { expiry: '2020-01-02T03:04' } };
    await savePresets(settings, [{ id: 'expired', name: 'Expired', sites: [`${host}/expired`], fields }]);
    const page = await scene.visit('/expired', 'Expired');
    scene.service.clearLog();
    const tab = { id: 1, title: 'Expired', url: address };
    const isRefused = (count: number) =>
      waitUntil(`${count} links to be refused`, async () => {
        const jobs = Object.entries(await stored(settings)).filter(([key]) => key.startsWith('job:'));
        const texts = jobs.map(([, job]) => JSON.stringify(job));
        return texts.filter((job) => job.includes(address) && job.includes('"refused"')).length === count;
      });
    await dispatchCommand(scene.running, 'shorten-page', tab);
    await isRefused(1);
    // The ✓ of a link before it stays for some seconds.
    await waitForBadgeOf(scene, '!');
    await dispatchMenu(scene.running, { menuItemId: 'preset:expired', pageUrl: address }, tab);
    await isRefused(2);
    const popup = await openPopup(scene.running, page);
    open.push(popup);
    await waitForText(popup, 'alert', msg('failureInvalidLink', msg('invalidExpired')));
    expect(scene.service.store.requests('/api/')).toEqual([]);
  });
});

it('runs without an error or a policy violation', () => {
  scene.running.assertClean();
});
