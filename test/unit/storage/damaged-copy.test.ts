/** Copies of damaged data never hold a password or a key. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { cleanDamagedCopies } from '../../../entrypoints/background/storage/damaged-copies.ts';
import { recoverIntents } from '../../../entrypoints/background/jobs/intents.ts';
import { createJournal } from '../../../entrypoints/background/storage/job-journal.ts';
import { createWriteBatcher } from '../../../entrypoints/background/storage/write-batcher.ts';
import { withoutSecrets } from '../../../lib/storage/damaged-copy.ts';
import { defaultLinkOptions } from '../../../lib/draft/parse-options.ts';
import { browser, fresh } from '../../support/fake-browser.ts';
import { draft, jobOf, shortenCommand, uuid } from '../../support/samples.ts';

vi.mock('wxt/browser', async () => import('../../support/fake-browser.ts'));

const { local } = browser.storage;
const secret = 'secret-of-a-link';
const link = { ...draft(), extras: { ...defaultLinkOptions, password: secret } };
const disk = () => JSON.stringify([...local.stored]);

it('removes the password from the copy of a job', async () => {
  fresh();
  local.stored.set(`job:${uuid(1)}`, { ...jobOf(1), command: { ...shortenCommand(1), link }, version: 99 });
  await createJournal(
    () => {},
    () => {},
    createWriteBatcher(local),
  ).all();
  expect(local.keys('damaged:')).toEqual([`damaged:job:${uuid(1)}`]);
  expect(disk()).toContain('example.com');
  expect(disk()).not.toContain(secret);
});

it('removes the password from the copy of an intent', async () => {
  fresh();
  local.stored.set(`intent:${uuid(1)}`, { ...shortenCommand(1), at: 'never', link });
  await recoverIntents({ submit: async () => {}, connect: async () => {}, onDamaged() {}, report() {} });
  expect(local.keys('damaged:')).toEqual([`damaged:intent:${uuid(1)}`]);
  expect(disk()).not.toContain(secret);
});

it('removes passwords from the copies of earlier versions', async () => {
  fresh();
  local.stored.set('damaged:job:x', { command: { link }, left: 'as it was' });
  local.stored.set('preferences', { version: 1 });
  await cleanDamagedCopies();
  expect(local.stored.get('damaged:job:x')).toMatchObject({ left: 'as it was' });
  expect(local.stored.get('preferences')).toEqual({ version: 1 });
  expect(disk()).not.toContain(secret);
});

it.each([
  [{ a: [{ Password: secret }, { b: { password: { typed: secret } } }] }],
  [JSON.stringify({ link })],
  [JSON.stringify({ password: secret, x: 1 }).slice(0, 25)],
  [{ data: JSON.stringify({ key: `${secret}"\\` }) }],
])('removes secrets anywhere in the value: %j', (raw) => {
  expect(JSON.stringify(withoutSecrets(raw))).not.toContain(secret.slice(0, 8));
});

it('leaves everything else as it was', () => {
  const names = fc.string().filter((name) => !/^(?:password|key)$/iu.test(name));
  const plain = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.string().filter((text) => !text.includes('"')),
      fc.array(tie('value')),
      fc.dictionary(names, tie('value'), { noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(plain, (raw) => {
      expect(withoutSecrets(raw)).toEqual(raw);
    }),
  );
});
