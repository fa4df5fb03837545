/** Asks before something is lost or canceled. "Keep" has the focus: a second Enter changes nothing. Escape keeps, too. */
import { TriangleAlert, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Banner } from './banner.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { onEscape } from './on-escape.ts';

export interface ConfirmationProps {
  /** The accessible name. */
  readonly label: string;
  /** The `data-item` for useFocusRestore. */
  readonly item?: string;
  /** The question, in bold. */
  readonly heading?: string;
  readonly confirm: string;
  readonly keep: string;
  /** The accessible names of these buttons, where they are repeated. */
  readonly confirmLabel?: string;
  readonly keepLabel?: string;
  readonly icon?: IconNode;
  readonly onConfirm: () => void;
  readonly onKeep: () => void;
  /** What happens, in paragraphs. */
  readonly children: ComponentChildren;
}

export function Confirmation(props: ConfirmationProps) {
  return (
    <Banner
      role="group"
      label={props.label}
      item={props.item}
      icon={props.icon ?? TriangleAlert}
      tone="failure"
      heading={props.heading}
      onKeyDown={onEscape(props.onKeep)}
      actions={
        <>
          <button type="button" class="danger" aria-label={props.confirmLabel} onClick={props.onConfirm}>
            {props.confirm}
          </button>
          <button type="button" ref={focusOnMount} aria-label={props.keepLabel} onClick={props.onKeep}>
            {props.keep}
          </button>
        </>
      }
    >
      {props.children}
    </Banner>
  );
}
