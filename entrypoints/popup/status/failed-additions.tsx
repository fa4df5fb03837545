/** Records that could not be submitted from a picker, each with the reason: no job shows it. */
import { CircleX, RotateCw } from 'lucide';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { describeFailure } from '../../../lib/i18n/describe-failure.ts';
import { formatCount } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { truncateMiddle } from '../../../lib/i18n/truncate.ts';
import { maxNameLength } from '../../../lib/text/name-length.ts';
import { dismiss, retry } from '../form/create-record.ts';
import type { FailedRecord, RecordToAdd } from '../form/record-pickers.ts';
import type { ModelProps } from '../model.ts';
import { moveFocusOn } from '../move-focus.ts';

export function FailedAdditions({ model }: ModelProps) {
  const failed = [...model.adding.value.values()].filter(isFailed);
  return failed.map((record) => <FailedAddition key={record.id} model={model} record={record} />);
}

const isFailed = (record: RecordToAdd): record is FailedRecord => record.failure !== undefined;

function FailedAddition({ model, record }: ModelProps & { readonly record: FailedRecord }) {
  const { name, failure } = record;
  const leave = (act: typeof dismiss | typeof retry) => () => {
    moveFocusOn(document.activeElement);
    void act(model, record);
  };
  return (
    <div role="alert">
      <Banner
        tone="failure"
        icon={CircleX}
        heading={<bdi>{t('couldNotAdd', truncateMiddle(name, 44))}</bdi>}
        actions={
          <>
            {failure !== 'long-name' && (
              <Button icon={RotateCw} text={t('tryAgain')} onClick={leave(retry)} />
            )}
            <Button text={t('dismiss')} onClick={leave(dismiss)} />
          </>
        }
      >
        <p>
          {failure === 'long-name'
            ? formatCount('problemLongName', maxNameLength)
            : describeFailure(failure, model.now.value).sentence}
        </p>
      </Banner>
    </div>
  );
}
