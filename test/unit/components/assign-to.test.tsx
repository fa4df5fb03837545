/** "Add to campaign or channel…": the submitted commands, and the reported result of each. */
import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { AssignTo, type AssignDeps } from '../../../components/assign-to.tsx';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { maxNameLength } from '../../../lib/text/name-length.ts';
import { MessageError } from '../../../lib/messages/client.ts';
import type { BlockReasonView, JobView } from '../../../lib/views/job-view.ts';
import { jobView } from '../../support/sample-views.ts';
import { isolate } from '../../../lib/text/isolate.ts';
import { speak } from '../../support/speak.ts';
import { act } from 'preact/test-utils';
import { draw, field, find, fire, press, root, textsOf, type } from '../../support/dom.ts';
import { msg, msgCount, msgPattern } from '../../support/texts.ts';
import { flushMicrotasks } from '../../support/flush.ts';

beforeEach(() => speak());

const spring = { id: '5', name: 'Spring' };
const autumn = { id: '6', name: 'Autumn' };
const pressChannel = { id: '8', name: 'Press' };

async function open(campaign?: AssignDeps['campaign']) {
  await draw(null);
  let ids = 0;
  const commands: Parameters<AssignDeps['submit']>[0][] = [];
  const ends: ((end: JobView['state'] | Error) => Promise<void>)[] = [];
  const created: string[] = [];
  const creations: ((end: string | Error) => Promise<void>)[] = [];
  const status = signal<{ jobs: JobView[]; blockReason: BlockReasonView | null }>({
    jobs: [],
    blockReason: null,
  });
  const found: { current: ((campaign: typeof spring) => void) | null } = { current: null };
  const deps: AssignDeps = {
    campaign,
    followCampaign: (onFound) => {
      found.current = onFound;
      return () => (found.current = null);
    },
    lists: () => ({ campaigns: [spring, autumn], channels: [pressChannel] }),
    status: () => status.value,
    now: () => 1_000,
    newId: () => `id-${++ids}`,
    create: ({ id, kind, name }) => {
      created.push(`${id}: ${kind} ${name}`);
      return new Promise((resolve, reject) => {
        creations.push(async (end) => {
          await act(() => (end instanceof Error ? reject(end) : resolve(end)));
          await flushMicrotasks();
        });
      });
    },
    submit: (command) => {
      commands.push(command);
      return new Promise((resolve, reject) => {
        ends.push(async (end) => {
          await act(() => (end instanceof Error ? reject(end) : resolve({ state: end })));
          await flushMicrotasks();
        });
      });
    },
  };
  await draw(<AssignTo deps={deps} />);
  const assign = async () => {
    const button = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === msg('add'));
    await fire(button ?? root, 'click');
  };
  const choose = async (index: number, name: string) => {
    const input = field(`.assign-to .picker:nth-child(${index}) input`);
    await type(input, name);
    await press(input, 'Enter');
  };
  return { commands, ends, created, creations, assign, choose, status, found };
}

const campaign = () => field('.assign-to .picker:nth-child(1) input').value;
const notices = () => textsOf('[role=status] p');

