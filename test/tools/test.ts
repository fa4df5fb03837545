// All of `npm test`, step by step; the first step that fails ends it.
//   npm test                  everything
//   npm test -- types lint    those steps
//   npm test -- popup         the test files whose path contains "popup", and what they need
//   npm run test:soak         what takes too long for every run: many more rounds of the tests that have rounds, then
//                             the browser tests again with the worker stopped before every message
// The last line is always "N passed, N failed".
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);
const results = path.join(root, 'test/.out');

interface Step {
  readonly name: string;
  readonly title: string;
  readonly command: readonly [string, ...string[]];
  /** The Vitest project that this step runs: its output is shown as it comes, and its tests are counted. */
  readonly project?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Steps whose output it reads. */
  readonly needs?: readonly string[];
  /** Runs at the same time as its neighbors that have it, too: none of them needs both cores. */
  readonly sideBySide?: true;
  /** Test files of its own choice, as parts of their paths. */
  readonly files?: readonly string[];
}

const vitest = (project: string, title: string, ...more: readonly string[]): Step => ({
  name: project,
  title,
  project,
  command: [
    'vitest',
    'run',
    '--config=test/vitest.config.ts',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test/.out/${project}.json`,
    ...more,
  ],
});

/** By default Vitest leaves one of them free, which of two is half. */
const allCores = '--maxWorkers=100%';

const steps: readonly Step[] = [
  { name: 'prepare', title: 'generated types', command: ['wxt', 'prepare'] },
  { name: 'types', title: 'types', command: ['tsc', '-p', 'tsconfig.json'], sideBySide: true },
  {
    name: 'format',
    title: 'format',
    command: [
      'prettier',
      '--check',
      '.',
      '--ignore-path=.gitignore',
      '--ignore-path=test/tools/prettierignore',
    ],
    sideBySide: true,
  },
  {
    name: 'lint',
    title: 'lint',
    command: [
      'oxlint',
      '--type-aware',
      '-c',
      'test/oxlint.json',
      '--deny-warnings',
      '--report-unused-disable-directives',
      '.',
    ],
    sideBySide: true,
  },
  vitest('unit', 'unit tests', allCores),
  { name: 'chrome', title: 'build for Chromium', command: ['wxt', 'build'] },
  { name: 'firefox', title: 'build for Firefox', command: ['wxt', 'build', '-b', 'firefox'] },
  {
    name: 'addons',
    title: 'addons-linter on the Firefox build',
    command: ['addons-linter', '.output/firefox-mv3'],
    needs: ['firefox'],
  },
  { ...vitest('built', 'layers and sizes of the build'), needs: ['chrome'] },
  // Each file starts browsers of its own, and waits for alarms, limits and lookups half of the time: on two cores three at a
  // time take 744 s, two 1,105 s.
  { ...vitest('browser', 'tests in real browsers', '--maxWorkers=3'), needs: ['chrome', 'firefox'] },
];

/** The test files that do more in the soak: those that import the helpers for it. */
function soakFiles(): string[] {
  return globSync('test/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('/support/fuzz.ts'),
  );
}

/** Two at a time: they wait most of the time, for alarms, limits and browsers. */
function soakSteps(): readonly Step[] {
  const files = soakFiles();
  const inBrowser = files.filter((file) => file.startsWith('test/browser/'));
  const env = { SOAK: '1' };
  return [
    ...steps.filter(({ name }) => ['prepare', 'chrome', 'firefox'].includes(name)),
    {
      ...vitest('unit', 'many rounds of the unit tests', allCores),
      env,
      files: files.filter((file) => !inBrowser.includes(file)),
    },
    { ...vitest('browser', 'many rounds in real browsers', '--maxWorkers=2'), env, files: inBrowser },
    {
      ...vitest('browser', 'real browsers, the worker stopped before every message', '--maxWorkers=2'),
      env: { STOP_WORKER: '1' },
    },
  ];
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

interface Count {
  readonly passed: number;
  readonly failed: number;
}

function reportOf(project: string): z.infer<typeof reportSchema> | undefined {
  const file = path.join(results, `${project}.json`);
  return existsSync(file) ? reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** One line per failed test, in order: what Vitest prints of each may be hundreds of lines, of which a log keeps the last. */
function failuresOf(project: string): string[] {
  return (reportOf(project)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages: [message = ''] }) =>
          `  ${path.relative(root, name)}: ${fullName}\n    ${message.split('\n', 1)[0]}`,
      ),
  );
}

function countOf(project: string): Count {
  const report = reportOf(project);
  if (report === undefined) return { passed: 0, failed: 0 };
  // A file that breaks before its first test counts as one failure, or it would pass unnoticed.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

function run(
  [name, ...args]: readonly [string, ...string[]],
  show: boolean,
  env: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(bin(name), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (fault) => resolve({ ok: false, output: fault.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

const color = process.stdout.isTTY && !process.env['NO_COLOR'];
const paint = (code: number, text: string): string => (color ? `\x1b[${code}m${text}\x1b[0m` : text);

/** Which steps to run, and which test files: a word that names a step is the step, any other a part of a path. */
function plan(words: readonly string[]): { chosen: readonly Step[]; filters: readonly string[] } {
  if (words.includes('soak')) return { chosen: soakSteps(), filters: [] };
  const named = words.filter((word) => steps.some(({ name }) => name === word));
  const filters = words.filter((word) => !named.includes(word));
  if (words.length === 0) return { chosen: steps, filters };
  const wanted = new Set(named);
  if (filters.length > 0) {
    for (const file of globSync('test/**/*.test.{ts,tsx}', { cwd: root })) {
      if (!filters.some((filter) => file.includes(filter))) continue;
      wanted.add(['browser', 'built'].find((name) => file.startsWith(`test/${name}/`)) ?? 'unit');
    }
    if (wanted.size === 0) throw new Error(`No step and no test file is called ${filters.join(' or ')}.`);
  }
  for (const { name, needs = [] } of steps)
    if (wanted.has(name)) for (const needed of needs) wanted.add(needed);
  // In a fresh clone everything needs the types that WXT writes.
  if (!existsSync(path.join(root, '.wxt/tsconfig.json'))) wanted.add('prepare');
  return { chosen: steps.filter(({ name }) => wanted.has(name)), filters };
}

/** Steps that run at the same time stand in one group. */
function inGroups(chosen: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of chosen) {
    const last = groups.at(-1);
    if (step.sideBySide && last?.[0]?.sideBySide) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

async function runStep(step: Step, filters: readonly string[], counts: Count[]): Promise<boolean> {
  const { title, name, command, project, env = {}, files = filters } = step;
  const started = performance.now();
  if (project) console.log(`… ${title}`);
  const { ok, output } = await run(project ? [...command, ...files] : command, project !== undefined, env);
  if (project) counts.push(countOf(project));
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (ok) console.log(paint(32, `✓ ${title}`) + ` (${seconds})`);
  else {
    if (output) console.log(output.trimEnd());
    if (project) for (const failure of failuresOf(project)) console.log(failure);
    const again = `npm test -- ${[name, ...filters].join(' ')}`;
    console.log(paint(31, `✗ ${title} failed (${seconds}). Again, alone: ${again}`));
  }
  return ok;
}

async function main(): Promise<void> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const counts: Count[] = [];
  try {
    const { chosen, filters } = plan(process.argv.slice(2));
    for (const group of inGroups(chosen)) {
      const passed = await Promise.all(group.map((step) => runStep(step, filters, counts)));
      if (passed.includes(false)) {
        process.exitCode = 1;
        break;
      }
    }
  } catch (fault) {
    console.log(fault instanceof Error ? fault.message : fault);
    process.exitCode = 1;
  }
  const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
  if (sum('failed') > 0) process.exitCode = 1;
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

await main();
