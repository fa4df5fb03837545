// "More options" in the popup and as a page: each field is typed by keys, and compared with the raw body that the service
// received.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  axeViolations,
  drivePage,
  openExtensionPage,
  openPopup,
  until,
  type Driver,
  type PageDriver,
} from './harness/index.ts';
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
import { durationText, msg, msgCount } from '../support/texts.ts';

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
  await popup.click('button', msg('moreOptions'));
  await popup.waitFor('textbox', msg('note'));
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
  await page.click('button', msg('shorten'));
  await waitForText(page, 'status', msg('copied'));
}

interface Field {
  readonly name: string;
  readonly fill: (popup: Driver) => Promise<unknown>;
  readonly sent: object;
}

const target = 'https://example.com/there';

const fields: readonly Field[] = [
  { name: 'campaign', fill: (popup) => choose(popup, msg('campaign'), 'Hiring'), sent: { campaign: 6 } },
  { name: 'channel', fill: (popup) => choose(popup, msg('channel'), 'Press'), sent: { channel: 5 } },
  {
    name: 'pixels',
    fill: async (popup) => {
      await choose(popup, msg('pixels'), 'Recipes');
      await popup.press('Escape');
    },
    sent: { pixels: [5] },
  },
  {
    name: 'alias',
    fill: (popup) => popup.fill('textbox', msg('alias'), 'options-alias'),
    sent: { custom: 'options-alias' },
  },
  {
    name: 'domain',
    fill: (popup) => select(popup, msg('domain'), 'https://go.example.com'),
    sent: { domain: 'https://go.example.com' },
  },
  {
    name: 'linkType',
    fill: (popup) => select(popup, msg('linkType'), 'frame'),
    sent: { type: 'frame' },
  },
  {
    name: 'password',
    fill: (popup) => popup.fill('textbox', msg('password'), 'open sesame'),
    sent: { password: 'open sesame' },
  },
  {
    name: 'expires',
    fill: (popup) => setExpiry(popup, '2099-02-03T04:05'),
    sent: { expiry: '2099-02-03 04:05:00' },
  },
  {
    name: 'visibility',
    fill: (popup) => select(popup, msg('visibility'), 'public'),
    sent: { status: 'public' },
  },
  {
    name: 'note',
    fill: (popup) => popup.fill('textbox', msg('note'), 'a note'),
    sent: { description: 'a note' },
  },
  {
    name: 'fieldTitle',
    fill: async (popup) => {
      await unfold(popup, msg('linkPreview'));
      await popup.fill('textbox', msg('fieldTitle'), 'A title');
    },
    sent: { metatitle: 'A title' },
  },
  {
    name: 'fieldDescription',
    fill: async (popup) => {
      await unfold(popup, msg('linkPreview'));
      await popup.fill('textbox', msg('fieldDescription'), 'A text');
    },
    sent: { metadescription: 'A text' },
  },
  {
    name: 'linkPreviewImage',
    fill: async (popup) => {
      await unfold(popup, msg('linkPreview'));
      await popup.fill('textbox', msg('linkPreviewImage'), 'https://example.com/a.png');
    },
    sent: { metaimage: 'https://example.com/a.png' },
  },
  {
    name: 'country',
    fill: async (popup) => {
      await unfold(popup, msg('targets'));
      await popup.click('button', msg('addCountry'));
      await popup.fill('combobox', msg('countryRow', '1'), 'Germany');
      await popup.fill('textbox', msg('urlFor', msg('countryRow', '1')), target);
    },
    sent: { geotarget: [{ location: 'Germany', link: target }] },
  },
  {
    name: 'device',
    fill: async (popup) => {
      await unfold(popup, msg('targets'));
      await popup.click('button', msg('addDevice'));
      await popup.fill('combobox', msg('deviceRow', '1'), 'iPhone');
      await popup.fill('textbox', msg('urlFor', msg('deviceRow', '1')), target);
    },
    sent: { devicetarget: [{ device: 'iPhone', link: target }] },
  },
  {
    name: 'language',
    fill: async (popup) => {
      await unfold(popup, msg('targets'));
      await popup.click('button', msg('addLanguage'));
      await popup.fill('combobox', msg('languageRow', '1'), 'fr');
      await popup.fill('textbox', msg('urlFor', msg('languageRow', '1')), target);
    },
    sent: { languagetarget: [{ language: 'fr', link: target }] },
  },
  {
    name: 'appStore',
    fill: async (popup) => {
      await unfold(popup, msg('deepLink'));
      await popup.fill('textbox', msg('appStore'), 'https://apps.apple.com/app/id1');
    },
    sent: { deeplink: { apple: 'https://apps.apple.com/app/id1' } },
  },
  {
    name: 'googlePlay',
    fill: async (popup) => {
      await unfold(popup, msg('deepLink'));
      await popup.fill('textbox', msg('googlePlay'), 'https://play.google.com/store/apps/details?id=a');
    },
    sent: { deeplink: { google: 'https://play.google.com/store/apps/details?id=a' } },
  },
  {
    name: 'deepLinkAuto',
    fill: async (popup) => {
      await unfold(popup, msg('deepLink'));
      await popup.click('checkbox', msg('deepLinkAuto'));
    },
    sent: { deeplink: { auto: true } },
  },
  ...(
    [
      ['source', 'utmSource'],
      ['medium', 'utmMedium'],
      ['campaign', 'utmCampaign'],
      ['term', 'utmTerm'],
      ['content', 'utmContent'],
      ['id', 'utmId'],
    ] as const
  ).map(([part, key]) => ({
    name: key,
    fill: async (popup: Driver) => {
      await unfold(popup, msg('utmParameters'));
      await popup.fill('textbox', msg(key), 'spring');
    },
    sent: { parameters: [{ name: `utm_${part}`, value: 'spring' }] },
  })),
  {
    name: 'parameter',
    fill: async (popup) => {
      await unfold(popup, msg('utmParameters'));
      await popup.click('button', msg('addParameter'));
      await popup.fill('textbox', msg('parameterRow', '1'), 'ref');
      await popup.fill('textbox', msg('parameterValue', msg('parameterRow', '1')), 'poster');
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
    await select(popup, msg('linkType'), 'id');
    await popup.fill('textbox', msg('typeId'), '1');
    // The service decides whether the account has it.
    await popup.click('button', msg('shorten'));
    await waitUntil('it to be sent', () =>
      scene.service.store.requests('/api/url/add').some(({ body }) => body.includes('/option-by-id')),
    );
    expect(sentFor('/option-by-id')).toEqual({ type: '1' });
  });

  it('sends an overlay of the account that is chosen by its name', async () => {
    const popup = await optionsOn('/option-by-name');
    await select(popup, msg('linkType'), '3');
    expect(
      await popup.evaluate(
        () => document.querySelector<HTMLSelectElement>('#type')?.selectedOptions[0]?.text,
      ),
    ).toBe(msg('typeOverlayNamed', 'Tree count'));
    await shorten(popup);
    expect(sentFor('/option-by-name')).toEqual({ type: '3' });
  });

  it('adds parameters to the address where that is chosen', async () => {
    const popup = await optionsOn('/option-in-address');
    await unfold(popup, msg('utmParameters'));
    // With something to suggest it is another kind of field.
    const [role = 'textbox'] = (await popup.all('combobox', msg('utmSource'))).map((field) => field.role);
    await popup.fill(role, msg('utmSource'), 'mail');
    await select(popup, msg('addParametersTo'), 'address');
    await shorten(popup);
    expect(sentFor('/option-in-address?utm_source=mail')).toEqual({});
  });

  it('suggests the earlier values of a parameter', async () => {
    const popup = await optionsOn('/option-suggested');
    await unfold(popup, msg('utmParameters'));
    await popup.waitFor('combobox', msg('utmSource'));
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
      const [field] = await popup.all('DateTime', msg('expires'));
      return field?.description.includes(msg('problemExpiryPast')) ?? false;
    });
    await waitForText(popup, 'status', msg('fixOptionsFirst'));
    expect((await popup.waitFor('button', msg('shorten'))).states['disabled']).toBe(true);
    await popup.click('button', durationText(1, 'week'));
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
    await popup.click('button', msg('moreOptions'));
    await popup.fill('textbox', msg('note'), 'stored');
    await popup.fill('textbox', msg('password'), 'not-to-be-stored');
    await waitUntil('the draft to be stored', async () => {
      const values = JSON.stringify(await stored(scene.options));
      return values.includes('"stored"') && values.includes('"passwordLeft":true');
    });
    expect(JSON.stringify(await stored(scene.options))).not.toContain('not-to-be-stored');
    await popup.close();
    const again = await openPopup(scene.running, await scene.running.openTab(scene.site.url('/again')));
    open.push(again);
    await waitForForm(again);
    await waitUntil(
      'the count',
      async () =>
        (await again.all('button', `${msg('moreOptions')} ${msgCount('optionsSet', 1)}`)).length === 1,
    );
    await waitForText(again, 'alert', msg('passwordLeft'));
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
    await popup.click('button', msg('moreOptions'));
    await popup.fill('textbox', msg('password'), canary);
    await popup.click('button', msg('shorten'));
    // While its job is in progress it is stored, so this looks in the right place.
    await waitUntil('the job to be stored', async () => (await everywhere()).includes(canary));
    await waitForText(popup, 'status', msg('copied'));
    scene.service.setLatency(0);
    await popup.close();
    await waitUntil('it to be gone', async () => !(await everywhere()).includes(canary));
    expect(sentFor('/secret')).toEqual({ password: canary });
    expect(await everywhere()).toContain('/secret');
  });
});

