import axe from 'axe-core';
import { z } from 'zod';
import { evaluate } from './evaluate.ts';
import type { PageDriver } from './page-driver.ts';

const resultSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullable(),
      help: z.string(),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
    }),
  ),
});

type Theme = 'light' | 'dark' | 'forced colors';

export interface Violation {
  readonly theme: Theme;
  readonly rule: string;
  readonly impact: string;
  readonly help: string;
  readonly elements: readonly string[];
}

/**
 * With the size of targets (24 px), which axe does not check unasked. A sticky bar may cover a part of a target until it is
 * scrolled, so a target that is too small is checked again in the middle of the window. What an open menu covers can be
 * pressed only once that is closed.
 */
const runAxe = `(async () => {
  // A transition that began before motion was reduced still runs to its end.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
  const { violations } = await axe.run(document, options);
  const menu = document.querySelector('.menu');
  const isBehindMenu = (element) => {
    if (menu === null || menu.contains(element)) return false;
    const [above, below] = [menu, element].map((one) => one.getBoundingClientRect());
    const overlaps = (start, end) => above[start] < below[end] && below[start] < above[end];
    return overlaps('left', 'right') && overlaps('top', 'bottom');
  };
  for (const violation of violations.filter(({ id }) => id === 'target-size')) {
    const small = [];
    for (const node of violation.nodes) {
      const element = document.querySelector(node.target[0]);
      if (isBehindMenu(element)) continue;
      element.scrollIntoView({ block: 'center' });
      const again = await axe.run(element, { runOnly: ['target-size'] });
      if (again.violations.length > 0) small.push(node);
    }
    violation.nodes = small;
  }
  return { violations: violations.filter(({ nodes }) => nodes.length > 0) };
})()`;

/**
 * The serious and critical faults that axe finds, by default in both themes. It runs in a world of its own beside the page:
 * it sees the same elements, and the page's strict policy stays as it is.
 */
export async function axeViolations(
  driver: PageDriver,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<Violation[]> {
  const { session } = driver;
  const violations: Violation[] = [];
  for (const theme of themes) {
    await driver.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme === 'dark' ? 'dark' : 'light' },
      { name: 'forced-colors', value: theme === 'forced colors' ? 'active' : 'none' },
      // During a fade every contrast is wrong.
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'axe',
    });
    await evaluate(session, `${axe.source}; undefined`, { contextId: executionContextId });
    const raw = await evaluate(session, runAxe, { contextId: executionContextId });
    for (const { id, impact, help, nodes } of resultSchema.parse(raw).violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      const elements = nodes.map((node) => `${node.html}  ${node.failureSummary ?? ''}`);
      violations.push({ theme, rule: id, impact, help, elements });
    }
  }
  return violations;
}
