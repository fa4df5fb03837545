/**
 * The manage page with 100,000 links against the same page with 100: opening it, typing in its search, scrolling its list, and
 * its memory. Two browsers, one for each, that take turns; all on this machine, in this run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer-core';
import { z } from 'zod';
import { launchExtension, openedSettings, type RunningExtension } from '../browser/harness/index.ts';
import { fillMirror } from '../browser/setup/fill-mirror.ts';
import { connect } from '../tools/connect.ts';
import { startService } from '../service/start.ts';
import { manyLinks } from '../support/link-rows.ts';
import { median, quantile } from './statistics.ts';

const few = 100;
const many = 100_000;
/** The limit of a frame, in ms. */
const frameMs = 1_000 / 60;
export const manageTargets = { opening: 1.2, typingMs: 2 * frameMs } as const;

/** Typed letter by letter, with a letter taken back after each: broad ones, narrow ones, alike ones, none. */
const queries = ['spring cat', 'newsleter', 'e', 'example7.com', 'sho.rt/a99', 'zzz nothing', 'cafe utm'];

export interface Opened {
  /** From the navigation's start until rows are painted and the search can be typed in, in ms. */
  readonly usable: number;
  /** Until all links can be searched, in ms. */
  readonly filled: number;
  /** The longest task until then, in ms; 0 where none took 50 ms. */
  readonly longest: number;
}

export interface Typed {
  /** Main-thread time of each key until its results are painted, in ms. */
  readonly keys: readonly number[];
  readonly longTasks: readonly number[];
}

export interface ManageFigures {
  readonly opened: { readonly few: readonly Opened[]; readonly many: readonly Opened[] };
  readonly typed: { readonly few: Typed; readonly many: Typed };
  /** Frames that did not come within one and a half of their time, of how many. */
  readonly scrolled: { readonly empty: Scrolled; readonly few: Scrolled; readonly many: Scrolled };
  /** JavaScript's own after a collection, in bytes. */
  readonly heap: { readonly few: number; readonly many: number };
}

interface Scrolled {
  readonly dropped: number;
  readonly frames: number;
}

interface Subject {
  readonly running: RunningExtension;
  readonly count: number;
}

async function prepare(count: number): Promise<Subject> {
  await using service = await startService({ limit: 1_000 });
  const running = await launchExtension();
  const settings = await openedSettings(running);
  await connect(running, settings, service);
  await fillMirror(settings, manyLinks(count), { total: count });
  await settings.close();
  // The service is closed from here on: nothing is synced during the measurement.
  return { running, count };
}

