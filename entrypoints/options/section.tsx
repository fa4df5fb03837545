/** A section of the settings: the heading that the sidebar links to, and what became of the last change made in it. */
import type { ComponentChildren } from 'preact';
import { Check, CircleAlert } from 'lucide';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/i18n/t.ts';
import { describeChanged } from './describe-preferences.ts';
import { sectionNames, type SectionId } from './settings-sections.ts';
import type { ModelProps, OptionsModel } from './model.ts';

export interface SectionProps {
  readonly id: SectionId;
  readonly hint?: string;
  readonly class?: string;
  /** With it, changes of preferences are reported here. */
  readonly model?: OptionsModel;
  /** The result of a change that is none of a preference. */
  readonly status?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ id, hint, model, status, children, ...rest }: SectionProps) {
  return (
    <section aria-labelledby={id} class={rest.class}>
      <div class="section-head">
        <h2 id={id}>{t(sectionNames[id].name)}</h2>
        {model && <Saved id={id} model={model} />}
        {status}
      </div>
      {hint !== undefined && <p class="note">{hint}</p>}
      {children}
    </section>
  );
}

function Saved({ id, model }: ModelProps & { readonly id: SectionId }) {
  const fields = model.changedFields.value;
  const saved = model.changedSection.value === id ? model.saved.value : 'no';
  const done = saved === 'yes' ? t('savedSetting', describeChanged(fields)) : '';
  return (
    <SectionStatus
      done={done}
      failed={saved === 'failed' ? t('changesNotSaved') : ''}
      of={fields}
      onEnd={() => (model.saved.value = 'no')}
    />
  );
}

/** In ms: long enough to be read. */
const shownMs = 6_000;

/** @param of what it is about: another one restarts the time */
export function useEndOfStatus(isShown: boolean, of: unknown, onEnd: () => void): void {
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(onEnd, shownMs);
    return () => clearTimeout(timer);
  }, [isShown, of]);
}

interface SectionStatusProps {
  /** Shown until it has been read; empty for nothing. */
  readonly done: string;
  /** Stays until the next change. */
  readonly failed: string;
  /** The change: the same text is shown again for another one. */
  readonly of: unknown;
  readonly onEnd: () => void;
}

export function SectionStatus({ done, failed, of, onEnd }: SectionStatusProps) {
  useEndOfStatus(done !== '', of, onEnd);
  const text = done || failed;
  if (text === '') return <p role="status" class="saved" />;
  return (
    <p role="status" class={done === '' ? 'saved failed' : 'saved'} title={text}>
      <Icon of={done === '' ? CircleAlert : Check} />
      <span>{text}</span>
    </p>
  );
}
