import type { RunningExtension } from './launch.ts';

/**
 * Has the effect of "Allow", without the prompt that no test can press: from then on the extension's own
 * `permissions.request` for that host succeeds immediately when it comes from a real gesture.
 */
export async function allowHost(running: RunningExtension, pattern = 'http://127.0.0.1/*'): Promise<void> {
  await onExtensionsPage(
    running,
    `chrome.developerPrivate.addHostPermission(${JSON.stringify(running.id)}, ${JSON.stringify(pattern)})`,
  );
}

/** As when the user withdraws it in the browser's settings. */
export async function withdrawHost(running: RunningExtension, pattern = 'http://127.0.0.1/*'): Promise<void> {
  await onExtensionsPage(
    running,
    `chrome.developerPrivate.removeHostPermission(${JSON.stringify(running.id)}, ${JSON.stringify(pattern)})`,
  );
}

/**
 * Runs an expression on the browser's own extensions page, which may call what no extension may. A script of that page, shown
 * as text, may call the same and takes a third of the time: 0.25 s of CPU instead of 0.7 (2026-11-29).
 */
export async function onExtensionsPage(running: RunningExtension, expression: string): Promise<unknown> {
  const page = await running.openTab('chrome://extensions/strings.m.js');
  try {
    return await page.evaluate(expression);
  } finally {
    await page.close();
  }
}
