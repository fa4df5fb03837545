/** What the form will create, beside it. */
import { expect, it } from 'vitest';
import { LinkPreview } from '../../../entrypoints/link/link-preview.tsx';
import { draw, root, textsOf } from '../../support/dom.ts';
import { draft } from '../../support/samples.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { openPopup } from '../popup/open-popup.ts';

async function open(domain: string, alias: string): Promise<void> {
  speak();
  const { model } = openPopup({ draft: draft({ domain, alias }) });
  await draw(null);
  await draw(<LinkPreview model={model} />);
}

it('shows as a link only what will be part of it', async () => {
  await open('https://go.example', 'spring');
  expect(textsOf('.short-link')).toEqual(['go.example/spring']);
  await open('', 'spring');
  expect(textsOf('.short-link')).toEqual(['/spring']);
  expect(root.textContent).toContain(msg('domainDefault'));
  await open('', '');
  expect(textsOf('.short-link')).toEqual([]);
  expect(textsOf('.result .small').slice(0, 2)).toEqual([msg('domainDefault'), msg('aliasHint')]);
});
