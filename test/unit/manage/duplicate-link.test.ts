/** "Duplicate" has every option that is known: of what was sent, as long as its job is there, or of the stored row. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createLinksModel } from '../../../entrypoints/manage/links/links-model.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { linkRow } from '../../support/link-rows.ts';
import { activityView, jobView } from '../../support/sample-views.ts';
import { draft, uuid } from '../../support/samples.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';
import { settled } from '../../support/flush.ts';
import { linksWorld } from './links-world.ts';
import { openManage } from './open-manage.ts';

const opened = vi.hoisted(() => [] as unknown[]);
vi.mock('../../../lib/browser/open-link-draft.ts', () => ({
  openLinkDraft: async (link: LinkDraft, { passwordOmitted = false } = {}) =>
    void opened.push([link, passwordOmitted]),
}));
const { openDuplicate } = await import('../../../entrypoints/manage/links/duplicate-link.ts');

beforeEach(() => void (opened.length = 0));

const parameters = [{ name: 'utm_source', value: 'facebook' }];
const row = linkRow(3, { parameters });

async function duplicate(jobs: Parameters<typeof jobView>[0][], jobLink: LinkDraft | null = null) {
  const { deps } = linksWorld([row], { item: '3' });
  const model = createLinksModel(deps);
  const page = openManage(activityView({ jobs: jobs.map((job) => jobView(job)) }));
  page.world.jobLink = jobLink;
  await settled();
  await openDuplicate(model, page.model, row);
  model.stop();
  return page.asked;
}

const created = {
  id: uuid(5),
  state: 'done',
  result: jobResult({ id: '3', shortUrl: 'https://sho.rt/a3' }),
  linkSummary: { password: true },
} as const;

it('is filled with what was sent, without its alias and password', async () => {
  const extras = { ...defaultLinkOptions, parameters, visibility: 'private' } as const;
  const sent = draft({ alias: 'mine', pixels: [{ id: '7', name: 'Meta' }], extras });
  expect(await duplicate([created], sent)).toEqual([`link ${uuid(5)}`]);
  expect(opened).toEqual([[{ ...sent, alias: '' }, true]]);
});

it('has the stored UTM parameters once the job is gone', async () => {
  await duplicate([]);
  await duplicate([created]);
  for (const one of opened)
    expect(one).toMatchObject([
      { address: row.longUrl, extras: { parameters, parametersIn: 'field' } },
      false,
    ]);
  expect(opened).toHaveLength(2);
});

it('is of the link whose button was pressed, though another one is open by now', async () => {
  const other = linkRow(4, { parameters: [{ name: 'utm_source', value: 'other' }] });
  const { deps } = linksWorld([row, other], { item: '4' });
  const model = createLinksModel(deps);
  await settled();
  await openDuplicate(model, openManage(activityView()).model, row);
  model.stop();
  expect(opened).toMatchObject([[{ address: row.longUrl }, false]]);
  expect(JSON.stringify(opened)).not.toContain('other');
});

it('does not take the options of a request that the service answered with another link', async () => {
  const existing = { ...created, result: jobResult({ ...created.result, existing: true }) };
  expect(await duplicate([existing], draft())).toEqual([]);
});
