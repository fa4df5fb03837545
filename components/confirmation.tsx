/** Asks before something is lost or canceled. "Keep" has the focus: a second Enter changes nothing. */
import { TriangleAlert, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { focusOnMount } from './focus-on-mount.ts';
import { Icon } from './icon.tsx';

export interface ConfirmationProps {
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
    <div role="group" aria-label={props.label} class="banner failure" data-item={props.item}>
      <Icon of={TriangleAlert} />
      <div>
        {props.heading && (
          <p>
            <strong>{props.heading}</strong>
          </p>
        )}
        {props.children}
        <p class="acts">
          <button type="button" class="danger" onClick={props.onConfirm}>
            {props.icon && <Icon of={props.icon} />}
            {props.confirm}
          </button>
          <button type="button" ref={focusOnMount} onClick={props.onKeep}>
            {props.keep}
          </button>
        </p>
      </div>
    </div>
  );
}
