// The layers of docs/architecture.md: who may import whom, by the import lines; and words that are no longer used.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commentsIn,
  isThere,
  readImports,
  readSources,
  withoutComments,
  withoutStrings,
  type ImportLine,
} from './support/imports.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Packages by what they stand for; any other package is strange to the shipped code. */
const packages: readonly (readonly [pattern: RegExp, thing: string])[] = [
  [/^zod(?:\/|$)/, 'zod'],
  [/^preact(?:\/|$)/, 'preact'],
  [/^@preact\/signals/, 'signals'],
  [/^(?:wxt\/browser|wxt\/utils\/storage|webextension-polyfill)/, 'the extension API'],
  [/^wxt\/utils\/define-/, 'wxt'],
  [/^uqr$/, 'uqr'],
  [/^idb$/, 'idb'],
  [/^papaparse$/, 'papaparse'],
  [/^lucide$/, 'icons'],
];

// What a layer may import besides itself: a package, a layer, a part of it, or one file of it;
// with `type` in front, only its types.
const page = [
  'icons',
  'preact',
  'signals',
  'components',
  'lib/messages/client.ts',
  'lib/messages/submit-command.ts',
  'lib/messages/write-intent.ts',
  'lib/messages/ping-timer.ts',
  'type lib/messages',
  'lib/api/base-url.ts',
  'lib/api/parse-url.ts',
  'lib/api/is-object.ts',
  'lib/api/zod-config.ts',
  'lib/api/pixel-types.ts',
  'lib/api/short-url.ts',
  'lib/forms',
  'lib/url',
  'lib/draft',
  'lib/presets',
  'lib/placements',
  'lib/page-metadata',
  'lib/i18n',
  'lib/copy',
  'lib/text',
  'lib/time',
  'lib/browser',
  'lib/storage',
  'lib/views',
  'lib/mirror/search/search.ts',
  'lib/mirror/find-by-short-url.ts',
  'lib/mirror/summarize-bulks.ts',
  'lib/mirror/quick-lookup.ts',
  'type lib',
];
// What an account holds, for the pages that show it.
const account = [
  'zod',
  'lib/api',
  'lib/mirror',
  'lib/bulk',
  'lib/messages/api-reader.ts',
  'lib/messages/save-account.ts',
];

const layers: Readonly<Record<string, readonly string[]>> = {
  'lib/api': ['zod'],
  'lib/rate-limit': [
    'zod',
    'lib/api/call.ts',
    'lib/api/failure.ts',
    'lib/api/rate-limit-headers.ts',
    'lib/api/schema-helpers.ts',
    'type lib/api',
  ],
  'lib/text': ['papaparse', 'lib/api/invisible-characters.ts'],
  'lib/time': [],
  'lib/url': ['lib/api', 'lib/text', 'lib/draft/utm-parameters.ts'],
  'lib/draft': ['zod', 'lib/text', 'lib/api', 'lib/url'],
  'lib/presets': ['zod', 'lib/text', 'lib/api', 'lib/url', 'lib/draft'],
  'lib/placements': ['zod', 'lib/draft'],
  'lib/page-metadata': ['zod'],
  'lib/outbox': [
    'zod',
    'lib/text',
    'lib/time',
    'lib/api',
    'lib/url',
    'lib/draft',
    'lib/storage/migrations.ts',
  ],
  'lib/mirror': [
    'zod',
    'idb',
    'lib/text',
    'lib/time',
    'lib/api',
    'lib/url',
    'lib/draft',
    'lib/outbox/commands.ts',
    'lib/outbox/job-result.ts',
    'type lib/outbox',
    'type lib/messages',
    'type lib/storage',
  ],
  // Syncs and runs bulks.
  'lib/sync-host': [
    'zod',
    'lib/bulk',
    'lib/mirror',
    'lib/api/failure.ts',
    'lib/messages/api-reader.ts',
    'type lib',
  ],
  'lib/bulk': [
    'zod',
    'papaparse',
    'idb',
    'lib/text',
    'lib/api',
    'lib/url',
    'lib/draft',
    'lib/presets',
    'lib/mirror',
    'lib/storage/migrations.ts',
    // How a job ends well: what a row keeps of it.
    'lib/outbox/job.ts',
    'lib/outbox/job-result.ts',
    'lib/forms/validate-link.ts',
    'type lib',
  ],
  'lib/storage': ['zod', 'lib/api', 'lib/url', 'lib/draft', 'lib/presets'],
  'lib/views': ['zod', 'lib/api', 'lib/draft', 'lib/outbox', 'lib/storage'],
  'lib/forms': [
    'signals',
    'lib/api/ids.ts',
    'lib/api/invisible-characters.ts',
    'lib/url',
    'lib/draft',
    'lib/placements',
    'type lib',
  ],
  'lib/browser': [
    'the extension API',
    'lib/time',
    'lib/api/encode-invisible.ts',
    'lib/draft/stored-draft.ts',
    'type lib',
  ],
  // The bounds and the link types that a text names, and the states of a job.
  'lib/i18n': [
    'lib/text',
    'lib/draft/alias-length.ts',
    'lib/draft/link-types.ts',
    'lib/outbox/job-state.ts',
    'type lib',
    'type public',
  ],
  'lib/copy': ['lib/text', 'lib/i18n', 'type lib'],
  'lib/messages': [
    'zod',
    'the extension API',
    'lib/browser/native.ts',
    // A page's own intent, which goes again when it could not become a job.
    'lib/browser/storage.ts',
    'lib/time',
    'lib/api',
    'lib/draft',
    'lib/presets',
    'lib/outbox',
    'lib/storage',
    'lib/views',
  ],
  components: [
    'preact',
    'icons',
    'uqr',
    'lib/i18n',
    'lib/copy',
    'lib/text',
    'lib/draft/link-types.ts',
    'lib/draft/expiry.ts',
    'type lib',
  ],
  'entrypoints/popup': page,
  // The popup's form as a page.
  'entrypoints/link': [...page, 'entrypoints/popup'],
  'entrypoints/preset': [...page, 'entrypoints/popup', 'entrypoints/link'],
  'entrypoints/options': [...page, 'lib/mirror/watch-stored-links.ts'],
  'entrypoints/manage': [...page, ...account],
  // Every component in every state, in development mode only.
  'entrypoints/gallery': [...page, 'entrypoints/manage', 'entrypoints/popup'],
  'entrypoints/background': ['zod', 'the extension API', 'wxt', 'lib'],
  // In Firefox the background hosts the sync itself.
  'entrypoints/offscreen': [
    'lib/time',
    'lib/browser',
    'lib/sync-host',
    'lib/messages',
    'lib/api/zod-config.ts',
    'type lib',
  ],
};

