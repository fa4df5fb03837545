/** The connection form: what its button does, and what an attempt leaves. */
import { beforeEach, expect, it } from 'vitest';
import { draw, field, find, fire, root, textsOf, type } from '../../support/dom.ts';
import { ConnectionForm } from '../../../entrypoints/options/connection-form.tsx';
import { fullView } from '../../support/sample-views.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { account, openModel } from './samples.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { settled } from '../../support/flush.ts';

beforeEach(() => speak());

async function open(deps: Parameters<typeof openModel>[1] = {}) {
  const { model } = openModel({ address: 'https://sho.rt', account, attempt: null }, deps);
  const Drawn = () => <ConnectionForm model={model} />;
  await draw(<Drawn />);
  return model;
}

const button = () => find('.acts button').textContent;

it('replaces the key of the connected service, and connects to another one', async () => {
  await open();
  expect(button()).toBe(msg('replaceKey'));
  await type(field('#service-address'), 'https://sho.rt/');
  expect(button()).toBe(msg('replaceKey'));
  await type(field('#service-address'), 'https://other.example');
  expect(button()).toBe(msg('connect'));
});

it('shows in the empty field that a key of that service is saved, and not for another one', async () => {
  await open();
  expect(field('#api-key').getAttribute('placeholder')).toBe(msg('apiKeySaved'));
  await type(field('#service-address'), 'https://other.example');
  expect(field('#api-key').getAttribute('placeholder') ?? '').toBe('');
});

it('offers to show what is typed as the key, and nothing while the field is empty', async () => {
  await open();
  expect(textsOf('.secret button')).toEqual([]);
  await type(field('#api-key'), 'a-key');
  expect(textsOf('.secret button')).toEqual([msg('show')]);
  await fire(find('.secret button'), 'click');
  expect([field('#api-key').type, textsOf('.secret button')]).toEqual(['text', [msg('hide')]]);
  await type(field('#api-key'), '');
  expect([field('#api-key').type, textsOf('.secret button')]).toEqual(['password', []]);
});

it('says after a failure that the earlier connection stays', async () => {
  const model = await open({ requestOrigin: async () => false });
  await type(field('#api-key'), 'another');
  await fire(find('form'), 'submit');
  await settled();
  await draw(<ConnectionForm model={model} />);
  expect(textsOf('[role=alert] p')).toEqual([
    msg('couldNotConnect'),
    msg('permissionDenied', 'sho.rt', msg('replaceKey')),
    msg('stillConnected', 'sho.rt'),
  ]);
  expect(root.querySelectorAll('.acts button')).toHaveLength(2);
  // The service has rejected the saved key meanwhile.
  const failure = { kind: 'key', status: 401, message: null } as const;
  model.showLists(fullView({ blockReason: { why: 'failure', failure, until: null } }));
  await draw(<ConnectionForm model={model} />);
  expect(textsOf('[role=alert] p').at(-1)).toBe(msg('savedKeyRejected'));
});

it('asks before another account replaces the connected one', async () => {
  const model = await open();
  model.state.value = { name: 'other-account', account: 'grace@b.c' };
  await draw(<ConnectionForm model={model} />);
  const question = () => find('[role=group]').textContent;
  expect(question()).toContain(msg('replaceAccountText', isolate('grace@b.c'), isolate('a@b.c')));
  model.typeAddress('https://other.example');
  model.state.value = { name: 'other-account', account: 'a@b.c' };
  await draw(<ConnectionForm model={model} />);
  expect(question()).toContain(
    msg('replaceAccountText', isolate('a@b.c (other.example)'), isolate('a@b.c (sho.rt)')),
  );
  expect(textsOf('[role=group] button')).toEqual([
    msg('disconnectExport'),
    msg('replaceAccount'),
    msg('keepAccount'),
  ]);
  expect(question()).toContain(msg('disconnectLoses'));
});

it('tells of a rejected key what to do in this form', async () => {
  const model = await open();
  model.state.value = { name: 'failed', failure: { kind: 'key', status: 401, message: 'Who are you?' } };
  await draw(<ConnectionForm model={model} />);
  expect(textsOf('[role=alert] p')[1]).toBe(
    msg('failureWithServiceMessage', msg('connectFailureKey'), 'Who are you?'),
  );
  expect(find('#api-key').getAttribute('aria-invalid')).toBe('true');
});

it('says that the key was replaced, and of a new connection only what the account’s card does not show', async () => {
  const model = await open();
  for (const [resumes, said] of [
    [false, msg('keyReplaced')],
    [true, msg('keyReplacedQueued')],
  ] as const) {
    model.state.value = { name: 'key-replaced', resumes };
    await draw(<ConnectionForm model={model} />);
    expect(find('[role=status].attempt').textContent).toBe(said);
  }
  model.state.value = { name: 'account-replaced' };
  await draw(<ConnectionForm model={model} />);
  expect(find('[role=status].attempt').textContent).toBe(msg('connectedTo', 'a@b.c'));
  model.state.value = { name: 'connected' };
  await draw(<ConnectionForm model={model} />);
  expect(find('[role=status].visually-hidden').textContent).toBe(msg('connectedTo', 'sho.rt'));
});

it('asks for the key, and no longer says that it was replaced, after “Replace key” with an empty field', async () => {
  const model = await open();
  model.state.value = { name: 'key-replaced', resumes: false };
  await draw(<ConnectionForm model={model} />);
  await fire(find('form'), 'submit');
  expect(textsOf('[role=alert]')).toEqual([msg('newKeyMissing')]);
  expect(find('[role=status].attempt').textContent).toBe('');
});

it('says after disconnecting that the data is gone', async () => {
  const model = await open();
  await model.disconnect();
  await draw(<ConnectionForm model={model} />);
  expect(find('[role=status].attempt').textContent).toBe(msg('accountDataRemoved'));
});
