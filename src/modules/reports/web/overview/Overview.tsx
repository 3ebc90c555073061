import { Lock, Newspaper, Target } from 'lucide-react';
import { Suspense, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { listMonthLocks } from '../../../month-locks/contract.ts';
import { MonthLocksDialog } from '../../../month-locks/web/public.ts';
import { useCatalog, useOverview } from '../state/useReports.ts';
import type { Person } from '../state/useViews.ts';
import { ViewList } from '../views/ViewList.tsx';
import { ReportCards } from './ReportCards.tsx';
import { StoresPanel } from './StoresPanel.tsx';

const TargetsDialog = lazyPart(() => import('./targets/TargetsDialog.tsx'), {
  place: 'dialog',
});
const BriefDialog = lazyPart(() => import('./brief/BriefDialog.tsx'), { place: 'dialog' });

/** Figures by store, saved views, and all reports. */
export function Overview({ me }: { me: Person }) {
  const { data: catalog, error, refetch } = useCatalog();
  const { isPending } = useOverview();
  const [opened, setOpened] = useState<'targets' | 'brief' | 'months' | null>(null);
  const close = () => setOpened(null);
  const may = catalog?.may;
  const user = useCurrentUser();
  const seesLocks = permits(listMonthLocks.access, user ?? null);
  return (
    <div className="@container mx-auto flex max-w-[80rem] flex-col gap-8 p-4 md:p-6">
      {error && !catalog && <NotLoaded isInline what="reports" error={error} onRetry={refetch} />}
      {catalog?.stores.length === 0 && (
        <Notice>
          You aren’t assigned to a store yet. Ask an administrator to add one to see figures here.
        </Notice>
      )}
      <StoresPanel
        today={catalog?.today}
        action={
          <div className="flex min-h-row flex-wrap gap-2 max-sm:mt-2">
            {may?.setTargets && (
              <Button onClick={() => setOpened('targets')}>
                <Target aria-hidden="true" />
                Targets
              </Button>
            )}
            {may?.setBriefs && (
              <Button onClick={() => setOpened('brief')}>
                <Newspaper aria-hidden="true" />
                Daily brief
              </Button>
            )}
            {seesLocks && (
              <Button onClick={() => setOpened('months')}>
                <Lock aria-hidden="true" />
                Locked months
              </Button>
            )}
          </div>
        }
        titles={catalog?.reports}
      />
      {/* How tall the figures get is known once they load: until then nothing may stand below them. */}
      <div className={isPending ? 'hidden' : 'contents'}>
        <ViewList reports={catalog?.reports} me={me} />
        <ReportCards reports={catalog?.reports} />
      </div>
      <Suspense>
        {opened === 'targets' && catalog && (
          <TargetsDialog reports={catalog.reports} today={catalog.today} onClose={close} />
        )}
        {opened === 'months' && <MonthLocksDialog onClose={close} />}
        {opened === 'brief' && <BriefDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
