/** Opens the real popup, by the toolbar's button, with a collector in it before its first line runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Chromium, ProtocolEvent } from './chromium.ts';

export interface OpenPopup {
  readonly sessionId: string;
  close(): Promise<void>;
}

const attachedSchema = z.object({
  sessionId: z.string(),
  waitingForDebugger: z.boolean(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), url: z.string() }),
});

// Workers are none of ours: a session on one would keep it from stopping.
const allButWorkers = [
  { type: 'service_worker', exclude: true },
  { type: 'browser', exclude: true },
  { type: 'tab', exclude: true },
  {},
];

const tabsSchema = z.object({ targetInfos: z.array(z.object({ targetId: z.string(), url: z.string() })) });

/**
 * `prepare` is sent while the popup's document is held back; nothing in it is waited for before the popup is released, so
 * that the hold costs no time of its own.
 */
export async function openPopup(
  chromium: Chromium,
  id: string,
  site: string,
  prepare: (sessionId: string) => Promise<unknown>,
): Promise<OpenPopup> {
  const origin = `chrome-extension://${id}/`;
  const raw = await chromium.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const tab = tabsSchema.parse(raw).targetInfos.find(({ url }) => url.startsWith(site));
  if (!tab) throw new Error('The page in front is gone.');

  let release = (): void => undefined;
  const opened = new Promise<{ sessionId: string; targetId: string }>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The popup did not open.')), 10_000);
    let found = false;
    const listener = ({ method, params }: ProtocolEvent): void => {
      if (method !== 'Target.attachedToTarget') return;
      const { sessionId, waitingForDebugger, targetInfo } = attachedSchema.parse(params);
      if (!waitingForDebugger) return;
      const go = () => chromium.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
      // A new target may not have its address yet.
      if (found || !(targetInfo.url === '' || targetInfo.url.startsWith(origin))) {
        go().catch(() => undefined);
        return;
      }
      found = true;
      clearTimeout(timer);
      const prepared = prepare(sessionId);
      Promise.all([prepared, go()]).then(
        () => resolve({ sessionId, targetId: targetInfo.targetId }),
        (fault: unknown) => reject(fault instanceof Error ? fault : new Error(String(fault))),
      );
    };
    release = chromium.on(listener);
  });

  const autoAttach = (on: boolean): Promise<unknown> =>
    chromium.send('Target.setAutoAttach', {
      autoAttach: on,
      waitForDebuggerOnStart: on,
      flatten: true,
      ...(on ? { filter: allButWorkers } : {}),
    });
  await autoAttach(true);
  const pressed = chromium.send('Extensions.triggerAction', { id, targetId: tab.targetId });
  const [{ sessionId, targetId }] = await Promise.all([opened, pressed]);

  return {
    sessionId,
    async close() {
      release();
      await autoAttach(false);
      await chromium.closeTarget(targetId);
    },
  };
}

/** As after 30 s of idling: neither worker nor any other process of the extension is left. */
export async function stopWorker(chromium: Chromium, id: string): Promise<void> {
  const own = `chrome-extension://${id}/`;
  const end = Date.now() + 10_000;
  for (;;) {
    const workers = (await chromium.targets()).filter(({ url }) => url.startsWith(own));
    if (workers.length === 0) break;
    if (Date.now() > end) throw new Error('The worker did not stop.');
    for (const { targetId } of workers)
      await chromium.send('Target.closeTarget', { targetId }).catch(() => undefined);
    await sleep(50);
  }
  // Its process goes a moment after it.
  await sleep(400);
}
