/** The sidebar: jumps to the sections of the one page. */
import { Check, CircleAlert, List } from 'lucide';
import { Icon } from '../../components/icon.tsx';
import { NavItem, SidebarFrame } from '../../components/sidebar.tsx';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { useCurrentSection } from './current-section.ts';
import { sectionIds, sectionNames } from './settings-sections.ts';

export interface SidebarProps {
  readonly version: string;
  readonly connected: boolean;
  readonly isKeyRejected: boolean;
  readonly presetCount: number;
}

export function Sidebar({ version, connected, isKeyRejected, presetCount }: SidebarProps) {
  const { current, choose } = useCurrentSection();
  return (
    <SidebarFrame section={t(sectionNames[current].name)}>
      <nav aria-label={t('optionsTitle')}>
        <ul>
          {sectionIds.map((id) => (
            <NavItem
              key={id}
              href={`#${id}`}
              icon={sectionNames[id].icon}
              name={t(id === 'defaults' ? 'defaultsInNavigation' : sectionNames[id].name)}
              current={id === current ? 'location' : undefined}
              onClick={() => choose(id)}
            >
              {id === 'presets' && presetCount > 0 && formatNumber(presetCount)}
              {id === 'connection' && connected && (
                <span class={isKeyRejected ? 'pill bad' : 'pill good'}>
                  <Icon of={isKeyRejected ? CircleAlert : Check} size={14} />
                </span>
              )}
            </NavItem>
          ))}
        </ul>
        <ul>
          <NavItem href="/manage.html" icon={List} mirrors name={t('manageLinks')} />
        </ul>
      </nav>
      <p class="hint">{t('appVersion', version)}</p>
    </SidebarFrame>
  );
}
