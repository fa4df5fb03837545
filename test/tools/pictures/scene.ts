/** What the pictures of every page are taken with. */
import type { PageDriver, RunningExtension } from '../../browser/harness/index.ts';
import type { LocalService } from '../../service/start.ts';
import { shortDomain } from './account.ts';
import type { Studio } from './studio.ts';
import { msg } from '../../support/texts.ts';

export interface Scene extends Studio {
  readonly running: RunningExtension;
  readonly service: LocalService;
}

/** The page that is shortened in the pictures. */
export const article = {
  address: 'https://brightloaf.co/journal/sourdough-in-a-small-kitchen',
  title: 'Sourdough in a small kitchen: one pot, one free evening',
  card: {
    title: 'Sourdough in a small kitchen',
    description: 'A starter, one pot and a free evening: bread for the week, without a machine.',
    picture: 'https://brightloaf.co/journal/sourdough.jpg',
  },
} as const;

export async function chooseDomain(page: PageDriver): Promise<void> {
  await page.waitFor('combobox', msg('domain'));
  await page.page.select('#domain', shortDomain);
}

/** Opens a section of the options. */
export async function unfold(page: PageDriver, name: string): Promise<void> {
  await page.evaluate(
    (name: string) => {
      const summaries = [...document.querySelectorAll('summary')];
      const summary = summaries.find((one) => one.textContent?.trim().startsWith(name));
      if (!summary) throw new Error(`No section is called ${name}.`);
      summary.click();
    },
    { args: [name] },
  );
}

/** Shown by the pages that are opened from then on. */
export async function savePresets(
  page: PageDriver,
  list: readonly object[],
  defaultId: string | null,
): Promise<void> {
  const ask = { target: 'background', kind: 'save-presets', request: { put: list, removed: [], defaultId } };
  await page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(ask)})`);
}
