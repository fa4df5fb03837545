// A browser that dies in mid-write leaves half a record at the end of its storage's log, appends behind it, and drops
// that part at the next start; of its databases it drops all. Nothing that the extension has stored since then may be
// lost by that.
import { expect, it } from 'vitest';
import { openExtensionPage, pressEnabled } from './harness/index.ts';
import { maxClaimed } from '../../lib/bulk/bulk-runner.ts';
import { waitUntil, stored } from './setup/connected.ts';
import { startPersistentProfile } from './setup/persistent-profile.ts';
import { askFor, census, comeToRest } from './setup/kill-points.ts';
import { msg, msgCount } from '../support/texts.ts';

it('loses and doubles nothing since the first crash when the browser dies in mid-write, and again later', async () => {
  await using profile = await startPersistentProfile();
  await profile.crash();
  await profile.leaveHalfAWrite('storage');
  await profile.start();
  await profile.openSettings();

  const scene = profile.scene();
  const done = await askFor(scene, '/made-and-reported');
  await comeToRest(scene);
  scene.service.answerNext('POST /api/url/add', async (exchange) => {
    await exchange.pass();
    return 'hang' as const;
  });
  const open = await askFor(scene, '/made-and-not-reported');
  await waitUntil('the link to be made', () => scene.made().some(({ longurl }) => longurl === open.address));
  await profile.crash();
  await profile.start();
  await profile.openSettings();

  await comeToRest(profile.scene());
  const items = await stored(profile.scene().options);
  expect(items[`job:${done.id}`]).toMatchObject({ state: { name: 'done' } });
  expect(items[`job:${open.id}`]).toMatchObject({ state: { name: 'done', result: { lookedUp: true } } });
  expect(items).not.toHaveProperty('filling');
  expect(census(profile.scene(), [done, open])).toEqual({ 1: 2 });
  profile.scene().running.assertClean();
}, 180_000);

it('continues a bulk when the browser dies while it writes to its database, and again later', async () => {
  // Two rows a second.
  await using profile = await startPersistentProfile({ service: { limit: 120 } });
  const count = 30;
  const addresses = Array.from({ length: count }, (_, n) => `https://example.com/torn/${n}`);
  const made = () => profile.scene().made().length;
  const page = await openExtensionPage(profile.scene().running, 'manage.html#bulk');
  await page.fill('textbox', msg('bulkText'), addresses.join('\n'));
  await pressEnabled(page, msgCount('createLinks', count));
  await waitUntil('some to be made', () => made() >= 3);
  await profile.crash();
  await profile.leaveHalfAWrite('databases');

  const before = made();
  await profile.start();
  // More rows than the outbox had accepted: the sync host is working.
  await waitUntil('more to be made', () => made() >= before + maxClaimed + 4, 60_000);
  await profile.crash();
  await profile.start();

  await waitUntil('all of them to be made', () => made() >= count, 60_000);
  await profile.openSettings();
  await comeToRest(profile.scene());
  expect(
    census(
      profile.scene(),
      addresses.map((address) => ({ id: '', address })),
    ),
  ).toEqual({ 1: count });
  const after = await openExtensionPage(profile.scene().running, 'manage.html#bulk');
  await after.waitFor('link', msg('bulkNameMore', 'example.com/torn/0', String(count - 1)));
  await waitUntil('the page to show it', async () =>
    (await after.outline()).includes(msgCount('bulkDoneOf', count, String(count))),
  );
}, 300_000);
