/** A room of what a link can lead through: made on the service's own site, listed here, and used for a new link. */
import type { ComponentChildren } from 'preact';
import { say } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import { CollectionRoom, type RoomView } from './record-section.tsx';
import type { RecordOf } from './record-list.ts';
import { openNewLink } from './open-new-link.ts';
import type { RoomModel } from './record-section-model.ts';

export type ThroughName = 'splashPages' | 'overlays';

export interface ThroughRoomProps<Name extends ThroughName> {
  readonly model: RoomModel<Name>;
  readonly page: ManageModel;
  readonly view: Omit<RoomView<Name>, 'acts'>;
  /** Why this one can't be used; `null` where it can. */
  readonly hindered?: (record: RecordOf<Name>) => ComponentChildren;
  /** "Use for a new link: splash page Welcome" */
  readonly useName: (name: string) => string;
}

export function ThroughRoom<Name extends ThroughName>({
  model,
  page,
  view,
  hindered,
  useName,
}: ThroughRoomProps<Name>) {
  return (
    <CollectionRoom
      model={model}
      page={page}
      view={{
        ...view,
        acts: (record, name) =>
          hindered?.(record) ?? (
            <button
              type="button"
              aria-label={useName(name)}
              onClick={() => void openNewLink({ type: record.id })}
            >
              {say('useForLink')}
            </button>
          ),
      }}
    />
  );
}
