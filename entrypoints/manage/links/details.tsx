/** The details of one link: its fields, its buttons and its statistics. */
import {
  Check,
  Copy,
  CopyPlus,
  ExternalLink,
  Folder,
  Hash,
  Info,
  Tag,
  Target,
  X,
  type IconNode,
} from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { onEscape } from '../../../components/on-escape.ts';
import { ShortUrl } from '../../../components/short-url.tsx';
import { StatTiles } from '../../../components/stat-tiles.tsx';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { LinkTiles } from '../../../components/link-actions/link-action-buttons.tsx';
import { BarList, ShareList } from '../../../components/bar-list.tsx';
import type { LinkDetails } from '../../../lib/api/link-details.ts';
import type { Link } from '../../../lib/api/links.ts';
import { utmIn, type UtmParameter } from '../../../lib/draft/utm-parameters.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import { FailureAlert } from '../failure-alert.tsx';
import { capitalize } from '../../../lib/text/capitalize.ts';
import { Fact, ServiceTime } from '../records/facts.tsx';
import { jobOf, type LinksProps } from './links-model.ts';
import { mirrorRowOf } from './open-link.ts';
import { BreakableUrl } from './breakable-url.tsx';

interface DetailsProps extends LinksProps {
  readonly onClose: () => void;
}

/** The API's response for a single link has no alias, and not always the title. */
function withStored(details: LinkDetails, stored: Link | null): Link {
  return {
    ...details,
    alias: details.alias || (stored?.alias ?? ''),
    title: details.title || (stored?.title ?? ''),
  };
}

/** In characters: two lines of a URL, whose end says more than its middle. The style sheet cuts the end of a title. */
const maxUrlLength = 60;

/** In a box that has the page's direction: one with its own would lose the ellipsis where the two differ. */
function Name({ link: { title, longUrl, shortUrl } }: { readonly link: Link }) {
  const isUntitled = title.trim() === '';
  const name = isUntitled ? displayUrl(longUrl ?? shortUrl ?? '') : title;
  return (
    <span title={name}>
      <bdi>{isUntitled ? <TruncatedText text={name} length={maxUrlLength} /> : name}</bdi>
    </span>
  );
}

export function Details(props: DetailsProps) {
  const { model, page, onClose } = props;
  const open = model.open.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (open === null) return null;
  const link: Link | null = open.details ? withStored(open.details, open.stored) : open.stored;
  return (
    <section class="details side-panel" aria-labelledby="details-name" onKeyDown={onEscape(onClose)}>
      <div class="side-panel-head">
        <h3 id="details-name" ref={heading} tabIndex={-1}>
          {link === null ? t('linkDetails') : <Name link={link} />}
        </h3>
        <Button icon={X} text={t('close')} class="quiet" onClick={onClose} />
      </div>
      {open.failure && (
        <FailureAlert failure={open.failure} page={page} onRetry={() => model.reloadLink(open.id)} />
      )}
      {link ? (
        <>
          <ShortLink {...props} link={link} />
          <Facts {...props} link={link} />
          <Correction {...props} link={link} />
          {open.details && <Statistics details={open.details} />}
        </>
      ) : (
        !open.loading && !open.failure && <p>{t('linkUnknown')}</p>
      )}
      <p role="status" class="note">
        {open.loading && t('loadingFromService')}
      </p>
    </section>
  );
}

interface LinkProps extends LinksProps {
  readonly link: Link;
}

function ShortLink({ model, page, link }: LinkProps) {
  const { shortUrl, longUrl, title, id } = link;
  const notice = model.notice.value?.what === link.id ? model.notice.value.name : null;
  if (shortUrl === null) return <p class="note">{t('noShortLink')}</p>;
  const created = { id, shortUrl, url: longUrl ?? '', title };
  return (
    <div class="result">
      <p>
        <ShortUrl url={shortUrl} />
      </p>
      <p role="status" class="notice">
        {notice === 'copied' && (
          <strong>
            <Icon of={Check} /> {t('copied')}
          </strong>
        )}
        {notice === 'copy-failed' && t('copyFailed', t('copy'))}
      </p>
      <div class="tiles">
        <Button
          icon={Copy}
          size={18}
          text={t('copy')}
          // Filled as long as it is the next step.
          class={notice === 'copied' ? undefined : 'main'}
          onClick={() => void model.copy(link)}
        />
        <Button
          icon={ExternalLink}
          size={18}
          mirrors
          text={t('open')}
          onClick={() => page.deps.openPage(shortUrl)}
        />
        <LinkTiles
          id={id}
          render={(action) =>
            import('../link-actions.tsx').then(({ renderLinkAction }) =>
              renderLinkAction(page, created, action),
            )
          }
        />
      </div>
    </div>
  );
}

/** For who wants to correct the link, which the API has no call for. */
function Correction({ model, page, link }: LinkProps) {
  const site = page.view.value?.site ?? '';
  const areTagsKnown =
    mirrorRowOf(model.open.value)?.parameters !== undefined ||
    jobOf(page, link.id) !== undefined ||
    utmIn(link.longUrl ?? '').length > 0;
  return (
    <div class="correction line">
      <p class="note small">
        <Icon of={Info} size={14} />
        <span>
          {t('linksNotEditable')}{' '}
          <a href={site} target="_blank" rel="noreferrer">
            {t('openWebsite', displayUrl(site))}
          </a>
        </span>
      </p>
      <Button
        icon={CopyPlus}
        text={t('duplicateLink')}
        onClick={() =>
          page.reportFailureOf(async () =>
            (await import('./duplicate-link.ts')).openDuplicate(model, page, link),
          )
        }
      />
      {!areTagsKnown && <p class="note small">{t('duplicateTagsUnknown')}</p>}
    </div>
  );
}

