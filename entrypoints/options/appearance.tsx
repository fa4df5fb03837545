/** The theme: as the system says, light, or dark. */
import { Monitor, Moon, Sun } from 'lucide';
import { Icon } from '../../components/icon.tsx';
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
          <div class="segments" role="radiogroup" aria-labelledby="theme">
            {themes.map(({ theme, icon }) => (
              <label key={theme}>
                <input
                  type="radio"
                  name="theme"
                  checked={model.preferences.value.theme === theme}
                  onChange={() => void model.change({ theme })}
                />
                <Icon of={icon} />
                {t(themeNames[theme])}
              </label>
            ))}
          </div>
        </div>
      </div>
    </Section>
  );
}