/** Modules that only some layers may use, in addition to the rules above. */
const restricted: Readonly<Record<string, readonly string[]>> = {
  'lib/api/api-client.ts': ['lib/api', 'entrypoints/background'],
  'lib/rate-limit/request-queue.ts': ['lib/rate-limit', 'entrypoints/background'],
  'lib/outbox/outbox.ts': ['lib/outbox', 'entrypoints/background'],
  'lib/mirror/sync/mirror-sync.ts': ['lib/mirror', 'lib/sync-host'],
  'lib/bulk/bulk-runner.ts': ['lib/bulk', 'lib/sync-host'],
  'lib/sync-host/sync-host.ts': ['entrypoints/background', 'entrypoints/offscreen'],
};

/** Layers that may name the extension API as a global. */
const namesTheApi = ['lib/browser', 'lib/messages', 'entrypoints/background'];

const sources = readSources('lib', 'components', 'entrypoints');

function layerOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'lib' || top === 'entrypoints' ? `${top}/${second.replace(/\.tsx?$/, '')}` : top;
}

const thingOf = ({ specifier, file }: ImportLine): string =>
  file ?? packages.find(([pattern]) => pattern.test(specifier))?.[1] ?? `package ${specifier}`;

const within = (thing: string, allowed: string): boolean =>
  thing === allowed || thing.startsWith(`${allowed}/`);

function allows(entry: string, line: ImportLine): boolean {
  const typesOnly = entry.startsWith('type ');
  return (!typesOnly || line.typeOnly) && within(thingOf(line), typesOnly ? entry.slice(5) : entry);
}

function mayImport(layer: string, line: ImportLine): boolean {
  const thing = thingOf(line);
  if (!line.typeOnly && restricted[thing] && !restricted[thing].includes(layer)) return false;
  return within(thing, layer) || (layers[layer] ?? []).some((entry) => allows(entry, line));
}

/** The rules that no import line of the layer needs. Those that several pages share are needed by one of them. */
function unusedRules(): string[] {
  const linesOf = (layer: string) =>
    sources.filter(({ path }) => layerOf(path) === layer).flatMap(({ imports }) => imports);
  const isNeeded = (entry: string, layer: string): boolean =>
    linesOf(layer).some((line) => allows(entry, line));
  const pages = Object.keys(layers).filter((layer) => layer.startsWith('entrypoints/'));
  return Object.entries(layers).flatMap(([layer, entries]) =>
    entries
      .filter(
        (entry) =>
          !(pages.includes(layer) && page.includes(entry) ? pages : [layer]).some((one) =>
            isNeeded(entry, one),
          ),
      )
      .map((entry) => `${layer}: ${entry}`),
  );
}

