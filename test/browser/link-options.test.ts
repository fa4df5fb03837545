// "More options" in the popup and as a page: each field is typed by keys, and compared with the raw body that the service
// received.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, drivePage, openPopup, until, type Driver, type PageDriver } from './harness/index.ts';
import {
  choose,
  explainFailures,
  waitUntil,
  waitForForm,
  waitForText,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { select, setExpiry, unfold } from './setup/link-options.ts';
import { linkFieldNames } from '../fixtures/link-fields.ts';

let scene: Scene;
const open: Driver[] = [];
explainFailures(() => scene);
beforeAll(async () => {
  scene = await startConnected();
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.close();
});
afterAll(() => scene.close());

/** The popup over a page of its own, with "More options" unfolded. */
async function optionsOn(path: string): Promise<Driver> {
  const popup = await scene.popupOn(path);
  open.push(popup);
  await waitForForm(popup);
  await popup.click('button', 'More options');
  await popup.waitFor('textbox', 'Alias');
  return popup;
}

/** The fields that the service received for that page, besides its address. */
function sentFor(path: string): unknown {
  const bodies = scene.service.store
    .requests('/api/url/add')
    .map(({ body }) => JSON.parse(body) as { url: string })
    .filter(({ url }) => url === scene.site.url(path));
  expect(bodies).toHaveLength(1);
  const { url: _address, ...others } = bodies[0] ?? { url: '' };
  return others;
}

async function shorten(page: Driver): Promise<void> {
  await page.click('button', 'Shorten');
  await waitForText(page, 'status', 'Copied');
}

interface Field {
  readonly name: string;
  readonly fill: (popup: Driver) => Promise<unknown>;
  readonly sent: object;
}

const target = 'https://example.com/there';

const fields: readonly Field[] = [
  { name: 'Campaign', fill: (popup) => choose(popup, 'Campaign', 'Hiring'), sent: { campaign: 6 } },
  { name: 'Channel', fill: (popup) => choose(popup, 'Channel', 'Press'), sent: { channel: 5 } },
  {
    name: 'Pixels',
    fill: async (popup) => {
      await choose(popup, 'Pixels', 'Recipes');
      await popup.press('Escape');
    },
    sent: { pixels: [5] },
  },
  {
    name: 'Alias',
    fill: (popup) => popup.fill('textbox', 'Alias', 'options-alias'),
    sent: { custom: 'options-alias' },
  },
  {
    name: 'Domain',
    fill: (popup) => select(popup, 'Domain', 'go', 'https://go.example.com'),
    sent: { domain: 'https://go.example.com' },
  },
  { name: 'Type', fill: (popup) => select(popup, 'Type', 'Fr', 'frame'), sent: { type: 'frame' } },
  {
    name: 'Password',
    fill: (popup) => popup.fill('textbox', 'Password', 'open sesame'),
    sent: { password: 'open sesame' },
  },
  {
    name: 'Expires',
    fill: (popup) => setExpiry(popup, '2099-02-03T04:05'),
    sent: { expiry: '2099-02-03 04:05:00' },
  },
  {
    name: 'Visibility',
    fill: (popup) => select(popup, 'Visibility', 'Pu', 'public'),
    sent: { status: 'public' },
  },
  { name: 'Note', fill: (popup) => popup.fill('textbox', 'Note', 'a note'), sent: { description: 'a note' } },
  {
    name: 'Title',
    fill: async (popup) => {
      await unfold(popup, 'Social card');
      await popup.fill('textbox', 'Title', 'A title');
    },
    sent: { metatitle: 'A title' },
  },
  {
    name: 'Description',
    fill: async (popup) => {
      await unfold(popup, 'Social card');
      await popup.fill('textbox', 'Description', 'A text');
    },
    sent: { metadescription: 'A text' },
  },
  {
    name: 'Picture',
    fill: async (popup) => {
      await unfold(popup, 'Social card');
      await popup.fill('textbox', 'Picture', 'https://example.com/a.png');
    },
    sent: { metaimage: 'https://example.com/a.png' },
  },
  {
    name: 'Country',
    fill: async (popup) => {
      await unfold(popup, 'Targets');
      await popup.click('button', 'Add country');
      await popup.fill('combobox', 'Country 1', 'Germany');
      await popup.fill('textbox', 'Address for Country 1', target);
    },
    sent: { geotarget: [{ location: 'Germany', link: target }] },
  },
  {
    name: 'Device',
    fill: async (popup) => {
      await unfold(popup, 'Targets');
      await popup.click('button', 'Add device');
      await popup.fill('combobox', 'Device 1', 'iPhone');
      await popup.fill('textbox', 'Address for Device 1', target);
    },
    sent: { devicetarget: [{ device: 'iPhone', link: target }] },
  },
  {
    name: 'Language',
    fill: async (popup) => {
      await unfold(popup, 'Targets');
      await popup.click('button', 'Add language');
      await popup.fill('combobox', 'Language 1', 'fr');
      await popup.fill('textbox', 'Address for Language 1', target);
    },
    sent: { languagetarget: [{ language: 'fr', link: target }] },
  },
  {
    name: 'App Store',
    fill: async (popup) => {
      await unfold(popup, 'Deep link');
      await popup.fill('textbox', 'App Store', 'https://apps.apple.com/app/id1');
    },
    sent: { deeplink: { apple: 'https://apps.apple.com/app/id1' } },
  },
  {
    name: 'Google Play',
    fill: async (popup) => {
      await unfold(popup, 'Deep link');
      await popup.fill('textbox', 'Google Play', 'https://play.google.com/store/apps/details?id=a');
    },
    sent: { deeplink: { google: 'https://play.google.com/store/apps/details?id=a' } },
  },
  {
    name: 'Automatic',
    fill: async (popup) => {
      await unfold(popup, 'Deep link');
      await popup.click('checkbox', 'Automatic');
    },
    sent: { deeplink: { auto: true } },
  },
  ...['source', 'medium', 'campaign', 'term', 'content', 'id'].map((part) => ({
    name: `UTM ${part}`,
    fill: async (popup: Driver) => {
      await unfold(popup, 'Campaign parameters');
      await popup.fill('textbox', `UTM ${part}`, 'spring');
    },
    sent: { parameters: [{ name: `utm_${part}`, value: 'spring' }] },
  })),
  {
    name: 'Parameter',
    fill: async (popup) => {
      await unfold(popup, 'Campaign parameters');
      await popup.click('button', 'Add parameter');
      await popup.fill('textbox', 'Parameter 1', 'ref');
      await popup.fill('textbox', 'Value of Parameter 1', 'poster');
    },
    sent: { parameters: [{ name: 'ref', value: 'poster' }] },
  },
];

describe('each field reaches the service, and nothing else does', () => {
  it.each(fields)('$name', async ({ name, fill, sent }) => {
    const path = `/option-${name.replaceAll(' ', '-')}`;
    const popup = await optionsOn(path);
    await fill(popup);
    await shorten(popup);
    expect(sentFor(path)).toEqual(sent);
  });

  it('covers every field of the contract', () => {
    // The address itself is in every body: by it each is found.
    const met = ['url', ...fields.flatMap(({ sent }) => Object.keys(sent))];
    expect([...new Set(met)].sort()).toEqual([...linkFieldNames].sort());
  });

  it('sends a splash page or overlay by its id', async () => {
    const popup = await optionsOn('/option-by-id');
    await select(popup, 'Type', 'By', 'id');
    await popup.fill('textbox', 'Splash page or overlay id', '1');
    // The service decides whether the account has it.
    await popup.click('button', 'Shorten');
    await waitUntil('it to be sent', () =>
      scene.service.store.requests('/api/url/add').some(({ body }) => body.includes('/option-by-id')),
    );
    expect(sentFor('/option-by-id')).toEqual({ type: '1' });
  });

  it('sends an overlay of the account that is chosen by its name', async () => {
    const popup = await optionsOn('/option-by-name');
    await select(popup, 'Type', 'CTA', '3');
    expect(
      await popup.evaluate(
        () => document.querySelector<HTMLSelectElement>('#type')?.selectedOptions[0]?.text,
      ),
    ).toBe('CTA overlay “Tree count”');
    await shorten(popup);
    expect(sentFor('/option-by-name')).toEqual({ type: '3' });
  });

  it('adds parameters to the address where that is chosen', async () => {
    const popup = await optionsOn('/option-in-address');
    await unfold(popup, 'Campaign parameters');
    // With something to suggest it is another kind of field.
    const [role = 'textbox'] = (await popup.all('combobox', 'UTM source')).map((field) => field.role);
    await popup.fill(role, 'UTM source', 'mail');
    await select(popup, 'Parameters go into', 'The a', 'address');
    await shorten(popup);
    expect(sentFor('/option-in-address?utm_source=mail')).toEqual({});
  });

  it('suggests the earlier values of a parameter', async () => {
    const popup = await optionsOn('/option-suggested');
    await unfold(popup, 'Campaign parameters');
    await popup.waitFor('combobox', 'UTM source');
    expect(
      await popup.evaluate(() =>
        Array.from(
          document.querySelector<HTMLInputElement>('#utm_source')?.list?.options ?? [],
          (option) => option.value,
        ),
      ),
    ).toContain('mail');
  });
});

describe('an error in a field', () => {
  it('is shown beside it, blocks the link, and can be corrected', async () => {
    const popup = await optionsOn('/wrong');
    await setExpiry(popup, '2001-01-01T00:00');
    await waitUntil('the field to be marked', async () => {
      const [field] = await popup.all('DateTime', 'Expires');
      return field?.description.includes('past in every time zone') ?? false;
    });
    await waitForText(popup, 'status', 'has to be mended first');
    expect((await popup.waitFor('button', 'Shorten')).states['disabled']).toBe(true);
    await popup.click('button', '1 week');
    await shorten(popup);
    expect(sentFor('/wrong')).toEqual({
      expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/u) as unknown,
    });
  });
});

