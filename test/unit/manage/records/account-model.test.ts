/** The account's record, the end of its plan, and the changes of its e-mail address and password. */
import { describe, expect, it } from 'vitest';
import {
  createAccountModel,
  type KnownAccount,
} from '../../../../entrypoints/manage/account/account-model.ts';
import { planEnd } from '../../../../entrypoints/manage/account/plan-expiry.ts';
import type { SaveResult } from '../../../../lib/messages/save-account.ts';
import { memoryDrafts, openAccount } from './open-account.ts';
import { settled } from '../../../support/flush.ts';

const record = {
  id: 12,
  email: 'robin@example.com',
  username: 'robin',
  avatar: '',
  status: 'pro',
  expires: '2027-01-01 00:00:00',
  registered: '2025-01-01 00:00:00',
};
const seen: KnownAccount = { email: 'old@example.com', username: 'robin', status: 'pro', expires: null };

async function open(drafted: Record<string, string> = {}, known: KnownAccount | null = seen) {
  const account = openAccount();
  const saves: object[] = [];
  const world = { ...account.world, response: { ok: true } as SaveResult };
  const drafts = memoryDrafts(drafted);
  const deps = {
    ...account.deps,
    saveAccount: async (fields: object) => {
      saves.push(fields);
      await settled();
      return world.response;
    },
  };
  const says = (data: object) => account.world.bodies.set('/api/account', { error: 0, data });
  const model = createAccountModel(deps, drafts, async () => ({ account: known, utcOffset: 120 }));
  return { model, saves, world, drafts, says };
}

describe('the record', () => {
  it('is shown as it is stored, then as the service returns it', async () => {
    const { model, says } = await open();
    says(record);
    const opening = model.open();
    await Promise.resolve();
    await opening;
    expect(model.account.value).toMatchObject({
      email: 'robin@example.com',
      registered: record.registered,
      id: '12',
    });
  });

  it('stays as it is stored when the service fails', async () => {
    const { model, says } = await open();
    await model.open();
    expect([model.account.value, model.failure.value]).toEqual([seen, { kind: 'timed-out' }]);
    expect(model.utcOffset.value).toBe(120);
    says(record);
    await model.read();
    expect([model.account.value?.email, model.failure.value]).toEqual(['robin@example.com', null]);
  });
});

describe('the e-mail address', () => {
  it('is stored as a draft until it is saved', async () => {
    const { model, saves, drafts, says } = await open();
    says(record);
    await model.open();
    model.typeEmail(' new@example.com ');
    expect(drafts.stored).toEqual({ email: ' new@example.com ' });
    const saving = model.changeEmail();
    void model.changeEmail();
    expect(model.emailChange.value).toEqual({ state: 'saving' });
    says({ ...record, email: 'new@example.com' });
    await saving;
    expect(saves).toEqual([{ email: 'new@example.com' }]);
    expect([model.emailChange.value.state, model.email.value, drafts.stored]).toEqual(['saved', '', {}]);
    expect(model.account.value?.email).toBe('new@example.com');
  });

  it('is restored after the page was closed', async () => {
    const { model } = await open({ email: 'half@exam' });
    await model.open();
    expect(model.email.value).toBe('half@exam');
  });

  it('that is invalid or unchanged is not sent', async () => {
    const { model, saves, says } = await open();
    says(record);
    await model.open();
    for (const [typed, problem] of [
      ['', 'problemEmailEmpty'],
      ['robin', 'problemEmail'],
      ['a@b@c', 'problemEmail'],
      ['robin@example.com', 'problemEmailSame'],
    ] as const) {
      model.typeEmail(typed);
      await model.changeEmail();
      expect(model.emailProblem.value).toBe(problem);
    }
    expect(saves).toEqual([]);
  });

  it('stays in the field after a failure; after a lost response the record decides', async () => {
    const { model, world, says, drafts } = await open();
    says(record);
    await model.open();
    model.typeEmail('new@example.com');
    world.response = { ok: false, failure: { kind: 'refused', status: 400, message: 'Taken' } };
    await model.changeEmail();
    expect(model.emailChange.value).toEqual({ state: 'failed', failure: world.response.failure });
    expect([model.email.value, drafts.stored]).toEqual(['new@example.com', { email: 'new@example.com' }]);
    world.response = { ok: false, failure: { kind: 'timed-out' } };
    says({ ...record, email: 'new@example.com' });
    await model.changeEmail();
    expect(model.emailChange.value).toEqual({ state: 'saved' });
  });
});

