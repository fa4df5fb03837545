// Hostile titles and addresses through the real popup, the real menu and the real clipboard: no script runs, no policy
// is broken, nothing is thrown, and the clipboard holds the short link of the address as it was read, or what it held
// before. `npm test` takes some of the 500 from everywhere in the list, the soak all of them.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseUserUrl } from '../../lib/url/parse-user-url.ts';
import { hostileAddresses, hostileTexts, hostileTitles, someHostile } from '../fixtures/hostile.ts';
import { rounds } from '../support/fuzz.ts';
import {
  dispatchMenu,
  dispatchOmnibox,
  drivePage,
  evaluateInWorker,
  openPopup,
  readClipboard,
  writeClipboard,
  type Driver,
} from './harness/index.ts';
import {
  explainFailures,
  waitUntil,
  waitForForm,
  startConnected,
  stored,
  type Scene,
} from './setup/connected.ts';
import { anyOf, msg, msgPattern } from '../support/texts.ts';
import { comeToRest } from './setup/kill-points.ts';

const timeout = rounds(60_000, 1_800_000);
const before = 'what the user had copied';

let scene: Scene;
const open: Driver[] = [];
/** The targets that an injected script would have opened. */
const dialogs: string[] = [];
explainFailures(() => scene);
beforeAll(async () => {
  // Far from its limit: the request queue has tests of its own.
  scene = await startConnected({ service: { limit: 100_000 } });
});
afterEach(async () => {
  for (const page of open.splice(0)) await page.close();
});
afterAll(() => scene.close());

async function watchDialogs<D extends Driver>(page: D): Promise<D> {
  open.push(page);
  page.session.on('Page.javascriptDialogOpening', ({ message }) => {
    dialogs.push(message);
    void page.session.send('Page.handleJavaScriptDialog', { accept: false });
  });
  await page.session.send('Page.enable');
  return page;
}

/** A megabyte in an assertion's message would be all there is to see. */
const head = (text: string) => JSON.stringify(text.slice(0, 120));
const addressOf = (text: string): string | null => {
  const read = parseUserUrl(text);
  return read.ok ? read.address : null;
};
const asks = () => scene.service.store.requests('/api/url/add');
/** The target of the link with this short address. */
const targetOf = (shortUrl: string) => scene.service.store.link(shortUrl.split('/').at(-1) ?? '')?.longurl;

/** The popup over a page whose address can't be shortened, so that it has a field for one. */
async function popupWithField(): Promise<Driver> {
  const popup = await openPopup(scene.running, await scene.running.openTab('about:blank'));
  await popup.waitFor('textbox', msg('destinationUrl'));
  return watchDialogs(popup);
}

/** The real clipboard, pasted into the popup's own field: another page in front would close the popup. */
async function pasted(popup: Driver): Promise<string> {
  const { backendNodeId } = await popup.waitFor('textbox', msg('destinationUrl'));
  await popup.session.send('DOM.focus', { backendNodeId });
  await popup.press('Control+a');
  await popup.press('Control+v');
  const text = await popup.value('textbox', msg('destinationUrl'));
  // The draft of a URL that can be shortened would be shown without the field.
  await popup.press('Control+a');
  await popup.press('Delete');
  return text;
}

/** Types an address, presses "Shorten" and waits for "Copied"; returns the field's value and the short link. */
async function shortenTyped(
  popup: Driver,
  text: string,
): Promise<readonly [typed: string, shortUrl: string]> {
  const [typed, shortUrl] = await popup.evaluate<Promise<[string, string]>>(
    async (given: string) => {
      const field = document.querySelector<HTMLInputElement>('#address');
      if (field === null) throw new Error('no field');
      field.value = given;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
      // As JSON: half a pair of a character would not come through.
      const was = JSON.stringify(field.value);
      document.querySelector<HTMLButtonElement>('button.main')?.click();
      for (let tries = 0; tries < 1_000; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        const made = document.querySelector<HTMLElement>('.short-link');
        if (made && document.querySelector('.notice strong')) return [was, made.title];
      }
      return [was, document.body.innerText.slice(0, 2_000)];
    },
    { args: [text], userGesture: true },
  );
  return [String(JSON.parse(typed)), shortUrl];
}

/** Back to the form, whose field takes the next URL. */
async function startAnother(popup: Driver): Promise<void> {
  await popup.click('button', msg('moreActions'));
  await popup.click('button', msg('createAnother'));
}

interface Typed {
  /** The field's value, if it differs from the text: it takes no line breaks. */
  readonly value: string | null;
  readonly blocked: boolean;
  readonly said: string;
}

