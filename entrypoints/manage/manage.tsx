/** The manage page's frame: its name, the way between its rooms, and the room. */
import { say } from '../../lib/text/say.ts';
import { Activity } from './activity.tsx';
import type { ManageProps } from './model.ts';

export function Manage({ model }: ManageProps) {
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
          <li>
            <a href="#activity" aria-current="page">
              {say('activity')}
            </a>
          </li>
        </ul>
      </nav>
      <main id="activity">
        <Activity model={model} />
      </main>
    </>
  );
}
