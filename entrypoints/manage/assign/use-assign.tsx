/** "Add links" in the rows of a section: a button that opens a panel below its row. */
import { ListPlus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Campaign } from '../../../lib/api/campaigns.ts';
import type { Channel, ChannelItemType } from '../../../lib/api/channels.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ManageModel } from '../model.ts';
import { createDraftStore } from '../records/draft-store.ts';
import type { RecordSectionModel } from '../records/record-section-model.ts';
import { RowButton } from '../records/row-button.tsx';
import { useFocusTarget } from '../records/use-focus-target.ts';
import { assignDraftSchema } from './assign-model.ts';
import { AssignPanel } from './assign-panel.tsx';
import { createAssignPanels, type AssignPanels } from './assign-panels.ts';
import type { AssignableItem } from './find-assignable.ts';

type Section = RecordSectionModel<'campaigns'> | RecordSectionModel<'channels'>;
type Assignee = Pick<Campaign | Channel, 'id' | 'name'>;

interface AssignOptions {
  /** "Add links" */
  readonly word: string;
  /** "Add links to Summer" */
  readonly label: (name: string) => string;
  readonly onAssigned?: (record: string, type: ChannelItemType, item: AssignableItem) => void;
}

/** The parts of a row are given its name, short enough for a button. */
export function useAssign(section: Section, page: ManageModel, { word, label, onAssigned }: AssignOptions) {
  const panels = usePanels(section, onAssigned);
  const giveFocus = useFocusTarget();
  return {
    isAnyOpen: panels.isAnyOpen,

    button(to: Assignee, name: string): ComponentChildren {
      const isOpen = panels.get(to.id) !== null;
      return (
        <RowButton
          icon={ListPlus}
          word={word}
          label={label(name)}
          focusTarget={`assigning-${to.id}`}
          expanded={isOpen}
          showsWord
          onClick={() => {
            if (isOpen) return panels.close(to.id);
            giveFocus(`assign-${to.id}`);
            panels.show({ id: to.id, name: to.name || t('unnamed') });
          }}
        />
      );
    },

    panel({ id }: Assignee, name: string): ComponentChildren {
      const model = panels.get(id);
      if (model === null) return null;
      const close = () => {
        giveFocus(`assigning-${id}`);
        panels.close(id);
      };
      // An open form has the main button.
      const isMain = section.forms.shown.value === null;
      return <AssignPanel model={model} page={page} name={name} isMain={isMain} onClose={close} />;
    },
  };
}

/** As long as the section is open. */
function usePanels(section: Section, onAssigned: AssignOptions['onAssigned']): AssignPanels {
  const { deps } = section;
  const { name } = section.config;
  const panels = useMemo(
    () =>
      createAssignPanels(
        deps,
        name === 'campaigns' ? 'assign-campaign' : 'assign-channel',
        createDraftStore(`${name}:assign`, assignDraftSchema, deps.scope.peek(), deps.now),
        onAssigned,
      ),
    [section],
  );
  useEffect(() => () => panels.releaseIndex(), [panels]);
  const records = section.list.records.value;
  useEffect(() => {
    if (records === null) return;
    const nameOf = (id: string) => {
      const record = records.find((one) => one.id === id);
      return record === undefined ? null : record.name || t('unnamed');
    };
    void panels.restore(nameOf);
  }, [panels, records === null]);
  return panels;
}
