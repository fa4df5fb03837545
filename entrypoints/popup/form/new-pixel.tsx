/**
 * The form for a new pixel, once the picker has its name: the service needs its type and tag, too (API §4). An on-demand
 * chunk.
 */
import { ChevronDown, CircleAlert, Plus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { onEnter } from '../../../components/on-enter.ts';
import { knownPixelTypes } from '../../../lib/api/pixel-types.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { ModelProps } from '../model.ts';
import { add as addRecord } from './create-record.ts';
import '../lazy-styles.ts';

export function NewPixel({ model }: ModelProps) {
  const { newPixel, blocksLink } = model.nestedForms;
  const [wasTried, setTried] = useState(false);
  if (newPixel.value === null) return null;
  const { name, type, tag } = newPixel.value;
  const isMissing = (value: string) => wasTried && value.trim() === '';
  const close = () => {
    newPixel.value = null;
    blocksLink.value = false;
    // The pressed button goes with the form.
    document.getElementById('pixels')?.focus();
  };
  const add = () => {
    if (type.trim() === '' || tag.trim() === '') {
      setTried(true);
      return document.getElementById(type.trim() === '' ? 'pixel-type' : 'pixel-tag')?.focus();
    }
    close();
    void addRecord(model, { kind: 'add-pixel', name, type: type.trim(), tag: tag.trim() });
  };
  return (
    <fieldset class="nested-form" data-own-enter onKeyDown={onEnter(add)}>
      <legend>{t('newPixel', name)}</legend>
      <TextRow
        id="pixel-type"
        label={t('type')}
        list="pixel-types"
        value={type}
        problem={isMissing(type) ? t('problemNoType') : ''}
        onChange={(next) => (newPixel.value = { name, tag, type: next })}
      >
        <TypeSuggestions own={model.view.value.pixelTypes} />
      </TextRow>
      <TextRow
        id="pixel-tag"
        label={t('pixelTag')}
        value={tag}
        problem={isMissing(tag) ? t('problemNoTag') : ''}
        onChange={(next) => (newPixel.value = { name, type, tag: next })}
      />
      {blocksLink.value && (
        <p class="problem" role="alert" ref={intoView}>
          {t('finishNewPixel')}
        </p>
      )}
      <div class="acts">
        <Button icon={Plus} text={t('addPixel')} onClick={add} />
        <Button text={t('cancel')} class="quiet" onClick={close} />
      </div>
    </fieldset>
  );
}

/** The account's own types first. Any other may be typed: the set of types is open. */
function TypeSuggestions({ own }: { readonly own: readonly string[] }) {
  return (
    <datalist id="pixel-types">
      {[...new Set([...own, ...knownPixelTypes])].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}

interface TextRowProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Empty for none. */
  readonly problem: string;
  readonly onChange: (value: string) => void;
  readonly list?: string;
  readonly children?: ComponentChildren;
}

function TextRow({ id, label, value, problem, onChange, list, children }: TextRowProps) {
  return (
    <div class="row">
      <label for={id}>{label}</label>
      <span class="suggesting">
        <input
          id={id}
          list={list}
          autocomplete="off"
          value={value}
          ref={intoFocus}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        {list !== undefined && <Icon of={ChevronDown} />}
      </span>
      <p id={`${id}-problem`} class="wrong" aria-live="polite">
        {problem !== '' && <Icon of={CircleAlert} size={14} />}
        {problem}
      </p>
      {children}
    </div>
  );
}

/** Focuses the first empty field when the form appears, and not again. */
function intoFocus(field: HTMLInputElement | null): void {
  if (field?.value === '' && document.activeElement?.id !== 'pixel-type') field.focus();
}

function intoView(problem: HTMLElement | null): void {
  problem?.scrollIntoView({ block: 'nearest' });
}
