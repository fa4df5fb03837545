// The cost of Curtail, as ratios to a static page of the same box on the same machine in the same run:
//   npm run bench
//   npm run bench -- --rounds 5 --json FILE
//   npm run bench -- --awake-floor
//   npm run bench -- --only manage (or popup)
//   npm run bench -- --against FOLDER: beside the build of another commit, made by `npm run build` in a clone of its own
// Every round starts two fresh browsers, one with Curtail and one with a static extension, each on a copy of a profile in
// which it has been used before; the two take turns in going first. Each opens its real popup twice: cold, with
// the worker and the process of the extension stopped, and warm, right after. The static popup is a snapshot of
// Curtail's own: same elements, same styles, no script. A ratio is the median of the rounds' own ratios.
// The static extension is a page and nothing else, so after a warm closing its process ends, while Curtail's worker keeps
// ours alive: that is the difference for a user, and how the targets were set. `--awake-floor` gives the static
// one an idle worker, too, which is stricter at the warm opening.
// Exit code 1 only when something could not be measured: on a busy machine a missed target says little.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromeBuild, removeFolder, temporaryFolder, type Site } from '../browser/harness/index.ts';
import { buildExtension } from '../tools/build.ts';
import { readBuilt } from '../support/built.ts';
import { startService } from '../service/start.ts';
import { measureAgainst, printAgainst } from './against.ts';
import { measureCopying } from './copying.ts';
import { measureManage, printManage } from './manage.ts';
import type { Opening } from './opening.ts';
import { openTwice, type Pair } from './pair.ts';
import { prepareSubjects, type Subject } from './prepare.ts';
import { startBenchSite } from './site.ts';
import { median, quantile } from './statistics.ts';

const copySamples = 24;
/** As a service nearby answers. */
const serviceLatencyMs = 50;
/** Ratios to the static page, MiB, ms. */
const targets = { interactive: 1.2, mainThread: 2, heap: 1, overhead: 15 } as const;

interface Round {
  readonly ours: Pair;
  readonly floor: Pair;
}

