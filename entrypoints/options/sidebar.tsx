/** The sidebar: jumps to the sections of the one page; in a narrow window one bar with the section as a menu button. */
import { Check, ChevronsUpDown, List } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../lib/i18n/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { useCurrentSection } from './current-section.ts';
import { sectionIds, sectionNames, type SectionId } from './section-names.ts';

export interface SidebarProps {
  readonly version: string;
  readonly connected: boolean;
  readonly presetCount: number;
}

export function Sidebar({ version, connected, presetCount }: SidebarProps) {
  const { current, choose } = useCurrentSection();
  /** In a narrow window only. */
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <header
      class="side"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <p class="brand">
        <img src="/icon/48.png" width="24" height="24" alt="" />
        <span>{t('extName')}</span>
      </p>
      <button
        type="button"
        ref={button}
        class="section-menu"
        aria-expanded={isOpen}
        aria-controls="section-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t(sectionNames[current].name)}</span>
        <Icon of={ChevronsUpDown} />
      </button>
      <div id="section-menu" data-open={isOpen}>
        <nav aria-label={t('optionsTitle')} onClick={() => setOpen(false)}>
          <ul>
            {sectionIds.map((id) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  aria-current={id === current ? 'location' : undefined}
                  onClick={() => choose(id)}
                >
                  <Icon of={sectionNames[id].icon} />
                  <span>{t(sectionNames[id].name)}</span>
                  <Count id={id} connected={connected} presetCount={presetCount} />
                </a>
              </li>
            ))}
          </ul>
          <ul>
            <li>
              <a href="/manage.html">
                <Icon of={List} mirrors />
                <span>{t('manageLinks')}</span>
              </a>
            </li>
          </ul>
        </nav>
        <p class="hint">{t('appVersion', version)}</p>
      </div>
    </header>
  );
}

/** Not part of the link's name: its section tells the same. */
function Count({ id, connected, presetCount }: Omit<SidebarProps, 'version'> & { readonly id: SectionId }) {
  if (id === 'presets' && presetCount > 0)
    return (
      <span class="number" aria-hidden="true">
        {formatNumber(presetCount)}
      </span>
    );
  if (id !== 'connection' || !connected) return null;
  return (
    <span class="pill good" aria-hidden="true">
      <Icon of={Check} size={14} />
    </span>
  );
}
