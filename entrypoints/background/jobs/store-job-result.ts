/** Stores what completed jobs have made and changed, as far as pages show it. */
import { isAssign, isBulkRow, type CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import type { Job } from '../../../lib/outbox/job.ts';
import { isOwn } from '../../../lib/outbox/job-result.ts';
import { replaceOption, replaceOptions } from '../../../lib/storage/presets.ts';
import { withRecent, type RecentLink } from '../../../lib/storage/recent-links.ts';
import { addToUtmHistory } from '../../../lib/storage/utm-history.ts';
import type { LinksByUrl } from '../storage/links-by-url-store.ts';
import type { Items } from '../storage/stored-items.ts';
import {
  withAssigned,
  withChoices,
  withDefaultDomain,
  withRecord,
  type OtherCommand,
} from './picker-list-changes.ts';

export interface JobResultStoreDeps {
  readonly items: Items;
  readonly linksByUrl: LinksByUrl;
  readonly now: () => number;
}

export type JobResultStore = ReturnType<typeof createJobResultStore>;

export function createJobResultStore({ items, linksByUrl, now }: JobResultStoreDeps) {
  const recentLinksOf = (command: CreateLinkCommand) =>
    command.private ? items.privateLinks : items.recentLinks;

  async function storeChoices(command: CreateLinkCommand): Promise<void> {
    // A private window's choices leave no trace on disk.
    if (command.private || isBulkRow(command)) return;
    await items.pickerLists.update((lists) => withChoices(lists, command));
    const { parameters = [] } = command.link.extras ?? {};
    if (parameters.length > 0) await items.usedParameters.update((used) => addToUtmHistory(used, parameters));
  }

  return {
    /** True when `storeLink` has completed, in this worker instance or a previous one. */
    async hasLink(command: CreateLinkCommand, shortUrl: string): Promise<boolean> {
      return (await recentLinksOf(command).read()).some((link) => link.shortUrl === shortUrl);
    },

    storeChoices,

    async storeLink(
      job: Job,
      command: CreateLinkCommand,
      { id, shortUrl }: Pick<RecentLink, 'id' | 'shortUrl'>,
    ): Promise<void> {
      const { address, title, domain } = command.link;
      const link: RecentLink = { id, shortUrl, address, title, at: now() };
      const wasCreated = job.state.name === 'done' && isOwn(job.state.result) && !job.state.result.lookedUp;
      if (wasCreated && domain === '' && !command.private)
        await items.pickerLists.update((lists) => withDefaultDomain(lists, shortUrl));
      // Before the recent links, from which the next instance knows how far this one got.
      await linksByUrl.save(job, command, link);
      if (!isBulkRow(command)) await recentLinksOf(command).update((links) => withRecent(links, link));
    },

    async storeRecord(command: OtherCommand, createdId: string | null): Promise<void> {
      if (isAssign(command)) {
        if (!command.private && !isBulkRow(command))
          await items.pickerLists.update((lists) => withAssigned(lists, command));
        return;
      }
      await items.pickerLists.update((lists) => withRecord(lists, command, createdId));
      if (command.kind !== 'change') return;
      const { what, act, item, name, fields } = command;
      if (what === 'domain' && act === 'update') return;
      // Else every new link would be assigned to a record that no longer exists, or be on such a domain.
      const change =
        what === 'domain'
          ? ({ what, id: name, now: '' } as const)
          : { what, id: item, now: act === 'delete' ? null : { id: item, name: fields?.name || name } };
      await items.preferences.update((preferences) => replaceOption(preferences, change));
      await items.presets.update((presets) => replaceOptions(presets, change));
    },
  };
}
