// The complete manifest of each build: any additional permission, key or page has to be deliberate.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chromeBuild, firefoxBuild } from './harness/index.ts';

const builds = { Chromium: chromeBuild, Firefox: firefoxBuild };

const manifestOf = async (dir: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8'));

const action = { default_title: '__MSG_actionTitle__', default_popup: 'popup.html' };
const commands = (openPopup: string, shortenPage: string) => ({
  _execute_action: { suggested_key: { default: openPopup } },
  'shorten-page': { suggested_key: { default: shortenPage }, description: '__MSG_commandShortenPage__' },
});

const inBoth = {
  manifest_version: 3,
  name: '__MSG_extName__',
  description: '__MSG_extDescription__',
  version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown,
  icons: {
    16: 'icon/16.png',
    32: 'icon/32.png',
    48: 'icon/48.png',
    96: 'icon/96.png',
    128: 'icon/128.png',
  },
  default_locale: 'en',
  optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
  optional_permissions: ['scripting', 'notifications', 'tabs'],
  omnibox: { keyword: 'cut' },
  content_security_policy: {
    extension_pages:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src https: http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  },
  options_ui: { page: 'options.html', open_in_tab: true },
};

const permissions = ['storage', 'alarms', 'contextMenus', 'activeTab', 'clipboardWrite'];

describe('the manifest', () => {
  it('for Chromium has exactly these entries', async () => {
    expect(await manifestOf(chromeBuild)).toEqual({
      ...inBoth,
      action,
      permissions: [...permissions, 'offscreen'],
      commands: commands('Alt+Shift+L', 'Alt+Shift+S'),
      background: { service_worker: 'background.js' },
      minimum_chrome_version: '120',
      // Without the key every other extension may connect.
      externally_connectable: { ids: [] },
    });
  });

  it('for Firefox has exactly these entries', async () => {
    expect(await manifestOf(firefoxBuild)).toEqual({
      ...inBoth,
      // Beside the address bar, not in the extensions menu.
      action: { ...action, default_area: 'navbar' },
      permissions,
      commands: commands('Alt+Shift+K', 'Alt+Shift+Y'),
      background: { scripts: ['background.js'] },
      browser_specific_settings: {
        gecko: {
          id: 'curtail@curtail.example',
          strict_min_version: '140.0',
          data_collection_permissions: { required: ['browsingActivity', 'authenticationInfo'] },
        },
      },
    });
  });
});

/** Letters that open something else with Alt and Shift, and never reach an extension; sources: decision 11. */
const taken: Readonly<Record<keyof typeof builds, Readonly<Record<string, string>>>> = {
  // Feedback (Chrome), bookmarks bar, toolbar, dialogs in the background.
  Chromium: { Chromium: 'ABIT' },
  // The access keys of the menu bar.
  Firefox: {
    English: 'FEVSBTH',
    Dutch: 'BWLGAXH',
    French: 'FNAHMOE',
    German: 'DBACLXH',
    Italian: 'FMVCESA',
    Polish: 'PEWHZNC',
    'Portuguese (Brazil)': 'AEXHVFU',
    Spanish: 'AEVSMTU',
  },
};

const suggested = z.object({
  commands: z.record(
    z.string(),
    z.object({ suggested_key: z.object({ default: z.string().regex(/^Alt\+Shift\+[A-Z]$/) }) }),
  ),
});

describe.each(['Chromium', 'Firefox'] as const)('the shortcuts in %s', (browser) => {
  it.each(Object.entries(taken[browser]))('reach the extension past the menus in %s', async (_, letters) => {
    const { commands: all } = suggested.parse(await manifestOf(builds[browser]));
    const keys = Object.values(all).map(({ suggested_key: { default: key } }) => key.at(-1) ?? '');
    expect(new Set(keys).size).toBe(2);
    expect(keys.filter((key) => letters.includes(key))).toEqual([]);
  });
});
