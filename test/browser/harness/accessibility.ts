import type { CDPSession, Protocol } from 'puppeteer-core';

/** One element as assistive technology gets it. */
export interface Accessible {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** disabled, checked, expanded, focused, invalid, level …: as the browser computes them. */
  readonly states: Readonly<Record<string, unknown>>;
  readonly backendNodeId: number;
}

export type Name = string | RegExp;

const word = (value: Protocol.Accessibility.AXValue | undefined): string =>
  typeof value?.value === 'string' ? value.value : '';

function read(node: Protocol.Accessibility.AXNode): Accessible | undefined {
  if (node.ignored || node.backendDOMNodeId === undefined) return undefined;
  const states: Record<string, unknown> = {};
  for (const { name, value } of node.properties ?? []) states[name] = value.value;
  return {
    role: word(node.role),
    name: word(node.name),
    description: word(node.description),
    states,
    backendNodeId: node.backendDOMNodeId,
  };
}

/** Every element with that role (and name) that assistive technology can reach, in the order of the page. */
export async function findAll(session: CDPSession, role: string, name?: Name): Promise<Accessible[]> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodes } = await session.send('Accessibility.queryAXTree', {
    backendNodeId: root.backendNodeId,
    role,
    ...(typeof name === 'string' ? { accessibleName: name } : {}),
  });
  const found = nodes.map(read).filter((node) => node !== undefined);
  return name instanceof RegExp ? found.filter((node) => name.test(node.name)) : found;
}

/** The page as a screen reader reads it, one line per element: for messages and comparisons. */
export async function outline(session: CDPSession): Promise<string> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const silent = new Set(['none', 'generic', 'InlineTextBox', 'StaticText', 'LineBreak', 'ListMarker']);
  const lines: string[] = [];
  const walk = (node: Protocol.Accessibility.AXNode | undefined, depth: number): void => {
    if (!node) return;
    const item = read(node);
    const shown =
      item !== undefined && (!silent.has(item.role) || (item.role === 'StaticText' && item.name !== ''));
    if (shown)
      lines.push(`${'  '.repeat(depth)}${item.role}${item.name ? ` ${JSON.stringify(item.name)}` : ''}`);
    for (const id of node.childIds ?? []) walk(byId.get(id), depth + (shown ? 1 : 0));
  };
  walk(
    nodes.find((node) => node.parentId === undefined),
    0,
  );
  return lines.join('\n');
}
