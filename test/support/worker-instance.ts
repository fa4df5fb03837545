/**
 * Instances of the worker and of the bulk runner. A killed one is an async context that no longer gets answers: each of its
 * storage calls, fetches, and timers checks whether its instance was stopped.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export const nothing = new Promise<never>(() => {});

export interface Instance {
  alive: boolean;
  readonly died: Promise<never>;
  die: () => void;
}

export function newInstance(): Instance {
  let reject = (_error: Error) => {};
  const died = new Promise<never>((_resolve, fail) => (reject = fail));
  died.catch(() => undefined);
  const instance: Instance = {
    alive: true,
    died,
    die() {
      instance.alive = false;
      reject(new Error('no response'));
    },
  };
  return instance;
}

export const context = new AsyncLocalStorage<Instance>();
export const isStopped = () => context.getStore()?.alive === false;

/** Calls the browser for an instance: a stopped one gets no response. */
export async function whileAlive<T>(call: () => Promise<T>): Promise<T> {
  if (isStopped()) return nothing;
  const value = await call();
  return isStopped() ? nothing : value;
}
