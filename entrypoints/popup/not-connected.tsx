/** Before a service is connected: one sentence and the way to the settings. */
import { useEffect, useRef } from 'preact/hooks';
import { native } from '../../lib/browser/native.ts';
import { say } from '../../lib/text/say.ts';

export function NotConnected() {
  const main = useRef<HTMLButtonElement>(null);
  useEffect(() => main.current?.focus(), []);
  return (
    <div class="not-connected">
      <p>{say('notConnected')}</p>
      <button type="button" ref={main} class="main" onClick={openSettings}>
        {say('openSettings')}
      </button>
    </div>
  );
}

export function openSettings(): void {
  void native.runtime.openOptionsPage();
  if (native.extension.getViews({ type: 'popup' }).includes(window)) window.close();
}