async function measureRounds(
  count: number,
  { ours, floor }: { readonly ours: Subject; readonly floor: Subject },
  site: Site,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    if (round % 2 === 0) {
      const first = await openTwice(floor, site);
      rounds.push({ floor: first, ours: await openTwice(ours, site) });
    } else {
      const first = await openTwice(ours, site);
      rounds.push({ ours: first, floor: await openTwice(floor, site) });
    }
    console.log(`· round ${round + 1} of ${count}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  }
  return rounds;
}

const row = (...cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(32) : cell.padStart(index > 2 ? 9 : 16))).join('');

const spread = (samples: readonly number[], digits = 0): string => {
  const [low, middle, high] = [Math.min(...samples), median(samples), Math.max(...samples)];
  return `${middle.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;
};

function printOpenings(rounds: readonly Round[]): void {
  const head = ['static ms', 'Curtail ms', 'ratio', 'target', 'reached'];
  console.log(`\n${row('opening, median [min–max]', ...head)}`);
  for (const [figure, title] of [
    ['interactive', 'interactive'],
    ['mainThread', 'main-thread time'],
  ] as const) {
    for (const kind of ['cold', 'warm'] as const) {
      const ours = rounds.map((round) => round.ours[kind][figure]);
      const floor = rounds.map((round) => round.floor[kind][figure]);
      const ratio = median(ours.map((value, index) => value / (floor[index] ?? Number.NaN)));
      const reached = ratio <= targets[figure] ? 'yes' : 'no';
      console.log(
        row(
          `${title}, ${kind}`,
          spread(floor),
          spread(ours),
          ratio.toFixed(2),
          `≤ ${targets[figure]}`,
          reached,
        ),
      );
    }
  }
  for (const [figure, title] of [
    ['firstPaint', 'first paint'],
    ['filled', 'filled and usable'],
    ['script', 'script'],
    ['quiet', 'quiet'],
  ] as const) {
    for (const kind of ['cold', 'warm'] as const) {
      const of = (name: keyof Round): string => spread(rounds.map((round) => round[name][kind][figure]));
      console.log(row(`  ${title}, ${kind}`, of('floor'), of('ours')));
    }
  }
  // Cold: the popup is alone in its process.
  const [heap, floorHeap] = [
    rounds.map(({ ours }) => ours.cold.heap),
    rounds.map(({ floor }) => floor.cold.heap),
  ];
  const isLight = median(heap) <= targets.heap ? 'yes' : 'no';
  console.log(row('JS heap, MiB', spread(floorHeap, 2), spread(heap, 2), '', `≤ ${targets.heap}`, isLight));
  const box = ({ width, height }: Opening): string => `${width} × ${height}`;
  const [first] = rounds;
  if (first) console.log(row('  box', box(first.floor.warm), box(first.ours.warm)));
}

function printSizes(): void {
  const built = readBuilt('chrome-mv3');
  if (!built) throw new Error('There is no build.');
  const ofPopup = (dynamic: boolean): string[] => {
    const { scripts, styles } = built.page('popup.html');
    return [...built.reach(scripts, { dynamic }).flatMap(({ file, css }) => [file, ...css]), ...styles];
  };
  const background = built.reach(['background.js'], { dynamic: true }).map(({ file }) => file);
  console.log(`\n${row('gzip -9', 'kB')}`);
  for (const [title, files] of [
    ['popup, first paint', ofPopup(false)],
    ['popup, all', ofPopup(true)],
    ['background', background],
  ] as const) {
    const total = [...new Set(files)].reduce((sum, file) => sum + built.gzipSize(file), 0);
    console.log(row(title, (total / 1000).toFixed(1)));
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '15' },
      json: { type: 'string' },
      'awake-floor': { type: 'boolean', default: false },
      only: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const count = Number(values.rounds);
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError('--rounds must be a whole number from 1 on.');

  if (values.only !== undefined && !['manage', 'popup'].includes(values.only))
    throw new RangeError('--only knows: manage, popup.');
  await buildExtension();
  if (values.against !== undefined)
    return printAgainst(await measureAgainst(path.resolve(values.against), count), row);
  if (values.only === 'manage') return printManage(await measureManage(count), row);
  const folder = await temporaryFolder('bench');
  // No limit that 30 new links could meet: how they wait for one is measured elsewhere.
  await using service = await startService({ demo: true, limit: 1000 });
  await using site = await startBenchSite();
  try {
    const subjects = await prepareSubjects(folder, chromeBuild, service, site, values['awake-floor']);
    const rounds = await measureRounds(count, subjects, site);
    service.setLatency(serviceLatencyMs);
    const copies = await measureCopying(subjects.ours, site, copySamples);

    console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${count} rounds`);
    printOpenings(rounds);
    const overhead = copies.map((one) => one.overhead);
    const reached = median(overhead) <= targets.overhead ? 'yes' : 'no';
    console.log(
      `\n${row('Enter to clipboard, awake', 'median ms', '90 % below ms', '', 'target', 'reached')}`,
    );
    const two = (samples: readonly number[]): [string, string] => [
      median(samples).toFixed(1),
      quantile(samples, 0.9).toFixed(1),
    ];
    console.log(row('over the service’s own time', ...two(overhead), '', `≤ ${targets.overhead}`, reached));
    console.log(row('  there, Enter to arrival', ...two(copies.map((one) => one.there))));
    console.log(row('  back, reply to clipboard', ...two(copies.map((one) => one.back))));
    console.log(row('  the service’s own time', ...two(copies.map((one) => one.service))));
    printSizes();
    if (values.only === undefined) printManage(await measureManage(count), row);
    if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ rounds, copies }, null, 1));
  } finally {
    await removeFolder(folder);
  }
}

try {
  await main();
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
