/** The page's sidebar: "New link", the sections with their counts, the request limit, settings and account. */
import type { JobView } from '../../lib/views/job-view.ts';
import type { ReadonlySignal } from '@preact/signals';
import { LoaderCircle, Pause, Plus, Settings } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { hasFailed } from '../../components/job-facts.ts';
import { RequestCells } from '../../components/request-cells.tsx';
import { NavItem, SidebarFrame } from '../../components/sidebar.tsx';
import { isFinished, progressOf, type Bulk } from '../../lib/bulk/bulk-job.ts';
import { formatWait } from '../../lib/i18n/format-wait.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { formatNumber, formatPercent } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import type { MirrorCounts, MirrorFreshness } from '../../lib/mirror/mirror-reader.ts';
import type { AccountView } from '../../lib/views/account-view.ts';
import { meterUse } from './meter-use.ts';
import type { ManageProps } from './model.ts';
import { toHash } from './router.ts';
import { routes } from './routes.ts';
import type { SectionDeps, SectionProps } from './section-deps.ts';
import { sectionGroups, type SectionName } from './section-names.ts';

export type SidebarAccount = Pick<NonNullable<AccountView['account']>, 'username' | 'email' | 'avatar'>;

interface SidebarProps extends SectionProps {
  readonly current: SectionName;
  readonly account: ReadonlySignal<SidebarAccount | null>;
  /** A section was chosen, which may be the current one. */
  readonly onChoose: (name: SectionName) => void;
}

/** A click that opens a link in the same tab. */
const staysHere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  !ctrlKey && !metaKey && !shiftKey && !altKey;

export function Sidebar({ page, deps, current, account, onChoose }: SidebarProps) {
  const counts = useSectionCounts(deps);
  const newLink = (
    <button type="button" class="new-link" onClick={page.deps.openNewLink}>
      <Icon of={Plus} />
      <span class="visually-hidden when-narrow">{t('newLink')}</span>
    </button>
  );
  return (
    <SidebarFrame section={t(routes[current].title)} isHeading action={newLink}>
      <nav aria-label={t('manageNavigation')}>
        {sectionGroups.map((names) => (
          <ul key={names[0]}>
            {names.map((name) => (
              <NavItem
                key={name}
                href={toHash({ section: name, item: '' })}
                icon={routes[name].icon}
                name={t(routes[name].title)}
                current={name === current ? 'page' : undefined}
                onClick={(event) => staysHere(event) && onChoose(name)}
              >
                {name === 'activity' && <ActiveJobs page={page} />}
                {name === 'bulk' && <RunningBulks bulks={deps.bulks.value} />}
                <ListCount counts={counts} name={name} />
              </NavItem>
            ))}
          </ul>
        ))}
      </nav>
      <RequestsUsed page={page} />
      <ul class="side-foot">
        <li>
          <Button icon={Settings} text={t('settings')} onClick={() => page.deps.openSettings()} />
        </li>
        <AccountItem account={account} isCurrent={current === 'account'} />
      </ul>
    </SidebarFrame>
  );
}

function AccountItem({
  account,
  isCurrent,
}: Pick<SidebarProps, 'account'> & { readonly isCurrent: boolean }) {
  const shown = account.value;
  return (
    <li>
      <a
        href={toHash({ section: 'account', item: '' })}
        class="side-account"
        aria-current={isCurrent ? 'page' : undefined}
      >
        {shown?.avatar ? (
          <img src={shown.avatar} width="28" height="28" alt="" />
        ) : (
          <Icon of={routes.account.icon} />
        )}
        <span>
          {t(routes.account.title)}
          {/* Not part of the link's name. */}
          <bdi class="one-line hint" aria-hidden="true">
            {shown?.username || shown?.email}
          </bdi>
        </span>
      </a>
    </li>
  );
}

/** The number of jobs that are in progress or need a decision; the progress of batches is shown at their section. */
function ActiveJobs({ page }: ManageProps) {
  const jobs = page.view.value?.jobs ?? [];
  const isCounted = (job: JobView) => job.question !== null || (isJobActive(job) && job.from !== 'bulk');
  const count = jobs.filter(isCounted).length;
  if (count > 0) return <span class="pill">{formatNumber(count)}</span>;
  const failed = jobs.filter(hasFailed).length;
  if (failed === 0) return null;
  return (
    <span class="pill bad" title={formatCount('failedCount', failed)}>
      {formatNumber(failed)}
    </span>
  );
}

/** The progress of the batches that run; a sign while none does. */
function RunningBulks({ bulks }: { readonly bulks: readonly Bulk[] }) {
  const unfinished = bulks.filter((bulk) => !isFinished(bulk));
  if (unfinished.length === 0) return null;
  const running = unfinished.filter(({ desiredState }) => desiredState !== 'pause');
  if (running.length === 0)
    return (
      // An icon: the word would leave the section's name too little of the line.
      <span class="pill" title={t('bulkPaused')}>
        <Icon of={Pause} size={14} />
      </span>
    );
  return <span class="pill accent">{formatPercent(Math.floor(progressOf(...running) * 100) / 100)}</span>;
}

interface ListCountProps {
  readonly counts: SectionCounts | null;
  readonly name: SectionName;
}

/** The length of a section's list; marked while the list is not whole yet. */
function ListCount({ counts, name }: ListCountProps) {
  const { collection } = routes[name];
  const count = (collection && counts?.lengths[collection]) ?? 0;
  if (counts === null || collection === undefined || count === 0) return null;
  const { links, lists } = counts.freshness;
  const shown = formatNumber(count);
  if ((collection === 'links' ? links : lists[collection]).complete) return <>{shown}</>;
  return (
    <span class="so-far spinning" title={t('countSoFar', shown)}>
      <Icon of={LoaderCircle} size={14} />
      {shown}
    </span>
  );
}

interface SectionCounts {
  readonly lengths: Partial<MirrorCounts>;
  readonly freshness: MirrorFreshness;
}

/** `null` until they are known. */
function useSectionCounts({ mirror, scope }: SectionDeps): SectionCounts | null {
  const [counts, setCounts] = useState<SectionCounts | null>(null);
  const account = scope.value;
  useEffect(() => {
    let isLeft = false;
    setCounts(null);
    const read = async () => {
      const next = await Promise.all([mirror.counts(), mirror.freshness()]).then(
        ([lengths, freshness]) => ({ lengths, freshness }),
        // A section reports that the mirror can't be read; here the numbers are omitted.
        () => null,
      );
      if (!isLeft) setCounts(next);
    };
    void read();
    const stop = mirror.onChange((what) => {
      if (what !== 'bulk') void read();
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [account]);
  return counts;
}

/** The numbers are text; the cells are hidden from screen readers. */
function RequestsUsed({ page }: ManageProps) {
  const meter = page.view.value?.meter ?? null;
  if (meter === null) return null;
  const { usedHere, usedElsewhere, resetAt } = meter;
  const use = meterUse(meter);
  if (use === null) return null;
  const resetsInMs = (resetAt ?? 0) - page.now.value;
  return (
    <div class="side-meter hint" title={t('meterUsed', formatNumber(usedHere), formatNumber(usedElsewhere))}>
      <p>
        <span>{t('meterHeading')}</span> <span class="number">{use.text}</span>
      </p>
      <RequestCells limit={use.limit} remaining={use.remaining} usedHere={usedHere} maxCells={30} />
      {/* The space is reserved, so that nothing moves. */}
      <p class="number">{resetsInMs > 0 && t('meterResets', formatWait(resetsInMs))}</p>
    </div>
  );
}
