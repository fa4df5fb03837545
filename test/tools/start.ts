// All of `npm start`: builds the extension and starts the local service with demo data; then
//   npm start                      with a display: a browser to try it in, until that is closed
//   npm start -- --tour            (or without a display) the main job unattended in a hidden browser, step by step
import { parseArgs } from 'node:util';
import { startService } from '../service/start.ts';
import { buildExtension } from './build.ts';
import { runDemoBrowser } from './demo-browser.ts';
import { runTour } from './tour.ts';

const hasDisplay =
  process.platform === 'darwin' ||
  process.platform === 'win32' ||
  Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { tour: { type: 'boolean', default: false } },
  });
  const started = performance.now();
  await buildExtension();
  console.log(`· Extension built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  await using service = await startService({ demo: true, limit: 30 });
  const { links, campaigns, channels, pixels } = service.store;
  console.log(
    `· Local service at ${service.address}: ${links().length} links, ${campaigns().length} campaigns, ` +
      `${channels().length} channels, ${pixels().length} pixels, all made up.`,
  );
  if (hasDisplay && !values.tour) await runDemoBrowser(service);
  else if (!(await runTour(service))) process.exitCode = 1;
}

try {
  await main();
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
