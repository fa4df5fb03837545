/** What the form will create, beside it. */
import { expect, it } from 'vitest';
import { LinkPreview } from '../../../entrypoints/link/link-preview.tsx';
import { draw, textsOf } from '../../support/dom.ts';
import { draft } from '../../support/samples.ts';
import { fullView } from '../../support/sample-views.ts';
import { speak } from '../../support/speak.ts';
import { msg } from '../../support/texts.ts';
import { openPopup } from '../popup/open-popup.ts';

async function open(domain: string, alias: string, defaultDomain?: string): Promise<void> {
  speak();
  const { model } = openPopup({ draft: draft({ domain, alias }), view: fullView({ defaultDomain }) });
  await draw(null);
  await draw(<LinkPreview model={model} />);
}

it('shows the domain and the alias, or what the service puts in their place', async () => {
  const notes = () => textsOf('.short-link .note');
  await open('https://go.example', 'spring');
  expect([textsOf('.short-link'), notes()]).toEqual([['go.example/spring'], []]);
  await open('', 'spring');
  expect([textsOf('.short-link'), notes()]).toEqual([
    [`${msg('domainDefault')}/spring`],
    [msg('domainDefault')],
  ]);
  await open('', 'spring', 'https://sho.rt');
  expect([textsOf('.short-link'), notes()]).toEqual([['sho.rt/spring'], []]);
  await open('', '');
  expect(notes()).toEqual([msg('domainDefault'), msg('aliasAutomatic')]);
});
