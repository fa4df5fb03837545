/** The details of one link: its fields, its buttons and its statistics. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TruncatedText } from '../../../components/truncated-text.tsx';
import { LinkActionBar } from '../../../components/link-actions/link-action-bar.tsx';
import { BarList } from '../../../components/bar-list.tsx';
import type { LinkDetails } from '../../../lib/api/link-details.ts';
import type { Link } from '../../../lib/api/links.ts';
import { displayUrl } from '../../../lib/i18n/truncate.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t, type MessageName } from '../../../lib/i18n/t.ts';
import { FailureAlert } from '../failure-alert.tsx';
import type { LinksProps } from './links-props.ts';

export interface DetailsProps extends LinksProps {
  readonly onClose: () => void;
}

export function Details(props: DetailsProps) {
  const { model, page, onClose } = props;
  const open = model.open.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (open === null) return null;
  const link: Link | null = open.full ? withAlias(open.full, open.stored) : open.stored;
  return (
    <section
      class="details"
      aria-labelledby="details-name"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <p class="acts details-head">
        <button type="button" onClick={onClose}>
          {t('closeDetails')}
        </button>
        <span role="status" class="note">
          {open.loading && t('loadingFromService')}
        </span>
      </p>
      <h3 id="details-name" ref={heading} tabIndex={-1}>
        {link === null ? (
          t('linkDetails')
        ) : (
          <bdi>
            <TruncatedText text={nameOf(link)} length={120} />
          </bdi>
        )}
      </h3>
      {open.failure && (
        <FailureAlert failure={open.failure} page={page}>
          <button type="button" onClick={() => model.reloadLink(open.id)}>
            {t('tryAgain')}
          </button>
        </FailureAlert>
      )}
      {link ? (
        <>
          <ShortLink {...props} link={link} />
          <Facts {...props} link={link} full={open.full} />
          {open.full && <Statistics full={open.full} />}
        </>
      ) : (
        !open.loading && !open.failure && <p>{t('linkUnknown')}</p>
      )}
    </section>
  );
}

/** The API's answer for a single link has no alias. */
function withAlias(full: LinkDetails, stored: Link | null): Link {
  return { ...full, alias: full.alias || (stored?.alias ?? '') };
}

const nameOf = ({ title, longUrl, shortUrl }: Link): string =>
  title.trim() === '' ? displayUrl(longUrl ?? shortUrl ?? '') : title;

interface LinkProps extends LinksProps {
  readonly link: Link;
}

function ShortLink({ model, deps, page, link }: LinkProps) {
  const { shortUrl, longUrl, title, id } = link;
  const notice = model.notice.value;
  if (shortUrl === null) return <p class="note">{t('noShortLink')}</p>;
  const created = { id, shortUrl, url: longUrl ?? '', title };
  return (
    <>
      <p class="short-line">
        <bdi dir="ltr" class="short-link" title={shortUrl}>
          {displayUrl(shortUrl)}
        </bdi>{' '}
        <span role="status">
          {notice?.id === id && t(notice.name === 'copied' ? 'copied' : 'copyFailed')}
        </span>
      </p>
      <LinkActionBar
        id={id}
        render={(action) =>
          import('../link-actions.tsx').then(({ renderLinkAction }) =>
            renderLinkAction(page, created, action),
          )
        }
      >
        <button type="button" class="main" onClick={() => void model.copy(link)}>
          {t('copy')}
        </button>
        <button type="button" onClick={() => deps.openPage(shortUrl)}>
          {t('open')}
        </button>
        <button
          type="button"
          onClick={() =>
            void import('./duplicate-link.ts').then(({ openDuplicate }) => openDuplicate(model, link))
          }
        >
          {t('duplicateLink')}
        </button>
      </LinkActionBar>
    </>
  );
}

interface FactsProps extends LinkProps {
  readonly full: LinkDetails | null;
}

function Facts({ model, link, full }: FactsProps) {
  const { campaigns, channels } = model.records.value;
  const stored = model.open.value?.stored;
  const row = stored && 'channels' in stored ? stored : null;
  const nameIn = (list: typeof campaigns | typeof channels, id: string) =>
    list.find((one) => one.id === id)?.name ?? id;
  const assigned = [
    ...(row?.campaign ? [nameIn(campaigns, row.campaign)] : []),
    ...(row?.channels.map((id) => nameIn(channels, id)) ?? []),
  ];
  return (
    <dl class="facts">
      <Fact name="linkDestination">
        {link.longUrl === null ? (
          t('notAvailable')
        ) : (
          <a href={link.longUrl} target="_blank" rel="noreferrer" dir="ltr">
            <TruncatedText text={displayUrl(link.longUrl)} length={160} />
          </a>
        )}
      </Fact>
      {link.description !== '' && (
        <Fact name="note">
          <bdi>
            <TruncatedText text={link.description} length={400} />
          </bdi>
        </Fact>
      )}
      <Fact name="createdOn">
        {link.date === null ? t('notAvailable') : <bdi dir="ltr">{link.date}</bdi>}
      </Fact>
      {full && (
        <Fact name="expires">
          {full.expiry === null ? t('neverExpires') : <bdi dir="ltr">{full.expiry}</bdi>}
        </Fact>
      )}
      {assigned.length > 0 && (
        <Fact name="campaignAndChannels">
          <bdi>{assigned.join(' · ')}</bdi>
        </Fact>
      )}
      {full && <Targets name="countryTargets" targets={full.location} />}
      {full && <Targets name="deviceTargets" targets={full.device} />}
      {row?.confirmed === false && <Fact name="linkStatus">{t('notConfirmedYet')}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: MessageName; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </div>
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
    <Fact name={name}>
      <ul>
        {all.map(([when, address]) => (
          <li key={when}>
            <bdi>{when}</bdi>{' '}
            <a href={address} target="_blank" rel="noreferrer" dir="ltr" class="note">
              <TruncatedText text={displayUrl(address)} length={80} />
            </a>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

const rankings = [
  ['topCountries', 'statCountries'],
  ['topReferrers', 'statReferrers'],
  ['topBrowsers', 'statBrowsers'],
  ['topOs', 'statSystems'],
] as const satisfies readonly (readonly [keyof LinkDetails, MessageName])[];

function Statistics({ full }: { readonly full: LinkDetails }) {
  const shares = Object.entries(full.socialCount).map(([name, count]) => ({
    name: name.slice(0, 1).toUpperCase() + name.slice(1),
    count,
  }));
  const count = (number: number | null) => (number === null ? '–' : formatNumber(number));
  return (
    <>
      <dl class="counts-large">
        <div>
          <dt>{t('statClicks')}</dt>
          <dd>{count(full.clicks)}</dd>
        </div>
        <div>
          <dt>{t('statUnique')}</dt>
          <dd>{count(full.uniqueClicks)}</dd>
        </div>
      </dl>
      <div class="rankings">
        {rankings.map(([field, name]) => (
          <BarList key={field} id={`stat-${field}`} name={t(name)} statistic={full[field]} />
        ))}
        {shares.length > 0 && (
          <BarList id="stat-shares" name={t('statShares')} statistic={{ entries: shares, total: null }} />
        )}
      </div>
    </>
  );
}
