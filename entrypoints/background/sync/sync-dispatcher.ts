/** Passes commands to the sync host, in the context that the browser allows, and opens it if it is closed. */
import { isOffscreenOpen, type OffscreenDocument } from '../../../lib/browser/offscreen.ts';
import type { Handlers } from '../../../lib/messages/listener.ts';
import type { SyncCommand } from '../../../lib/sync-host/sync-commands.ts';

type InProcessHost = (command: SyncCommand) => Promise<void>;

/** @param handlers called instead of messages where the host runs in this process */
export function createSyncDispatcher(offscreen: OffscreenDocument, handlers: () => Handlers) {
  let host: Promise<InProcessHost> | null = null;
  /** Resolves when every sync so far has reached the host, or can't. */
  let syncsDelivered: Promise<void> = Promise.resolve();

  async function openHost(): Promise<InProcessHost> {
    try {
      const { createInProcessHost } = await import('./in-process-host.ts');
      return createInProcessHost(handlers());
    } catch (error) {
      // The next command tries again.
      host = null;
      throw error;
    }
  }

  // Behind the build's constant, so that nothing of the host is left in Chromium's file.
  const send = async (command: SyncCommand): Promise<unknown> =>
    import.meta.env.FIREFOX
      ? (await (host ??= openHost()))(command)
      : offscreen.send({ target: 'offscreen', task: command });

  function dispatch(command: SyncCommand): Promise<unknown> {
    const sent = send(command);
    const before = syncsDelivered;
    const isDelivered = () => before;
    if (command.task === 'sync') syncsDelivered = sent.then(isDelivered, isDelivered);
    return sent;
  }

  return {
    dispatch,
    /** Where no host is open, none is opened for it. */
    async stop(): Promise<void> {
      // A sync that comes later would create the account's database again.
      await syncsDelivered;
      const isOpen = import.meta.env.FIREFOX ? host !== null : await isOffscreenOpen();
      if (isOpen) await dispatch({ task: 'stop' });
    },
  };
}
