/** The popup's stage after "Shorten": nothing moves under the pointer for a moment. */
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { root } from '../../support/dom.ts';
import { keepStageHeight } from '../../../entrypoints/popup/stage.ts';
import { openPopup } from './open-popup.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps its height for a second after each press, also one that follows a quick refusal', () => {
  vi.useFakeTimers();
  vi.stubGlobal('innerHeight', 600);
  root.innerHTML = '<div class="stage"></div>';
  const stage = root.querySelector<HTMLElement>('.stage');
  Object.assign(stage ?? {}, { offsetHeight: 200, offsetTop: 50 });
  const editable = signal(true);
  keepStageHeight({ ...openPopup().model, editable });
  const kept = () => stage?.style.minHeight || 'not kept';
  expect(kept()).toBe('not kept');
  editable.value = false;
  vi.advanceTimersByTime(900);
  expect(kept()).toBe('200px');
  editable.value = true;
  editable.value = false;
  vi.advanceTimersByTime(900);
  expect(kept()).toBe('200px');
  vi.advanceTimersByTime(100);
  expect(kept()).toBe('not kept');
});
