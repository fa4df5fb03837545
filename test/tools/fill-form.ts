/** Chooses campaign, channel and pixels by keyboard alone, in the popup or in its page in a tab. */
import { until, type Driver } from '../browser/harness/index.ts';
import { msg } from '../support/texts.ts';

export interface Choices {
  readonly campaign: string;
  readonly channel: string;
  readonly pixels: readonly string[];
}

/** Goes from control to control until the wanted one has the focus. */
async function goTo(driver: Driver, key: 'Tab' | 'Shift+Tab', role: string, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 40) {
    const at = await driver.focused();
    if (at?.role === role && at.name === name) return;
    passed.push(at ? `${at.role} "${at.name}"` : 'nothing');
    await driver.press(key);
  }
  throw new Error(`${key} never reached ${role} "${name}"; it passed ${passed.join(', ')}.`);
}

async function choose(driver: Driver, picker: string, choice: string): Promise<void> {
  await goTo(driver, 'Tab', 'combobox', picker);
  await driver.type(choice.slice(0, 4));
  await driver.waitFor('option', choice);
  await driver.press('Enter');
}

/** Ends with the focus on "Shorten". */
export async function fillForm(driver: Driver, { campaign, channel, pixels }: Choices): Promise<void> {
  await driver.waitFor('button', msg('shorten'));
  await until('"Shorten" to have the focus', async () =>
    (await driver.focused())?.name === msg('shorten') ? true : undefined,
  );
  await goTo(driver, 'Shift+Tab', 'combobox', msg('campaign'));
  await choose(driver, msg('campaign'), campaign);
  await choose(driver, msg('channel'), channel);
  for (const pixel of pixels) await choose(driver, msg('pixels'), pixel);
  await driver.press('Escape');
  await goTo(driver, 'Tab', 'button', msg('shorten'));
}
