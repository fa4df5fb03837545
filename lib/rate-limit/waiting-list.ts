/** Requests that wait to be sent: one first-in, first-out list for each priority. */
import type { Failure } from '../api/failure.ts';
import { priorities, type Priority } from './priority.ts';
import type { QueuedRequest } from './queued-request.ts';

export type WaitingList = ReturnType<typeof createWaitingList>;

export function createWaitingList() {
  const lists: Record<Priority, QueuedRequest[]> = { user: [], bulk: [], background: [] };
  let closedWith: Failure | null = null;

  /** A closed list holds nothing: a request that would wait in it fails. */
  function insert(request: QueuedRequest, at = Infinity): void {
    if (closedWith === null) lists[request.priority].splice(at, 0, request);
    else request.fail(closedWith);
  }

  return {
    add: (request: QueuedRequest): void => insert(request),
    /** Puts a request back that the service refused: it goes before the others of its priority. */
    putBack: (request: QueuedRequest): void => insert(request, 0),
    close(failure: Failure): void {
      closedWith = failure;
      for (const request of Object.values(lists).flatMap((list) => list.splice(0))) request.fail(failure);
    },
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
