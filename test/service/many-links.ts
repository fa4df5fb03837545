/** Creates links by the thousand, for clients that mirror an account; and changes that users make on the service's own site. */
import { insertLink, linkDefaults } from './link.ts';
import type { Service } from './service.ts';
import { stamp } from './stamp.ts';

/** Created one after another, the last just now, a minute apart in an account without links. Returns their ids. */
export function addManyLinks(service: Service, count: number, title = 'Link'): number[] {
  const { database, utcOffsetMinutes } = service;
  const now = service.now();
  const ids: number[] = [];
  database.together(() => {
    const before = database.count('SELECT coalesce(max(id), 0) n FROM link');
    const newest = database.count('SELECT coalesce(max(created), 0) n FROM link');
    for (let number = 1; number <= count; number += 1) {
      // None is older than the links before.
      const created = Math.max(now - (count - number) * 60_000, newest + number);
      ids.push(
        insertLink(service, {
          ...linkDefaults,
          alias: `m${(before + number).toString(36)}`,
          domain: null,
          longurl: `https://shop.example.com/${before + number}?from=list&page=${number % 7}`,
          title: `${title} ${before + number}`,
          date: stamp(created, utcOffsetMinutes),
          created,
          description: number % 3 === 0 ? 'A note' : '',
        }),
      );
    }
  });
  return ids;
}

/** As on the service's own site: the contract has no such call. */
export function dropLinks(service: Service, ids: readonly number[]): void {
  service.database.together(() => {
    for (const id of ids) {
      service.database.run("DELETE FROM channel_item WHERE type = 'links' AND item = :id", { id });
      service.database.run('DELETE FROM link WHERE id = :id', { id });
    }
  });
}

/** Changes a link's destination as on the service's own site: the contract has no such call. */
export function changeDestination({ database }: Service, id: number, longurl: string): void {
  database.run('UPDATE link SET longurl = :longurl WHERE id = :id', { id, longurl });
}
