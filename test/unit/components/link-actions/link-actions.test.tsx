/** The panels of the link actions: QR code, copy formats, sharing. */
import fc from 'fast-check';
import type { VNode } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawn } from '../../../support/fuzz.ts';
import { LinkActionPanel, type LinkActionDeps } from '../../../../components/link-actions/link-actions.tsx';
import { LinkTiles, type LinkAction } from '../../../../components/link-actions/link-action-buttons.tsx';
import {
  LinkRowActions,
  type LinkRowActionsProps,
} from '../../../../components/link-actions/link-row-actions.tsx';
import { qrMatrix, svgFile } from '../../../../components/link-actions/qr-matrix.ts';
import { copyImage, renderPng, type QrMatrix } from '../../../../lib/browser/share.ts';
import type { CopyPreference } from '../../../../lib/storage/copy-preference.ts';
import { speak } from '../../../support/speak.ts';
import { draw, field, find, fire, press as pressKey, root, textsOf, type } from '../../../support/dom.ts';
import { createPixels, paintSvg, readCode, type Pixels } from '../read-code.ts';
import { msg } from '../../../support/texts.ts';
import { flushMicrotasks } from '../../../support/flush.ts';

beforeEach(() => speak());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const link = { shortUrl: 'https://sho.rt/abc', url: 'https://example.com/', title: 'A [page] & more' };

async function open(
  way: LinkAction,
  {
    shortUrl = link.shortUrl,
    works = true,
    share = false,
    copied = Promise.resolve(),
    saves = true,
    choice = { copyFormat: 'plain', copyTemplate: '{title}: {short}' } as CopyPreference,
  } = {},
) {
  await draw(null);
  const acts: string[] = [];
  const saved: Partial<CopyPreference>[] = [];
  const files: { name: string; content: Blob }[] = [];
  const deps: LinkActionDeps = {
    assign: {
      followCampaign: () => () => undefined,
      create: async () => '1',
      lists: () => ({ campaigns: [], channels: [] }),
      status: () => ({ jobs: [], blockReason: null }),
      now: () => 0,
      newId: () => '',
      submit: async () => ({ state: 'done' }),
    },
    copy: (text) => (acts.push(`copy ${text}`), copied.then(() => works)),
    copyMarkup: async (html, text) => (acts.push(`markup ${html} or ${text}`), works),
    copyImage: async ({ side }) => (acts.push(`picture ${side}`), works),
    renderPng: async () => {
      if (!works) throw new Error('No pen.');
      return new Blob(['png'], { type: 'image/png' });
    },
    saveFile: (name, content) => files.push({ name, content }),
    share: share ? async (title, url) => void acts.push(`share ${title} ${url}`) : null,
    readCopyPreference: async () => choice,
    saveCopyPreference: async (changes) => (saved.push(changes), saves),
  };
  await draw(<LinkActionPanel action={way} link={{ ...link, shortUrl }} deps={deps} />);
  await flushMicrotasks();
  return { acts, saved, files };
}

