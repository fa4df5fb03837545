/** The connected account, and its access to the service. */
import { beforeEach, expect, it } from 'vitest';
import { AccountCard } from '../../../entrypoints/options/account-card.tsx';
import { act } from 'preact/test-utils';
import { draw, find, root } from '../../support/dom.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { fullView } from '../../support/sample-views.ts';
import { account, openModel } from './samples.ts';

beforeEach(() => speak());

it('says that the service can be used again once access is allowed, in a region that was there before', async () => {
  const { model } = openModel({ address: 'https://sho.rt', account, attempt: null });
  const Drawn = () => <AccountCard model={model} />;
  await draw(<Drawn />);
  const status = find('[role=status]');
  expect(status.textContent).toBe('');
  await act(() => void (model.accessMissing.value = true));
  expect(find('[role=alert]').textContent).toContain(msg('permissionMissing', 'sho.rt'));
  expect(status.textContent).toBe('');
  await act(() => void (model.accessMissing.value = false));
  expect(root.querySelector('[role=alert]')).toBeNull();
  expect([find('[role=status]') === status, status.textContent]).toEqual([
    true,
    msg('connectedTo', 'sho.rt'),
  ]);
});

it('says that the key was rejected, until another one is accepted', async () => {
  const { model } = openModel({ address: 'https://sho.rt', account, attempt: null });
  await draw(<AccountCard model={model} />);
  expect(find('.pill').textContent).toBe(msg('accountConnected'));
  const failure = { kind: 'key', status: 401, message: null } as const;
  await act(() => model.showLists(fullView({ blockReason: { why: 'failure', failure, until: null } })));
  expect(find('.pill').textContent).toBe(msg('keyRejected'));
  expect(find('[role=alert]').textContent).toContain(msg('sendingPaused'));
  await act(() => model.showLists(fullView({ blockReason: null })));
  expect([find('.pill').textContent, root.querySelector('[role=alert]')]).toEqual([
    msg('accountConnected'),
    null,
  ]);
});
