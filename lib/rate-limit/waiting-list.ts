/** Requests that wait to be sent: one first-in, first-out list for each priority. */
import { priorities, type Priority } from './priority.ts';
import type { QueuedRequest } from './queued-request.ts';

export type WaitingList = ReturnType<typeof createWaitingList>;

export function createWaitingList() {
  const lists: Record<Priority, QueuedRequest[]> = { user: [], bulk: [], background: [] };
  return {
    add: (request: QueuedRequest): void => void lists[request.priority].push(request),
    /** Puts a request back that the service refused: it goes before the others of its priority. */
    putBack: (request: QueuedRequest): void => void lists[request.priority].unshift(request),
    remove(request: QueuedRequest): void {
      const list = lists[request.priority];
      if (list.includes(request)) list.splice(list.indexOf(request), 1);
    },
    /** The oldest of the most urgent ones. */
    first: (): QueuedRequest | undefined =>
      priorities.map((priority) => lists[priority][0]).find((request) => request !== undefined),
    count: (priority: Priority): number => lists[priority].length,
  };
}
