/**
 * The page's sidebar: "New link", the sections, the request limit, settings and account. In a narrow window it is a bar,
 * and all but "New link" opens from a button with the name of the section.
 */
import type { ReadonlySignal } from '@preact/signals';
import { ChevronsUpDown, Plus, Settings } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { formatWait } from '../../lib/i18n/describe-failure.ts';
import { isJobActive } from '../../lib/i18n/describe-job.ts';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import type { MirrorCounts } from '../../lib/mirror/mirror-reader.ts';
import type { ActivityView } from '../../lib/views/activity-view.ts';
import { RequestCells } from './activity/request-cells.tsx';
import type { ManageModel, ManageProps } from './model.ts';
import { toHash } from './router.ts';
import { openSections, sectionOf } from './routes.ts';
import type { SectionDeps } from './section-deps.ts';
import type { SectionName } from './section-names.ts';

export interface SidebarAccount {
  readonly username: string;
  readonly email: string;
  /** A `data:` address. */
  readonly avatar: string | null;
}

/** Links, what links are filed in, and the work on them; the account is at the foot. */
const groups: readonly (readonly SectionName[])[] = [
  ['links'],
  ['campaigns', 'channels', 'pixels', 'domains', 'splash-pages', 'overlays'],
  ['bulk', 'activity'],
];

export interface SidebarProps extends ManageProps {
  readonly deps: SectionDeps;
  readonly current: SectionName;
  readonly account: ReadonlySignal<SidebarAccount | null>;
}

export function Sidebar({ model, deps, current, account }: SidebarProps) {
  const { isOpen, setOpen, button, onKeyDown } = useMenu(current);
  const counts = useCounts(deps);
  return (
    <header class="side" onKeyDown={onKeyDown}>
      <h1>
        <img src="/icon/48.png" width="24" height="24" alt="" />
        <span>{t('extName')}</span>
      </h1>
      <button
        type="button"
        ref={button}
        class="section-menu"
        aria-expanded={isOpen}
        aria-controls="section-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t(sectionOf(current)?.title ?? 'links')}</span>
        <Icon of={ChevronsUpDown} />
      </button>
      <button type="button" class="new-link" onClick={model.deps.openNewLink}>
        <Icon of={Plus} />
        <span>{t('newLink')}</span>
      </button>
      <div id="section-menu" data-open={isOpen} onClick={({ target }) => isLink(target) && setOpen(false)}>
        <nav aria-label={t('manageNavigation')}>
          {groups.map((names) => (
            <ul key={names[0]}>
              {names
                .filter((name) => openSections.includes(name))
                .map((name) => (
                  <NavItem key={name} name={name} isCurrent={name === current}>
                    {name === 'activity' ? <ActiveJobs model={model} /> : countOf(counts, name)}
                  </NavItem>
                ))}
            </ul>
          ))}
        </nav>
        <Meter model={model} />
        <ul class="side-foot">
          <li>
            <button type="button" onClick={model.deps.openSettings}>
              <Icon of={Settings} />
              {t('settings')}
            </button>
          </li>
          <AccountItem account={account} isCurrent={current === 'account'} />
        </ul>
      </div>
    </header>
  );
}

function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

/** The sections in a narrow window. */
function useMenu(current: SectionName) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  return { isOpen, setOpen, button, onKeyDown };
}

interface NavItemProps {
  readonly name: SectionName;
  readonly isCurrent: boolean;
  /** Not part of the link's name: its section tells the number. */
  readonly children: preact.ComponentChildren;
}

function NavItem({ name, isCurrent, children }: NavItemProps) {
  const section = sectionOf(name);
  if (section === undefined) return null;
  return (
    <li>
      <a href={toHash({ section: name, item: '' })} aria-current={isCurrent ? 'page' : undefined}>
        <Icon of={section.icon} />
        <span>{t(section.title)}</span>
        <span class="number" aria-hidden="true">
          {children}
        </span>
      </a>
    </li>
  );
}

function AccountItem({
  account,
  isCurrent,
}: Pick<SidebarProps, 'account'> & { readonly isCurrent: boolean }) {
  const shown = account.value;
  const section = sectionOf('account');
  if (section === undefined) return null;
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
          <Icon of={section.icon} size={20} />
        )}
        <span>
          {t(section.title)}
          {/* Not part of the link's name. */}
          <bdi aria-hidden="true">{shown?.username || shown?.email}</bdi>
        </span>
      </a>
    </li>
  );
}

/** The number of jobs that are in progress or need a decision. */
function ActiveJobs({ model }: ManageProps) {
  const jobs = model.view.value?.jobs ?? [];
  const count = jobs.filter((job) => isJobActive(job) || job.question !== null).length;
  return count === 0 ? null : <span class="pill">{formatNumber(count)}</span>;
}

const collections = {
  links: 'links',
  campaigns: 'campaigns',
  channels: 'channels',
  pixels: 'pixels',
  domains: 'domains',
  'splash-pages': 'splashPages',
  overlays: 'overlays',
} as const satisfies Partial<Record<SectionName, keyof MirrorCounts>>;

const isCounted = (name: SectionName): name is keyof typeof collections => Object.hasOwn(collections, name);

function countOf(counts: Partial<MirrorCounts>, name: SectionName): string {
  const count = (isCounted(name) && counts[collections[name]]) || 0;
  return count === 0 ? '' : formatNumber(count);
}

function useCounts({ mirror, scope }: SectionDeps): Partial<MirrorCounts> {
  const [counts, setCounts] = useState<Partial<MirrorCounts>>({});
  const account = scope.value;
  useEffect(() => {
    let isLeft = false;
    setCounts({});
    const read = async () => {
      // A section reports that the mirror can't be read; here the numbers are omitted.
      const next = await mirror.counts().catch(() => ({}));
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

function Meter({ model }: ManageProps) {
  const meter = model.view.value?.meter ?? null;
  if (meter === null || meter.limit === 'none' || meter.remaining === null) return null;
  return <RequestsLeft limit={meter.limit} remaining={meter.remaining} meter={meter} now={model.now} />;
}

interface RequestsLeftProps {
  readonly limit: number;
  readonly remaining: number;
  readonly meter: NonNullable<ActivityView['meter']>;
  readonly now: ManageModel['now'];
}

/** The numbers are text; the cells are hidden from screen readers. */
function RequestsLeft({
  limit,
  remaining,
  meter: { usedHere, usedElsewhere, resetAt },
  now,
}: RequestsLeftProps) {
  const resetsInMs = (resetAt ?? 0) - now.value;
  return (
    <div class="side-meter" title={t('meterUsed', formatNumber(usedHere), formatNumber(usedElsewhere))}>
      <p>
        <span>{t('meterRemaining')}</span>{' '}
        <span class="number">{t('meterRemainingOf', formatNumber(remaining), formatNumber(limit))}</span>
      </p>
      <RequestCells limit={limit} remaining={remaining} usedHere={usedHere} />
      {/* The space is reserved, so that nothing moves. */}
      <p class="number">{resetsInMs > 0 && t('meterResets', formatWait(resetsInMs))}</p>
    </div>
  );
}
