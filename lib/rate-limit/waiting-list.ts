/** Requests that wait to be sent: one first-in, first-out list for each priority. */
import { PRIORITIES, type Priority } from './priority.ts';

export interface WaitingList<T> {
  add(request: T): void;
  /** Puts a request back that the service refused: it goes before the others of its priority. */
  putBack(request: T): void;
  remove(request: T): void;
  /** The oldest of the most urgent ones. */
  first(): T | undefined;
  count(priority: Priority): number;
}

export function createWaitingList<T extends { readonly priority: Priority }>(): WaitingList<T> {
  const lists: Record<Priority, T[]> = { user: [], bulk: [], background: [] };
  return {
    add: (request) => void lists[request.priority].push(request),
    putBack: (request) => void lists[request.priority].unshift(request),
    remove(request) {
      const list = lists[request.priority];
      if (list.includes(request)) list.splice(list.indexOf(request), 1);
    },
    first: () => PRIORITIES.map((priority) => lists[priority][0]).find((request) => request !== undefined),
    count: (priority) => lists[priority].length,
  };
}