describe('a popup that is opened again', () => {
  it('shows how many options are set, and restores all but the password', async () => {
    const popup = await scene.popupOn('/again');
    open.push(popup);
    await waitForForm(popup);
    await popup.click('button', 'More options');
    await popup.fill('textbox', 'Note', 'stored');
    await popup.fill('textbox', 'Password', 'not-to-be-stored');
    await waitUntil('the draft to be stored', async () =>
      JSON.stringify(await stored(scene.options)).includes('"stored"'),
    );
    expect(JSON.stringify(await stored(scene.options))).not.toContain('not-to-be-stored');
    await popup.close();
    const again = await openPopup(scene.running, await scene.running.openTab(scene.site.url('/again')));
    open.push(again);
    await waitForForm(again);
    await waitUntil(
      'the count',
      async () => (await again.waitFor('button', 'More options')).description === '1 set',
    );
    expect(await again.evaluate(() => document.body.innerText)).toContain('was not kept');
    await shorten(again);
    expect(sentFor('/again')).toEqual({ description: 'stored' });
  });
});

describe('a password', () => {
  it('is nowhere in the extension once its link is made', async () => {
    const canary = 'canary-password-5d1c';
    const everywhere = async () => {
      const [local, session] = await Promise.all([stored(scene.options), stored(scene.options, 'session')]);
      const shown = await scene.options.evaluate(() => document.documentElement.outerHTML);
      return JSON.stringify([local, session, shown]);
    };
    scene.service.setLatency(1_500);
    const popup = await scene.popupOn('/secret');
    open.push(popup);
    await waitForForm(popup);
    await popup.click('button', 'More options');
    await popup.fill('textbox', 'Password', canary);
    await popup.click('button', 'Shorten');
    // While its job is under way it is stored, so this looks in the right place.
    await waitUntil('the job to be stored', async () => (await everywhere()).includes(canary));
    await waitForText(popup, 'status', 'Copied');
    scene.service.setLatency(0);
    await popup.close();
    await waitUntil('it to be gone', async () => !(await everywhere()).includes(canary));
    expect(sentFor('/secret')).toEqual({ password: canary });
    expect(await everywhere()).toContain('/secret');
  });
});

