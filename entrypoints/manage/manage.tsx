/** The manage page's frame: its name, the way between its rooms, and the room. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { say } from '../../lib/i18n/t.ts';
import type { ManageProps } from './model.ts';
import { Notices } from './notices.tsx';
import type { RoomModule, RoomParts } from './section-deps.ts';
import type { RoomName } from './section-names.ts';
import { openRooms, room } from './routes.ts';
import { hashOf, type Way } from './router.ts';

/** Between two looks at the clock, in ms: while seconds are counted, and for "2 min ago". */
const tickMs = { counting: 250, idle: 30_000 };

export interface FrameProps extends ManageProps {
  readonly way: Way;
  readonly parts: RoomParts;
}

export function Manage({ model, way, parts }: FrameProps) {
  const current = way.place.value.room;
  const counting = model.counts.value;
  useEffect(() => {
    const timer = setInterval(() => model.tick(), counting ? tickMs.counting : tickMs.idle);
    return () => clearInterval(timer);
  }, [counting]);
  return (
    <>
      <header>
        <h1>
          <img src="/icon/48.png" width="32" height="32" alt="" /> {say('manageLinks')}
        </h1>
        <button type="button" onClick={model.parts.openSettings}>
          {say('settings')}
        </button>
      </header>
      <nav aria-label={say('rooms')}>
        <ul>
          {openRooms.map((name) => (
            <li key={name}>
              <a href={hashOf({ room: name, item: '' })} aria-current={name === current ? 'page' : undefined}>
                {titleOf(name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* Of another account, nothing of what is open is right any more. */}
      <Room key={parts.scope.value} name={current} model={model} parts={parts} />
    </>
  );
}

export function titleOf(name: RoomName): string {
  return say(room(name)?.title ?? 'manageLinks');
}

interface Entered {
  readonly name: RoomName;
  /** `null` when it could not be loaded. */
  readonly module: RoomModule | null;
}

interface RoomProps extends ManageProps {
  readonly name: RoomName;
  readonly parts: RoomParts;
}

/** The room before stays until the next one has come. */
function Room({ name, model, parts }: RoomProps) {
  const [entered, setEntered] = useState<Entered | null>(null);
  const [tries, setTries] = useState(0);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    let left = false;
    const enter = (module: RoomModule | null) => {
      if (!left) setEntered({ name, module });
    };
    room(name)
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
      {entered && (
        <Inside entered={entered} model={model} parts={parts} onRetry={() => setTries(tries + 1)} />
      )}
    </main>
  );
}

interface InsideProps extends ManageProps {
  readonly entered: Entered;
  readonly parts: RoomParts;
  readonly onRetry: () => void;
}

function Inside({ entered: { name, module }, model, parts, onRetry }: InsideProps) {
  if (module === null)
    return (
      <>
        <h2 tabIndex={-1}>{titleOf(name)}</h2>
        <div role="alert" class="failure">
          <p>{say('roomNotLoaded')}</p>
          <p class="acts">
            <button type="button" onClick={onRetry}>
              {say('tryAgain')}
            </button>
          </p>
        </div>
      </>
    );
  // "Activity" tells all of it itself, and what had been asked for stays to be seen there.
  if (name === 'activity') return module.draw(parts, model);
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
      {module.draw(parts, model)}
    </>
  );
}
