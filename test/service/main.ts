/** The service from the command line: `npm run service -- --port 4100 --limit 30 --demo`. */
import { parseArgs } from 'node:util';
import { quirks } from './quirks.ts';
import { windowKinds } from './rate-limit.ts';
import { startService } from './start.ts';

const usage = `Options:
  --port N         default 4100; 0 for any free port
  --limit N        requests in a window; default 30, 0 for no limit
  --window KIND    ${windowKinds.join(', ')}; default fixed
  --window-ms N    default 60000
  --data FILE      keep everything in this file; in memory without it
  --key KEY        default: the key in the data file, or a new one
  --demo           fill an empty database with demo data
  --quirks A,B     odd behaviors:
${Object.entries(quirks)
  .map(([name, { description }]) => `      ${name.padEnd(20)} ${description}`)
  .join('\n')}`;

function whole(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new RangeError(`--${name} must be a whole number`);
  return Number(value);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4100' },
      limit: { type: 'string', default: '30' },
      window: { type: 'string', default: 'fixed' },
      'window-ms': { type: 'string', default: '60000' },
      data: { type: 'string' },
      key: { type: 'string' },
      quirks: { type: 'string', default: '' },
      demo: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const window = windowKinds.find((kind) => kind === values.window);
  if (!window) throw new RangeError(`--window must be one of ${windowKinds.join(', ')}`);
  const service = await startService({
    port: whole('port', values.port),
    limit: whole('limit', values.limit),
    window,
    windowMs: whole('window-ms', values['window-ms']),
    data: values.data,
    key: values.key,
    quirks: values.quirks.split(',').filter((name) => name !== ''),
    demo: values.demo,
  });
  console.log(`Address  ${service.address}`);
  console.log(`Key      ${service.key}`);
  console.log(`Pages    ${service.address}/demo`);
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => void service.close().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