describe('assigning a link', () => {
  it('adds nothing while a typed name is none of the options', async () => {
    const { commands, assign, choose } = await open();
    await choose(1, spring.name);
    const input = field('.assign-to .picker:nth-child(2) input');
    await type(input, 'Presse');
    await fire(input, 'focusout');
    await assign();
    expect([commands, notices()]).toEqual([[], []]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('says which campaign it is in, which another one would replace', async () => {
    await open(autumn);
    expect(textsOf('.assign-to .hint')).toEqual([msg('addToMoves', isolate('Autumn'))]);
    expect(campaign()).toBe('Autumn');
    await open();
    expect(textsOf('.assign-to .hint')).toEqual([]);
    expect(campaign()).toBe('');
  });

  it('says it as soon as the mirror has it, and follows it no longer', async () => {
    const { found } = await open();
    await act(() => found.current?.(autumn));
    expect(textsOf('.assign-to .hint')).toEqual([msg('addToMoves', isolate('Autumn'))]);
    expect(found.current).toBeNull();
  });

  it('moves it only to a campaign that was chosen, and says from which one', async () => {
    const { commands, ends, assign, choose } = await open(autumn);
    await choose(2, 'Press');
    await assign();
    await choose(1, 'Spring');
    await assign();
    expect(commands.map(({ to }) => to.name)).toEqual(['Press', 'Spring']);
    expect(campaign()).toBe('Autumn');
    await ends[0]?.('done');
    await ends[1]?.('done');
    expect(notices()).toEqual([msg('addedTo', 'Press'), msg('movedTo', 'Autumn', 'Spring')]);
    expect(campaign()).toBe('Spring');
    expect(textsOf('.assign-to .hint')).toEqual([msg('addToMoves', isolate('Spring'))]);
  });

  it('offers no “None” for the campaign it is in, only for another one that is chosen', async () => {
    const { choose } = await open(autumn);
    const options = async () => {
      const input = field('.assign-to .picker:nth-child(1) input');
      await press(input, 'ArrowDown');
      const rows = textsOf('.assign-to .picker:nth-child(1) [role=option]');
      await press(input, 'Escape');
      return rows;
    };
    expect(await options()).toEqual(['Spring', 'Autumn']);
    const { defaultPrevented } = await press(field('.assign-to .picker:nth-child(1) input'), 'Backspace');
    expect([defaultPrevented, campaign()]).toEqual([false, 'Autumn']);
    await choose(1, 'Spring');
    expect(await options()).toEqual([msg('none'), 'Spring', 'Autumn']);
    await press(field('.assign-to .picker:nth-child(1) input'), 'Backspace');
    expect(campaign()).toBe('Autumn');
  });

  it('adds it by Enter, as a form does', async () => {
    const { commands, choose } = await open();
    await choose(1, 'Spring');
    const input = field('.assign-to .picker:nth-child(1) input');
    // It ends the composition of a word.
    await press(input, 'Enter', { isComposing: true });
    expect(commands).toEqual([]);
    await press(input, 'Enter');
    expect(commands.map(({ to }) => to.name)).toEqual(['Spring']);
  });

  it('submits a campaign that the account lacks together with the assignment, which awaits it', async () => {
    const { commands, ends, created, creations, assign, choose } = await open(autumn);
    await choose(1, 'Spring 2027');
    expect([created, campaign()]).toEqual([[], 'Spring 2027']);
    await assign();
    expect(created).toEqual(['id-2: add-campaign Spring 2027']);
    expect(commands).toEqual([
      {
        id: 'id-1',
        kind: 'assign-campaign',
        to: { id: '', name: 'Spring 2027' },
        awaits: [{ field: 'campaign', id: 'id-2', name: 'Spring 2027' }],
      },
    ]);
    expect(notices()).toEqual([msg('addToStatus', 'Spring 2027', msg('addingTo'))]);
    await creations[0]?.('12');
    await ends[0]?.('done');
    expect(notices()).toEqual([msg('movedTo', 'Autumn', 'Spring 2027')]);
    expect(textsOf('.assign-to .hint')).toEqual([msg('addToMoves', isolate('Spring 2027'))]);
  });

  it('awaits a campaign that is being created for another link, and creates no second one', async () => {
    const { commands, ends, created, assign, choose, status } = await open(autumn);
    const adding = jobView({ id: 'adding', kind: 'add-campaign', subject: 'Spring 2027', state: 'queued' });
    status.value = { jobs: [adding], blockReason: null };
    await choose(1, 'spring 2027');
    await assign();
    expect([created, commands[0]?.awaits]).toEqual([
      [],
      [{ field: 'campaign', id: 'adding', name: 'spring 2027' }],
    ]);
    await ends[0]?.('done');
    expect(notices()).toEqual([msg('movedTo', 'Autumn', 'spring 2027')]);
  });

  it('reports why a new one could not be created', async () => {
    const { assign, choose, status } = await open();
    await choose(2, 'New');
    await assign();
    const failure = { kind: 'refused', status: 400, message: 'Too many channels.' } as const;
    const awaits = { kind: 'invalid-link', field: 'record' } as const;
    await act(() => {
      status.value = {
        jobs: [
          jobView({ id: 'id-1', kind: 'assign-channel', state: 'refused', failure: awaits }),
          jobView({ id: 'id-2', kind: 'add-channel', state: 'refused', failure }),
        ],
        blockReason: null,
      };
    });
    expect(notices()).toEqual([msg('addToFailed', 'New', describeFailure(failure, 1_000).sentence)]);
  });

  it('reports that a new one could not be stored', async () => {
    const { creations, assign, choose } = await open();
    await choose(2, 'New');
    await assign();
    await creations[0]?.(new MessageError('not-stored'));
    expect(notices()).toEqual([msg('addToNotSaved')]);
  });

  it('says of a name that is too long for a record', async () => {
    const { created, assign, choose } = await open();
    await choose(1, 'x'.repeat(maxNameLength + 1));
    expect(find('[role=status]').textContent).toContain(msgCount('problemLongName', maxNameLength));
    await assign();
    expect(created).toEqual([]);
  });

  it('reports no earlier result beside the next choice', async () => {
    const { choose, assign, ends } = await open();
    await choose(1, 'Spring');
    await assign();
    await ends[0]?.('done');
    expect(notices()).toEqual([msg('addedTo', 'Spring')]);
    await choose(1, 'Autumn');
    expect(notices()).toEqual([]);
    await assign();
    await ends[1]?.('done');
    expect(notices()).toEqual([msg('movedTo', 'Spring', 'Autumn')]);
  });

  it('reports no earlier result that a job tells beside the next choice', async () => {
    const { choose, assign, ends, status } = await open();
    await choose(1, 'Spring');
    await assign();
    await ends[0]?.('queued');
    await act(
      () => void (status.value = { jobs: [jobView({ id: 'id-1', state: 'done' })], blockReason: null }),
    );
    expect(notices()).toEqual([msg('addedTo', 'Spring')]);
    await choose(1, 'Autumn');
    expect(notices()).toEqual([]);
  });

  it('submits one command each for a campaign and a channel, and clears the fields', async () => {
    const { commands, ends, assign, choose } = await open();
    await choose(1, 'Spring');
    await choose(2, 'Press');
    await assign();
    expect(commands.map(({ kind, to }) => [kind, to])).toEqual([
      ['assign-campaign', spring],
      ['assign-channel', pressChannel],
    ]);
    expect(new Set(commands.map(({ id }) => id)).size).toBe(2);
    expect(notices()).toEqual([
      msg('addToStatus', 'Spring', msg('addingTo')),
      msg('addToStatus', 'Press', msg('addingTo')),
    ]);
    await ends[1]?.('done');
    expect(notices()).toEqual([msg('addToStatus', 'Spring', msg('addingTo')), msg('addedTo', 'Press')]);
    await ends[0]?.('done');
    expect(notices()[0]).toBe(msg('addedTo', 'Spring'));
    await assign();
    expect(commands).toHaveLength(2);
    expect(find('[role=status]').textContent).toContain(msg('addToNothingChosen'));
  });

  it('reports that a command waits, without a time that would be announced each second, and why it was refused', async () => {
    const { commands, ends, assign, choose, status } = await open();
    await choose(1, 'Spring');
    await assign();
    const job = jobView({
      id: commands[0]?.id ?? '',
      kind: 'assign-campaign',
      to: 'Spring',
      state: 'queued',
      goesAt: 13_000,
      waits: 'limit',
    });
    await act(() => void (status.value = { jobs: [job], blockReason: null }));
    expect(notices()).toEqual([msg('addToStatus', 'Spring', msg('jobQueued'))]);
    const refused: JobView = {
      ...job,
      state: 'refused',
      goesAt: null,
      failure: { kind: 'refused', status: 404, message: 'No such campaign' },
    };
    await act(() => void (status.value = { jobs: [refused], blockReason: null }));
    await ends[0]?.('refused');
    expect(notices()[0]).toMatch(msgPattern('addToFailed', 'Spring', /.*No such campaign.*/));
  });

  it.each([
    ['could not be stored', new MessageError('not-stored'), msg('addToNotSaved')],
    [
      'failed in the background',
      new MessageError('failed'),
      msg('addToFailed', 'Press', msg('failureInternal')),
    ],
    ['failed before it was sent', new Error('a bug'), msg('addToFailed', 'Press', msg('failureInternal'))],
  ])('reports that a command %s', async (_, error, notice) => {
    const { ends, assign, choose } = await open();
    await choose(2, 'Press');
    await assign();
    await ends[0]?.(error);
    expect(notices()[0]).toBe(notice);
  });
});
