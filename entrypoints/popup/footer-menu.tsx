/** What the popup's status bar offers beside "Manage links" and "Settings". */
import { Ellipsis } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { t } from '../../lib/i18n/t.ts';
import { lazy } from './lazy.tsx';
import type { ModelProps } from './model.ts';

const FooterMenuItems = lazy(async () => (await import('./footer-menu-items.tsx')).FooterMenuItems);

export function FooterMenu({ model }: ModelProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (!model.view.value.connected) return null;
  return (
    <div>
      <Button
        icon={Ellipsis}
        class="icon"
        title={t('popupMenu')}
        aria-label={t('popupMenu')}
        aria-expanded={isOpen}
        ref={opener}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Menu label={t('popupMenu')} opener={opener} onClose={() => setOpen(false)}>
          <FooterMenuItems model={model} />
        </Menu>
      )}
    </div>
  );
}
