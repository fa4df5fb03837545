/** The options of a created link, below its short URL: confirms that password, expiration and campaign were set. */
import type { PopupView } from '../../../lib/views/popup-view.ts';
import { linkSummary, type LinkSummary } from '../../../lib/draft/link-summary.ts';
import { linkTypeName } from '../../../lib/i18n/link-type-name.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import type { JobProps } from './job-failure.tsx';

/** Characters of a name or a note. */
const maxLength = 48;

export function LinkSummaryList({ model, job }: JobProps) {
  // An existing link, or one that may be another user's: its options are not known.
  if (job.made?.existing || job.made?.lookedUp) return null;
  const link = model.submittedDraft(job);
  const set = link === null ? (job.set ?? {}) : linkSummary(link, false, job.made?.expiry);
  const lines = linesOf(set, model.view.value);
  if (lines.length === 0) return null;
  return (
    <ul class="what-was-set" aria-label={t('whatWasSet')}>
      {lines.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}

function linesOf(set: LinkSummary, lists: PopupView): string[] {
  const line = (name: MessageName, value: string | undefined) =>
    value === undefined ? [] : [t('setTo', t(name), truncateMiddle(value, maxLength))];
  const mark = (name: MessageName, is: true | undefined) => (is ? [t(name)] : []);
  const count = (name: MessageName, many: number | undefined) =>
    many === undefined ? [] : [t('setCount', t(name), formatNumber(many))];
  const typeName = linkTypeName(set.type ?? '', lists);
  const visibility = { private: t('visibilityPrivate'), public: t('visibilityPublic') };
  return [
    ...line('campaign', set.campaign),
    ...line('channel', set.channel),
    ...line('pixels', set.pixels?.join(', ')),
    ...line('expires', set.expiry),
    ...mark('passwordProtected', set.password),
    ...count('targets', set.targets),
    ...(typeName === null ? line('typeId', set.type) : line('linkType', set.type && typeName)),
    ...line('visibility', set.visibility && visibility[set.visibility]),
    ...line('note', set.note),
    ...mark('linkPreview', set.card),
    ...mark('deepLink', set.deepLink),
    ...count('utmParameters', set.parameters),
  ];
}
