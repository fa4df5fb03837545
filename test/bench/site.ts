/** The pages that the measured popups are opened on. */
import { startSite, type Site } from '../browser/harness/index.ts';
import { pageHost } from './chromium.ts';

export async function startBenchSite(): Promise<Site & AsyncDisposable> {
  const paths = [
    '/page',
    ...Array.from({ length: 100 }, (_, index) => [`/made/${index}`, `/copy/${index}`]).flat(),
  ];
  const pages = await startSite(
    Object.fromEntries(
      paths.map((name) => [name, { title: `Page ${name.slice(1)}`, html: '<p>Some text.' }]),
    ),
  );
  const origin = pages.origin.replace('127.0.0.2', pageHost);
  return { ...pages, origin, url: (place) => origin + place };
}
