import { BookmarkPlus, CalendarClock, List } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListLink } from '../../../../platform/web/records/ListLink.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { Description, Report } from '../../contract/report.ts';
import type { View } from '../../contract/views.ts';
import { isSame, type PartialQuery } from '../state/address.ts';
import { type Person, updateView, useLeave, useViewAction, useViews } from '../state/useViews.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { PrintReport } from './print/PrintReport.tsx';
import { allRecords } from './records/Records.tsx';

const SaveDialog = lazyPart(() => import('../views/SaveDialog.tsx'), { place: 'dialog' });
const ScheduleDialog = lazyPart(() => import('../views/schedule/ScheduleDialog.tsx'), {
  place: 'dialog',
});

interface Props {
  description: Description;
  report: Report | undefined;
  reportQuery: PartialQuery;
  me: Person;
}

/** `schedule` saves the view first, since only views can be emailed. */
type SaveMode = 'save' | 'schedule' | null;

export function Actions({ description, report, reportQuery, me }: Props) {
  const { query, setQuery } = useAddress();
  const { data: views } = useViews();
  const [saveMode, setSaveMode] = useState<SaveMode>(null);
  const [scheduling, setScheduling] = useState<View | null>(null);
  const view = views?.find(({ id }) => id === Number(query.get('view')));
  const opened = view?.report === description.id ? view : undefined;
  const isUnchanged = opened && isSame(opened.question, reportQuery, description.groupings[0]?.id);
  // The latest version: someone may change it while the dialog is open.
  const scheduled = views?.find(({ id }) => id === scheduling?.id) ?? scheduling;
  const schedule = () =>
    opened && isUnchanged && opened.may.change ? setScheduling(opened) : setSaveMode('schedule');
  const saved = (one: View) => {
    setQuery({ view: one.id });
    if (saveMode === 'schedule') setScheduling(one);
    setSaveMode(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ListLink href="/reports" label="All reports" className="mr-2" />
      {opened && <ViewTitle view={opened} isChanged={!isUnchanged} reportQuery={reportQuery} />}
      <div className="flex flex-wrap items-center gap-2 @3xl:ml-auto">
        <Button onClick={() => setSaveMode('save')}>
          <BookmarkPlus aria-hidden="true" />
          Save view
        </Button>
        <Button onClick={schedule}>
          <CalendarClock aria-hidden="true" />
          Schedule
        </Button>
        <Button onClick={() => setQuery({ records: allRecords }, { push: true })}>
          <List aria-hidden="true" />
          Records
        </Button>
        <ExportMenu report={description.id} reportQuery={reportQuery} />
        <PrintReport description={description} report={report} reportQuery={reportQuery} />
      </div>
      <Suspense>
        {saveMode && (
          <SaveDialog
            description={description}
            reportQuery={reportQuery}
            isForMail={saveMode === 'schedule'}
            onClose={() => setSaveMode(null)}
            onSaved={saved}
          />
        )}
        {scheduled && (
          <ScheduleDialog view={scheduled} me={me} onClose={() => setScheduling(null)} />
        )}
      </Suspense>
    </div>
  );
}

interface ViewTitleProps {
  view: View;
  /** Differs from the saved view. */
  isChanged: boolean;
  reportQuery: PartialQuery;
}

/** The title of the open view, with a button to save changes. */
function ViewTitle({ view, isChanged, reportQuery }: ViewTitleProps) {
  const { mutate, isPending } = useViewAction<void>({
    run: () => updateView(view, { question: { period: 'this_month', only: '', ...reportQuery } }),
    done: 'View saved',
    failed: 'Couldn’t save view',
  });
  const leave = useLeave(view);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="min-w-0 text-lg wrap-anywhere font-semibold text-text">{view.name}</h2>
      {isChanged && <p className="text-sm text-muted">Unsaved changes</p>}
      {isChanged && view.may.change && (
        <Button size="sm" pending={isPending} onClick={() => mutate()}>
          Save changes
        </Button>
      )}
      {view.isReceived && (
        <Button size="sm" variant="ghost" pending={leave.isPending} onClick={() => leave.mutate()}>
          Stop emails
        </Button>
      )}
    </div>
  );
}
