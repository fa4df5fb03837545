/** The combobox by keyboard, by pointer and for a screen reader. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act } from 'preact/test-utils';
import { draw, field, find, fire, press, root, settle, textsOf, type } from '../../../support/dom.ts';
import { openCombobox } from '../../../../components/combobox/open-combobox.tsx';
import { focusUnmatchedText } from '../../../../components/combobox/focus-unmatched-text.ts';
import { Combobox } from '../../../../components/combobox/combobox.tsx';
import type { PickerOption } from '../../../../lib/draft/draft.ts';
import { speak } from '../../../support/speak.ts';
import { msg } from '../../../support/texts.ts';

const named = (...names: string[]): PickerOption[] =>
  names.map((name, index) => ({ id: String(index + 1), name }));
const options = named('Spring', 'Summer', 'Winter sale', 'Late spring');

type PickerProps = Parameters<typeof Combobox>[0];

/** Renders a combobox whose parent holds the chosen options. */
async function open(props: Partial<PickerProps> = {}) {
  await draw(null);
  const changes: string[][] = [];
  const created: string[] = [];
  let chosen = props.chosen ?? [];
  let behavior = props.behavior === undefined ? openCombobox : props.behavior;
  const paint = (): Promise<void> =>
    draw(
      <Combobox
        id="campaign"
        label={msg('campaign')}
        options={options}
        onCreate={(name) => created.push(name)}
        {...props}
        behavior={behavior}
        chosen={chosen}
        onChange={(next) => {
          changes.push(next.map(({ name }) => name));
          chosen = next;
        }}
      />,
    );
  await paint();
  const input = field('input');
  const keys = async (...names: string[]) => {
    let last: Event | undefined;
    for (const name of names) {
      last = await press(input, name);
      await paint();
    }
    return last;
  };
  /** Loads the listbox. */
  const load = async () => {
    behavior = openCombobox;
    await paint();
    await paint();
  };
  return { input, keys, changes, created, paint, load };
}

const isOpen = () => !find('[role=listbox]').hasAttribute('hidden');
const active = () => {
  const id = find('input').getAttribute('aria-activedescendant');
  return id === null ? null : (root.querySelector(`[id="${id}"]`)?.textContent ?? 'nowhere');
};
const rows = () => textsOf('[role=option]');

beforeEach(() => speak());

it('takes a whole name when the field is left, and offers no second one while it is being created', async () => {
  const left = await open();
  await type(left.input, 'summer ');
  await fire(left.input, 'focusout');
  expect([left.changes, isOpen()]).toEqual([[['Summer']], false]);
  const pending = await open({ chosen: [{ id: 'job', name: 'Autumn' }] });
  await type(pending.input, 'autumn');
  expect(rows()).toEqual([]);
});

it('keeps a name that is none of the options, where its parent asks for it', async () => {
  const left: string[] = [];
  const unmatched = {
    name: '',
    note: 'No campaign',
    isProblem: true,
    onKeep: (name: string) => left.push(name),
  };
  const first = await open({ unmatched });
  await type(first.input, ' Autumn ');
  await fire(first.input, 'focusout');
  expect([left, isOpen(), textsOf('#campaign-unmatched')]).toEqual([['Autumn'], false, ['']]);
  const second = await open({ unmatched: { ...unmatched, name: 'Autumn' } });
  expect([second.input.value, second.input.getAttribute('aria-invalid')]).toEqual(['Autumn', 'true']);
  expect(textsOf('#campaign-unmatched')).toEqual(['No campaign']);
  await second.keys('Backspace', 'ArrowDown');
  expect(rows()).toEqual([msg('createNamed', 'Autumn')]);
});

