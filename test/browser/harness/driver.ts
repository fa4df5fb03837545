import type { CDPSession } from 'puppeteer-core';
import { findAll, outline, type Accessible, type Name } from './accessibility.ts';
import { callOn, evaluate, type EvaluateOptions } from './evaluate.ts';
import { pressKey, typeText } from './keyboard.ts';
import { clickOn } from './mouse.ts';
import { pause, until, type WaitOptions } from './wait.ts';

/** How a test uses a page: one interface for the real popup and for a page in a tab, by roles and names alone. */
export interface Driver {
  readonly session: CDPSession;
  // eslint-disable-next-line typescript/no-explicit-any -- the function declares its arguments
  evaluate<T>(script: string | ((...args: any[]) => T), options?: EvaluateOptions): Promise<Awaited<T>>;
  /** The elements of that role at this moment, maybe none. */
  all(role: string, name?: Name): Promise<Accessible[]>;
  /** Waits for exactly one. */
  waitFor(role: string, name?: Name, waitOptions?: WaitOptions): Promise<Accessible>;
  waitGone(role: string, name?: Name, waitOptions?: WaitOptions): Promise<void>;
  /** Waits for the element to be there and enabled, and presses it with the mouse. */
  click(role: string, name?: Name, waitOptions?: WaitOptions): Promise<void>;
  /** Into the element that has the focus. */
  type(text: string): Promise<void>;
  /** `Enter`, `Shift+Tab`, `Control+a` … */
  press(key: string): Promise<void>;
  /** Focuses a field, empties it and types. */
  fill(role: string, name: Name, text: string): Promise<void>;
  /** The value of a field. */
  value(role: string, name?: Name): Promise<string>;
  /** The visible text of one element. */
  text(role: string, name?: Name): Promise<string>;
  /** The accessible element that has the focus. */
  focused(): Promise<{ readonly role: string; readonly name: string } | undefined>;
  outline(): Promise<string>;
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface DriverHost {
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
}

const called = (role: string, name?: Name): string =>
  name === undefined ? role : `${role} ${typeof name === 'string' ? JSON.stringify(name) : String(name)}`;

export async function createDriver(session: CDPSession, host: DriverHost): Promise<Driver> {
  await Promise.all([session.send('DOM.enable'), session.send('Accessibility.enable')]);

  // A press may close what was pressed (a popup that opens a tab): then its response never comes, and that is fine.
  const unlessClosed = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (fault) {
      await pause(50);
      if (host.isOpen()) throw fault;
    }
  };

  const all = (role: string, name?: Name): Promise<Accessible[]> => findAll(session, role, name);

  const explain = async (): Promise<string> =>
    host.isOpen()
      ? `The page reads:\n${await outline(session).catch((fault: unknown) => `(unreadable: ${String(fault)})`)}`
      : 'The page has closed.';

  // The tree is rebuilt while a page renders: an element may vanish between two commands, which is no failure yet.
  const waitFor: Driver['waitFor'] = (role, name, waitOptions) =>
    until(
      called(role, name),
      async () => {
        if (!host.isOpen()) throw new Error(`Waited for ${called(role, name)}, but the page has closed.`);
        const found = await all(role, name).catch(() => []);
        return found.length === 1 ? found[0] : undefined;
      },
      waitOptions,
      explain,
    );

  const waitEnabled: Driver['waitFor'] = async (role, name, waitOptions) => {
    await waitFor(role, name, waitOptions);
    return await until(
      `${called(role, name)} to be enabled`,
      async () => {
        const found = await all(role, name).catch(() => []);
        return found.find((node) => node.states['disabled'] !== true);
      },
      waitOptions,
      explain,
    );
  };

  const read = async (role: string, name: Name | undefined, expression: string): Promise<string> => {
    const { backendNodeId } = await waitFor(role, name);
    return String(await callOn(session, backendNodeId, `function () { return ${expression}; }`));
  };

  const driver: Driver = {
    session,
    evaluate: (script, options) => evaluate(session, script, options),
    all,
    waitFor,
    async waitGone(role, name, waitOptions) {
      await until(
        `${called(role, name)} to go`,
        async () => (!host.isOpen() || (await all(role, name)).length === 0 ? true : undefined),
        waitOptions,
        explain,
      );
    },
    async click(role, name, waitOptions) {
      // An element that is rendered again between the search and the click is another one: then it is searched again.
      await until(
        `${called(role, name)} to be clicked`,
        async () => {
          const found = await waitEnabled(role, name, waitOptions);
          return (await clickOn(session, found, unlessClosed)) || undefined;
        },
        waitOptions,
        explain,
      );
    },
    type: (text) => unlessClosed(typeText(session, text)),
    press: (key) => unlessClosed(pressKey(session, key)),
    async fill(role, name, text) {
      const { backendNodeId } = await waitEnabled(role, name);
      await session.send('DOM.focus', { backendNodeId });
      await pressKey(session, 'Control+a');
      await pressKey(session, 'Delete');
      await typeText(session, text);
    },
    value: (role, name) => read(role, name, '"value" in this ? this.value : this.textContent'),
    text: (role, name) => read(role, name, 'this.innerText ?? this.textContent'),
    async focused() {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      // The document counts as focused too: the last one in the order of the tree is the element itself.
      const node = nodes.findLast((candidate) =>
        candidate.properties?.some(({ name, value }) => name === 'focused' && value.value === true),
      );
      if (!node || node.ignored) return undefined;
      return { role: String(node.role?.value ?? ''), name: String(node.name?.value ?? '').trim() };
    },
    outline: () => outline(session),
    isOpen: host.isOpen,
    close: host.close,
  };
  return driver;
}