describe('as a page', () => {
  async function handOver(popup: Driver): Promise<PageDriver> {
    await popup.click('button', msg('openInTab'));
    const page = await until('the page to open', async () =>
      (await scene.running.browser.pages()).find((one) =>
        one.url().startsWith(scene.running.url('link.html')),
      ),
    );
    const driver = await drivePage(page);
    open.push(driver);
    await driver.waitFor('textbox', msg('alias'));
    return driver;
  }

  it('takes over everything but the password, and creates the link', async () => {
    const popup = await optionsOn('/as-page');
    await choose(popup, msg('campaign'), 'conf');
    await popup.fill('textbox', msg('note'), 'carried over');
    await popup.fill('textbox', msg('password'), 'secret-word');
    const page = await handOver(popup);
    await waitUntil('the popup to close', () => !popup.isOpen());
    expect(page.page.url()).not.toContain('secret-word');
    expect(JSON.stringify(await stored(page))).not.toContain('secret-word');
    expect(await page.value('textbox', msg('destinationUrl'))).toBe(scene.site.url('/as-page'));
    expect(await page.value('combobox', msg('campaign'))).toBe('Conference 2026');
    expect(await page.value('textbox', msg('note'))).toBe('carried over');
    expect(await page.value('textbox', msg('password'))).toBe('');
    await waitForText(page, 'alert', msg('passwordLeft'));
    expect(await axeViolations(page)).toEqual([]);
    await page.fill('textbox', msg('password'), 'again');
    await shorten(page);
    await page.waitFor('button', msg('copy'));
    expect(sentFor('/as-page')).toMatchObject({ description: 'carried over', password: 'again' });
  });

  it('begins with a copy of the form in a duplicated tab, and neither tab overwrites the other', async () => {
    const page = await handOver(await optionsOn('/duplicated'));
    const note = (driver: Driver) => driver.value('textbox', msg('note'));
    async function type(driver: PageDriver, text: string): Promise<void> {
      await driver.page.bringToFront();
      await driver.fill('textbox', msg('note'), text);
      await waitUntil('the draft to be stored', async () =>
        JSON.stringify(await stored(driver)).includes(text),
      );
    }
    await type(page, 'in both');
    const duplicate = await openExtensionPage(scene.running, `link.html${new URL(page.page.url()).hash}`);
    open.push(duplicate);
    await duplicate.waitFor('textbox', msg('alias'));
    expect(await duplicate.value('textbox', msg('destinationUrl'))).toBe(scene.site.url('/duplicated'));
    expect(await note(duplicate)).toBe('in both');
    await type(duplicate, 'in the duplicate');
    await type(page, 'in the original');
    for (const [driver, text] of [
      [duplicate, 'in the duplicate'],
      [page, 'in the original'],
    ] as const) {
      await driver.page.bringToFront();
      await driver.page.reload();
      await driver.waitFor('textbox', msg('alias'));
      expect(await note(driver)).toBe(text);
    }
  });

  it('moves the focus to a refused alias, and stays with the job that it submitted after a reload', async () => {
    const page = await handOver(await optionsOn('/refused'));
    const taken = scene.service.store.links()[0]?.alias ?? '';
    await page.fill('textbox', msg('alias'), taken);
    await page.click('button', msg('shorten'));
    await page.waitFor('button', `${taken}-2`);
    await waitUntil('the focus', async () => (await page.focused())?.name === msg('alias'));
    await page.page.reload();
    await page.waitFor('button', `${taken}-2`);
    await page.fill('textbox', msg('alias'), '');
    await shorten(page);
    expect(scene.made().filter(({ longurl }) => longurl === scene.site.url('/refused'))).toHaveLength(1);
  });

  it('restores its draft when it is reloaded', async () => {
    const page = await handOver(await optionsOn('/reloaded'));
    await page.fill('textbox', msg('note'), 'before the reload');
    await waitUntil('the draft to be stored', async () =>
      JSON.stringify(await stored(page)).includes('before the reload'),
    );
    await page.page.reload();
    await page.waitFor('textbox', msg('alias'));
    expect(await page.value('textbox', msg('note'))).toBe('before the reload');
    await page.fill('textbox', msg('destinationUrl'), scene.site.url('/another'));
    await shorten(page);
    expect(sentFor('/another')).toEqual({ description: 'before the reload' });
  });

  it('follows the contract in every request, without an error or a policy violation', () => {
    for (const { method, path, breaches } of scene.service.store.requests('/api/'))
      expect([method, path, breaches]).toEqual([method, path, []]);
    scene.running.assertClean();
  });
});
