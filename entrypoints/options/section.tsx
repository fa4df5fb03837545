/** A section of the settings: the heading that the sidebar links to, and what became of the last change made in it. */
import type { ComponentChildren } from 'preact';
import { Check, CircleAlert } from 'lucide';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/i18n/t.ts';
import { describeChanged } from './describe-preferences.ts';
import { sectionNames, type SectionId } from './settings-sections.ts';
import type { OptionsModel } from './model.ts';

export interface SectionProps {
  readonly id: SectionId;
  readonly hint?: string;
  readonly class?: string;
  /** With it, changes of preferences are reported here. */
  readonly model?: OptionsModel;
  readonly children: ComponentChildren;
}

export function Section({ id, hint, model, children, ...rest }: SectionProps) {
  return (
    <section aria-labelledby={id} class={rest.class}>
      <div class="section-head">
        <h2 id={id}>{t(sectionNames[id].name)}</h2>
        {model && <Saved id={id} model={model} />}
      </div>
      {hint !== undefined && <p class="note">{hint}</p>}
      {children}
    </section>
  );
}

/** In ms: long enough to be read. */
const savedShownMs = 6_000;

function Saved({ id, model }: { readonly id: SectionId; readonly model: OptionsModel }) {
  const fields = model.changedFields.value;
  const saved = model.changedSection.value === id ? model.saved.value : 'no';
  useEffect(() => {
    if (saved !== 'yes') return undefined;
    const timer = setTimeout(() => (model.saved.value = 'no'), savedShownMs);
    return () => clearTimeout(timer);
  }, [saved, fields]);
  if (saved === 'no') return <p role="status" class="saved" />;
  const text = saved === 'yes' ? t('savedSetting', describeChanged(fields)) : t('changesNotSaved');
  return (
    <p role="status" class={saved === 'failed' ? 'saved failed' : 'saved'} title={text}>
      <Icon of={saved === 'yes' ? Check : CircleAlert} />
      <span>{text}</span>
    </p>
  );
}