describe('typed in the popup', () => {
  it(
    'is read or turned away with one sentence, and Enter sends nothing that was turned away',
    async () => {
      await writeClipboard(scene.running, before);
      const popup = await popupWithField();
      const texts = [
        ...someHostile(hostileTexts, rounds(250, 500)),
        ...someHostile(hostileTexts, rounds(2, 500), { longest: Infinity }).filter(
          (text) => text.length > 20_000,
        ),
        'x'.repeat(1024 * 1024),
        // An empty field shows no error.
      ].filter((text) => text !== '');
      const responses = await popup.evaluate<Promise<string[]>>(
        async (given: readonly string[]) => {
          const field = document.querySelector<HTMLInputElement>('#address');
          const main = document.querySelector<HTMLButtonElement>('button.main');
          if (field === null || main === null) throw new Error('no form');
          const seen: string[] = [];
          for (const text of given) {
            field.value = text;
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve));
            const said = document.querySelector('#address-problem')?.textContent ?? '';
            // As JSON: half a pair of a character would not come through.
            const value = field.value === text ? null : field.value;
            seen.push(JSON.stringify({ value, blocked: main.disabled, said }));
            if (main.disabled)
              field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
          }
          return seen;
        },
        { args: [texts] },
      );
      expect(responses).toHaveLength(texts.length);
      for (const [n, response] of responses.entries()) {
        const { value, blocked, said } = JSON.parse(response) as Typed;
        const text = value ?? texts[n] ?? '';
        const isRead = addressOf(text) !== null;
        expect([head(text), !blocked]).toEqual([head(text), isRead]);
        expect([head(text), said]).toEqual([
          head(text),
          isRead
            ? ''
            : (expect.stringMatching(anyOf(msgPattern('urlNotWeb'), msgPattern('urlIncomplete'))) as unknown),
        ]);
      }
      expect(await pasted(popup)).toBe(before);
      expect(asks()).toEqual([]);
    },
    timeout,
  );

  it(
    'is shortened as it was read, and exactly its short link is copied',
    async () => {
      const popup = await popupWithField();
      const readable = hostileTexts.filter((text) => addressOf(text.replaceAll(/[\r\n]/gu, '')) !== null);
      for (const text of someHostile(readable, rounds(14, 500))) {
        const [typed, shortUrl] = await shortenTyped(popup, text);
        await startAnother(popup);
        expect(await pasted(popup)).toBe(shortUrl);
        expect([head(text), head(targetOf(shortUrl) ?? '(none)')]).toEqual([
          head(text),
          head(addressOf(typed) ?? '(unreadable)'),
        ]);
      }
    },
    timeout,
  );
});

describe('as the title of a page', () => {
  it(
    'is shown as words and nothing else, in the heading and in the recent list',
    async () => {
      const page = await scene.running.browser.newPage();
      // A page of the extension in place of the popup, since a popup can't be reloaded.
      await page.evaluateOnNewDocument(
        `chrome.tabs.query = () => Promise.resolve([{ active: true, ...JSON.parse(sessionStorage.getItem('tab') ?? '{}') }]);`,
      );
      await page.goto(scene.running.url('popup.html'));
      const popup = await watchDialogs(await drivePage(page));
      const titles = someHostile(hostileTitles, rounds(20, 100));
      for (const [n, title] of titles.entries()) {
        const url = scene.site.url(`/titled-${n}`);
        await popup.evaluate(
          (tab: object) => {
            sessionStorage.setItem('tab', JSON.stringify(tab));
          },
          { args: [{ url, title, incognito: false }] },
        );
        await page.reload();
        await popup.waitFor('button', msg('shorten'));
        // Every fifth is made, so that it is met again in the recent list.
        if (n % 5 === 0) {
          await waitForForm(popup);
          await popup.press('Enter');
          await waitUntil('the link to be made', () =>
            asks().some(({ body }) => body.includes(`/titled-${n}"`)),
          );
          await popup.waitFor('button', msg('moreActions'));
        }
        const drawn = await popup.evaluate<string>(() => {
          const elements = new Set(
            // Without the extension's own icons and its mark.
            Array.from(
              document.querySelectorAll('body :not(svg[aria-hidden], svg[aria-hidden] *, footer img)'),
              ({ localName }) => localName,
            ),
          );
          const shown = document.querySelector<HTMLElement>('h1');
          return JSON.stringify({
            title: shown?.title,
            children: shown?.children.length,
            elements: [...elements],
          });
        });
        const {
          title: whole,
          children,
          elements,
        } = JSON.parse(drawn) as {
          title: string;
          children: number;
          elements: string[];
        };
        expect([head(title), head(whole), children]).toEqual([head(title), head(title || msg('newLink')), 1]);
        for (const strange of ['script', 'iframe', 'svg', 'b', 'img', 'object', 'base', 'link'])
          expect(elements).not.toContain(strange);
      }
      const { 'popup-view': view } = await stored(scene.options);
      expect(JSON.stringify(view)).toContain('/titled-0');
    },
    timeout,
  );

  it('of a real page arrives through the browser itself', async () => {
    for (const [n, title] of [
      '</title><script>alert(1)</script>',
      '\u202egpj.exe \u2066',
      'x'.repeat(1024 * 1024),
    ].entries()) {
      const popup = await watchDialogs(await scene.popupOn(`/real-title-${n}`, title));
      await waitForForm(popup);
      await popup.press('Enter');
      await popup.waitFor('button', msg('moreActions'));
      const shortUrl = await popup.evaluate<string>(
        () => document.querySelector<HTMLElement>('.short-link')?.title ?? '',
      );
      expect(targetOf(shortUrl)).toBe(scene.site.url(`/real-title-${n}`));
      await popup.close();
      expect(await readClipboard(scene.running)).toBe(shortUrl);
    }
  });
});

