/** Asks before something is lost or canceled. "Keep" has the focus: a second Enter changes nothing. */
import { TriangleAlert, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Banner } from './banner.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { Icon } from './icon.tsx';

interface ConfirmationProps {
  /** The accessible name. */
  readonly label: string;
  /** The `data-item` for useFocusRestore. */
  readonly item?: string;
  /** The icon of the button that confirms. */
  readonly icon?: IconNode;
  /** The question, in bold. */
  readonly heading?: string;
  readonly confirm: string;
  readonly keep: string;
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
      icon={TriangleAlert}
      tone="failure"
      heading={props.heading}
      actions={
        <>
          <button type="button" class="danger" onClick={props.onConfirm}>
            {props.icon && <Icon of={props.icon} />}
            {props.confirm}
          </button>
          <button type="button" ref={focusOnMount} onClick={props.onKeep}>
            {props.keep}
          </button>
        </>
      }
    >
      {props.children}
    </Banner>
  );
}
