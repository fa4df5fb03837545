/** A text typed into a picker that is none of its options: no link is created with what was chosen before. */
import { drawPopup, parts } from '../render-popup.tsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { signal } from '@preact/signals';
import { draw, field, find, fire, root, settle, type } from '../../../support/dom.ts';
import { fullView } from '../../../support/sample-views.ts';
import { msg } from '../../../support/texts.ts';
import { draft } from '../../../support/samples.ts';
import { openPopup, page } from '../open-popup.ts';

const { Link, noPlacements } = await import('../../../../entrypoints/link/link.tsx');
const hiring = { id: '7', name: 'Hiring' };
const view = fullView({ campaigns: [hiring, { id: '1', name: 'Spring' }] });

async function open(place: 'popup' | 'page') {
  await draw(null);
  const popup = openPopup({ view, draft: draft({ address: page.address, campaign: hiring }) });
  await (place === 'popup'
    ? drawPopup(popup.model)
    : draw(
        <Link heading={signal('')} model={popup.model} parts={parts} placements={signal(noPlacements)} />,
      ));
  await settle();
  return popup;
}

async function leaveWith(text: string) {
  await type(field('#campaign'), text);
  await fire(field('#campaign'), 'focusout');
  await settle();
}

const isFocused: string[] = [];
beforeEach(() => void isFocused.splice(0));

describe.each(['popup', 'page'] as const)('%s', (place) => {
  it('“Shorten” leads to the picker, and submits nothing', async () => {
    const { submitted, model } = await open(place);
    await leaveWith('Black Friday');
    field('#campaign').focus = () => void isFocused.push('campaign');
    await fire(find('form'), 'submit');
    await settle();
    expect([submitted, isFocused]).toEqual([[], ['campaign']]);
    expect(find('.create').textContent).toContain(msg('createNamed', 'Black Friday'));
    // It is no part of the draft.
    expect(model.form.draft.value.campaign).toEqual(hiring);
  });

  it('a whole name needs no other press', async () => {
    const { submitted } = await open(place);
    await leaveWith('spring');
    await fire(find('form'), 'submit');
    await settle();
    expect(submitted).toMatchObject([{ link: { campaign: { id: '1' } } }]);
    expect(root.querySelector('.property .problem')).toBeNull();
  });
});
