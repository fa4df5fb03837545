/** The settings as a person meets them: the connection first, then what new links start from. */
import { pickerBehaviour } from '../../components/combobox/listbox.tsx';
import { Picker } from '../../components/combobox/combobox.tsx';
import { say } from '../../lib/i18n/t.ts';
import { AccountCard } from './account-card.tsx';
import { Addresses } from './url-cleaning.tsx';
import { Behaviour } from './preferences.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { OtherAccess } from './other-access.tsx';
import type { OptionsModel } from './model.ts';
import type { PresetModel } from './presets-model.ts';
import { Presets } from './presets.tsx';
import { Shortcuts, type ShortcutsProps } from './shortcuts.tsx';

export interface OptionsProps {
  readonly model: OptionsModel;
  readonly presets: PresetModel;
  readonly shortcuts: ShortcutsProps;
}

export function Options({ model, presets, shortcuts }: OptionsProps) {
  return (
    <main>
      <h1>
        <img src="/icon/48.png" width="32" height="32" alt="" /> {say('optionsTitle')}
      </h1>
      <section aria-labelledby="connection">
        <h2 id="connection">{say('connectionHeading')}</h2>
        <ConnectionForm model={model} />
        {model.connected.value && <AccountCard model={model} />}
        <OtherAccess model={model} />
      </section>
      <Defaults model={model} />
      <Presets model={presets} />
      <Behaviour model={model} />
      <Addresses model={model} />
      <Shortcuts {...shortcuts} />
      <p role="status" class="saved">
        {model.saved.value === 'yes' ? say('saved') : model.saved.value === 'failed' ? say('noAnswer') : ''}
      </p>
    </main>
  );
}

function Defaults({ model }: Pick<OptionsProps, 'model'>) {
  const { campaign, channel, pixels } = model.preferences.value;
  const lists = model.lists.value;
  return (
    <section aria-labelledby="defaults">
      <h2 id="defaults">{say('defaultsHeading')}</h2>
      <p class="note">{say('defaultsHint')}</p>
      <Picker
        id="campaign"
        label={say('campaign')}
        options={lists?.campaigns ?? []}
        behaviour={pickerBehaviour}
        chosen={campaign === null ? [] : [campaign]}
        onChange={([choice]) => void model.change({ campaign: choice ?? null })}
      />
      <Picker
        id="channel"
        label={say('channel')}
        options={lists?.channels ?? []}
        behaviour={pickerBehaviour}
        chosen={channel === null ? [] : [channel]}
        onChange={([choice]) => void model.change({ channel: choice ?? null })}
      />
      <Picker
        id="pixels"
        label={say('pixels')}
        several
        options={lists?.pixels ?? []}
        behaviour={pickerBehaviour}
        chosen={pixels}
        onChange={(chosen) => void model.change({ pixels: [...chosen] })}
      />
    </section>
  );
}