describe('a field that is left with a text that is none of the options', () => {
  const spring = named('Spring');
  const state = () => [field('input').value, field('input').getAttribute('aria-invalid') === 'true'];

  /** Typed beside "Spring", which stays chosen. */
  async function leaveWith(text: string, props: Partial<PickerProps> = {}) {
    const opened = await open({ chosen: spring, ...props });
    await type(opened.input, text);
    await fire(opened.input, 'focusout');
    await settle();
    return opened;
  }

  it('keeps it, and says what to do: the former choice must not seem to be replaced', async () => {
    const { input, changes, created } = await leaveWith(' Autumn');
    expect([state(), changes, created, isOpen()]).toEqual([['Autumn', true], [], [], false]);
    const note = find(`[id="${input.getAttribute('aria-describedby')}"]`);
    expect([note.textContent.trim(), note.hidden]).toEqual([msg('chooseOrCreate', 'Autumn'), false]);
    await leaveWith('Autumn', { onCreate: undefined });
    expect(textsOf('.problem').map((text) => text.trim())).toEqual([msg('chooseListed', 'Autumn')]);
  });

  it('does not move what is below while the press that has left it lasts', async () => {
    vi.spyOn(root.ownerDocument.documentElement, 'matches').mockReturnValueOnce(true);
    await leaveWith('Autumn');
    expect([state(), find('.problem').hidden]).toEqual([['Autumn', true], true]);
  });

  it('blocks the form, and offers to create it', async () => {
    const { input, keys, created } = await leaveWith('Autumn');
    const focus = vi.spyOn(input, 'focus');
    const blocked: boolean[] = [];
    await act(() => void blocked.push(focusUnmatchedText(root)));
    expect(blocked).toEqual([true]);
    expect([focus.mock.calls.length, isOpen(), active()]).toEqual([1, true, msg('createNamed', 'Autumn')]);
    await keys('Enter');
    expect([created, state(), focusUnmatchedText(root)]).toEqual([['Autumn'], ['Spring', false], false]);
  });

  it.each([
    ['Escape', false],
    ['Escape in the open list', true],
  ])('%s returns to the former choice', async (_, opens) => {
    const { keys, changes } = await leaveWith('Autumn');
    if (opens) await keys('ArrowDown');
    expect((await keys('Escape'))?.defaultPrevented).toBe(true);
    expect([state(), changes, isOpen()]).toEqual([['Spring', false], [], false]);
  });

  it('clearing it returns to the former choice, another text takes its place', async () => {
    const { input, changes } = await leaveWith('Autumn');
    await type(input, 'Winter');
    expect(state()).toEqual(['Winter', false]);
    await fire(input, 'focusout');
    expect(state()).toEqual(['Winter', true]);
    await type(input, '');
    await fire(input, 'focusout');
    expect([state(), changes]).toEqual([['Spring', false], []]);
  });

  it('is none while that record is being created', async () => {
    await leaveWith('autumn', { chosen: [{ id: 'job', name: 'Autumn' }] });
    expect(state()).toEqual(['Autumn', false]);
  });

  it('multiple: keeps it beside the chosen ones, of which one can be removed', async () => {
    const { changes } = await leaveWith('Autumn', { multiple: true });
    expect(textsOf('.chip')).toEqual(['Spring']);
    await fire(find('.chip button'), 'click');
    expect([state(), changes]).toEqual([['Autumn', true], [[]]]);
  });
});

it('multiple: a chosen name that is typed again is not kept as one without an option', async () => {
  const kept: string[] = [];
  const unmatched = { name: '', note: '', isProblem: true, onKeep: (name: string) => kept.push(name) };
  const { input, changes } = await open({ multiple: true, chosen: named('Spring'), unmatched });
  await type(input, 'spring');
  await fire(input, 'focusout');
  expect([kept, changes]).toEqual([[''], []]);
});

it('takes the exact name before one that differs in accents', async () => {
  const both = named('Résumé', 'Resume');
  const left = await open({ options: both });
  await type(left.input, 'Resume');
  expect(active()).toBe('Resume');
  await fire(left.input, 'focusout');
  expect(left.changes).toEqual([['Resume']]);
});

