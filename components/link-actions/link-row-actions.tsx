/** The actions of a link in a row of a list: the page's own icon buttons, all others under "More". */
import { Ellipsis, TextInitial } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { moveInMenu } from '../move-in-menu.ts';
import { tileIcons, useLinkActions, type LinkActionsProps } from './link-action-buttons.tsx';

export interface LinkRowActionsProps extends LinkActionsProps {
  readonly children: ComponentChildren;
  /** Accessible name of "More". */
  readonly more: string;
}

export function LinkRowActions({ children, more, ...props }: LinkRowActionsProps) {
  const { panel, button } = useLinkActions(props, { ...tileIcons, copyAs: TextInitial });
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => moveInMenu(event, menu.current);
  return (
    <>
      <div class="acts">
        {children}
        <Button
          icon={Ellipsis}
          class="icon"
          aria-label={more}
          aria-expanded={isOpen}
          title={t('moreActions')}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={onKeyDown}
        />
      </div>
      {isOpen && (
        <div role="group" aria-label={more} class="more-actions" ref={menu} onKeyDown={onKeyDown}>
          {button('qrCode')}
          {button('copyAs')}
          {button('share')}
          {button('addTo')}
        </div>
      )}
      {isOpen && panel && <div class="action-panel">{panel}</div>}
    </>
  );
}
