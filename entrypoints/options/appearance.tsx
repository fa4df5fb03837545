/** The theme: as the system says, light, or dark; and where the language comes from. */
import { Monitor, Moon, Sun } from 'lucide';
import { Segments } from '../../components/segments.tsx';
import { SettingRow } from '../../components/setting-rows.tsx';
import { t, uiLanguage } from '../../lib/i18n/t.ts';
import { themeNames } from './describe-preferences.ts';
import type { ModelProps } from './model.ts';
import { Section } from './section.tsx';

const themes = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
] as const;

export function Appearance({ model }: ModelProps) {
  return (
    <Section id="appearance" model={model}>
      <div class="card rows">
        <div class="setting">
          <p id="theme">{t('theme')}</p>
          <Segments
            labelledBy="theme"
            value={model.preferences.value.theme}
            choices={themes.map(({ theme, icon }) => [theme, t(themeNames[theme]), icon])}
            onChoose={(theme) => void model.change({ theme })}
          />
        </div>
        <SettingRow label={t('displayLanguage')} hint={t('displayLanguageHint', languageName())} />
      </div>
    </Section>
  );
}

/** In the language itself. */
const languageName = (): string =>
  new Intl.DisplayNames(uiLanguage(), { type: 'language' }).of(uiLanguage()) ?? uiLanguage();