/** Runs before the page's own first line. */
function collect(count: number): void {
  const state = { usable: 0, filled: 0, longest: 0, tasks: [] as number[] };
  Object.assign(globalThis, { benchState: state });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      state.tasks.push(duration);
      if (state.filled === 0) state.longest = Math.max(state.longest, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  const look = (): void => {
    const grid = document.querySelector('[role=grid]');
    const now = performance.now();
    if (state.usable === 0 && grid?.querySelector('[role=row]') && document.querySelector('[type=search]'))
      // The frame is painted before the next task.
      setTimeout(() => (state.usable = performance.now()));
    if (Number(grid?.getAttribute('aria-rowcount')) === count) state.filled = now;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const stateSchema = z.object({
  usable: z.number(),
  filled: z.number(),
  longest: z.number(),
  tasks: z.array(z.number()),
});

/** Without what the tests' drivers turn on: a tree of accessible elements, which the browser would keep up with each row. */
interface InUse {
  readonly page: Page;
  readonly session: CDPSession;
}

const readState = async (page: Page) => stateSchema.parse(await page.evaluate('globalThis.benchState'));

async function open({ running, count }: Subject): Promise<InUse & { opened: Opened }> {
  const tab = await running.browser.newPage();
  await tab.setViewport({ width: 1280, height: 800 });
  await tab.evaluateOnNewDocument(`(${collect.toString()})(${count})`);
  await tab.goto(running.url('manage.html#links'));
  await tab.bringToFront();
  const end = Date.now() + 60_000;
  for (;;) {
    const { usable, filled, longest } = await readState(tab);
    if (usable > 0 && filled > 0) {
      const session = await tab.createCDPSession();
      // By the thread's own clock: what else runs on the machine is none of it.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      return { page: tab, session, opened: { usable, filled, longest } };
    }
    if (Date.now() > end) throw new Error('The list of links never filled.');
    await sleep(50);
  }
}

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = metricsSchema.parse(await session.send('Performance.getMetrics'));
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

/** Two frames: the one that draws what has changed, and the one after it. */
const painted = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');

async function type({ page, session }: InUse): Promise<Typed> {
  const before = (await readState(page)).tasks.length;
  await page.evaluate(`document.querySelector('[type=search]').focus()`);
  const work = async (act: () => Promise<unknown>): Promise<number> => {
    const start = await metric(session, 'TaskDuration');
    await act();
    await painted(page);
    return 1_000 * ((await metric(session, 'TaskDuration')) - start);
  };
  // The cost of the measurement itself, with nothing typed.
  const idle: number[] = [];
  for (let look = 0; look < 10; look++) idle.push(await work(async () => undefined));
  const keys: number[] = [];
  for (const query of queries) {
    for (const letter of query)
      keys.push(await work(() => session.send('Input.dispatchKeyEvent', { type: 'char', text: letter })));
    keys.push(
      await work(() =>
        session.send('Input.dispatchKeyEvent', {
          type: 'keyDown',
          key: 'Backspace',
          windowsVirtualKeyCode: 8,
        }),
      ),
    );
    await page.evaluate(`{
      const field = document.querySelector('[type=search]');
      field.value = '';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }`);
    await painted(page);
  }
  const looking = median(idle);
  const { tasks } = await readState(page);
  return { keys: keys.map((ms) => Math.max(0, ms - looking)), longTasks: tasks.slice(before) };
}

const scrollPx = 12_000;
const scrollSpeed = 2_400;

/** Time for the browser to change tabs: it takes a picture of the former one for the preview on hover. */
const settleMs = 1_000;

/** Frames that came late while it was scrolled, as its own callbacks see them. */
async function scroll({ page, session }: InUse): Promise<Scrolled> {
  await page.bringToFront();
  await painted(page);
  await sleep(settleMs);
  await page.evaluate(`{
    const times = (globalThis.benchFrames = []);
    const note = (time) => { times.push(time); if (!globalThis.benchEnd) requestAnimationFrame(note); };
    globalThis.benchEnd = false;
    requestAnimationFrame(note);
  }`);
  const { x, y } = z.object({ x: z.number(), y: z.number() }).parse(
    await page.evaluate(`(() => {
        const { x, y, width, height } = document.querySelector('[role=grid]').getBoundingClientRect();
        return { x: x + width / 2, y: y + Math.min(height, innerHeight - y) / 2 };
      })()`),
  );
  await session.send('Input.synthesizeScrollGesture', { x, y, yDistance: -scrollPx, speed: scrollSpeed });
  const times = z
    .array(z.number())
    .parse(await page.evaluate('((globalThis.benchEnd = true), globalThis.benchFrames)'));
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? time));
  const late = gaps.filter((gap) => gap > 1.5 * frameMs).map((gap) => Math.round(gap / frameMs) - 1);
  return { frames: gaps.length, dropped: late.reduce((sum, one) => sum + one, 0) };
}

/** As long and as high as the list, with nothing in it and nothing to do. */
async function openEmpty(running: RunningExtension): Promise<InUse> {
  const page = await running.browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.setContent(
    `<!doctype html><div role="grid" style="height: 520px; overflow-y: auto"><div style="height: ${56 * many}px"></div></div>`,
  );
  return { page, session: await page.createCDPSession() };
}

const sum = (all: readonly Scrolled[]): Scrolled => ({
  dropped: all.reduce((total, { dropped }) => total + dropped, 0),
  frames: all.reduce((total, { frames }) => total + frames, 0),
});

async function heapOf({ session }: InUse): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return metric(session, 'JSHeapUsedSize');
}

