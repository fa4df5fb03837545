/** What came of the last act with a bulk. */
import { shownAddress } from '../../../lib/i18n/truncate.ts';
import { sayCount } from '../../../lib/i18n/plural.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { BulksModel, BulksNote } from './bulks-model.ts';

export function BulksTold({ note }: { readonly note: BulksNote | null }) {
  return (
    <p role="status" class="told">
      <bdi>{note && sayNote(note)}</bdi>
    </p>
  );
}

/** The browser's database does not answer: what is kept there is not gone. */
export function BulksUnreadable({ model }: { readonly model: BulksModel }) {
  return (
    <div role="alert" class="failure">
      <p>{say('bulksUnreadable')}</p>
      <p class="acts">
        <button type="button" onClick={() => void model.look()}>
          {say('tryAgain')}
        </button>
      </p>
    </div>
  );
}

function sayNote(note: BulksNote): string {
  switch (note.name) {
    case 'copied':
      return say('copied');
    case 'copy-failed':
      return say('bulkNotCopied');
    case 'saved':
      return say('bulkSaved');
    case 'failed':
      return say('bulkActFailed');
    case 'removed':
      return say('bulkRemoved');
    case 'on-its-way':
      return say('bulkOnItsWay');
    case 'again':
      return note.count === 0 ? say('bulkRetryNone') : sayCount('bulkRetryBegun', note.count);
    case 'address-copied':
      return say('bulkOneLinkCopied', shownAddress(note.address));
  }
}
