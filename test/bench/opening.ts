/** The cost of one opening of a popup. All times in ms, from the start of the popup document's navigation. */
import { z } from 'zod';
import type { Chromium } from './chromium.ts';
import { openPopup } from './popup.ts';

const figuresSchema = z.object({
  firstPaint: z.number(),
  /** First frame with the main control usable, all pickers filled and the recent links there. */
  filled: z.number(),
  contentLoaded: z.number(),
  longTaskEnd: z.number(),
  /** The last change of the page, load or long task. */
  quiet: z.number(),
  width: z.number(),
  height: z.number(),
});

export interface Opening extends z.infer<typeof figuresSchema> {
  readonly interactive: number;
  /** Main-thread time of the document until 500 ms of quiet. */
  readonly mainThread: number;
  /** The part of it that is script. */
  readonly script: number;
  /** JS heap after a garbage collection, in MiB. */
  readonly heap: number;
}

export interface Filled {
  readonly campaign: string;
  readonly channel: string;
  readonly pixels: number;
  readonly recents: number;
}

/** Runs before the page's own first line. Both popups have the same elements, so the same check serves both. */
function collect(wanted: Filled): void {
  const state = { filled: 0, longTaskEnd: 0, last: 0 };
  const note = (time: number): void => void (state.last = Math.max(state.last, time));

  const isFilled = (): boolean => {
    const main = document.querySelector<HTMLButtonElement>('button.main');
    if (!main || main.disabled || !main.checkVisibility() || main.getBoundingClientRect().height === 0)
      return false;
    const values = [...document.querySelectorAll<HTMLInputElement>('[role=combobox]')].map(
      (field) => field.value,
    );
    return (
      values.length === 3 &&
      values[0] === wanted.campaign &&
      values[1] === wanted.channel &&
      document.querySelectorAll('.chip').length === wanted.pixels &&
      // Three, and the button that shows the others, which comes with the code after the first paint.
      document.querySelectorAll('.recent li').length === Math.min(3, wanted.recents) &&
      (wanted.recents <= 3 || document.querySelector('.recents > button') !== null)
    );
  };
  const look = (): void => {
    if (!isFilled()) requestAnimationFrame(look);
    // The frame is painted before the next task.
    else
      setTimeout(() => {
        state.filled = performance.now();
        note(state.filled);
      });
  };
  requestAnimationFrame(look);

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      state.longTaskEnd = Math.max(state.longTaskEnd, startTime + duration);
      note(startTime + duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) note(startTime + duration);
  }).observe({ type: 'resource', buffered: true });
  new MutationObserver(() => note(performance.now())).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });

  const settled = new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const ready = state.filled > 0 && paint && document.readyState === 'complete' && now - state.last > 500;
      if (!ready && now < 10_000) return;
      clearInterval(timer);
      const [navigation] = performance.getEntriesByType('navigation');
      const { scrollWidth, scrollHeight } = document.documentElement;
      resolve({
        firstPaint: paint?.startTime,
        filled: state.filled || undefined,
        contentLoaded:
          navigation instanceof PerformanceNavigationTiming ? navigation.domContentLoadedEventEnd : undefined,
        longTaskEnd: state.longTaskEnd,
        quiet: state.last,
        width: scrollWidth,
        height: scrollHeight,
      });
    }, 50);
  });
  Object.assign(globalThis, { benchSettled: settled });
}

const metricsSchema = z.object({
  metrics: z.array(z.object({ name: z.string(), value: z.number() })),
});
const heapSchema = z.object({ usedSize: z.number() });

async function measureHeap(chromium: Chromium, sessionId: string): Promise<number> {
  await chromium.send('HeapProfiler.collectGarbage', {}, sessionId);
  const { usedSize } = heapSchema.parse(await chromium.send('Runtime.getHeapUsage', {}, sessionId));
  return usedSize / 2 ** 20;
}

/** Opens, measures and closes. */
export async function measureOpening(
  chromium: Chromium,
  id: string,
  site: string,
  filled: Filled,
): Promise<Opening> {
  const source = `(${collect.toString()})(${JSON.stringify(filled)})`;
  const popup = await openPopup(chromium, id, site, (sessionId) =>
    Promise.all([
      chromium.send('Page.enable', {}, sessionId),
      chromium.send('Performance.enable', {}, sessionId),
      chromium.send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId),
    ]),
  );
  try {
    const { sessionId } = popup;
    const settled = `(async () => {
      while (globalThis.benchSettled === undefined) await new Promise((next) => setTimeout(next, 20));
      return await benchSettled;
    })()`;
    // The popup's document may replace an empty one under the question.
    const raw = await chromium
      .evaluate(sessionId, settled)
      .catch(() => chromium.evaluate(sessionId, settled));
    const parsed = figuresSchema.safeParse(raw);
    if (!parsed.success) {
      const text = await chromium.evaluate(sessionId, 'document.body.innerText');
      throw new Error(`The popup never was as wanted: ${JSON.stringify(raw)}. It reads:\n${String(text)}`);
    }
    const { metrics } = metricsSchema.parse(await chromium.send('Performance.getMetrics', {}, sessionId));
    const ms = (name: string): number =>
      1000 * (metrics.find((one) => one.name === name)?.value ?? Number.NaN);
    const heap = await measureHeap(chromium, sessionId);
    // Curtail's own opening wakes its worker; for a static page with a worker that is done here. The message needs no reply.
    await chromium.evaluate(
      sessionId,
      `globalThis.chrome?.runtime?.sendMessage({ name: 'wake' }).then(() => 0, () => 0)`,
    );
    const { data } = parsed;
    return {
      ...data,
      interactive: Math.max(data.firstPaint, data.filled, data.contentLoaded, data.longTaskEnd),
      mainThread: ms('TaskDuration'),
      script: ms('ScriptDuration'),
      heap,
    };
  } finally {
    await popup.close();
  }
}
