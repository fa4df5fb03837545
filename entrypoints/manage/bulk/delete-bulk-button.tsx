/** Removes what is kept of a bulk, after asking: its links stay, but what came of each row is gone with it. */
import { useRef } from 'preact/hooks';
import type { Bulk } from '../../../lib/bulk/bulk-job.ts';
import { say } from '../../../lib/i18n/t.ts';
import type { BulksModel } from './bulks-model.ts';

export interface RemovalProps {
  readonly model: BulksModel;
  readonly bulk: Bulk;
  readonly onRemoved?: () => void;
}

export function Removal({ model, bulk, onRemoved }: RemovalProps) {
  const asks = model.asking.value?.act === 'remove' && model.asking.value.id === bulk.id;
  const opener = useRef<HTMLButtonElement>(null);
  if (!asks)
    return (
      <button
        type="button"
        ref={opener}
        aria-label={say('bulkRemoveNamed', bulk.name)}
        onClick={() => model.ask('remove', bulk.id)}
      >
        {say('bulkRemove')}
      </button>
    );
  return (
    <div role="group" aria-label={say('bulkRemoveNamed', bulk.name)} class="asks">
      <p>{say('bulkRemoveAsk')}</p>
      <p class="acts">
        <button type="button" ref={intoFocus} onClick={() => void model.remove(bulk.id).then(onRemoved)}>
          {say('bulkRemove')}
        </button>
        <button
          type="button"
          onClick={() => {
            model.keep();
            requestAnimationFrame(() => opener.current?.focus());
          }}
        >
          {say('bulkKeepIt')}
        </button>
      </p>
    </div>
  );
}

/** When it appears, and not again. */
function intoFocus(control: HTMLElement | null): void {
  control?.focus();
}
