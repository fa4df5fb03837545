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

export interface Violation {
  readonly theme: 'light' | 'dark';
  readonly rule: string;
  readonly impact: string;
  readonly help: string;
  readonly elements: readonly string[];
}

/**
 * The serious and critical faults that axe finds in both themes. It runs in a world of its own beside the page:
 * it sees the same elements, and the page's strict policy stays as it is.
 */
export async function axeViolations(driver: PageDriver): Promise<Violation[]> {
  const { session } = driver;
  const violations: Violation[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await driver.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
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
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))`,
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
