// docs/api.md against the contract, the call builders, their tests and the local service: nothing may be missing in one of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLink } from '../lib/api/link-details.ts';
import { cellsOf, linkFieldNames, linkFieldRows } from './fixtures/link-fields.ts';
import { examples } from './unit/api/calls.ts';

const root = path.resolve(import.meta.dirname, '..');
const docs = readFileSync(path.join(root, 'docs/api.md'), 'utf8');
const contractFile = path.resolve(root, '../shared/spec/api.md');
const unitTests = path.join(root, 'test/unit/api');

interface Row {
  readonly method: string;
  readonly path: string;
  readonly cells: readonly string[];
}

function endpointRows(markdown: string): Row[] {
  return markdown
    .split('\n')
    .map(cellsOf)
    .flatMap(([method = '', route = '', ...cells]) =>
      /^(?:GET|POST|PUT|DELETE)$/.test(method) ? [{ method, path: route, cells }] : [],
    );
}

const endpoint = (row: { readonly method: string; readonly path: string }) =>
  `${row.method} ${row.path.replace(/:[^/]+/g, ':x')}`;
const backticked = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '').sort();

const rows = endpointRows(docs);
const builders = [
  ...examples,
  { builder: 'findLink', call: findLink('https://go.example/a'), row: 'GET /api/urls' },
];
const builtFor = (row: Row) => builders.filter((example) => example.row === `${row.method} ${row.path}`);

describe.skipIf(!existsSync(contractFile))('docs/api.md and the contract', () => {
  const contract = existsSync(contractFile) ? readFileSync(contractFile, 'utf8') : '';

  it('name the same endpoints', () => {
    const promised = endpointRows(contract).map((row) => `${row.method} ${row.path}`);
    expect(promised).toHaveLength(24);
    expect(rows.map((row) => `${row.method} ${row.path}`).sort()).toEqual(promised.sort());
  });

  it('name the same fields of a new link', () => {
    expect(linkFieldRows(contract)).toHaveLength(19);
    expect(linkFieldRows(docs)).toEqual(linkFieldRows(contract));
  });
});

describe('every endpoint of docs/api.md', () => {
  it('is one of 24', () => expect(rows).toHaveLength(24));

  it.each(rows)('$method $path has its call builder', (row) => {
    const built = builtFor(row);
    expect(built.map(({ builder }) => builder).sort()).toEqual(backticked(row.cells[2]));
    const pattern = new RegExp(`^${row.path.replace(/:[^/]+/g, '[^/:]+')}$`);
    for (const { call } of built) {
      expect(call.method).toBe(row.method);
      expect(call.path).toMatch(pattern);
    }
    const sent = built.flatMap(({ call }) => [
      ...Object.keys(call.query ?? {}),
      ...Object.keys(call.body ?? {}),
    ]);
    const described = row.path === '/api/url/add' ? linkFieldNames : backticked(row.cells[0]);
    expect([...new Set(sent)].sort((a, b) => a.localeCompare(b))).toEqual(
      [...described].sort((a, b) => (a ?? '').localeCompare(b ?? '')),
    );
  });

  it.each(rows)('$method $path is tested', (row) => {
    const tests = readdirSync(unitTests)
      .filter((file) => file.endsWith('.test.ts') || file === 'calls.ts')
      .map((file) => readFileSync(path.join(unitTests, file), 'utf8').replace(/^import[^;]*;/gm, ''))
      .join('\n');
    for (const { builder } of builtFor(row)) expect(tests).toMatch(new RegExp(`\\b${builder}\\(`));
  });

  it.each(rows)('$method $path is driven from the manage page', (row) => {
    const driven = ['sections', 'links'].map((file) =>
      readFileSync(path.join(root, `test/browser/${file}.test.ts`), 'utf8'),
    );
    expect(driven.join('\n')).toContain(`it('${row.method} ${row.path}: `);
  });

  it('is answered by the local service', async () => {
    const { contractRoutes } = await import('./service/routes.ts');
    const answered = new Set(contractRoutes.map(endpoint));
    expect(rows.map(endpoint).filter((row) => !answered.has(row))).toEqual([]);
  });
});

describe('every call builder', () => {
  const files = readdirSync(path.join(root, 'lib/api')).filter((file) =>
    /^(?:account|campaigns|channels|domains|links|create-link|link-details|overlays|pixels|splash-pages)\.ts$/.test(
      file,
    ),
  );

  it.each(files)('of %s is described', async (file) => {
    const module = (await import(`../lib/api/${file}`)) as object;
    const names = Object.entries(module)
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => name);
    const known = new Set(builders.map(({ builder }) => builder));
    // createLink sends, and is made of two of the calls; getLinkAs is getLink by another record, and
    // readLinkRestrictions reads what a page has requested by it.
    const others = ['createLink', 'getLinkAs', 'readLinkRestrictions', 'itemKey'];
    expect(names.filter((name) => !known.has(name) && !others.includes(name))).toEqual([]);
  });
});
