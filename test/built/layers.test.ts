// The layers of docs/architecture.md in what the build made: which modules each page and the background load.
import { describe, expect, it } from 'vitest';
import { readBuilt } from '../support/built.ts';
import { isThere } from '../support/imports.ts';

const built = readBuilt('chrome-mv3');

describe.skipIf(!built)('the layers in the built files', () => {
  if (!built) return;
  const pages = ['popup.html', 'link.html', 'preset.html', 'options.html', 'manage.html'].filter((file) =>
    isThere(`.output/chrome-mv3/${file}`),
  );
  const modulesOf = (file: string, dynamic: boolean): string[] =>
    built.reach(built.page(file).scripts, { dynamic }).flatMap(({ modules }) => modules);

  it.each(pages)('%s loads no client, request queue or outbox', (file) => {
    // What is asked for travels in messages, so its schemas (commands.ts, job.ts, job-state.ts, job-result.ts) are on both ends; the outbox is not.
    const forbidden =
      /^(?:lib\/api\/api-client\.ts|lib\/rate-limit\/|lib\/outbox\/(?!(?:commands|job|job-state|job-result)\.ts)|entrypoints\/background\/)/;
    expect(modulesOf(file, true).filter((module) => forbidden.test(module))).toEqual([]);
  });

  it('has no page for developers', () => {
    const modules = [...built.chunks.values()].flatMap((chunk) => chunk.modules);
    expect(modules.filter((module) => module.startsWith('entrypoints/gallery/'))).toEqual([]);
    expect(isThere('.output/chrome-mv3/gallery.html')).toBe(false);
  });

  it('ships no library but those of docs/decisions/0001-runtime-dependencies.md', () => {
    const shipped = new Set(
      [...built.chunks.values()]
        .flatMap(({ modules }) => modules)
        .flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(module)?.[1] ?? []),
    );
    // WXT: the wrapper of the background, and its way to the polyfill.
    const wxt = ['wxt', '@wxt-dev/webextension-polyfill'];
    const signals = ['@preact/signals', '@preact/signals-core'];
    const libraries = ['idb', 'lucide', 'papaparse', 'preact', 'uqr', 'webextension-polyfill', 'zod'];
    expect([...shipped].sort()).toEqual([...wxt, ...signals, ...libraries].sort());
  });

  it('starts Chromium’s background without sync and bulk', () => {
    const modules = built.reach(['background.js'], { dynamic: true }).flatMap((chunk) => chunk.modules);
    expect(
      modules.filter((module) =>
        /^lib\/(?:sync-host|bulk|mirror\/(?!database-name|delete-databases|quick-lookup|read-store|summarize-bulks))|node_modules\/idb/.test(
          module,
        ),
      ),
    ).toEqual([]);
  });

  it('loads neither schemas nor the polyfill before the popup’s first paint', () => {
    const heavy = /(?:^|\/)node_modules\/(?:zod|webextension-polyfill)\//;
    expect(modulesOf('popup.html', false).filter((module) => heavy.test(module))).toEqual([]);
  });
});
