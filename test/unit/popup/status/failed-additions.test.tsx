/** A record that could not be submitted from a picker is shown where other failures are, with its reason. */
import { expect, it } from 'vitest';
import { add, create } from '../../../../entrypoints/popup/form/create-record.ts';
import { MessageError } from '../../../../lib/messages/client.ts';
import { msg, msgCount } from '../../../support/texts.ts';
import { draw, fire, root, textsOf, until } from '../../../support/dom.ts';
import { drawPopup } from '../render-popup.tsx';
import { openPopup } from '../open-popup.ts';

async function open() {
  await draw(null);
  const popup = openPopup();
  await drawPopup(popup.model);
  return popup;
}

const alerts = () => textsOf('[role=alert]');
const buttons = () => [...root.querySelectorAll('[role=alert] button')];

async function press(name: string): Promise<void> {
  const button = buttons().find(({ textContent }) => textContent === name);
  if (button === undefined) throw new Error(`There is no button ${name}`);
  await fire(button, 'click');
}

it('says why, submits it again, and can be dismissed', async () => {
  const { model, faults, submitted } = await open();
  void add(model, { kind: 'add-campaign', name: 'Spring sale' });
  expect(alerts()).toEqual([]);
  faults[0]?.(new MessageError('not-stored'));
  await until(() => alerts().length > 0);
  expect(alerts()).toEqual([expect.stringContaining(msg('couldNotAdd', 'Spring sale'))]);
  expect(alerts()).toEqual([expect.stringContaining(msg('failureNotStored'))]);
  await press(msg('tryAgain'));
  expect([submitted.length, alerts()]).toEqual([2, []]);
  faults[1]?.(new MessageError('failed'));
  await until(() => alerts().length > 0);
  expect(alerts()).toEqual([expect.stringContaining(msg('failureInternal'))]);
  await press(msg('dismiss'));
  expect(alerts()).toEqual([]);
});

it('names the limit of a name, and offers no second try', async () => {
  const { model, submitted } = await open();
  create(model, 'campaign', 'x'.repeat(501));
  await until(() => alerts().length > 0);
  expect(alerts()).toEqual([expect.stringContaining(msgCount('problemLongName', 500))]);
  expect(buttons().map(({ textContent }) => textContent)).toEqual([msg('dismiss')]);
  expect(submitted).toEqual([]);
});
