/** The sidebar of a full page. In a narrow window it is a bar, from which the rest opens by a button with the section's name. */
import { ChevronsUpDown, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../lib/i18n/t.ts';
import { Icon } from './icon.tsx';
import { onEscape } from './on-escape.ts';

interface SidebarFrameProps {
  /** The current section. */
  readonly section: string;
  /** The heading of the page, where it has no other. */
  readonly isHeading?: boolean;
  /** Stays in the bar. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function SidebarFrame({ section, isHeading = false, action, children }: SidebarFrameProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [section]);
  const button = useRef<HTMLButtonElement>(null);
  const close = onEscape(() => {
    setOpen(false);
    button.current?.focus();
  });
  const Name = isHeading ? 'h1' : 'p';
  return (
    <header class="side" onKeyDown={isOpen ? close : undefined}>
      <Name class="brand">
        <img src="/icon/48.png" width="24" height="24" alt="" />
        <span class="visually-hidden when-narrow">{t('extName')}</span>
      </Name>
      <button
        type="button"
        ref={button}
        class="section-menu"
        aria-expanded={isOpen}
        aria-controls="section-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span>{section}</span>
        <Icon of={ChevronsUpDown} />
      </button>
      {action}
      <div id="section-menu" data-open={isOpen} onClick={({ target }) => isLink(target) && setOpen(false)}>
        {children}
      </div>
    </header>
  );
}

const isLink = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a') !== null;

interface NavItemProps {
  readonly href: string;
  readonly icon: IconNode;
  readonly mirrors?: boolean;
  readonly name: string;
  readonly current?: 'page' | 'location' | undefined;
  readonly onClick?: (event: MouseEvent) => void;
  /** A count or an icon; not part of the link's accessible name, since the section shows the same. */
  readonly children?: ComponentChildren;
}

export function NavItem({ href, icon, mirrors = false, name, current, onClick, children }: NavItemProps) {
  return (
    <li>
      <a href={href} aria-current={current} onClick={onClick}>
        <Icon of={icon} mirrors={mirrors} />
        <span>{name}</span>
        <span class="number" aria-hidden="true">
          {children}
        </span>
      </a>
    </li>
  );
}
