/** The theme: as the system says, light, or dark. */
import { Monitor, Moon, Sun } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';
import { Section } from './section.tsx';

const themes = [
  { theme: 'system', name: 'themeSystem', icon: Monitor },
  { theme: 'light', name: 'themeLight', icon: Sun },
  { theme: 'dark', name: 'themeDark', icon: Moon },
] as const;

export function Appearance({ model }: { readonly model: OptionsModel }) {
  return (
    <Section id="appearance" model={model}>
      <div class="card rows">
        <div class="setting">
          <p id="theme">{t('theme')}</p>
          <div class="segments" role="radiogroup" aria-labelledby="theme">
            {themes.map(({ theme, name, icon }) => (
              <label key={theme}>
                <input
                  type="radio"
                  name="theme"
                  checked={model.preferences.value.theme === theme}
                  onChange={() => void model.change({ theme })}
                />
                <Icon of={icon} />
                {t(name)}
              </label>
            ))}
          </div>
        </div>
      </div>
    </Section>
  );
}