/** The first way round from each file to itself. */
function cycles(): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      found.push([...trail.slice(at), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const imported of next.get(file) ?? []) visit(imported, [...trail, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

describe('the rules of this test', () => {
  it('read every form of import', () => {
    const code = withoutComments(`
      import a from './a.ts'; // import x from './x.ts'
      import type { B,
        C } from '../b.ts';
      export * from "zod/mini"; /* import y from './y.ts' */
      import './style.css';
      const address = 'https://example.org'; const later = () => import('./later.ts');`);
    expect(
      readImports('lib/here/file.ts', code).map(({ file, specifier, typeOnly }) => [
        file ?? specifier,
        typeOnly,
      ]),
    ).toEqual([
      ['lib/here/a.ts', false],
      ['lib/b.ts', true],
      ['zod/mini', false],
      ['lib/here/style.css', false],
      ['lib/here/later.ts', false],
    ]);
  });

  it('distinguish allowed imports from others', () => {
    const line = (file: string, typeOnly = false): ImportLine => ({ specifier: file, file, typeOnly });
    expect(mayImport('entrypoints/popup', line('lib/outbox/job.ts', true))).toBe(true);
    expect(mayImport('entrypoints/popup', line('lib/outbox/job.ts'))).toBe(false);
    expect(mayImport('lib/messages', line('lib/api/failure.ts'))).toBe(true);
    expect(mayImport('lib/messages', line('lib/api/api-client.ts'))).toBe(false);
    expect(mayImport('lib/api', { specifier: 'preact', file: undefined, typeOnly: false })).toBe(false);
  });
});

describe('the layers of the source', () => {
  it('has a row for every layer', () => {
    expect(
      [...new Set(sources.map((source) => layerOf(source.path)))].filter((layer) => !layers[layer]),
    ).toEqual([]);
  });

  it('imports only what each layer may', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((line) => !mayImport(layerOf(path), line))
        .map((line) => `${path} must not import ${line.typeOnly ? 'types of ' : ''}${line.specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no rule that no import needs', () => {
    expect(unusedRules()).toEqual([]);
  });

  it('names the extension API only where it belongs', () => {
    const wrong = sources
      .filter(
        ({ path, code }) =>
          !namesTheApi.includes(layerOf(path)) && /(?<![\w.'"-])(?:chrome|browser)\.\w/.test(code),
      )
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  it('lets the service in test/service import nothing of the client', () => {
    const wrong = readSources('test/service').flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && /^(?:lib|components|entrypoints)\//.test(file))
        .map(() => path),
    );
    expect(wrong).toEqual([]);
  });

  it('imports every file with its ending, and only files that exist', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && !(/\.\w+$/.test(file) && isThere(file)))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no import cycle', () => {
    expect(cycles()).toEqual([]);
  });

  it('calls fetch in one file at most', () => {
    const callers = sources.filter(
      ({ code }) =>
        /(?<![\w.])(?:(?:globalThis|self|window)\.)?fetch\(/.test(code) &&
        // A `fetch` that was passed in is not the browser's.
        !/(?:const|let)\s*\{[^}]*\bfetch\b[^}]*\}\s*=/.test(code),
    );
    expect(callers.map(({ path }) => path).slice(1)).toEqual([]);
  });
});

/** Private words of earlier versions; the glossary of docs/architecture.md has the terms in their place. */
const retiredWords = new Set(
  (
    'keeper lane told standing room rooms seat seats obstacle hindrance standstill whoever nobody somebody person persons ' +
    'unseen stretch intake wishes steady heir lives death handed laden house patience sits ' +
    'keepers lanes unkept obstacles hindrances hindered trouble troubles urgency urgencies anybody everybody heirs ' +
    'mend mends mended overrule untold passage likeness haystack rungs unfile unfiled filed filing filings unlearned teller elder tongue tongues'
  ).split(' '),
);
/** Stored property names keep their values; as identifiers of their own they are no slip. */
const storedNames = new Set(['keeper', 'person', 'standstill', 'untold']);

function retiredIn(text: string): string[] {
  return [...text.matchAll(/[A-Za-z]+/g)].flatMap(([word]) => {
    if (storedNames.has(word)) return [];
    const parts = word
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(' ');
    return parts.filter((part) => retiredWords.has(part));
  });
}

/** Idioms; comments and documents use plain technical terms. Quoted texts of the UI may contain them. */
const retiredPhrases = (
  'go on,goes on,going on,went on,under way,in vain,once more,left out,leave out,leaves out,' +
  'up to date,come by,comes by,all the same,for ever,now and then,on its way,on their way,anew,' +
  'beforehand,slept,sleeps,asleep,hand over,handed over,take up,taken up,gives up,' +
  'go round,goes round,worth a look,at last,at hand,in the meantime,out of the way,let alone'
).split(',');
const retiredPhrase = new RegExp(`\\b(?:${retiredPhrases.join('|')})\\b`, 'gi');

const withoutQuotes = (text: string): string =>
  text.replaceAll(/```[\s\S]*?```|`[^`]*`|"[^"]*"|“[^”]*”/g, '');

const phrasesIn = (text: string): string[] =>
  [...withoutQuotes(text).replaceAll(/\s+/g, ' ').matchAll(retiredPhrase)].map(([phrase]) => phrase);

/** The titles of tests, which are strings. */
function titlesIn(code: string): string[] {
  const titles =
    /\b(?:it|describe)(?:\.\w+(?:<[^(]*>)?(?:\([^)]*\))?)*\(\s*(?:'((?:\\.|[^'\\])*)'|`([^`]*)`|"([^"]*)")/g;
  return [...code.matchAll(titles)].map(([, single, template, double]) => single ?? template ?? double ?? '');
}

const checkedFiles = [...sources, ...readSources('test')].filter(
  (file) => file.path !== 'test/architecture.test.ts',
);
const documents = globSync(['README.md', 'docs/**/*.md'], { cwd: root }).map((file) => ({
  path: file.replaceAll('\\', '/'),
  text: readFileSync(path.join(root, file), 'utf8'),
}));

/** The spelling is American. */
const british =
  /colour|behaviour|catalogue|favour|honour|neighbour|cancelling|(?:custom|initial|maxim|minim|normal|organ|recogn|serial|summar|synchron)is(?:e|ing|ation|able)/gi;

const britishIn = (text: string): string[] => [...text.matchAll(british)].map(([word]) => word);

describe('American spelling', () => {
  it('finds a British spelling in an identifier and in a comment, and none in a string', () => {
    const code = "const cellColours = normalised('behaviour'); // as recognised";
    expect(britishIn(withoutStrings(code))).toEqual(['Colour', 'normalise', 'recognise']);
  });

  it('uses no British spelling in identifiers, comments, documents and file names', () => {
    expect(
      [
        ...checkedFiles.map((file) => ({ path: file.path, text: file.words })),
        ...documents.map((file) => ({ path: file.path, text: withoutQuotes(file.text) })),
      ].flatMap(({ path: file, text }) => britishIn(`${file} ${text}`).map((word) => `${file}: ${word}`)),
    ).toEqual([]);
  });
});

describe('retired words', () => {
  it('finds a retired word in an identifier and in a comment, and none in a string', () => {
    expect(retiredIn(withoutStrings("const toldUser = 'told'; // kept by nobody"))).toEqual([
      'told',
      'nobody',
    ]);
  });

  it('uses no retired word in identifiers and comments', () => {
    expect(
      checkedFiles.flatMap((file) => retiredIn(file.words).map((word) => `${file.path}: ${word}`)),
    ).toEqual([]);
  });

  it('finds the titles of tests', () => {
    const code = `describe('kept by nobody', () => { it.each([1])("goes on: %s", run); it(\`told\`, run); });`;
    expect(titlesIn(code).flatMap((title) => [...retiredIn(title), ...phrasesIn(title)])).toEqual([
      'nobody',
      'goes on',
      'told',
    ]);
  });

  it('uses no retired word and no retired phrase in the titles of tests', () => {
    expect(
      checkedFiles.flatMap(({ path: file, code }) =>
        titlesIn(code).flatMap((title) =>
          [...retiredIn(withoutQuotes(title)), ...phrasesIn(title)].map(
            (word) => `${file}: ${word} in “${title}”`,
          ),
        ),
      ),
    ).toEqual([]);
  });

  it('uses no retired word in the documents', () => {
    expect(
      documents.flatMap((file) => retiredIn(withoutQuotes(file.text)).map((word) => `${file.path}: ${word}`)),
    ).toEqual([]);
  });

  it('finds a phrase in a comment, also over two lines, and none in code, strings and quotes', () => {
    const code = `
      /** Starts anew,
       *  once more. */
      const goes = 'on its way'; // It goes
      // on, as "Under way" says.`;
    expect(commentsIn(code).flatMap(phrasesIn)).toEqual(['anew', 'once more', 'goes on']);
  });

  it('uses no retired phrase in comments', () => {
    expect(
      checkedFiles.flatMap((file) =>
        file.comments.flatMap(phrasesIn).map((phrase) => `${file.path}: ${phrase}`),
      ),
    ).toEqual([]);
  });

  it('uses no retired phrase in the documents', () => {
    expect(
      documents.flatMap((file) => phrasesIn(file.text).map((phrase) => `${file.path}: ${phrase}`)),
    ).toEqual([]);
  });
});
