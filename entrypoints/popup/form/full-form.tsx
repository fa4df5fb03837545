/** The link form's fields where all are shown: "New link" and the editor of a preset. */
import { SlidersHorizontal } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../lib/i18n/t.ts';
import type { PresetFields } from '../../../lib/presets/preset.ts';
import type { PartProps } from '../shell-parts.tsx';
import { LinkRow } from './link-row.tsx';
import { Pickers, PresetSlot } from './pickers.tsx';

interface FullFormProps extends PartProps {
  /** The stored fields of the preset that is edited; empty for a new one. */
  readonly preset?: PresetFields;
  /** The first field. */
  readonly children: ComponentChildren;
}

export function FullForm({ model, parts, preset, children }: FullFormProps) {
  return (
    <div class="fields">
      <div class="card">
        {children}
        <div role="group" aria-labelledby="short-link-label">
          <p id="short-link-label" class="label">
            {t('shortLink')}
          </p>
          <LinkRow model={model} parts={parts} />
        </div>
      </div>
      <div class="properties">
        {preset === undefined && <PresetSlot model={model} />}
        <Pickers model={model} parts={parts} />
      </div>
      <section aria-labelledby="more-options">
        <h2 id="more-options">
          <Icon of={SlidersHorizontal} /> {t('moreOptions')}
        </h2>
        <parts.MoreOptions model={model} offersPage={false} preset={preset} />
      </section>
    </div>
  );
}
