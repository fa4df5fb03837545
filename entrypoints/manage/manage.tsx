/** The manage page's frame: its title, the navigation, and the open section. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import type { ManageProps } from './model.ts';
import { Notices } from './notices.tsx';
import type { SectionModule, SectionDeps } from './section-deps.ts';
import type { SectionName } from './section-names.ts';
import { openSections, sectionOf } from './routes.ts';
import { RetryAlert } from './retry-alert.tsx';
import { toHash, type Router } from './router.ts';

/** Interval of the clock in ms: while seconds are counted down, and for "2 min ago". */
const tickMs = { counting: 250, idle: 30_000 };

export interface FrameProps extends ManageProps {
  readonly router: Router;
  readonly deps: SectionDeps;
}

export function Manage({ model, router, deps }: FrameProps) {
  const current = router.route.value.section;
  const counting = model.needsTick.value;
  useEffect(() => {
    const timer = setInterval(() => model.tick(), counting ? tickMs.counting : tickMs.idle);
    return () => clearInterval(timer);
  }, [counting]);
  return (
    <>
      <header>
        <h1>
          <img src="/icon/48.png" width="32" height="32" alt="" /> {t('manageLinks')}
        </h1>
        <button type="button" onClick={model.deps.openSettings}>
          {t('settings')}
        </button>
      </header>
      <nav aria-label={t('manageNavigation')}>
        <ul>
          {openSections.map((name) => (
            <li key={name}>
              <a
                href={toHash({ section: name, item: '' })}
                aria-current={name === current ? 'page' : undefined}
              >
                {titleOf(name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* The state of a section belongs to one account. */}
      <OpenSection key={deps.scope.value} name={current} model={model} deps={deps} />
    </>
  );
}

export function titleOf(name: SectionName): string {
  return t(sectionOf(name)?.title ?? 'manageLinks');
}

interface LoadedSection {
  readonly name: SectionName;
  /** `null` when it could not be loaded. */
  readonly module: SectionModule | null;
}

interface OpenSectionProps extends ManageProps {
  readonly name: SectionName;
  readonly deps: SectionDeps;
}

/** The previous section stays until the next one has loaded. */
function OpenSection({ name, model, deps }: OpenSectionProps) {
  const [loaded, setLoaded] = useState<LoadedSection | null>(null);
  const [tries, setTries] = useState(0);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    let isLeft = false;
    const show = (module: SectionModule | null) => {
      if (!isLeft) setLoaded({ name, module });
    };
    sectionOf(name)
      ?.load()
      .then(show, () => show(null));
    return () => {
      isLeft = true;
    };
  }, [name, tries]);
  useEffect(() => {
    if (loaded === null) return;
    // A page that was just opened leaves the focus where the browser put it.
    if (!first.current) main.current?.querySelector<HTMLElement>('h2')?.focus();
    first.current = false;
  }, [loaded?.name]);
  return (
    <main ref={main}>
      {loaded && (
        <SectionContent loaded={loaded} model={model} deps={deps} onRetry={() => setTries(tries + 1)} />
      )}
    </main>
  );
}

interface SectionContentProps extends ManageProps {
  readonly loaded: LoadedSection;
  readonly deps: SectionDeps;
  readonly onRetry: () => void;
}

function SectionContent({ loaded: { name, module }, model, deps, onRetry }: SectionContentProps) {
  if (module === null)
    return (
      <>
        <h2 tabIndex={-1}>{titleOf(name)}</h2>
        <RetryAlert text={t('sectionNotLoaded')} onRetry={onRetry} />
      </>
    );
  // "Activity" renders the notices itself, and shows the jobs of a disconnected account, too.
  if (name === 'activity') return module.render(deps, model);
  if (model.view.value?.connected === false)
    return (
      <>
        <h2 tabIndex={-1}>{titleOf(name)}</h2>
        <Notices model={model} />
      </>
    );
  return (
    <>
      <Notices model={model} />
      {module.render(deps, model)}
    </>
  );
}
