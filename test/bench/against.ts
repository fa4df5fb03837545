/** The popup's opening beside that of another build, such as the one of the commit before, in the same rounds. */
import { loadavg } from 'node:os';
import path from 'node:path';
import { chromeBuild, removeFolder, temporaryFolder } from '../browser/harness/index.ts';
import { startService } from '../service/start.ts';
import { openTwice, type Pair } from './pair.ts';
import { prepareSubjects } from './prepare.ts';
import { startBenchSite } from './site.ts';
import { median } from './statistics.ts';

const targetRatio = 1.05;

interface Round {
  readonly other: Pair;
  readonly own: Pair;
}

export async function measureAgainst(otherBuild: string, count: number): Promise<Round[]> {
  const folder = await temporaryFolder('bench');
  await using site = await startBenchSite();
  // One for each: a page that the first build has shortened would have a link already.
  await using otherService = await startService({ demo: true, limit: 1000 });
  await using ownService = await startService({ demo: true, limit: 1000 });
  try {
    const other = await prepareSubjects(path.join(folder, 'other'), otherBuild, otherService, site, false);
    const own = await prepareSubjects(path.join(folder, 'own'), chromeBuild, ownService, site, false);
    const rounds: Round[] = [];
    for (let round = 0; round < count; round++) {
      if (round % 2 === 0) {
        const first = await openTwice(other.ours, site);
        rounds.push({ other: first, own: await openTwice(own.ours, site) });
      } else {
        const first = await openTwice(own.ours, site);
        rounds.push({ own: first, other: await openTwice(other.ours, site) });
      }
      console.log(`· round ${round + 1} of ${count}, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
    }
    return rounds;
  } finally {
    await removeFolder(folder);
  }
}

type Row = (...cells: readonly string[]) => string;

export function printAgainst(rounds: readonly Round[], row: Row): void {
  console.log(`\n${row('opening, median', 'other ms', 'this ms', 'ratio', 'target', 'reached')}`);
  for (const figure of ['interactive', 'firstPaint', 'filled', 'mainThread', 'script', 'heap'] as const) {
    for (const kind of ['cold', 'warm'] as const) {
      const other = rounds.map((round) => round.other[kind][figure]);
      const own = rounds.map((round) => round.own[kind][figure]);
      const ratio = median(rounds.map((round) => round.own[kind][figure] / round.other[kind][figure]));
      const digits = figure === 'heap' ? 2 : 0;
      const goal = figure === 'interactive' ? [`≤ ${targetRatio}`, ratio <= targetRatio ? 'yes' : 'no'] : [];
      const medians = [median(other).toFixed(digits), median(own).toFixed(digits)];
      console.log(row(`${figure}, ${kind}`, ...medians, ratio.toFixed(2), ...goal));
    }
  }
}
