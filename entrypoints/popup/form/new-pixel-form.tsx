/** Adds a pixel in place: the service needs its type and tag besides the name (API §4). */
import { Plus } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { knownPixelTypes } from '../../../lib/api/pixel-types.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { NewPixel } from './nested-forms.ts';

export function NewPixelForm(props: {
  readonly pixel: NewPixel;
  /** The account's own types, offered first. Any other may be typed: the set of types is open. */
  readonly types: readonly string[];
  readonly onChange: (pixel: NewPixel) => void;
  readonly onAdd: (pixel: NewPixel) => void;
  readonly onCancel: () => void;
}) {
  const { name, type, tag } = props.pixel;
  const ready = type.trim() !== '' && tag.trim() !== '';
  const add = () => ready && props.onAdd({ name, type: type.trim(), tag: tag.trim() });
  // Enter must not reach the form around this one: it would submit the link.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset class="nested-form">
      <legend>{t('newPixel', name)}</legend>
      <div class="row">
        <label for="pixel-type">{t('pixelType')}</label>
        <input
          id="pixel-type"
          onKeyDown={onEnter}
          list="pixel-types"
          autocomplete="off"
          value={type}
          ref={intoFocus}
          onInput={(event) => props.onChange({ name, tag, type: event.currentTarget.value })}
        />
        <datalist id="pixel-types">
          {[...new Set([...props.types, ...knownPixelTypes])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </div>
      <div class="row">
        <label for="pixel-tag">{t('pixelTag')}</label>
        <input
          id="pixel-tag"
          onKeyDown={onEnter}
          autocomplete="off"
          value={tag}
          ref={intoFocus}
          onInput={(event) => props.onChange({ name, type, tag: event.currentTarget.value })}
        />
      </div>
      <div class="acts">
        <button type="button" disabled={!ready} onClick={add}>
          <Icon of={Plus} />
          {t('addPixel')}
        </button>
        <button type="button" class="quiet" onClick={props.onCancel}>
          {t('cancel')}
        </button>
      </div>
    </fieldset>
  );
}

/** Focuses the first empty field when the form appears, and not again. */
function intoFocus(field: HTMLInputElement | null): void {
  if (field?.value === '' && document.activeElement?.id !== 'pixel-type') field.focus();
}
