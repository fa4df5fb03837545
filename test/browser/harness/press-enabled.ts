import type { Name } from './accessibility.ts';
import type { Driver } from './driver.ts';
import { until } from './wait.ts';

/** By the keyboard: "Create … links" ignores a click right after it has appeared, as the second one of a double click. */
export async function pressEnabled(page: Driver, name: Name): Promise<void> {
  const { backendNodeId } = await until(`button ${String(name)} to be enabled`, async () => {
    const found = await page.waitFor('button', name);
    return found.states['disabled'] === true ? undefined : found;
  });
  await page.session.send('DOM.focus', { backendNodeId });
  await page.press('Enter');
}
