// A popup is opened many times a day: the code before its first paint has a size limit, and so has the rest.
// Each file is measured as gzip -9 would make it, in kB of 1000 bytes.
import { describe, expect, it } from 'vitest';
import { readBuilt, type Built } from '../support/built.ts';

/** Dynamic chunks that a popup loads only on the user's request: chunk names without their hash. */
const onDemand: readonly string[] = [
  'url-warnings',
  'parameter-check',
  // With a press on the URL, or on a page whose URL can't be shortened.
  'url-field',
  'known-alias',
  // With a press on "Suggested aliases".
  'alias-menu',
  'create-record',
  // With an open form, or a record that was being added, when the popup closed.
  'restore-nested-forms',
  'new-pixel',
  'more-options',
  // With the pointer or the focus on a picker.
  'open-combobox',
  'read-page-metadata',
  'link-actions',
  'preset-picker',
  'preset-form',
  // With a press on the menu of the status bar.
  'footer-menu-items',
  // With a press on "Shorten several tabs…".
  'tab-choice',
  // With a press on "Shorten", while the link is being sent.
  'job-status',
  'link-summary',
  // In a restored form whose password was not kept.
  'password-note',
  // Before the first connection only.
  'not-connected',
  // Offline, not connected, with several failures, or with a batch that is paused or has ended while no page showed it.
  'idle-status',
  // Of what few openings show, and of what a press on "Shorten" brings.
  'lazy-styles',
  // Of an existing link.
  'existing-link-note',
  'describe-restrictions',
  'service-time',
  'expiry',
  'local-time',
  // Failures and questions: few links have one.
  'problems',
  // Loaded with the first message that has a reply to check, which takes a press: 8.4 kB, most of it zod.
  'reply-schemas',
  'manage-reply-schemas',
];

/**
 * Guards against accidents, with headroom: what a user feels is a time, which `npm run bench` measures. The background had
 * 65.0 kB on 2026-11-28, of which 13 are zod and 3 the polyfill as they are published.
 */
const ceilings = { 'first paint': 25.2, 'whole popup': 40, background: 68.5 } as const;

const built = readBuilt('chrome-mv3');

function report(name: keyof typeof ceilings, files: readonly string[], { gzipSize }: Built): number {
  const sizes = [...new Set(files)].map((file) => ({ file, size: gzipSize(file) / 1000 }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const lines = sizes.map(({ file, size }) => `    ${size.toFixed(2).padStart(6)}  ${file}`);
  console.log([`${name}: ${total.toFixed(2)} kB of at most ${ceilings[name]} kB`, ...lines].join('\n'));
  return total;
}

const escape = (name: string): string => name.replaceAll(/[^\w-]/g, '\\$&');
const except =
  onDemand.length > 0 ? new RegExp(`^chunks/(?:${onDemand.map(escape).join('|')})-[^/]+\\.js$`) : undefined;

describe.skipIf(!built)('sizes of the Chromium build', () => {
  if (!built) return;

  const filesOf = (page: string, dynamic: boolean): string[] => {
    const { scripts, styles } = built.page(page);
    const chunks = built.reach(scripts, { dynamic, ...(except ? { except } : {}) });
    return [...chunks.flatMap(({ file, css }) => [file, ...css]), ...styles];
  };

  it('keeps the popup light up to its first paint', () => {
    expect(report('first paint', filesOf('popup.html', false), built)).toBeLessThanOrEqual(
      ceilings['first paint'],
    );
  });

  it('keeps everything that the popup always loads light', () => {
    expect(report('whole popup', filesOf('popup.html', true), built)).toBeLessThanOrEqual(
      ceilings['whole popup'],
    );
  });

  it('keeps the background light, as it restarts all the time', () => {
    const files = built.reach(['background.js'], { dynamic: true }).map(({ file }) => file);
    expect(report('background', files, built)).toBeLessThanOrEqual(ceilings.background);
  });

  it('names only chunks on demand that exist', () => {
    const names = [...built.chunks.keys()];
    for (const name of onDemand)
      expect(
        names.some((file) => file.startsWith(`chunks/${name}-`)),
        name,
      ).toBe(true);
  });
});
