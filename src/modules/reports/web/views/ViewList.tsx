import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Panel } from '../../../../platform/web/frame/Panel.tsx';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Description } from '../../contract/report.ts';
import { type Doing, type Person, useViews } from './useViews.ts';
import { ViewLine } from './ViewLine.tsx';

const RenameDialog = lazyPart(() => import('./RenameDialog.tsx'), { place: 'dialog' });
const ScheduleDialog = lazyPart(() => import('./schedule/ScheduleDialog.tsx'), { place: 'dialog' });

interface Props {
  reports: readonly Description[] | undefined;
  me: Person;
}

/** What one looks at again and again: one’s own, what others share, what comes by mail. */
export function ViewList({ reports, me }: Props) {
  const { data, isError, refetch } = useViews();
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  // As it is by now: somebody may have changed it while the dialog is open.
  const view = data?.find(({ id }) => id === doing?.view.id) ?? doing?.view;
  return (
    <Panel title="Saved views">
      {!data && isError ? (
        <EmptyState
          title="The saved views could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : !data || !reports ? (
        <Skeleton className="h-28 rounded-md" />
      ) : data.length === 0 ? (
        <EmptyState
          className="py-6!"
          icon={Bookmark}
          title="No saved views yet"
          description="Open a report, ask it what you want to know, and save it: it stands here then, and can come by mail."
        />
      ) : (
        <ul className="divide-y divide-border border-y border-border">
          {data.map((view) => (
            <ViewLine
              key={view.id}
              view={view}
              me={me}
              description={reports.find(({ id }) => id === view.report)}
              onDo={setDoing}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {view && doing?.what === 'rename' && <RenameDialog view={view} onClose={close} />}
        {view && doing?.what === 'schedule' && (
          <ScheduleDialog view={view} me={me} onClose={close} />
        )}
      </Suspense>
    </Panel>
  );
}
