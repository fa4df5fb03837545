/** The settings page: the connection first, then the defaults of new links. */
import { listboxBehavior } from '../../components/combobox/listbox.tsx';
import { FilingFields } from '../../components/filing-fields.tsx';
import { t } from '../../lib/i18n/t.ts';
import { AccountCard } from './account-card.tsx';
import { UrlCleaning } from './url-cleaning.tsx';
import { PreferencesForm } from './preferences.tsx';
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
        <img src="/icon/48.png" width="32" height="32" alt="" /> {t('optionsTitle')}
      </h1>
      <section aria-labelledby="connection">
        <h2 id="connection">{t('connectionHeading')}</h2>
        <ConnectionForm model={model} />
        {model.connected.value && <AccountCard model={model} />}
        <OtherAccess model={model} />
      </section>
      <Defaults model={model} />
      <Presets model={presets} />
      <PreferencesForm model={model} />
      <UrlCleaning model={model} />
      <Shortcuts {...shortcuts} />
      <p role="status" class="saved">
        {model.saved.value === 'yes'
          ? t('saved')
          : model.saved.value === 'failed'
            ? t('changesNotSaved')
            : ''}
      </p>
    </main>
  );
}

function Defaults({ model }: Pick<OptionsProps, 'model'>) {
  return (
    <section aria-labelledby="defaults">
      <h2 id="defaults">{t('defaultsHeading')}</h2>
      <p class="note">{t('defaultsHint')}</p>
      <FilingFields
        fields={['campaign', 'channel', 'pixels']}
        lists={model.lists.value ?? {}}
        chosen={model.preferences.value}
        onChange={(fields) => void model.change(fields)}
        behavior={listboxBehavior}
      />
    </section>
  );
}