describe('as a page', () => {
  async function handOver(popup: Driver): Promise<PageDriver> {
    await popup.click('button', 'Open as page');
    const page = await until('the page to open', async () =>
      (await scene.running.browser.pages()).find((one) =>
        one.url().startsWith(scene.running.url('link.html')),
      ),
    );
    const driver = await drivePage(page);
    open.push(driver);
    await driver.waitFor('textbox', 'Alias');
    return driver;
  }

  it('takes over everything but the password, and creates the link', async () => {
    const popup = await optionsOn('/as-page');
    await choose(popup, 'Campaign', 'conf');
    await popup.fill('textbox', 'Note', 'carried over');
    await popup.fill('textbox', 'Password', 'secret-word');
    const page = await handOver(popup);
    await waitUntil('the popup to close', () => !popup.isOpen());
    expect(page.page.url()).not.toContain('secret-word');
    expect(JSON.stringify(await stored(page))).not.toContain('secret-word');
    expect(await page.value('textbox', 'Address to shorten')).toBe(scene.site.url('/as-page'));
    expect(await page.value('combobox', 'Campaign')).toBe('Conference 2026');
    expect(await page.value('textbox', 'Note')).toBe('carried over');
    expect(await page.value('textbox', 'Password')).toBe('');
    expect(await page.evaluate(() => document.body.innerText)).toContain('was not kept');
    expect(await axeViolations(page)).toEqual([]);
    await page.fill('textbox', 'Password', 'again');
    await shorten(page);
    await page.waitFor('button', 'Copy');
    expect(sentFor('/as-page')).toMatchObject({ description: 'carried over', password: 'again' });
  });

  it('restores its draft when it is reloaded', async () => {
    const page = await handOver(await optionsOn('/reloaded'));
    await page.fill('textbox', 'Note', 'before the reload');
    await waitUntil('the draft to be stored', async () =>
      JSON.stringify(await stored(page)).includes('before the reload'),
    );
    await page.page.reload();
    await page.waitFor('textbox', 'Alias');
    expect(await page.value('textbox', 'Note')).toBe('before the reload');
    await page.fill('textbox', 'Address to shorten', scene.site.url('/another'));
    await shorten(page);
    expect(sentFor('/another')).toEqual({ description: 'before the reload' });
  });

  it('follows the contract in every request, without an error or a policy violation', () => {
    for (const { method, path, breaches } of scene.service.store.requests('/api/'))
      expect([method, path, breaches]).toEqual([method, path, []]);
    scene.running.assertClean();
  });
});