function Facts({ model, page, link }: LinkProps) {
  const { campaigns, channels } = model.records.value;
  const details = model.open.value?.details ?? null;
  const row = mirrorRowOf(model.open.value);
  // No answer of the service has them.
  const { pixels = [] } = jobOf(page, link.id)?.linkSummary ?? {};
  const nameIn = (list: typeof campaigns | typeof channels, id: string) =>
    list.find((one) => one.id === id)?.name ?? id;
  return (
    <dl class="link-facts">
      <Fact label={t('linkDestination')}>
        {link.longUrl === null ? (
          t('notAvailable')
        ) : (
          <a href={link.longUrl} target="_blank" rel="noreferrer" dir="ltr">
            <BreakableUrl url={link.longUrl} length={160} />
          </a>
        )}
      </Fact>
      {link.description !== '' && (
        <Fact label={t('note')}>
          <bdi>
            <TruncatedText text={link.description} length={400} />
          </bdi>
        </Fact>
      )}
      <Fact label={t('createdOn')}>
        {link.date === null ? t('notAvailable') : <ServiceTime text={link.date} />}
      </Fact>
      {details && (
        <Fact label={t('expires')}>
          {details.expiry === null ? t('neverExpires') : <ServiceTime text={details.expiry} />}
        </Fact>
      )}
      {row?.campaign && (
        <Fact label={t('campaign')}>
          <Names icon={Folder} names={[nameIn(campaigns, row.campaign)]} />
        </Fact>
      )}
      {row !== null && row.channels.length > 0 && (
        <Fact label={t('channels')}>
          <Names icon={Hash} names={row.channels.map((id) => nameIn(channels, id))} />
        </Fact>
      )}
      {pixels.length > 0 && (
        <Fact label={t('pixels')}>
          <Names icon={Target} names={pixels} />
        </Fact>
      )}
      <Tags tags={[...utmIn(link.longUrl ?? ''), ...(row?.parameters ?? [])]} />
      {details && <Targets name="countryTargets" targets={details.location} />}
      {details && <Targets name="deviceTargets" targets={details.device} />}
      {/* The clicks of the service's own answer are shown below. */}
      {row?.confirmed === false && details === null && (
        <Fact label={t('status')}>{t('notConfirmedYet')}</Fact>
      )}
    </dl>
  );
}

function Tags({ tags }: { readonly tags: readonly UtmParameter[] }) {
  if (tags.length === 0) return null;
  return (
    <Fact label={t('utmParameters')}>
      <Names icon={Tag} names={tags.map(({ name, value }) => `${name}=${value}`)} />
    </Fact>
  );
}

function Names({ icon, names }: { readonly icon: IconNode; readonly names: readonly string[] }) {
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name} class="pill">
          <Icon of={icon} size={14} />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Targets({
  name,
  targets,
}: {
  readonly name: MessageName;
  readonly targets: Readonly<Record<string, string>>;
}) {
  const all = Object.entries(targets);
  if (all.length === 0) return null;
  return (
    <Fact label={t(name)}>
      <ul>
        {all.map(([when, address]) => (
          <li key={when}>
            <bdi>{when}</bdi>{' '}
            <a href={address} target="_blank" rel="noreferrer" dir="ltr" class="note">
              <BreakableUrl url={address} length={80} />
            </a>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

const statistics = [
  ['topCountries', 'statCountries', BarList, 'statClicks'],
  ['topReferrers', 'statReferrers', BarList, 'statClicks'],
  ['topBrowsers', 'statBrowsers', ShareList, 'statShareOfClicks'],
  ['topOs', 'statSystems', ShareList, 'statShareOfClicks'],
] as const satisfies readonly (readonly [keyof LinkDetails, MessageName, unknown, MessageName])[];

function Statistics({ details }: { readonly details: LinkDetails }) {
  const shares = Object.entries(details.socialCount).map(([name, count]) => ({
    name: capitalize(name),
    count,
  }));
  const hasShares = shares.some(({ count }) => count > 0);
  const isUnopened =
    details.clicks === 0 && statistics.every(([field]) => details[field].entries.length === 0) && !hasShares;
  const format = (count: number | null) => (count === null ? t('notAvailable') : formatNumber(count));
  return (
    <>
      <StatTiles
        tiles={[
          [t('statClicks'), format(details.clicks)],
          [t('statUnique'), format(details.uniqueClicks)],
        ]}
      />
      {isUnopened ? (
        <p class="note">{t('statNoClicks')}</p>
      ) : (
        <div class="rankings">
          {statistics.map(([field, name, List, unit]) => (
            <List key={field} id={`stat-${field}`} name={t(name)} unit={t(unit)} statistic={details[field]} />
          ))}
          {hasShares && (
            <BarList id="stat-shares" name={t('statShares')} statistic={{ entries: shares, total: null }} />
          )}
        </div>
      )}
    </>
  );
}
