/** What a file of presets brings, shown before anything of it is taken. */
import { presetNamed } from '../../lib/presets/preset-name.ts';
import type { Preset } from '../../lib/presets/preset.ts';
import { sayCount } from '../../lib/i18n/plural.ts';
import { sayFields } from '../../lib/i18n/describe-preset.ts';
import { say } from '../../lib/i18n/t.ts';
import { intoFocus } from './scroll-into-view.ts';
import type { Brought, PresetModel } from './presets-model.ts';

export function BroughtIn({ model, presets, replaced }: Brought & { readonly model: PresetModel }) {
  const byDefault = model.broughtDefault.value;
  return (
    <div role="group" aria-labelledby="brought" class="brought">
      <p id="brought">
        {sayCount('presetsBrought', presets.list.length)}{' '}
        {replaced > 0 && sayCount('presetsReplaced', replaced)}
      </p>
      <ul aria-labelledby="brought">
        {presets.list.map((preset) => (
          <One key={preset.id} preset={preset} own={model.presets.value.list} />
        ))}
      </ul>
      {byDefault !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={model.takesDefault.value}
            onChange={(event) => (model.takesDefault.value = event.currentTarget.checked)}
          />
          {say('presetsTakeDefault', `\u2068${byDefault.name}\u2069`)}
        </label>
      )}
      <p class="acts">
        <button type="button" ref={intoFocus} onClick={() => void model.takeIn()}>
          {say('presetsTakeIn')}
        </button>
        <button type="button" onClick={model.putAside}>
          {say('cancel')}
        </button>
      </p>
    </div>
  );
}

function One({ preset, own }: { readonly preset: Preset; readonly own: readonly Preset[] }) {
  const { name, sites, fields } = preset;
  const targets = targetsOf(preset);
  return (
    <li>
      <bdi>{name}</bdi>
      {presetNamed(name, own) !== undefined && <span class="note"> {say('presetReplacesYours')}</span>}
      <p class="note">{say('presetHolds', sayFields(fields) || say('none'))}</p>
      {sites.length > 0 && (
        <p class="note">
          {say('presetSites')}: <Items items={sites} />
        </p>
      )}
      {targets.length > 0 && (
        <p class="note">
          {say('targets')}: <Items items={targets} />
        </p>
      )}
    </li>
  );
}

function Items({ items }: { readonly items: readonly string[] }) {
  return items.map((item, place) => (
    <>
      {place > 0 && ' · '}
      <bdi dir="ltr">{item}</bdi>
    </>
  ));
}

/** Every address that a link made with it may lead to besides its own. */
function targetsOf({ fields: { extras = {} } }: Preset): readonly string[] {
  const { countries = [], devices = [], languages = [], deepLink } = extras;
  const byVisitor = [...countries, ...devices, ...languages].map(({ when, link }) => `${when} → ${link}`);
  return [...byVisitor, deepLink?.apple ?? '', deepLink?.google ?? ''].filter((target) => target !== '');
}
