// `npm run pictures`: every picture of the README, the guide and the stores, from the built extension in a hidden
// browser that is connected to a local service under a believable name.
import { startService } from '../service/start.ts';
import { launchExtension, openedSettings, startSecureFront } from '../browser/harness/index.ts';
import { buildExtension } from './build.ts';
import { connect } from './connect.ts';
import { seedAccount, serviceHost } from './pictures/account.ts';
import { pictureBulk, pictureLinks } from './pictures/manage.ts';
import { picturePopup } from './pictures/popup.ts';
import { pictureSettings } from './pictures/settings.ts';
import { openStudio } from './pictures/studio.ts';

async function main(): Promise<void> {
  await buildExtension();
  const address = `https://${serviceHost}`;
  await using service = await startService({ seed: seedAccount, publicAddress: address, limit: 1000 });
  await using front = await startSecureFront(service.origin, serviceHost);
  await using running = await launchExtension({ args: front.browserArgs, language: 'en-US' });
  const settings = await openedSettings(running);
  await connect(running, settings, service);
  const studio = { ...(await openStudio(running)), running, service };
  await pictureLinks(studio);
  await picturePopup(studio, settings);
  await pictureBulk(studio);
  // Last: from here on a preset would be in every form.
  await pictureSettings(studio);
  running.assertClean();
}

try {
  await main();
} catch (fault) {
  console.error(fault);
  process.exitCode = 1;
}
