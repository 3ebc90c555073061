import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Description } from '../../contract/report.ts';
import { type Person, useViews, type ViewDialog } from '../state/useViews.ts';
import { ViewLine } from './ViewLine.tsx';

const RenameDialog = lazyPart(() => import('./RenameDialog.tsx'), { place: 'dialog' });
const ScheduleDialog = lazyPart(() => import('./schedule/ScheduleDialog.tsx'), { place: 'dialog' });

interface Props {
  reports: readonly Description[] | undefined;
  me: Person;
}

/** The user’s own, shared and received views. */
export function ViewList({ reports, me }: Props) {
  const { data, error, refetch } = useViews();
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const close = () => setDialog(null);
  // The latest version: someone may change it while the dialog is open.
  const view = data?.find(({ id }) => id === dialog?.view.id) ?? dialog?.view;
  return (
    <Panel title="Saved views">
      {!data && error ? (
        <NotLoaded what="saved views" error={error} onRetry={refetch} />
      ) : !data || !reports ? (
        <Skeleton className="h-28 rounded-md" />
      ) : data.length === 0 ? (
        <EmptyState
          className="py-6!"
          icon={Bookmark}
          title="No saved views yet"
          description="Save a report view to see it here or get it by email."
        />
      ) : (
        <ul className="divide-y divide-border border-y border-border">
          {data.map((view) => (
            <ViewLine
              key={view.id}
              view={view}
              me={me}
              description={reports.find(({ id }) => id === view.report)}
              onOpen={setDialog}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {view && dialog?.what === 'rename' && <RenameDialog view={view} onClose={close} />}
        {view && dialog?.what === 'schedule' && (
          <ScheduleDialog view={view} me={me} onClose={close} />
        )}
      </Suspense>
    </Panel>
  );
}
