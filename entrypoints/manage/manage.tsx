/** The manage page's frame: the sidebar and the open section. */
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFocusRestore } from '../../components/use-focus-restore.ts';
import { whileCurrent } from '../../components/while-current.ts';
import { t } from '../../lib/i18n/t.ts';
import { Notices } from './notices.tsx';
import type { OpenSectionProps, SectionComponent } from './section-props.ts';
import type { SectionName } from './section-names.ts';
import { routes } from './routes.ts';
import { Alert } from './alert.tsx';
import type { Router } from './router.ts';
import { Sidebar, type SidebarAccount } from './sidebar.tsx';

/** Interval of the clock in ms: while seconds are counted down, and for "2 min ago". */
const tickMs = { counting: 250, idle: 30_000 };

interface PageProps extends OpenSectionProps {
  readonly router: Router;
  readonly account: ReadonlySignal<SidebarAccount | null>;
}

export function Manage({ page, router, deps, models, account }: PageProps) {
  const current = router.route.value.section;
  const counting = page.needsTick.value;
  useEffect(() => {
    const timer = setInterval(() => page.tick(), counting ? tickMs.counting : tickMs.idle);
    return () => clearInterval(timer);
  }, [counting]);
  return (
    <>
      <Sidebar
        page={page}
        deps={deps}
        current={current}
        account={account}
        onChoose={(name) => name === 'links' && models.links?.onChosen(name === current)}
      />
      {/* The state of a section belongs to one account. */}
      <OpenSection key={deps.scope.value} name={current} {...{ page, deps, models }} />
    </>
  );
}

export const titleOf = (name: SectionName): string => t(routes[name].title);

interface LoadedSection {
  readonly name: SectionName;
  /** `null` when it could not be loaded. */
  readonly Section: SectionComponent | null;
}

interface NamedSectionProps extends OpenSectionProps {
  readonly name: SectionName;
}

/** The previous section stays until the next one has loaded. */
function OpenSection({ name, ...props }: NamedSectionProps) {
  const { page } = props;
  const [loaded, setLoaded] = useState<LoadedSection | null>(null);
  const [tries, setTries] = useState(0);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useFocusRestore(() => {
    // Deferred: the section's own parts restore the focus first, to a better place.
    queueMicrotask(() => {
      if (document.activeElement === document.body) main.current?.querySelector<HTMLElement>('h2')?.focus();
    });
    return null;
  }, 'main');
  useEffect(() => {
    // Without the section, its place says so.
    const loading = routes[name].load().catch(() => null);
    return whileCurrent(loading, (Section) => setLoaded({ name, Section }));
  }, [name, tries]);
  useEffect(() => {
    page.notice.value = null;
    if (loaded === null) return;
    // A page that was just opened leaves the focus where the browser put it.
    if (!first.current) main.current?.querySelector<HTMLElement>('h2')?.focus();
    first.current = false;
  }, [loaded?.name, loaded?.Section === null]);
  return (
    <main ref={main}>
      {loaded && <SectionContent {...props} loaded={loaded} onRetry={() => setTries(tries + 1)} />}
    </main>
  );
}

interface SectionContentProps extends OpenSectionProps {
  readonly loaded: LoadedSection;
  readonly onRetry: () => void;
}

function SectionContent({ loaded: { name, Section }, onRetry, ...props }: SectionContentProps) {
  const { page, deps } = props;
  const heading = <h2 tabIndex={-1}>{titleOf(name)}</h2>;
  if (Section === null)
    return (
      <>
        {heading}
        <Alert text={t('sectionNotLoaded')} onRetry={onRetry} />
      </>
    );
  // "Activity" renders the notices itself, and shows the jobs of a disconnected account, too.
  if (name === 'activity') return <Section {...props} />;
  if (page.view.value?.connected === false)
    return (
      <>
        {heading}
        <Notices page={page} />
      </>
    );
  // What is typed into a section would be lost when it is replaced by that of the account.
  if (deps.scope.value === '') return heading;
  return (
    <>
      <Notices page={page} />
      {page.notice.value?.name === 'failed' && <Alert text={t('actionFailed')} />}
      <Section {...props} />
    </>
  );
}