it('chooses no record without a name when it is opened and left', async () => {
  const { input, keys, changes } = await open({ options: named('Spring', '') });
  await keys('ArrowDown');
  await fire(input, 'focusout');
  expect(changes).toEqual([]);
});

describe('when the options change while it is open', () => {
  const [spring, summer] = options;
  const more: PickerOption[] = [{ id: '9', name: 'Autumn' }, ...options];

  it.each([
    ['the first one, active from the start', [], spring],
    ['one that an arrow key has reached', ['ArrowDown'], summer],
  ])('Enter chooses what was active: %s', async (_, moves, expected) => {
    const chosen: string[] = [];
    let shown: readonly PickerOption[] = options;
    const paint = () =>
      draw(
        <Combobox
          id="late"
          label={msg('campaign')}
          options={shown}
          chosen={[]}
          behavior={openCombobox}
          onChange={(next) => chosen.push(...next.map(({ name }) => name))}
        />,
      );
    await draw(null);
    await paint();
    for (const name of ['ArrowDown', ...moves]) await press(field('input'), name);
    await paint();
    const before = active();
    shown = more;
    await paint();
    expect(active()).toBe(before);
    await press(field('input'), 'Enter');
    expect(chosen).toEqual([expected?.name]);
  });
});

describe('for a screen reader', () => {
  it('closed: is labeled and refers to its list', async () => {
    const { input } = await open();
    expect(find('label').getAttribute('for')).toBe(input.id);
    expect(find('label').textContent).toBe(msg('campaign'));
    expect(input.getAttribute('role')).toBe('combobox');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    expect(input.getAttribute('aria-autocomplete')).toBe('list');
    expect(input.getAttribute('aria-controls')).toBe(find('[role=listbox]').id);
    expect(input.hasAttribute('aria-activedescendant')).toBe(false);
    expect(find('[role=listbox]').getAttribute('aria-label')).toBe(msg('campaign'));
    expect(isOpen()).toBe(false);
  });

  it('open: is expanded, with an active row and the chosen one selected', async () => {
    const { keys, input } = await open({ chosen: [options[1]].filter((choice) => choice !== undefined) });
    await keys('ArrowDown');
    expect(input.getAttribute('aria-expanded')).toBe('true');
    expect(active()).not.toBe('nowhere');
    const selected = [...root.querySelectorAll('[role=option]')].map((row) => [
      row.textContent,
      row.getAttribute('aria-selected'),
    ]);
    expect(selected).toContainEqual(['Summer', 'true']);
    expect(selected.filter(([, is]) => is === 'true')).toHaveLength(1);
  });

  it.each([
    ['spr', ['<mark>Spr</mark>ing', 'Late <mark>spr</mark>ing']],
    ['SUM ', ['<mark>Sum</mark>mer']],
    ['strasse', ['<mark>Straße</mark> &lt;b&gt;']],
    ['creme b', ['<mark>Crème B</mark>rûlée']],
    ['', ['Spring', 'Summer', 'Winter sale', 'Late spring', 'Straße &lt;b&gt;', 'Crème Brûlée']],
  ])('open: marks what was typed: %j', async (text, names) => {
    const { input } = await open({
      options: [...options, ...named('Straße <b>', 'Crème Brûlée')],
      onCreate: undefined,
    });
    await type(input, text);
    const shown = [...root.querySelectorAll('[role=option] bdi')].map(({ innerHTML }) => innerHTML);
    expect(shown).toEqual(names);
  });

  it('two comboboxes on a page share no id', async () => {
    await draw(null);
    const props = { options, chosen: [], onChange: () => {}, behavior: openCombobox };
    await draw(
      <>
        <Combobox id="campaign" label={msg('campaign')} {...props} />
        <Combobox id="channel" label={msg('channel')} {...props} />
      </>,
    );
    const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('before the listbox has loaded: is labeled and closed', async () => {
    const { input, keys } = await open({ behavior: null });
    await keys('ArrowDown', 'Enter', 'Escape', 'Backspace');
    await type(input, 'spr');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    expect(root.querySelector(`[id="${input.getAttribute('aria-controls') ?? ''}"]`)).not.toBeNull();
  });

  it.each([
    ['Enter chooses what it would have chosen', 'sum', ['Enter'], [['Summer']], []],
    ['Enter creates what is not there', 'Autumn', ['Enter'], [], ['Autumn']],
    ['an arrow after it, or none at all, chooses nothing', 'sum', ['ArrowDown'], [], []],
  ])('what was typed before the rest had loaded: %s', async (_, text, pressed, chosen, made) => {
    const { input, keys, changes, created, load } = await open({ behavior: null });
    await type(input, text);
    await keys(...pressed);
    expect([changes, created, isOpen()]).toEqual([[], [], false]);
    await load();
    expect([changes, created]).toEqual([chosen, made]);
    expect(isOpen()).toBe(chosen.length + made.length === 0);
    await load();
    expect([changes, created]).toEqual([chosen, made]);
  });

  it('chooses nothing when more was typed after Enter, before the listbox had loaded', async () => {
    const { input, keys, changes, load } = await open({ behavior: null });
    await type(input, 'sum');
    await keys('Enter');
    await type(input, 'summ');
    await load();
    expect(changes).toEqual([]);
    expect(rows()).toEqual(['Summer', msg('createNamed', 'summ')]);
  });

  it.each(['ArrowDown', 'ArrowUp'])(
    '%s before the listbox has loaded opens the list once it has',
    async (arrow) => {
      const { keys, load, changes } = await open({ behavior: null });
      await keys(arrow);
      expect(isOpen()).toBe(false);
      await load();
      expect([isOpen(), active()]).toEqual([true, rows()[0]]);
      await keys('Enter');
      expect(changes).toEqual([[options[0]?.name]]);
    },
  );

  it('does not open the list of a field that was left before the listbox had loaded', async () => {
    const { input, load } = await open({ behavior: null });
    await type(input, 'sum');
    const other = document.body.appendChild(document.createElement('button'));
    // linkedom has no focus.
    Object.defineProperty(document, 'activeElement', { value: other, configurable: true });
    await load();
    expect([isOpen(), input.value]).toEqual([false, 'sum']);
    Reflect.deleteProperty(document, 'activeElement');
    other.remove();
  });

  it('multiple: is marked as such, and each choice can be removed by name', async () => {
    const { changes, keys } = await open({ multiple: true, chosen: options.slice(0, 2) });
    await keys('ArrowDown');
    expect(find('[role=listbox]').getAttribute('aria-multiselectable')).toBe('true');
    const buttons = [...root.querySelectorAll('.chip button')];
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      msg('removeChoice', 'Spring'),
      msg('removeChoice', 'Summer'),
    ]);
    const focus = vi.spyOn(find('input'), 'focus');
    await fire(find('.chip button'), 'click');
    expect(changes).toEqual([['Summer']]);
    // The pressed button is gone.
    expect(focus).toHaveBeenCalledOnce();
  });
});

