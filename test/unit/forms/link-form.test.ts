/** The link form's model: what is typed, and what would be sent of it. */
import { effect } from '@preact/signals';
import { expect, it } from 'vitest';
import { createLinkForm } from '../../../lib/forms/link-form.ts';
import { draft } from '../../support/samples.ts';

it('has the title of its page only while it leads there', () => {
  const form = createLinkForm(draft({ address: 'https://example.com/a', title: 'A' }));
  const titleAt = (address: string) => {
    form.change({ address });
    return form.content().title;
  };
  expect(
    ['https://example.com/b', 'example.com/a?utm_source=x', 'https://example.com/a'].map(titleAt),
  ).toEqual(['', 'A', 'A']);
  form.change({ address: 'https://example.com/b', title: 'B' });
  expect(form.content().title).toBe('B');
});

it('keeps a title that is not that of a page, whatever the address', () => {
  const form = createLinkForm(draft({ address: 'example', title: 'Gift box' }), null);
  form.change({ address: 'https://example.com/gift' });
  expect(form.content().title).toBe('Gift box');
  form.change({ address: '', title: '' });
  expect(form.content().title).toBe('');
});

it('starts from what it is given and changes field by field', () => {
  const start = draft({ alias: 'a' });
  const form = createLinkForm(start);
  form.change({ title: 'Other' });
  form.change({ alias: '' });
  expect(form.draft.value).toEqual({ ...start, title: 'Other', alias: '' });
  expect(start.alias).toBe('a');
});

it('the address is read as it is typed', () => {
  const form = createLinkForm(draft({ address: '' }));
  expect(form.readable.value).toEqual({ ok: false, problem: 'empty' });
  form.change({ address: 'javascript:alert(1)' });
  expect(form.readable.value).toEqual({ ok: false, problem: 'not-web' });
  form.change({ address: 'Example.com' });
  expect(form.readable.value).toEqual({ ok: true, address: 'https://example.com/' });
});

it('the content has the address as it is sent and the alias without blanks; what is typed stays as typed', () => {
  const form = createLinkForm(draft({ address: ' Example.com ', alias: ' spring ' }));
  expect(form.content()).toMatchObject({ address: 'https://example.com/', alias: 'spring' });
  expect(form.draft.value).toMatchObject({ address: ' Example.com ', alias: ' spring ' });
  form.change({ address: 'not one' });
  expect(form.content().address).toBe('not one');
});

it('a subscriber is notified of every change once', () => {
  const form = createLinkForm(draft());
  const heard: string[] = [];
  const stop = effect(() => void heard.push(form.draft.value.alias));
  form.change({ alias: 'a' });
  form.change({ alias: 'ab' });
  stop();
  form.change({ alias: 'abc' });
  expect(heard).toEqual(['', 'a', 'ab']);
});
