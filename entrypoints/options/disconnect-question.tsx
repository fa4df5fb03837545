/** What a disconnect removes, and whether to go through with it. */
import { focusOnMount } from '../../components/focus-on-mount.ts';
import { formatCount } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { OptionsModel } from './model.ts';

export interface DisconnectQuestionProps {
  readonly model: OptionsModel;
  readonly onAnswer: () => void;
}

export function DisconnectQuestion({ model, onAnswer }: DisconnectQuestionProps) {
  return (
    <div class="failure" role="group" aria-label={t('disconnect')} data-item="disconnect">
      <p>{t('disconnectConfirm')}</p>
      {model.waiting.value > 0 && <p>{formatCount('disconnectCancels', model.waiting.value)}</p>}
      <p class="acts">
        <button
          type="button"
          class="danger"
          onClick={() => {
            onAnswer();
            void model.disconnect();
          }}
        >
          {t('confirmDisconnect')}
        </button>
        <button type="button" ref={focusOnMount} onClick={onAnswer}>
          {t('stayConnected')}
        </button>
      </p>
    </div>
  );
}