const named = (name: string) =>
  [...root.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
async function press(name: string): Promise<void> {
  const button = named(name);
  if (button === undefined) throw new Error(`${name} is not there`);
  await fire(button, 'click');
  await flushMicrotasks();
}
const status = () => textsOf('[role=status]').join();

const addresses: readonly (readonly [string, string])[] = [
  ['short', 'https://sho.rt/abc'],
  ['in capitals', 'HTTPS://SHO.RT/ABC'],
  ['of figures', 'http://127.0.0.1:8080/123456'],
  ['2,000 characters', `https://sho.rt/${'aB3-'.repeat(497)}`.slice(0, 2_000)],
  ['2,900 characters', `https://sho.rt/${'q=%C3%A9&'.repeat(400)}`.slice(0, 2_900)],
  ['internationalized, encoded', 'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe'],
  ['internationalized', 'https://bücher.example/größe/日本語/😀?q=שלום'],
];

describe('a QR code', () => {
  /** The rendered code as pixels. */
  function seen(scale: number): Pixels {
    const svg = find('svg[role=img]');
    const side = Number(svg.getAttribute('viewBox')?.split(' ')[3]);
    const paths = [...svg.querySelectorAll('path')].map((path) => ({
      fill: path.getAttribute('fill') ?? '',
      d: path.getAttribute('d') ?? '',
    }));
    return paintSvg(side, paths, scale);
  }

  it.each(addresses)('can be scanned as rendered: %s', async (_name, shortUrl) => {
    await open('qrCode', { shortUrl });
    for (const scale of [3, 4]) expect(readCode(seen(scale))).toBe(shortUrl);
  });

  it('can be scanned for 200 random URLs', () => {
    const address = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((path) => `https://sho.rt/${path}`),
    );
    fc.assert(
      fc.property(address, (address) => {
        const squares = qrMatrix(address);
        const paths = [
          ...svgFile(squares ?? { side: 0, runs: [] }).matchAll(/<path(?: fill="(.*?)")? d="(.*?)"/gu),
        ];
        const drawn = paths.map(([, fill = '#000', d = '']) => ({ fill, d }));
        expect(readCode(paintSvg(squares?.side ?? 0, drawn, 4))).toBe(address);
      }),
      drawn(200),
    );
  });

  it('has a quiet zone of four modules, and a label', async () => {
    await open('qrCode');
    const { width, data } = seen(1);
    const dark = Array.from({ length: width * width }, (_, at) => at).filter((at) => data[4 * at] === 0);
    const places = dark.flatMap((at) => [at % width, Math.floor(at / width)]);
    expect([Math.min(...places), Math.max(...places)]).toEqual([4, width - 5]);
    expect(find('svg').getAttribute('aria-label')).toBe(msg('qrCodeOf', 'sho.rt/abc'));
    expect(find('[role=group]').getAttribute('aria-label')).toBe(msg('qrCode'));
    // Whole pixels per module.
    expect(Number(find('svg').getAttribute('width')) % width).toBe(0);
  });

  it('fits the popup for any number of modules', async () => {
    await open('qrCode', { shortUrl: `https://sho.rt/${'x'.repeat(2_800)}` });
    expect(Number(find('svg').getAttribute('width'))).toBeLessThanOrEqual(344);
  });

  it('reports a URL that is too long', async () => {
    await open('qrCode', { shortUrl: `https://sho.rt/${'x'.repeat(3_000)}` });
    expect([root.querySelector('svg'), root.textContent]).toEqual([null, msg('qrTooLong')]);
  });

  it('is copied as an image, and reports the result', async () => {
    const { acts } = await open('qrCode');
    expect(status()).toBe('');
    await press(msg('copyImage'));
    expect([acts, status()]).toEqual([['picture 33'], msg('copied')]);
    const texts: string[] = [];
    const observer = new MutationObserver(() => texts.push(status()));
    observer.observe(find('[role=status]'), { childList: true, characterData: true, subtree: true });
    await press(msg('copyImage'));
    observer.disconnect();
    // Announced again.
    expect(texts.length).toBeGreaterThan(0);
    await open('qrCode', { works: false });
    await press(msg('copyImage'));
    expect(status()).toBe(msg('notCopied'));
  });

  it('is saved as SVG and PNG, under a valid file name', async () => {
    const { files } = await open('qrCode', { shortUrl: 'https://sho.rt/a:b/../"c"\n?*' });
    await press(msg('downloadSvg'));
    await press(msg('downloadPng'));
    expect(files.map(({ name, content }) => [name, content.type])).toEqual([
      ['qr-sho.rt-a-b-..-c-.svg', 'image/svg+xml'],
      ['qr-sho.rt-a-b-..-c-.png', 'image/png'],
    ]);
    expect(await files[0]?.content.text()).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\w\s="#<>/.-]+<\/svg>\n$/u,
    );
    await open('qrCode', { works: false });
    await press(msg('downloadPng'));
    expect(status()).toBe(msg('imageNotCreated'));
  });
});