describe('on the menu', () => {
  beforeAll(async () => {
    // Otherwise a link of an earlier test would be copied.
    await scene.options.click('checkbox', msg('reuse'));
    await waitUntil('the choice to be stored', async () =>
      JSON.stringify((await stored(scene.options))['preferences'] ?? '').includes('"reuse":false'),
    );
  });

  it(
    'each link becomes what was read, and nothing is made of the others',
    async () => {
      const made = scene.made().length;
      const before = await readClipboard(scene.running);
      // Two that are read as one address are one link: the later press joins the earlier one.
      const read = new Set<string | null>();
      const texts = someHostile(hostileAddresses, rounds(100, 400)).filter((text) => {
        const address = addressOf(text);
        const isNew = address === null || !read.has(address);
        read.add(address);
        return isNew;
      });
      const clicks = texts.map((linkUrl, n) => ({
        menuItemId: 'shorten-link',
        linkUrl,
        selectionText: hostileTitles[n % hostileTitles.length],
        editable: false,
      }));
      await evaluateInWorker(
        scene.running,
        `for (const click of ${JSON.stringify(clicks)}) chrome.contextMenus.onClicked.dispatch(click, { id: 1, incognito: false });`,
      );
      const wanted = texts.map(addressOf).filter((address) => address !== null);
      await waitUntil('the links to be made', () => scene.made().length - made >= wanted.length, timeout);
      const targets = scene
        .made()
        .slice(made)
        .map(({ longurl }) => head(longurl));
      expect(targets.sort()).toEqual(wanted.map(head).sort());
      await comeToRest(scene, timeout);
      // Copied only within 10 s of the press: none may be, where the limit makes all of them wait.
      const clipboard = await readClipboard(scene.running);
      if (clipboard !== before) expect(wanted).toContain(targetOf(clipboard));
    },
    timeout,
  );

  it('a selected text of a megabyte is cut to the beginning of a title', async () => {
    const linkUrl = 'https://example.com/from-a-long-page';
    const selectionText = 'The whole page. '.repeat(65_536);
    await dispatchMenu(scene.running, { menuItemId: 'shorten-link', linkUrl, selectionText }, { id: 1 });
    await waitUntil('it to be in the recent list', async () =>
      JSON.stringify((await stored(scene.options))['popup-view'] ?? '').includes(linkUrl),
    );
    expect(JSON.stringify(await stored(scene.options)).length).toBeLessThan(400_000);
    // Else its copy could still overwrite the next test's clipboard: the link is stored after that.
    await waitUntil('it to be stored', async () =>
      JSON.stringify((await stored(scene.options))['recent-links'] ?? '').includes(linkUrl),
    );
  });

  it(
    'the clipboard holds exactly the short link, or what it held before',
    async () => {
      for (const text of someHostile(hostileAddresses, rounds(8, 400))) {
        await writeClipboard(scene.running, before);
        const made = scene.made().length;
        await dispatchMenu(scene.running, { menuItemId: 'shorten-link', linkUrl: text }, { id: 1 });
        const address = addressOf(text);
        if (address !== null) {
          await waitUntil('the link to be made', () => scene.made().length > made);
          await waitUntil('it to be copied', async () => (await readClipboard(scene.running)) !== before);
        }
        const copied = await readClipboard(scene.running);
        expect([head(text), address === null ? copied : head(targetOf(copied) ?? '(none)')]).toEqual([
          head(text),
          address === null ? before : head(address),
        ]);
      }
    },
    timeout,
  );
});

