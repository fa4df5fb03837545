import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'wxt';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';

/**
 * The content policy binds every page and the worker. Nothing remote is loaded, http only towards this machine, and
 * no string ever becomes code or markup. The development server needs a looser one (docs/decisions).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
const developmentPolicy = [
  "default-src 'none'",
  "script-src 'self' http://localhost:3000",
  "style-src 'self' 'unsafe-inline' http://localhost:3000",
  "img-src 'self' data: http://localhost:3000",
  'connect-src https: http://localhost:* http://127.0.0.1:* ws://localhost:*',
  "frame-ancestors 'none'",
];

/**
 * One file for the popup's first paint and one for what loads right after it, each with all that it imports. Split by the
 * bundler's default they are 26 files shared with the other pages: 181 instead of 134 ms of main-thread time a cold opening
 * (2026-11-23, 7 rounds in turn).
 */
function popupChunks(): Plugin {
  const groups = [
    { name: 'popup-first-paint', test: /\/popup\/first-paint\.tsx$/, priority: 2 },
    { name: 'popup-deferred', test: /\/popup\/deferred\.tsx$/, priority: 1 },
  ];
  return {
    name: 'curtail:popup-chunks',
    apply: 'build',
    // The background is one script, in another format.
    outputOptions: (options) => (options.format === 'es' ? { ...options, codeSplitting: { groups } } : null),
  };
}

/** Records which modules each built file holds, beside the build, for test/built. */
function recordModules(): Plugin {
  return {
    name: 'curtail:record-modules',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const folder = path.join('.output/modules', path.basename(dir));
      mkdirSync(folder, { recursive: true });
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { fileName: file, moduleIds: modules, imports, dynamicImports, viteMetadata } = chunk;
        const css = [...(viteMetadata?.importedCss ?? [])];
        const record = JSON.stringify({ file, modules, imports, dynamicImports, css });
        writeFileSync(path.join(folder, `${file.replaceAll('/', '__')}.json`), record);
      }
    },
  };
}

/** Changes with every text, so that cached messages of an older catalog are not used (lib/browser/message-cache.ts). */
function catalogStamp(): string {
  const locales = 'public/_locales';
  const hash = createHash('sha256');
  for (const language of readdirSync(locales).sort())
    hash.update(readFileSync(`${locales}/${language}/messages.json`));
  return hash.digest('hex').slice(0, 8);
}

const messagesSchema = z.record(
  z.string(),
  z.object({
    message: z.string(),
    placeholders: z.optional(z.record(z.string(), z.object({ content: z.string() }))),
  }),
);

/** Descriptions and examples are for translators; the first text of a page waits until the browser has read the whole catalog. */
function withoutNotes(catalog: string): string {
  return JSON.stringify(messagesSchema.parse(JSON.parse(catalog)));
}

/** Keys that reach an extension in that browser, past its own shortcuts and menus (docs/decisions/0011-shortcuts.md). */
function defaultKeys(browser: string): { readonly openPopup: string; readonly shortenPage: string } {
  return browser === 'firefox'
    ? { openPopup: 'Alt+Shift+K', shortenPage: 'Alt+Shift+Y' }
    : { openPopup: 'Alt+Shift+L', shortenPage: 'Alt+Shift+S' };
}

export default defineConfig({
  imports: false,
  modules: ['@wxt-dev/webextension-polyfill'],
  manifestVersion: 3,
  manifest: ({ browser, command }) => ({
    name: '__MSG_extName__',
    description: '__MSG_extDescription__',
    default_locale: 'en',
    permissions: [
      'storage',
      'alarms',
      'contextMenus',
      'activeTab',
      'clipboardWrite',
      ...(browser === 'firefox' ? [] : ['offscreen']),
    ],
    // Asked for one origin at a time, when a service is connected. Match patterns here name no port.
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    // `scripting` reads the page that a link is made for: granted without a prompt, in the click that first needs it.
    // `notifications` is asked for in the settings, `tabs` when all tabs are to be shortened.
    optional_permissions: ['scripting', 'notifications', 'tabs'],
    // In the extensions menu the button would not be found; Chromium has no such key and leaves it to the user.
    ...(browser === 'firefox' ? { action: { default_area: 'navbar' } } : {}),
    commands: {
      _execute_action: { suggested_key: { default: defaultKeys(browser).openPopup } },
      'shorten-page': {
        suggested_key: { default: defaultKeys(browser).shortenPage },
        description: '__MSG_commandShortenPage__',
      },
    },
    omnibox: { keyword: 'cut' },
    content_security_policy: {
      extension_pages: (command === 'serve' ? developmentPolicy : policy).join('; '),
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'curtail@curtail.example',
              strict_min_version: '140.0',
              // What is sent: URLs of pages and the key, both to the user's own service only.
              data_collection_permissions: { required: ['browsingActivity', 'authenticationInfo'] },
            },
          },
        }
      : {
          minimum_chrome_version: '120',
          // Without it every other extension may connect and wake the worker. Firefox has no such key and delivers only to
          // listeners for other extensions, of which there are none.
          externally_connectable: { ids: [] },
        }),
  }),
  hooks: {
    // WXT 0.21.4 adds its imports in spite of `imports: false`: a parameter with the name `storage` brings in its storage
    // library, 16 kB of the background.
    'config:resolved': ({ config }) => void (config.imports.presets = []),
    // A page for those who develop; a production build is without it.
    'entrypoints:found': ({ config }, found) => {
      if (config.mode === 'development') return;
      const at = found.findIndex(({ name }) => name === 'gallery');
      if (at >= 0) found.splice(at, 1);
    },
    // WXT takes the title of the popup's page, which can't be translated.
    'build:manifestGenerated': (_wxt, manifest) => {
      const action = z.looseObject({}).parse(manifest.action);
      manifest.action = { ...action, default_title: '__MSG_actionTitle__' };
    },
    'build:publicAssets': (_wxt, files) => {
      for (const [at, { relativeDest, ...file }] of files.entries())
        if (relativeDest.endsWith('messages.json') && 'absoluteSrc' in file)
          files[at] = { relativeDest, contents: withoutNotes(readFileSync(file.absoluteSrc, 'utf8')) };
    },
  },
  vite: () => ({
    define: { 'import.meta.env.CATALOG': JSON.stringify(catalogStamp()) },
    plugins: [popupChunks(), recordModules()],
    build: {
      // A page's modules are fetched together, not after its script has come that imports them.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, modules, { hostType }) => (hostType === 'html' ? modules : []),
      },
      target: 'es2023',
      // One character beyond Latin-1, such as an ellipsis, and V8 stores a whole script with two bytes a character: the
      // background as 382 instead of 191 kB, the popup's two chunks as 212 instead of 106 (2026-11-28).
      rolldownOptions: { output: { charset: 'ascii' } },
      reportCompressedSize: false,
    },
  }),
});
