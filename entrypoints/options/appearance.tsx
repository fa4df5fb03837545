/** The theme: as the system says, light, or dark. */
import { Monitor, Moon, Sun } from 'lucide';
import { Segments } from '../../components/segments.tsx';
import { t } from '../../lib/i18n/t.ts';
import { themeNames } from './describe-preferences.ts';
import type { OptionsModel } from './model.ts';
import { Section } from './section.tsx';

const themes = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
] as const;

export function Appearance({ model }: { readonly model: OptionsModel }) {
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
      </div>
    </Section>
  );
}