describe('through a preset', () => {
  it(
    'titles and hosts fill its variables, and are text in every field they fill',
    async () => {
      const preset = {
        id: 'hostile',
        name: 'Hostile',
        sites: [],
        fields: {
          alias: '{title}-{date}',
          extras: {
            note: '{title} on {host}, {selection}',
            parameters: [{ name: 'utm_content', value: '{title}' }],
          },
        },
      };
      const save = (list: readonly object[]) =>
        scene.options.evaluate(
          `chrome.runtime.sendMessage(${JSON.stringify({ target: 'background', kind: 'save-presets', request: list.length > 0 ? { put: list, removed: [], defaultId: preset.id } : { put: [], removed: [preset.id], defaultId: null } })})`,
        );
      expect(await save([preset])).toMatchObject({ ok: true });
      const made = scene.made().length;
      const clicks = someHostile(hostileTitles, rounds(40, 50)).map((title, n) => ({
        menuItemId: 'shorten-link',
        linkUrl: `https://example.com/preset/${n}`,
        selectionText: title,
      }));
      await evaluateInWorker(
        scene.running,
        `for (const click of ${JSON.stringify(clicks)}) chrome.contextMenus.onClicked.dispatch(click, { id: 1, incognito: false });`,
      );
      // Two titles may come to the same alias: the second of them is refused in words.
      const asked = () => asks().filter(({ body }) => body.includes('https://example.com/preset/')).length;
      // An empty title leaves a parameter without a value, which is rejected before anything is sent.
      const turnedAway = async () =>
        Object.entries(await stored(scene.options)).filter(
          ([key, job]) =>
            key.startsWith('job:') &&
            JSON.stringify(job).includes('https://example.com/preset/') &&
            JSON.stringify(job).includes('"invalid-link"'),
        ).length;
      await waitUntil(
        'each to be asked for or turned away',
        async () => asked() + (await turnedAway()) === clicks.length,
        timeout,
      );
      expect(asked()).toBeGreaterThan(clicks.length * 0.8);
      for (const { alias, longurl } of scene.made().slice(made)) {
        expect(longurl).toMatch(/^https:\/\/example\.com\/preset\/\d+$/u);
        expect(alias).toMatch(/^[\p{L}\p{M}\p{N}_-]{1,100}$/u);
      }
      await save([]);
    },
    timeout,
  );
});

describe('in the address bar', () => {
  it(
    'nothing found or typed is markup in a suggestion',
    async () => {
      const texts = ['', 'e', ...someHostile(hostileTexts, rounds(40, 500))];
      const suggested = await evaluateInWorker<{ content: string; description: string }[]>(
        scene.running,
        `Promise.all(${JSON.stringify(texts)}.map((text) => new Promise((tell) => chrome.omnibox.onInputChanged.dispatch(text, tell)))).then((all) => all.flat())`,
      );
      expect(suggested.length).toBeGreaterThan(0);
      for (const { content, description } of suggested) {
        expect(targetOf(content)).toBeDefined();
        expect(description).not.toMatch(/[<>"']|&(?!#\d+;)|[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
      }
    },
    timeout,
  );

  it(
    'Enter copies the short link of what was read, or nothing',
    async () => {
      for (const text of someHostile(hostileAddresses, rounds(8, 100))) {
        await writeClipboard(scene.running, before);
        const address = addressOf(text);
        const made = scene.made().length;
        await dispatchOmnibox(scene.running, text);
        if (address === null) continue;
        await waitUntil('the link to be made', () => scene.made().length > made);
        await waitUntil('it to be copied', async () => (await readClipboard(scene.running)) !== before);
        expect(head(targetOf(await readClipboard(scene.running)) ?? '(none)')).toBe(head(address));
      }
    },
    timeout,
  );
});

// Last, since the recent list keeps them, and a megabyte more makes every look at a page slow.
it('an address of a megabyte is shortened in the popup and on the menu as any other', async () => {
  const [inPopup = '', onMenu = ''] = hostileTexts.filter(
    (text) => text.length > 1_000_000 && addressOf(text) !== null,
  );
  const popup = await popupWithField();
  const [, shortUrl] = await shortenTyped(popup, inPopup);
  await startAnother(popup);
  expect(await pasted(popup)).toBe(shortUrl);
  expect(targetOf(shortUrl) === addressOf(inPopup)).toBe(true);
  await popup.close();
  let pressedAt = -Infinity;
  await waitUntil(
    'it to be copied',
    async () => {
      // Only within 10 s of the press, which a slow machine exceeds: pressed again, the link exists already.
      if (performance.now() - pressedAt > 15_000) {
        pressedAt = performance.now();
        await dispatchMenu(scene.running, { menuItemId: 'shorten-link', linkUrl: onMenu }, { id: 1 });
      }
      return targetOf(await readClipboard(scene.running)) === addressOf(onMenu);
    },
    90_000,
  );
}, 180_000);

it('no script ran, and there was no error, policy violation or request outside the contract', () => {
  expect(dialogs).toEqual([]);
  for (const { path, breaches } of scene.service.store.requests('/api/'))
    expect([path, breaches]).toEqual([path, []]);
  scene.running.assertClean();
});
