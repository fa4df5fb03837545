// The places in which a canary is searched: the consoles of pages and worker, and every byte that left the browser.
import { readFile } from 'node:fs/promises';
import type { CDPSession, Target } from 'puppeteer-core';
import { evaluateInWorker, onExtensionsPage, type RunningExtension } from '../harness/index.ts';
import { waitUntil, type Scene } from './connected.ts';

/** A secret in plain text, and in its encodings: in an address, in a form, in JSON, in markup, in base64. */
export const guisesOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ secret }).toString().slice('secret='.length),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  // The part that no encoding changes.
  secret.slice(7, -4),
];

/** Everything that pages and the worker write to their consoles, from the first moment of each. */
export class Consoles {
  readonly lines: string[] = [];
  readonly #watched = new WeakSet<Target>();

  constructor({ browser }: RunningExtension) {
    browser.on('targetcreated', this.#watch);
    // The protocol repeats a page's earlier messages for a late listener.
    for (const target of browser.targets()) this.#watch(target);
  }

  /** A worker that was stopped and woken may have the same target, which has no listener then. */
  listenAgain({ browser }: RunningExtension): void {
    for (const target of browser.targets()) {
      this.#watched.delete(target);
      this.#watch(target);
    }
  }

  /** All messages, once both the settings page and the worker have a listener. */
  async heardEverywhere({ running, options }: Scene): Promise<readonly string[]> {
    await options.evaluate(`console.info('heard in a page')`);
    await evaluateInWorker(running, `console.info('heard in the worker')`);
    this.listenAgain(running);
    await waitUntil('both consoles to be heard', () =>
      ['heard in a page', 'heard in the worker'].every((text) =>
        this.lines.some((line) => line.includes(text)),
      ),
    );
    return this.lines;
  }

  readonly #watch = (target: Target): void => {
    const type: string = target.type();
    if (type === 'browser' || type === 'tab' || this.#watched.has(target)) return;
    this.#watched.add(target);
    target.createCDPSession().then(this.#listen, () => undefined);
  };

  readonly #listen = async (session: CDPSession): Promise<void> => {
    const note = (event: object): void => void this.lines.push(JSON.stringify(event));
    session.on('Runtime.consoleAPICalled', note);
    session.on('Runtime.exceptionThrown', note);
    session.on('Log.entryAdded', note);
    await Promise.all([session.send('Runtime.enable'), session.send('Log.enable')]).catch(() => undefined);
  };
}

interface NetEvent {
  readonly type: number;
  readonly source: { readonly id: number };
  readonly params?: Readonly<Record<string, unknown>>;
}
interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly NetEvent[];
}

export interface Sent {
  /** The browser's other log events: name and parameters. */
  readonly notes: readonly { readonly name: string; readonly params: Readonly<Record<string, unknown>> }[];
  /** The bytes that left by each socket. */
  readonly sockets: readonly string[];
}

/** The browser's own log of the network, which is whole once the browser has closed. Incoming traffic is excluded. */
export async function readSent(file: string): Promise<Sent> {
  const log = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const names = new Map(Object.entries(log.constants.logEventTypes).map(([name, type]) => [type, name]));
  const sockets = new Map<number, string>();
  const notes: { name: string; params: Readonly<Record<string, unknown>> }[] = [];
  for (const { type, source, params = {} } of log.events) {
    const name = names.get(type) ?? String(type);
    if (/RECEIVED|BYTES_READ|READ_RESPONSE_HEADERS/.test(name)) continue;
    if (typeof params['bytes'] === 'string') {
      const bytes = Buffer.from(params['bytes'], 'base64').toString('latin1');
      sockets.set(source.id, (sockets.get(source.id) ?? '') + bytes);
    } else notes.push({ name, params });
  }
  return { notes, sockets: [...sockets.values()] };
}

/** The requests that left by one socket, heads and bodies. */
export const requestsOf = (sent: string): string[] =>
  sent.split(/(?=(?:GET|POST|PUT|DELETE) \S+ HTTP\/1\.1\r\n)/);

/** The browser's own list of the extension's errors. */
export async function errorListOf({ running }: Scene): Promise<string> {
  const info = String(
    await onExtensionsPage(
      running,
      `chrome.developerPrivate.getExtensionInfo(${JSON.stringify(running.id)}).then(JSON.stringify)`,
    ),
  );
  if (!info.includes('runtimeErrors')) throw new Error('The browser tells of no list of errors.');
  return info;
}