describe('the result of an earlier change of the e-mail address', () => {
  it('goes when another one is typed, a failure when that is not sent', async () => {
    const { model, world, says } = await open();
    says({ ...record, email: 'new@example.com' });
    model.typeEmail('new@example.com');
    await model.changeEmail();
    expect(model.emailChange.value.state).toBe('saved');
    model.typeEmail('third');
    expect(model.emailChange.value.state).toBe('idle');
    model.typeEmail('third@example.com');
    world.response = { ok: false, failure: { kind: 'refused', status: 400, message: 'Taken' } };
    await model.changeEmail();
    expect(model.emailChange.value.state).toBe('failed');
    model.typeEmail('');
    await model.changeEmail();
    expect([model.emailChange.value.state, model.emailProblem.value]).toEqual(['idle', 'problemEmailEmpty']);
  });
});

describe('the password', () => {
  it('is typed twice, sent once, and stored nowhere', async () => {
    const { model, saves, drafts } = await open();
    expect(await model.changePassword('', '')).toBe(false);
    expect(model.passwordProblem.value).toBe('problemPasswordEmpty');
    expect(await model.changePassword('correct horse', 'correct hoarse')).toBe(false);
    expect(model.passwordProblem.value).toBe('problemPasswordDiffers');
    expect(saves).toEqual([]);
    expect(await model.changePassword('correct horse', 'correct horse')).toBe(true);
    expect(saves).toEqual([{ password: 'correct horse' }]);
    expect(model.passwordChange.value).toEqual({ state: 'saved' });
    const held = [
      drafts.stored,
      ...Object.values(model).map((part) =>
        typeof part === 'object' && 'value' in part ? part.value : null,
      ),
    ];
    expect(JSON.stringify(held)).not.toContain('correct');
  });

  it('that is refused shows the reason, and can be sent again', async () => {
    const { model, world } = await open();
    world.response = { ok: false, failure: { kind: 'refused', status: 400, message: 'Too short' } };
    expect(await model.changePassword('x', 'x')).toBe(false);
    expect(model.passwordChange.value).toEqual({ state: 'failed', failure: world.response.failure });
    world.response = { ok: true };
    expect(await model.changePassword('x', 'x')).toBe(true);
    model.typePassword();
    expect(model.passwordChange.value).toEqual({ state: 'idle' });
  });
});

describe('the plan’s end', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');

  it.each([
    ['2026-06-15 13:00:00', { ended: false, days: 0 }],
    ['2026-06-14 13:00:00', { ended: false, days: 0 }],
    ['2026-06-14 11:00:00', { ended: true }],
    ['2026-06-24 12:00:00', { ended: false, days: 9 }],
    ['2026-06-29 12:00:00', { ended: false, days: 14 }],
    ['2026-06-29 13:00:00', null],
    ['2026-06-20', { ended: false, days: 5 }],
    ['2020-01-01 00:00:00', { ended: true }],
    ['soon', null],
    ['2026-13-45 00:00:00', null],
    [null, null],
  ])('%s', (expires, end) => {
    expect(planEnd(expires, now)).toEqual(end);
  });

  it('is exact to the minute where the service’s zone is known', () => {
    // Noon at UTC is 14:00 in a zone two hours ahead of it.
    expect(planEnd('2026-06-15 14:30:00', now, 120)).toEqual({ ended: false, days: 0 });
    expect(planEnd('2026-06-15 13:59:00', now, 120)).toEqual({ ended: true });
    expect(planEnd('2026-06-29 13:00:00', now, 120)).toEqual({ ended: false, days: 14 });
  });
});
