/** For what belongs to one account: nothing of it must be shown or stored under another one. */
import { effect, type ReadonlySignal } from '@preact/signals';

/** Aborted for good once another account is connected, or none. */
export function abortOnAccountChange(scope: ReadonlySignal<string>): AbortController {
  const account = scope.peek();
  const lifetime = new AbortController();
  const unsubscribe = effect(() => {
    if (scope.value !== account) lifetime.abort();
  });
  lifetime.signal.addEventListener('abort', unsubscribe);
  return lifetime;
}