export async function measureManage(rounds: number): Promise<ManageFigures> {
  await using both = new AsyncDisposableStack();
  const small = await prepare(few);
  both.use(small.running);
  const large = await prepare(many);
  both.use(large.running);
  const opened = { few: [] as Opened[], many: [] as Opened[] };
  for (let round = 0; round < rounds; round++) {
    const turns = [
      ['few', small],
      ['many', large],
    ] as const;
    for (const [name, subject] of round % 2 === 0 ? turns : turns.toReversed()) {
      const { page, opened: figures } = await open(subject);
      opened[name].push(figures);
      await page.close();
    }
  }
  const inUse = { few: await open(small), many: await open(large) };
  // Before all else: what was collected now was left by the pages that were closed, and is not met while it is scrolled.
  const heap = { few: await heapOf(inUse.few), many: await heapOf(inUse.many) };
  const typed = { few: await type(inUse.few), many: await type(inUse.many) };
  const empty = await openEmpty(large.running);
  const scrolled = { empty: [] as Scrolled[], few: [] as Scrolled[], many: [] as Scrolled[] };
  for (let round = 0; round < Math.max(2, Math.ceil(rounds / 3)); round++) {
    scrolled.empty.push(await scroll(empty));
    scrolled.few.push(await scroll(inUse.few));
    scrolled.many.push(await scroll(inUse.many));
  }
  return {
    opened,
    typed,
    heap,
    scrolled: { empty: sum(scrolled.empty), few: sum(scrolled.few), many: sum(scrolled.many) },
  };
}

const spread = (samples: readonly number[]): string =>
  `${median(samples).toFixed(0)} [${Math.min(...samples).toFixed(0)}–${Math.max(...samples).toFixed(0)}]`;

/** @param row writes one line of a table */
export function printManage(
  { opened, typed, scrolled, heap }: ManageFigures,
  row: (...cells: readonly string[]) => string,
): void {
  const count = (number: number) => number.toLocaleString('en');
  const reached = (holds: boolean) => (holds ? 'yes' : 'no');
  const head = [count(few), count(many), 'ratio', 'target', 'reached'];
  console.log(`\n${row('manage page, links stored', ...head)}`);
  const of = (name: 'few' | 'many', figure: keyof Opened) => opened[name].map((one) => one[figure]);
  const ratio = median(of('many', 'usable').map((ms, n) => ms / (of('few', 'usable')[n] ?? Number.NaN)));
  const { opening, typingMs } = manageTargets;
  console.log(
    row(
      'opening, first rows, ms',
      spread(of('few', 'usable')),
      spread(of('many', 'usable')),
      ratio.toFixed(2),
      `≤ ${opening}`,
      reached(ratio <= opening),
    ),
  );
  console.log(row('  all of them searchable, ms', spread(of('few', 'filled')), spread(of('many', 'filled'))));
  console.log(
    row('  longest task until then, ms', spread(of('few', 'longest')), spread(of('many', 'longest'))),
  );
  const at = (name: 'few' | 'many', share: number) => quantile(typed[name].keys, share);
  console.log(
    row(
      'a key until painted, 95 %, ms',
      at('few', 0.95).toFixed(1),
      at('many', 0.95).toFixed(1),
      (at('many', 0.95) / at('few', 0.95)).toFixed(2),
      `≤ ${typingMs.toFixed(1)}`,
      reached(at('many', 0.95) <= typingMs),
    ),
  );
  console.log(row('  median, ms', at('few', 0.5).toFixed(1), at('many', 0.5).toFixed(1)));
  const tasks = ({ longTasks }: Typed) =>
    longTasks.length === 0 ? 'none' : `${longTasks.length}, ${Math.max(...longTasks).toFixed(0)} ms`;
  console.log(row('  long tasks meanwhile', tasks(typed.few), tasks(typed.many)));
  const share = ({ dropped, frames }: Scrolled) => `${dropped} of ${frames + dropped}`;
  console.log(
    row(
      'frames dropped by scrolling',
      share(scrolled.few),
      share(scrolled.many),
      '',
      `≤ ${scrolled.empty.dropped}`,
      reached(scrolled.many.dropped <= scrolled.empty.dropped),
    ),
  );
  console.log(row('  an empty page', '', share(scrolled.empty)));
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(row('JavaScript’s memory, MB', megabytes(heap.few), megabytes(heap.many)));
}
