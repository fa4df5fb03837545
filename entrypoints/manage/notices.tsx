/** What concerns everything on the page. */
import { PauseNotice } from '../../components/blocked-notice.tsx';
import { say } from '../../lib/i18n/t.ts';
import type { ManageProps } from './model.ts';
import { waysOut } from './failure-actions.ts';

export function Notices({ model }: ManageProps) {
  const view = model.view.value;
  if (view === null) return null;
  const { openSettings } = model.parts;
  return (
    <>
      {!view.connected && (
        <div class="not-connected">
          <p>{say('notConnected')}</p>
          <button type="button" class="main" onClick={openSettings}>
            {say('openSettings')}
          </button>
        </div>
      )}
      {view.storageFailing && (
        <p role="alert" class="failure">
          {say('storageFailing')}
        </p>
      )}
      {view.storageReclaimed && !view.storageFailing && <p class="note">{say('storageReclaimed')}</p>}
      {view.paused && (
        <PauseNotice
          paused={view.paused}
          links={view.jobs.filter(({ kind, state }) => kind === 'shorten' && state === 'queued').length}
          now={model.now.value}
          onGoOn={model.goOn}
          {...waysOut(model)}
        />
      )}
    </>
  );
}
