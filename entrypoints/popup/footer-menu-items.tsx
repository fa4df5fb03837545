/** The items of the status bar's menu: loaded when it opens. */
import { Activity, AppWindow } from 'lucide';
import { focusOnMount } from '../../components/focus-on-mount.ts';
import { Button } from '../../components/button.tsx';
import { t } from '../../lib/i18n/t.ts';
import './lazy-styles.ts';
import type { ModelProps } from './model.ts';
import { openManage } from './navigate.ts';
import { openTabChoice } from './tab-choice.ts';

export function FooterMenuItems({ model }: ModelProps) {
  // Tabs of private windows can't be listed.
  const hasTabs = !model.page.private;
  return (
    <>
      {hasTabs && (
        <Button
          icon={AppWindow}
          text={t('bulkAllTabs')}
          ref={focusOnMount}
          onClick={() => void openTabChoice(model).catch((error: unknown) => reportError(error))}
        />
      )}
      <Button
        icon={Activity}
        text={t('activity')}
        ref={hasTabs ? null : focusOnMount}
        onClick={() => void openManage('activity')}
      />
    </>
  );
}
