/**
 * A preset without a domain leaves it to the defaults for new links. So its form offers theirs as the default one, in place
 * of the service's, which becomes a choice like any other.
 */
import { effect, type Signal } from '@preact/signals';
import type { PopupView } from '../../lib/views/popup-view.ts';

export function withUserDefaultDomain(view: PopupView): PopupView {
  const { domain = '' } = view.defaults;
  return domain === '' || domain === view.defaultDomain ? view : { ...view, defaultDomain: domain };
}

/** The same for every later view. @returns unsubscribes */
export const followUserDefaultDomain = (view: Signal<PopupView>): (() => void) =>
  effect(() => {
    view.value = withUserDefaultDomain(view.value);
  });
