import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'wxt';
import type { Plugin } from 'vite';
import { chunkModules } from './test/tools/chunk-modules.ts';
import { leanSchemas } from './test/tools/lean-schemas.ts';
import { ownPopup, popupFile } from './test/tools/own-popup.ts';

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

const preloadHelper = '\0vite/preload-helper.js';

/** The popup's own two files (test/tools/own-popup.ts); everything else is split as the bundler does by itself. */
function popupFiles(): Plugin {
  return {
    name: 'curtail:popup-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id.startsWith(preloadHelper) ? 'export const __vitePreload = (load) => load();' : null),
    // The background is built as one script of its own, in another format.
    outputOptions: (options) =>
      options.format === 'es' ? { ...options, codeSplitting: { groups: [{ name: popupFile() }] } } : null,
  };
}

/**
 * What the polyfill does for Chromium is to make promises of callbacks, which under Manifest V3 the browser does itself;
 * in Firefox it hands on the browser's own. The built files have that, and none of the wrapping that would be read at
 * every start of the background. What promises do not cover is written for both browsers: lib/messages/listener.ts.
 */
function leanPolyfill(): Plugin {
  return {
    name: 'curtail:lean-polyfill',
    apply: 'build',
    transform: (_code, id) =>
      /webextension-polyfill\/dist\/browser-polyfill/u.test(id)
        ? { code: 'export default globalThis.browser?.runtime?.id ? globalThis.browser : chrome;', map: null }
        : null,
  };
}

/** Texts that were kept of one catalogue are none of another one (lib/browser/message-cache.ts). */
function catalogueStamp(): string {
  const locales = 'public/_locales';
  const hash = createHash('sha256');
  for (const language of readdirSync(locales).sort())
    hash.update(readFileSync(`${locales}/${language}/messages.json`));
  return hash.digest('hex').slice(0, 8);
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
    // Reading the page that a link is made for: both browsers grant it without a prompt, in the press that first needs it.
    // And telling what came of the menu, once that is turned on; and the addresses of all tabs, where they are to be shortened.
    optional_permissions: ['scripting', 'notifications', 'tabs'],
    // In the extensions menu nobody would find the button; Chromium has no such key, and leaves it to the person.
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
              // True to what is sent: addresses of pages, and the key, both to the person's own service only.
              data_collection_permissions: { required: ['browsingActivity', 'authenticationInfo'] },
            },
          },
        }
      : {
          minimum_chrome_version: '120',
          // Without the key every other extension may connect and wake the worker. Firefox knows no such key, and
          // delivers only to listeners for others, of which there are none.
          externally_connectable: { ids: [] },
        }),
  }),
  vite: () => ({
    define: { 'import.meta.env.CATALOGUE': JSON.stringify(catalogueStamp()) },
    plugins: [ownPopup(), popupFiles(), leanPolyfill(), leanSchemas(), chunkModules()],
    build: {
      modulePreload: false,
      target: 'es2023',
      reportCompressedSize: false,
      // Two minifiers, since files that start anew all the time are worth it: terser first, then the bundler's own. Each
      // finds what the other leaves: the background is 2.5 % smaller than by the bundler's alone.
      minify: 'terser',
      terserOptions: {
        ecma: 2020,
        toplevel: true,
        // Inlined no further than in one expression: what is longer repeats itself and packs worse.
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- its types' enum is nowhere at run time
        compress: { passes: 4, unsafe_arrows: true, inline: 1 },
        format: { comments: false },
      },
      rolldownOptions: { output: { minify: { compress: { target: 'es2023' } } } },
    },
  }),
});