describe('the image', () => {
  /** A fake canvas: only filling rectangles is used. */
  function stubCanvas(): Pixels[] {
    const painted: Pixels[] = [];
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        readonly canvas: ReturnType<typeof createPixels>;
        constructor(side: number) {
          this.canvas = createPixels(side);
        }
        getContext() {
          const { fill } = this.canvas;
          return {
            fillStyle: '',
            fillRect(x: number, y: number, width: number, height: number) {
              fill(this.fillStyle, x, y, width, height);
            },
          };
        }
        async convertToBlob({ type }: { type: string }) {
          painted.push(this.canvas.pixels);
          return new Blob([], { type });
        }
      },
    );
    return painted;
  }
  const squaresOf = (address: string): QrMatrix => qrMatrix(address) ?? { side: 0, runs: [] };

  it.each(addresses)('can be scanned, and is large enough to print: %s', async (_name, address) => {
    const painted = stubCanvas();
    expect((await renderPng(squaresOf(address))).type).toBe('image/png');
    const [pixels] = painted;
    expect(pixels?.width).toBeGreaterThanOrEqual(1_024);
    expect(pixels && readCode(pixels)).toBe(address);
  });

  it('is copied as PNG, and reports a failure', async () => {
    stubCanvas();
    const written: unknown[] = [];
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly types: object;
        constructor(types: object) {
          this.types = types;
        }
      },
    );
    vi.stubGlobal('navigator', { clipboard: { write: async (items: unknown) => written.push(items) } });
    expect(await copyImage(squaresOf('https://sho.rt/abc'))).toBe(true);
    expect(written).toEqual([[{ types: { 'image/png': expect.any(Promise) } }]]);
    vi.stubGlobal('navigator', { clipboard: { write: () => Promise.reject(new Error('Not focused.')) } });
    expect(await copyImage(squaresOf('https://sho.rt/abc'))).toBe(false);
    vi.stubGlobal('ClipboardItem', undefined);
    expect(await copyImage(squaresOf('https://sho.rt/abc'))).toBe(false);
  });
});

