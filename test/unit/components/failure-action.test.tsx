/** The button beside a failure leads to what has to be changed. */
import { beforeEach, expect, it } from 'vitest';
import { draw, find, fire, root } from '../../support/dom.ts';
import { FailureAction } from '../../../components/failure-action.tsx';
import type { Failure } from '../../../lib/api/failure.ts';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { failures } from '../../support/samples.ts';
import { speak } from '../../support/speak.ts';

beforeEach(async () => {
  speak();
  await draw(null);
});

const targets: Partial<Record<Failure['kind'], string>> = {
  key: 'api-key',
  'no-permission': 'connection',
  moved: 'service-address',
  'not-an-api': 'service-address',
  'not-connected': 'service-address',
  challenge: 'website',
};

it.each(failures.map((failure) => [failure.kind, failure] as const))('%s', async (kind, failure) => {
  const opened: string[] = [];
  await draw(
    <FailureAction
      next={describeFailure(failure, 0).next}
      onOpenSettings={(target) => opened.push(target)}
      site="https://sho.rt"
      onOpenSite={() => opened.push('website')}
    />,
  );
  if (root.querySelector('button')) await fire(find('button'), 'click');
  expect(opened).toEqual(targets[kind] === undefined ? [] : [targets[kind]]);
});
