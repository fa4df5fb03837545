/** The steps of a bulk: its URLs, their review, and the creation of the links, which has a page of its own. */
import { Check, ChevronRight } from 'lucide';
import { Icon } from '../../../components/icon.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { t } from '../../../lib/i18n/t.ts';

export function Steps({ isReview }: { readonly isReview: boolean }) {
  const current = isReview ? 1 : 0;
  const names = [t('bulkStepUrls'), t('bulkReview'), t('bulkStepCreate')];
  return (
    <ol class="steps" aria-label={t('bulkSteps')}>
      {names.map((name, index) => (
        <li key={name} aria-current={index === current ? 'step' : undefined}>
          {index > 0 && <Icon of={ChevronRight} size={14} mirrors />}
          <span class={index < current ? 'step-number done' : 'step-number'}>
            {index < current ? <Icon of={Check} size={14} /> : formatNumber(index + 1)}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