describe('"Copy as"', () => {
  it('copies in each format, reports it, and saves the format', async () => {
    const { acts, saved } = await open('copyAs');
    expect(textsOf('legend')).toEqual([msg('copyAs')]);
    for (const name of [
      msg('copyPlain'),
      msg('markdown'),
      msg('copyHtml'),
      msg('copyTitled'),
      msg('copyTemplate'),
    ]) {
      await press(name);
      expect(status()).toBe(msg('copiedAs', name));
    }
    const html = '<a href="https://sho.rt/abc">A [page] &#38; more</a>';
    expect(acts).toEqual([
      'copy https://sho.rt/abc',
      'copy [A \\[page\\] & more](https://sho.rt/abc)',
      `markup ${html} or ${html}`,
      'copy A [page] & more\nhttps://sho.rt/abc',
      'copy A [page] & more: https://sho.rt/abc',
    ]);
    // Without the template, which may have been changed in another page since.
    expect(saved).toEqual(
      ['plain', 'markdown', 'html', 'titled', 'own'].map((copyFormat) => ({ copyFormat })),
    );
  });

  it('saves with the next copy what could not be saved', async () => {
    const { saved } = await open('copyAs', {
      saves: false,
      choice: { copyFormat: 'own', copyTemplate: '' },
    });
    await press(msg('copyTemplate'));
    await type(field('input'), '{short}!');
    await fire(field('input'), 'blur');
    await press(msg('markdown'));
    expect(saved).toEqual([
      { copyTemplate: '{short}!' },
      { copyFormat: 'markdown', copyTemplate: '{short}!' },
    ]);
  });

  it('does not save the format of a failed copy', async () => {
    const { saved } = await open('copyAs', { works: false });
    await press(msg('copyHtml'));
    expect([status(), saved]).toEqual([msg('notCopied'), []]);
  });

  it('uses the template, and saves it once typing pauses', async () => {
    const { acts, saved } = await open('copyAs', { choice: { copyFormat: 'markdown', copyTemplate: '' } });
    expect(textsOf('label')).toEqual([]);
    await press(msg('copyTemplate'));
    expect(acts).toEqual([]);
    expect(find('label').textContent?.trim()).toBe(msg('copyTemplate'));
    expect(find(`[id="${field('input').getAttribute('aria-describedby')}"]`).textContent).toBe(
      msg('copyTemplateHint'),
    );
    vi.useFakeTimers();
    await type(field('input'), '{sho');
    await type(field('input'), '{short}!');
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(saved).toEqual([{ copyTemplate: '{short}!' }]);
    vi.useRealTimers();
    await press(msg('copyTemplate'));
    expect(acts).toEqual(['copy https://sho.rt/abc!']);
  });

  it.each([
    ['the field is left', () => fire(field('input'), 'blur')],
    ['the panel closes', () => draw(null)],
  ])('saves the template at once when %s', async (_name, leave) => {
    const { saved } = await open('copyAs', { choice: { copyFormat: 'own', copyTemplate: '' } });
    await press(msg('copyTemplate'));
    await type(field('input'), '{short}!');
    await leave();
    expect(saved).toEqual([{ copyTemplate: '{short}!' }]);
  });

  it('a copy that ends late does not bring back an older template', async () => {
    let copyEnds = (): void => undefined;
    const { saved } = await open('copyAs', { copied: new Promise((resolve) => (copyEnds = resolve)) });
    await press(msg('copyTemplate'));
    await type(field('input'), '{short}!');
    copyEnds();
    await flushMicrotasks();
    expect(saved).toEqual([{ copyFormat: 'own', copyTemplate: '{short}!' }]);
  });

  it('a template that is typed does not bring back an older format', async () => {
    const { saved } = await open('copyAs', { choice: { copyFormat: 'own', copyTemplate: '' } });
    await press(msg('copyTemplate'));
    vi.useFakeTimers();
    await type(field('input'), '{short}!');
    await press(msg('markdown'));
    await vi.advanceTimersByTimeAsync(500);
    expect(saved.at(-1)).toEqual({ copyFormat: 'markdown', copyTemplate: '{short}!' });
  });
});

describe('"Share"', () => {
  it('opens the system’s share sheet immediately, and again by the button', async () => {
    const { acts } = await open('share', { share: true });
    expect(acts).toEqual(['share A [page] & more https://sho.rt/abc']);
    await press(msg('shareVia'));
    expect(acts).toHaveLength(2);
  });

  it('offers mail where there is no share sheet', async () => {
    await open('share');
    expect([textsOf('button'), textsOf('a')[0]]).toEqual([[], msg('shareByEmail')]);
    expect(find('a').getAttribute('href')).toBe(
      'mailto:?subject=A%20%5Bpage%5D%20%26%20more&body=A%20%5Bpage%5D%20%26%20more%0D%0Ahttps%3A%2F%2Fsho.rt%2Fabc',
    );
    expect(find('a').getAttribute('target')).toBe('_blank');
  });

  it('links to services, each in a new tab without a referrer', async () => {
    await open('share');
    const links = [...root.querySelectorAll('a')].slice(1);
    expect(links.map((one) => [one.textContent, one.getAttribute('aria-label')])).toEqual([
      ['WhatsApp', msg('shareOn', 'WhatsApp')],
      ['Telegram', msg('shareOn', 'Telegram')],
      ['LinkedIn', msg('shareOn', 'LinkedIn')],
      ['X', msg('shareOn', 'X')],
    ]);
    for (const one of links) {
      expect([one.getAttribute('target'), one.getAttribute('rel')]).toEqual([
        '_blank',
        'noreferrer noopener',
      ]);
      expect(one.getAttribute('href')).toContain('https%3A%2F%2Fsho.rt%2Fabc');
    }
  });
});

