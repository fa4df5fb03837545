/** The manage page's frame: its name, the way between its rooms, and the room. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import type { ManageProps } from './model.ts';
import { Notices } from './notices.tsx';
import type { SectionModule, SectionDeps } from './section-deps.ts';
import type { SectionName } from './section-names.ts';
import { openSections, sectionOf } from './routes.ts';
import { toHash, type Router } from './router.ts';

/** Between two looks at the clock, in ms: while seconds are counted, and for "2 min ago". */
const tickMs = { counting: 250, idle: 30_000 };

export interface FrameProps extends ManageProps {
  readonly way: Router;
  readonly deps: SectionDeps;
}

export function Manage({ model, way, deps }: FrameProps) {
  const current = way.place.value.section;
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
      <nav aria-label={t('rooms')}>
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
      {/* Of another account, nothing of what is open is right any more. */}
      <Room key={deps.scope.value} name={current} model={model} deps={deps} />
    </>
  );
}

export function titleOf(name: SectionName): string {
  return t(sectionOf(name)?.title ?? 'manageLinks');
}

interface Entered {
  readonly name: SectionName;
  /** `null` when it could not be loaded. */
  readonly module: SectionModule | null;
}

interface RoomProps extends ManageProps {
  readonly name: SectionName;
  readonly deps: SectionDeps;
}

/** The room before stays until the next one has come. */
function Room({ name, model, deps }: RoomProps) {
  const [entered, setEntered] = useState<Entered | null>(null);
  const [tries, setTries] = useState(0);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    let left = false;
    const enter = (module: SectionModule | null) => {
      if (!left) setEntered({ name, module });
    };
    sectionOf(name)
      ?.load()
      .then(enter, () => enter(null));
    return () => {
      left = true;
    };
  }, [name, tries]);
  useEffect(() => {
    if (entered === null) return;
    // A page that has just been opened leaves the focus where the browser has it.
    if (!first.current) main.current?.querySelector<HTMLElement>('h2')?.focus();
    first.current = false;
  }, [entered?.name]);
  return (
    <main ref={main}>
      {entered && <Inside entered={entered} model={model} deps={deps} onRetry={() => setTries(tries + 1)} />}
    </main>
  );
}

interface InsideProps extends ManageProps {
  readonly entered: Entered;
  readonly deps: SectionDeps;
  readonly onRetry: () => void;
}

function Inside({ entered: { name, module }, model, deps, onRetry }: InsideProps) {
  if (module === null)
    return (
      <>
        <h2 tabIndex={-1}>{titleOf(name)}</h2>
        <div role="alert" class="failure">
          <p>{t('roomNotLoaded')}</p>
          <p class="acts">
            <button type="button" onClick={onRetry}>
              {t('tryAgain')}
            </button>
          </p>
        </div>
      </>
    );
  // "Activity" tells all of it itself, and what had been asked for stays to be seen there.
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
