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
 * The serious and critical faults that axe finds, by default in both themes; with the size of targets (24 px), which it does not check
 * unasked. It runs in a world of its own beside the page:
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
    const raw = await evaluate(
      session,
      `axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => ({ violations }))`,
      { contextId: executionContextId },
    );
    for (const { id, impact, help, nodes } of resultSchema.parse(raw).violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      const elements = nodes.map((node) => `${node.html}  ${node.failureSummary ?? ''}`);
      violations.push({ theme, rule: id, impact, help, elements });
    }
  }
  return violations;
}
