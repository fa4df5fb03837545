/**
 * Shortens without a form, for context menu, shortcut and address bar: the result goes to the clipboard and the badge,
 * and into a notification where the user has enabled those.
 */
import { readSelection } from '../../../lib/browser/injected-scripts.ts';
import { executeInTab } from '../../../lib/browser/execute-script.ts';
import { isFinished } from '../../../lib/outbox/job.ts';
import type { CreateLinkCommand } from '../../../lib/outbox/commands.ts';
import type { LinkByUrl } from '../../../lib/storage/links-by-url.ts';
import { linkDefaultsOf, type Preferences } from '../../../lib/storage/preferences.ts';
import type { Presets } from '../../../lib/presets/preset.ts';
import { draftFromDefaults } from '../../../lib/draft/link-defaults.ts';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { applyPreset } from '../../../lib/presets/apply-preset.ts';
import { presetFor } from '../../../lib/presets/match-site.ts';
import { usesSelection, maxValueLength } from '../../../lib/presets/template.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { displayAddress } from '../jobs/job-notices.ts';
import type { LinksByUrl } from '../storage/links-by-url-store.ts';
import type { Trigger } from './trigger.ts';
import {
  findJustMade,
  findRepeated,
  mayRepeat,
  mayReuseLinks,
  reuseLink,
  type ReuseLinkDeps,
} from './reuse-link.ts';

/** Text that is no URL is reported as not shortened, by its beginning. */
const maxShownLength = 200;
/** The selection may be the whole page. */
const maxTitleLength = 300;
interface QuickShortenDeps extends ReuseLinkDeps {
  readonly jobs: Pick<
    Jobs,
    'submit' | 'jobs' | 'loaded' | 'isJournaled' | 'linkReused' | 'clipboardReplaced'
  >;
  readonly linksByUrl: Pick<LinksByUrl, 'find'>;
  readonly report: (error: unknown) => void;
}

export function createQuickShorten(deps: QuickShortenDeps) {
  const { items, jobs, linksByUrl } = deps;
  function reuse(address: string, link: LinkByUrl, isPrivate: boolean): Promise<void> {
    jobs.linkReused({ at: Date.now(), private: isPrivate, link: { address } }).catch(deps.report);
    return reuseLink(deps, address, link, isPrivate);
  }

  async function shorten(trigger: Trigger, at: number): Promise<void> {
    const { private: isPrivate, presetId } = trigger;
    const parsed = parseUserUrl(trigger.address);
    const preferences = await items.preferences.read();
    const mayReuse = parsed.ok && mayReuseLinks(preferences, presetId);
    const existing = mayReuse ? await linksByUrl.find(parsed.address, isPrivate) : null;
    if (parsed.ok && existing !== null && !existing.unchecked)
      return reuse(parsed.address, existing, isPrivate);
    const url = parsed.ok ? parsed.address : trigger.address.trim().slice(0, maxShownLength);
    const command: CreateLinkCommand = {
      id: crypto.randomUUID(),
      at,
      private: isPrivate,
      kind: 'shorten',
      from: 'menu',
      link: await linkOf(trigger, { url, at, preferences, presets: await items.presets.read() }),
    };
    // The worker may have just started, after one that has made the link and not stored it by its URL.
    await jobs.loaded();
    // Nothing is awaited between the two: an active job is joined, the link of one that has just ended is used again.
    const justMade = mayReuse
      ? findJustMade(jobs.jobs(), command, existing)
      : mayRepeat(preferences, presetId) && findRepeated(jobs.jobs(), command);
    if (parsed.ok && justMade) return reuse(parsed.address, justMade, isPrivate);
    const job = await jobs.submit(command);
    // Nothing is on disk that could be tried again.
    if (!isFinished(job) && !jobs.isJournaled(command.id)) reportNotStored(deps, command);
  }

  return {
    shorten: (trigger: Trigger): void => {
      shorten(trigger, Date.now()).catch(deps.report);
    },
    reuse,
  };
}

function reportNotStored({ badge, notify }: QuickShortenDeps, command: CreateLinkCommand): void {
  badge.flash(false);
  const { sentence } = describeFailure({ kind: 'not-stored' }, Date.now());
  if (!command.private) notify(t('couldNotShortenBecause', displayAddress(command), sentence));
}

interface LinkContext {
  readonly url: string;
  readonly at: number;
  readonly preferences: Preferences;
  readonly presets: Presets;
}

/** The link by the user's defaults, or by the preset that was chosen or matches the site. */
async function linkOf(
  trigger: Trigger,
  { url, at, preferences, presets }: LinkContext,
): Promise<CreateLinkCommand['link']> {
  const title = trigger.title.slice(0, maxTitleLength);
  const link = draftFromDefaults(linkDefaultsOf(preferences), { address: url, title });
  const preset =
    trigger.presetId === undefined
      ? presetFor(url, presets)
      : presets.list.find(({ id }) => id === trigger.presetId);
  if (!preset) return link;
  const selection = trigger.selection ?? (usesSelection(preset) ? await selectionIn(trigger.address) : '');
  return applyPreset(link, preset, { now: new Date(at), selection });
}

/** The trigger grants access to the active tab; empty where the user has not allowed scripts (lib/browser/permissions.ts). */
async function selectionIn(pageUrl: string): Promise<string> {
  const text = await executeInTab(pageUrl, readSelection, maxValueLength);
  return typeof text === 'string' ? text : '';
}
