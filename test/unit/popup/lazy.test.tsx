/** Code that can't be loaded: its place stays empty, and the next render tries again. */
import type { FunctionComponent } from 'preact';
import { expect, it, vi } from 'vitest';
import { draw, root, settle } from '../../support/dom.ts';
import { lazy } from '../../../entrypoints/popup/lazy.tsx';

it('a load that failed is reported, and repeated with the next render', async () => {
  const reported = vi.fn<typeof globalThis.reportError>();
  vi.stubGlobal('reportError', reported);
  const failure = new TypeError('Failed to fetch dynamically imported module');
  let fails = true;
  const load = vi.fn<() => Promise<FunctionComponent<{ readonly text: string }>>>(async () => {
    if (fails) throw failure;
    return ({ text }) => <p>{text}</p>;
  });
  const Part = lazy(load);
  await draw(<Part text="a" />);
  await settle();
  expect([root.textContent, reported.mock.calls]).toEqual(['', [[failure]]]);
  fails = false;
  await draw(<Part text="b" />);
  await settle();
  expect(root.textContent).toBe('b');
  await draw(<Part text="c" />);
  expect([root.textContent, load.mock.calls.length, reported.mock.calls.length]).toEqual(['c', 2, 1]);
  vi.unstubAllGlobals();
});