describe('multiple: the chosen ones', () => {
  const focusedBy = async (target: Element, key: string) => {
    const focused: string[] = [];
    for (const stop of root.querySelectorAll<HTMLElement>('.chip button, input'))
      stop.focus = () => void focused.push(stop.getAttribute('aria-label') ?? stop.id);
    const { defaultPrevented } = await press(target, key);
    return [focused.join(), defaultPrevented];
  };

  it('are no tab stops', async () => {
    await open({ multiple: true, chosen: options.slice(0, 2) });
    const stops = [...root.querySelectorAll('.chip button')].map((button) => button.getAttribute('tabIndex'));
    expect(stops).toEqual(['-1', '-1']);
  });

  it('are reached by arrows from the input, which lead back to it', async () => {
    const { input, keys } = await open({ multiple: true, chosen: options.slice(0, 2) });
    await keys('ArrowDown');
    const [spring = input, summer = input] = root.querySelectorAll('.chip button');
    expect(await focusedBy(input, 'ArrowLeft')).toEqual([msg('removeChoice', 'Summer'), true]);
    expect(isOpen()).toBe(false);
    expect(await focusedBy(summer, 'ArrowLeft')).toEqual([msg('removeChoice', 'Spring'), true]);
    expect(await focusedBy(spring, 'ArrowLeft')).toEqual(['', false]);
    expect(await focusedBy(summer, 'ArrowRight')).toEqual(['campaign', true]);
    expect(await focusedBy(summer, 'Enter')).toEqual(['', false]);
  });

  it('are reached by the other arrow from right to left, and by none while something is typed', async () => {
    const { input } = await open({ multiple: true, chosen: options.slice(0, 2) });
    document.dir = 'rtl';
    expect(await focusedBy(input, 'ArrowLeft')).toEqual(['', false]);
    expect(await focusedBy(input, 'ArrowRight')).toEqual([msg('removeChoice', 'Summer'), true]);
    document.dir = '';
    await type(input, 'x');
    expect(await focusedBy(input, 'ArrowLeft')).toEqual(['', false]);
  });
});

