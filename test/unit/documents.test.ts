// The documents and their pictures: each picture exists in both themes, and is used.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const documents = globSync(['README.md', 'docs/**/*.md'], { cwd: root });
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Paths from the root, of the pictures that a document shows; in the store texts they are named in a table. */
function picturesIn(file: string, text: string): string[] {
  const names = [...text.matchAll(/(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)|^\| `([\w-]+\.png)`/gmu)];
  return names.map(([, shown, inline, listed]) =>
    path.posix.join(path.posix.dirname(file), shown ?? inline ?? listed ?? ''),
  );
}

const shown = new Set(documents.flatMap((file) => picturesIn(file, read(file))));

describe('the pictures of the documents', () => {
  it('are found in every form', () => {
    const text =
      '<source srcset="images/a.png" /><img src="images/b.png" />\n![c](images/c.png)\n| `d.png` | Line |';
    expect(picturesIn('docs/x.md', text)).toEqual([
      'docs/images/a.png',
      'docs/images/b.png',
      'docs/images/c.png',
      'docs/d.png',
    ]);
    expect(shown.size).toBeGreaterThan(10);
  });

  it('exist', () => {
    expect([...shown].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('are all shown', () => {
    const files = globSync(['docs/**/*.png', 'docs/**/*.jpg', 'docs/**/*.webp'], { cwd: root });
    expect(files.filter((file) => !shown.has(file))).toEqual([]);
  });

  it('exist for both themes, with an alternative text', () => {
    const wrong = documents.flatMap((file) =>
      [...read(file).matchAll(/<img src="([^"]+)"([^>]*)>/gu)]
        .filter(
          ([, light = '', rest = '']) =>
            !light.endsWith('-light.png') ||
            !/ alt="[^"]{20,}"/u.test(rest) ||
            !shown.has(path.posix.join(path.posix.dirname(file), light.replace('-light.', '-dark.'))),
        )
        .map(([tag]) => `${file}: ${tag}`),
    );
    expect(wrong).toEqual([]);
  });

  it('total less than 3 MB', () => {
    const size = globSync('docs/images/*.png', { cwd: root })
      .map((file) => readFileSync(path.join(root, file)).length)
      .reduce((sum, bytes) => sum + bytes, 0);
    expect(size).toBeLessThan(3_000_000);
  });
});

describe('the texts for the stores', () => {
  const quoted = [...read('docs/store/texts.md').matchAll(/^> .*(?:\n> .*)*/gmu)].map(([text]) =>
    text.replaceAll(/^> /gmu, '').replaceAll('\n', ' '),
  );

  it('have summaries that the stores accept', () => {
    expect(quoted).toHaveLength(2);
    const [chrome = '', firefox = ''] = quoted;
    expect(chrome.length).toBeLessThanOrEqual(132);
    expect(firefox.length).toBeLessThanOrEqual(250);
  });
});
