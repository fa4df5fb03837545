/** The small form that adds a pixel in place: the service needs its type and tag besides the name (API §4). */
import { knownPixelTypes } from '../../../lib/api/pixel-types.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { NewPixel } from './nested-form-state.ts';

export function NewPixelForm(props: {
  readonly pixel: NewPixel;
  /** Seen in the account: offered before those known by name. Any other may be typed (field notes: the vocabulary is open). */
  readonly types: readonly string[];
  readonly onChange: (pixel: NewPixel) => void;
  readonly onAdd: (pixel: NewPixel) => void;
  readonly onCancel: () => void;
}) {
  const { name, type, tag } = props.pixel;
  const ready = type.trim() !== '' && tag.trim() !== '';
  const add = () => ready && props.onAdd({ name, type: type.trim(), tag: tag.trim() });
  // Enter adds the pixel; it must not reach the form around, which would shorten.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset>
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
          {[...new Set([...props.types, ...knownPixelTypes])].map((known) => (
            <option key={known}>{known}</option>
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
          {t('addPixel')}
        </button>
        <button type="button" onClick={props.onCancel}>
          {t('cancel')}
        </button>
      </div>
    </fieldset>
  );
}

/** When the form appears, and not again: the first field with nothing in it. */
function intoFocus(field: HTMLInputElement | null): void {
  if (field?.value === '' && document.activeElement?.id !== 'pixel-type') field.focus();
}