describe('the buttons of a row', () => {
  const actions = () => textsOf('.more-actions button');
  const expanded = () => textsOf('.more-actions [aria-expanded=true]');

  async function openRow(props: Partial<LinkRowActionsProps> = {}): Promise<void> {
    await draw(null);
    await draw(
      <LinkRowActions id="7" more="more" render={async (way) => <p key={way}>{way}</p>} {...props}>
        <button type="button">{msg('copy')}</button>
      </LinkRowActions>,
    );
    expect(textsOf('button')).toEqual([msg('copy'), '']);
    await press('more');
  }

  it('opens one panel at a time, and closes it again', async () => {
    await openRow();
    expect(actions()).toEqual([msg('qrCode'), msg('copyAs'), msg('share'), msg('addTo')]);
    await press(msg('qrCode'));
    expect([textsOf('p'), expanded()]).toEqual([['qrCode'], [msg('qrCode')]]);
    await press(msg('copyAs'));
    expect([textsOf('p'), expanded()]).toEqual([['copyAs'], [msg('copyAs')]]);
    await press(msg('copyAs'));
    expect([textsOf('p'), expanded()]).toEqual([[], []]);
    await press(msg('qrCode'));
    await press('more');
    expect(textsOf('p')).toEqual([]);
  });

  it('labels its buttons with the link', async () => {
    await openRow({ label: (way) => `${way} sho.rt/abc` });
    expect(named('qrCode sho.rt/abc')).toBeDefined();
    await press('share sho.rt/abc');
    expect(textsOf('p')).toEqual(['share']);
  });

  it('does not offer to file a link without an id', async () => {
    await openRow({ id: null });
    expect(actions()).toEqual([msg('qrCode'), msg('copyAs'), msg('share')]);
  });
});

describe('Escape among the tiles', () => {
  it.each(['share', 'qrCode', 'moreActions'] as const)(
    'closes what %s has opened, and nothing else',
    async (name) => {
      const handled: boolean[] = [];
      await draw(null);
      await draw(
        <div onKeyDown={({ defaultPrevented }) => void handled.push(defaultPrevented)}>
          <div class="tiles">
            <button type="button" id="copy">
              {msg('copy')}
            </button>
            <LinkTiles id="1" render={async (action) => <p key={action} class="opened" />} />
          </div>
        </div>,
      );
      await press(msg(name));
      expect(root.querySelector('.opened')).not.toBeNull();
      expect(await pressKey(find('#copy'), 'Escape')).toMatchObject({ defaultPrevented: true });
      expect(root.querySelector('.opened')).toBeNull();
      expect(await pressKey(find('#copy'), 'Escape')).toMatchObject({ defaultPrevented: false });
    },
  );
});

it('the panel of the last press is shown, also where an earlier one loads for longer', async () => {
  const loads = new Map<LinkAction, () => void>();
  const render = (action: LinkAction) =>
    new Promise<VNode>((resolve) => loads.set(action, () => resolve(<p key={action} class={action} />)));
  await draw(
    <div class="tiles">
      <LinkTiles id="1" render={render} />
    </div>,
  );
  await press(msg('qrCode'));
  await press(msg('share'));
  await act(async () => loads.get('share')?.());
  await act(async () => loads.get('qrCode')?.());
  expect(textsOf('.panel > p')).toHaveLength(1);
  expect(root.querySelector('.panel > .share')).not.toBeNull();
});

it('a panel that loads for longer stays closed after Escape', async () => {
  let load = () => {};
  const render = (action: LinkAction) =>
    action === 'share'
      ? Promise.resolve(<p key={action} />)
      : new Promise<VNode>((resolve) => (load = () => resolve(<p key={action} />)));
  await draw(null);
  await draw(
    <div class="tiles">
      <LinkTiles id="1" render={render} />
    </div>,
  );
  await press(msg('share'));
  await press(msg('qrCode'));
  await pressKey(find('.tiles button'), 'Escape');
  await act(async () => load());
  expect(textsOf('.panel')).toEqual([]);
});
