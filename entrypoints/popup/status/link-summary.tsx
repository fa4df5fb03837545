/** The options of a link, one a row: confirms that password, expiration and campaign are set. */
import {
  AppWindow,
  CalendarClock,
  ChevronDown,
  ChevronRight,
  Eye,
  Folder,
  FolderInput,
  Hash,
  Link2,
  KeyRound,
  MapPin,
  Milestone,
  Smartphone,
  StickyNote,
  Tags,
  Target,
  type IconNode,
} from 'lucide';
import type { JobView } from '../../../lib/views/job-view.ts';
import type { PopupView } from '../../../lib/views/popup-view.ts';
import { Icon } from '../../../components/icon.tsx';
import { useLinkActions } from '../../../components/link-actions/link-action-buttons.tsx';
import type { LinkDraft } from '../../../lib/draft/draft.ts';
import { linkSummary, type LinkSummary } from '../../../lib/draft/link-summary.ts';
import { describeExpiry } from '../../../lib/i18n/describe-expiry.ts';
import { linkTypeName } from '../../../lib/i18n/link-type-name.ts';
import { formatList, formatNumber } from '../../../lib/i18n/format.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import type { ActionLink } from '../link-actions.tsx';
import type { JobProps, PopupModel } from '../model.ts';

interface Row {
  readonly icon: IconNode;
  readonly name: string;
  /** `null` if the name is enough. */
  readonly value: string | null;
}

export function LinkSummaryList({ model, job }: JobProps) {
  const set = optionsOf(model, job);
  if (set === null) return null;
  const asked = job.result === null ? model.submittedDraft(job) : null;
  const shortLink = asked ? shortLinkOf(asked) : '';
  const rows = [
    // A created link shows its short URL.
    ...(shortLink === '' ? [] : [{ icon: Link2, name: t('shortLink'), value: shortLink }]),
    ...rowsOf(withAdded(set, model.addedTo.value, job), model.view.value),
  ];
  if (rows.length === 0) return null;
  return (
    <ul class="properties what-was-set" aria-label={t('whatWasSet')}>
      {rows.map(({ icon, name, value }) => (
        <li key={name} class="property" title={value === null ? undefined : t('setTo', name, value)}>
          <Icon of={icon} />
          <span>{name}</span>
          {value !== null && <bdi>{value}</bdi>}
        </li>
      ))}
    </ul>
  );
}

/** Only what was requested: the service chooses the rest. */
function shortLinkOf({ domain, alias }: LinkDraft): string {
  const wanted = alias.trim();
  return displayUrl(domain) + (wanted && `/${wanted}`);
}

/** A link has one campaign, and may be in several channels. */
function withAdded(
  set: LinkSummary,
  added: PopupModel['addedTo']['value'],
  { result }: JobView,
): LinkSummary {
  if (added === null || added.shortUrl !== result?.shortUrl) return set;
  const { campaign = set.campaign, channel } = added;
  return {
    ...set,
    ...(campaign !== undefined && { campaign }),
    ...(channel !== undefined && set.channel === undefined && { channel }),
  };
}

/** `null` for an existing link, or one that may be another user's: its options are not known. */
function optionsOf(model: PopupModel, job: JobView): LinkSummary | null {
  if (job.result?.existing || job.result?.lookedUp) return null;
  const link = model.submittedDraft(job);
  return link === null ? (job.linkSummary ?? {}) : linkSummary(link, false, job.result?.expiry);
}

/** For a link that is in no campaign yet: opens the fields that add it to one, or to a channel. */
export function AddToRow({ model, job, link }: JobProps & { readonly link: ActionLink }) {
  const { panel, toggle } = useLinkActions(
    {
      id: link.id,
      render: async (action) => (await import('../link-actions.tsx')).renderLinkAction(model, action, link),
    },
    { addTo: FolderInput },
  );
  const set = optionsOf(model, job);
  if (link.id === null || set === null || set.campaign !== undefined) return null;
  return (
    <div class="properties">
      <button
        type="button"
        class="property more"
        aria-expanded={panel !== null}
        onClick={() => void toggle('addTo')}
      >
        <Icon of={FolderInput} />
        <span>{t('addTo')}</span>
        <Icon of={panel === null ? ChevronRight : ChevronDown} mirrors />
      </button>
      {panel && <div>{panel}</div>}
    </div>
  );
}

function rowsOf(set: LinkSummary, lists: PopupView): Row[] {
  const row = (icon: IconNode, name: MessageName, value: string | undefined): Row[] =>
    value === undefined ? [] : [{ icon, name: t(name), value }];
  const mark = (icon: IconNode, name: MessageName, is: true | undefined): Row[] =>
    is ? [{ icon, name: t(name), value: null }] : [];
  const count = (many: number | undefined) => (many === undefined ? undefined : formatNumber(many));
  const typeName = linkTypeName(set.type ?? '', lists);
  const visibility = { private: t('visibilityPrivate'), public: t('visibilityPublic') };
  const rows = {
    campaign: row(Folder, 'campaign', set.campaign),
    channel: row(Hash, 'channel', set.channel),
    pixels: row(Target, 'pixels', set.pixels && formatList(set.pixels)),
    expiry: row(CalendarClock, 'expires', set.expiry && describeExpiry(set.expiry)),
    password: mark(KeyRound, 'passwordProtected', set.password),
    targets: row(MapPin, 'targets', count(set.targets)),
    type:
      typeName === null
        ? row(Milestone, 'typeId', set.type)
        : row(Milestone, 'linkType', set.type && typeName),
    visibility: row(Eye, 'visibility', set.visibility && visibility[set.visibility]),
    note: row(StickyNote, 'note', set.note),
    card: mark(AppWindow, 'linkPreview', set.card),
    deepLink: mark(Smartphone, 'deepLink', set.deepLink),
    utm: row(Tags, 'utmParameters', set.utm?.join(' / ')),
  } satisfies Record<keyof LinkSummary, Row[]>;
  return Object.values(rows).flat();
}