describe('arrows', () => {
  it('open the list, and wrap at both ends', async () => {
    const { keys } = await open();
    expect((await keys('ArrowDown'))?.defaultPrevented).toBe(true);
    expect([isOpen(), active()]).toEqual([true, 'Spring']);
    await keys('ArrowDown');
    expect(active()).toBe('Summer');
    await keys('ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(active()).toBe('Spring');
    await keys('ArrowUp');
    expect(active()).toBe('Late spring');
  });

  it('Arrow Up opens it as well, also without options', async () => {
    const { keys } = await open({ options: [] });
    await keys('ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter');
    expect(active()).toBeNull();
    expect(textsOf('[role=presentation]')).toEqual([msg('typeToCreate')]);
  });

  it('shows that nothing matches only where no name can be created', async () => {
    const { keys } = await open({ options: [], onCreate: undefined });
    await keys('ArrowDown');
    expect(textsOf('[role=presentation]')).toEqual([msg('noMatches')]);
  });

  it('announces it in an element that was there before', async () => {
    const { input } = await open({ onCreate: undefined });
    const status = find('.picker > [aria-live]');
    expect(status.textContent).toBe('');
    await type(input, 'zzz');
    expect([find('.picker > [aria-live]') === status, status.textContent]).toEqual([true, msg('noMatches')]);
  });
});

describe('typing', () => {
  it('filters without case and accents, with prefix matches first', async () => {
    const { input } = await open({ options: named('Late spring', 'Été', 'Spring') });
    await type(input, 'SPR');
    expect(rows()).toEqual(['Spring', 'Late spring', msg('createNamed', 'SPR')]);
    await type(input, 'ete');
    expect(rows()).toEqual(['Été']);
  });

  it('activates the first match again', async () => {
    const { input, keys } = await open();
    await keys('ArrowDown', 'ArrowDown');
    await type(input, 's');
    expect(active()).toBe('Spring');
  });

  it('shows the number of matches that are not rendered', async () => {
    const many = named(...Array.from({ length: 75 }, (_, n) => `c${n}`));
    const { input } = await open({ options: many });
    await type(input, 'c');
    expect(rows().filter((text) => text !== msg('createNamed', 'c'))).toHaveLength(60);
    expect(textsOf('[role=presentation]')).toEqual([msg('moreMatches', '15')]);
  });

  it('ignores keys of an input method', async () => {
    const { input, changes } = await open();
    await type(input, 'spr');
    const event = await press(input, 'Enter', { isComposing: true });
    expect([event.defaultPrevented, changes, isOpen()]).toEqual([false, [], true]);
  });
});

describe('Enter', () => {
  it('chooses the active row and closes', async () => {
    const { keys, changes, input } = await open();
    await keys('ArrowDown', 'ArrowDown');
    expect((await keys('Enter'))?.defaultPrevented).toBe(true);
    expect([changes, isOpen()]).toEqual([[['Summer']], false]);
    expect(input.value).toBe('Summer');
  });

  it('opens the closed list, and submits the form only after a choice, until the focus leaves', async () => {
    const { input, keys, changes } = await open();
    expect((await keys('Enter'))?.defaultPrevented).toBe(true);
    expect([isOpen(), changes]).toEqual([true, []]);
    await keys('Enter');
    expect([isOpen(), changes]).toEqual([false, [['Spring']]]);
    expect((await keys('Enter'))?.defaultPrevented).toBe(false);
    await fire(input, 'focusout');
    expect((await keys('Enter'))?.defaultPrevented).toBe(true);
    expect([isOpen(), changes]).toEqual([true, [['Spring']]]);
  });

  it('opens the list as an arrow key does: not at the row that was active before it was closed', async () => {
    const { keys } = await open();
    await keys('ArrowDown', 'ArrowDown', 'ArrowDown', 'Escape', 'Enter');
    expect([isOpen(), active()]).toEqual([true, rows()[0]]);
  });

  it('before the listbox has loaded: opens the list once it has', async () => {
    const { keys, changes, load } = await open({ behavior: null });
    await keys('Enter');
    await load();
    expect([isOpen(), changes]).toEqual([true, []]);
  });

  it.each([
    ['a whole word that a name begins with', 'Spring'],
    ['the same in another case, with a space', 'spring '],
    ['a whole word within a name', 'catalog'],
    ['the beginning of a word', 'Spri'],
    ['a name that is there', 'Spring catalog'],
  ])('chooses the first match, where a name can be created, too: %s', async (_name, typed) => {
    const { keys, input, changes, created } = await open({ options: named('Spring catalog', 'Summer') });
    await type(input, typed);
    expect(active()).toBe(rows()[0]);
    await keys('Enter');
    expect([changes, created]).toEqual([[['Spring catalog']], []]);
  });

  it('creates the name after an arrow key to it', async () => {
    const { changes, created, input, keys } = await open({ options: named('Spring catalog') });
    await type(input, 'Spring');
    await keys('ArrowUp', 'Enter');
    expect([changes, created]).toEqual([[], ['Spring']]);
  });

  it.each([
    [['ArrowDown'], [['Spring catalog']], []],
    [['ArrowDown', 'ArrowDown'], [], ['Spri']],
  ])(
    'chooses the only match after one arrow down, and creates the name after two: %j',
    async (moves, chosen, made) => {
      const { keys, input, changes, created } = await open({ options: named('Spring catalog') });
      await type(input, 'Spri');
      await keys(...moves, 'Enter');
      expect([changes, created]).toEqual([chosen, made]);
    },
  );

  it('never submits the form while the list is open, even without a row', async () => {
    const { keys, input } = await open({ onCreate: undefined });
    await type(input, 'zzz');
    expect((await keys('Enter'))?.defaultPrevented).toBe(true);
  });

  it('right after opening keeps the chosen option', async () => {
    const { keys, changes } = await open({ chosen: options.slice(1, 2) });
    await keys('ArrowDown', 'Enter');
    expect(changes.at(-1) ?? ['Summer']).toEqual(['Summer']);
  });

  it('multiple: chooses and removes options, and stays open', async () => {
    const { keys, changes, input } = await open({ multiple: true });
    await keys('ArrowDown', 'Enter', 'ArrowDown', 'Enter', 'ArrowUp', 'Enter');
    expect(changes).toEqual([['Spring'], ['Spring', 'Summer'], ['Summer']]);
    expect([isOpen(), input.value]).toEqual([true, '']);
  });

  it('multiple: after a choice, Enter chooses no other one: it closes the list and is the form’s', async () => {
    const { keys, changes, input } = await open({ multiple: true });
    await type(input, 'wint');
    await keys('Enter');
    expect([isOpen(), active()]).toEqual([true, null]);
    const event = await keys('Enter');
    expect([event?.defaultPrevented, isOpen(), changes]).toEqual([false, false, [['Winter sale']]]);
  });

  it('multiple: after a choice, the arrows continue from it', async () => {
    const { keys, changes, input } = await open({ multiple: true });
    await type(input, 'summ');
    await keys('Enter', 'ArrowDown', 'Enter');
    expect(changes).toEqual([['Summer'], ['Summer', 'Winter sale']]);
  });
});

describe('Create', () => {
  it('comes last, with the typed name', async () => {
    const { input, keys, created, changes } = await open();
    await type(input, ' spri ');
    expect(rows()).toEqual(['Spring', 'Late spring', msg('createNamed', 'spri')]);
    await keys('ArrowUp', 'Enter');
    expect([created, changes, isOpen()]).toEqual([['spri'], [], false]);
  });

  it('is not offered for an existing name, for blanks, or without `onCreate`', async () => {
    const { input, paint } = await open();
    for (const text of ['sprinG', '   ', '']) {
      await type(input, text);
      await paint();
      expect(rows().join()).not.toContain('Create');
    }
    const shut = await open({ onCreate: undefined });
    await type(shut.input, 'new');
    expect(rows()).toEqual([]);
  });
});

describe('Escape', () => {
  it('closes only the list: the event reaches neither the popup nor a dialog', async () => {
    const { input, keys, changes } = await open();
    await type(input, 'spr');
    let heard = 0;
    const hear = () => void heard++;
    root.addEventListener('keydown', hear);
    expect((await keys('Escape'))?.defaultPrevented).toBe(true);
    expect([heard, isOpen(), changes, input.value]).toEqual([0, false, [], '']);
    expect((await keys('Escape'))?.defaultPrevented).toBe(false);
    expect(heard).toBe(1);
    root.removeEventListener('keydown', hear);
  });
});

describe('Backspace', () => {
  it('clears a single choice while the list is closed', async () => {
    const { keys, changes } = await open({ chosen: options.slice(0, 1) });
    expect((await keys('Backspace'))?.defaultPrevented).toBe(true);
    expect(changes).toEqual([[]]);
  });

  it('edits the text while typing', async () => {
    const { input, keys, changes } = await open({ chosen: options.slice(0, 1) });
    await type(input, 'spr');
    expect((await keys('Backspace'))?.defaultPrevented).toBe(false);
    expect(changes).toEqual([]);
  });

  it('multiple: removes the last choice while nothing is typed', async () => {
    const { input, keys, changes } = await open({ multiple: true, chosen: options.slice(0, 3) });
    await keys('Backspace', 'ArrowDown', 'Backspace');
    expect(changes).toEqual([['Spring', 'Summer'], ['Spring']]);
    await type(input, 'x');
    expect((await keys('Backspace'))?.defaultPrevented).toBe(false);
    expect(changes).toHaveLength(2);
  });
});

describe('the pointer', () => {
  it('opens by a click, chooses by a click', async () => {
    const { input, changes } = await open();
    await fire(input, 'click');
    expect(isOpen()).toBe(true);
    await fire([...root.querySelectorAll('[role=option]')][2] ?? input, 'click');
    expect([changes, isOpen()]).toEqual([[['Winter sale']], false]);
  });

  it('“None” clears a single choice', async () => {
    const { input, changes } = await open({ chosen: options.slice(0, 1) });
    await fire(input, 'click');
    expect(rows()[0]).toBe(msg('none'));
    await fire(find('[role=option]'), 'click');
    expect(changes).toEqual([[]]);
  });
});

describe('leaving', () => {
  it('closes the list and keeps the choice, but not when the focus moves within', async () => {
    const { input, changes } = await open({ chosen: options.slice(0, 1) });
    await type(input, 'win');
    await fire(input, 'focusout', { relatedTarget: find('[role=option]') });
    expect(isOpen()).toBe(true);
    await fire(input, 'focusout', { relatedTarget: null });
    expect([isOpen(), changes]).toEqual([false, []]);
  });
});
