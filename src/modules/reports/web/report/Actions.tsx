import { ArrowLeft, BookmarkPlus, CalendarClock, List } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { Description, Report } from '../../contract/report.ts';
import type { View } from '../../contract/views.ts';
import { isSame, type ReportQuery } from '../address.ts';
import { PrintReport } from '../print/PrintReport.tsx';
import { allRecords } from '../records/Records.tsx';
import { type Person, useViews } from '../views/useViews.ts';
import { ViewTitle } from '../views/ViewTitle.tsx';
import { ExportMenu } from './ExportMenu.tsx';

const SaveDialog = lazyPart(() => import('../views/SaveDialog.tsx'), { place: 'dialog' });
const ScheduleDialog = lazyPart(() => import('../views/schedule/ScheduleDialog.tsx'), {
  place: 'dialog',
});

interface Props {
  description: Description;
  report: Report | undefined;
  reportQuery: ReportQuery;
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
      <Link
        href="/reports"
        className="mr-2 inline-flex items-center gap-1.5 text-sm text-muted hover:text-text hover:no-underline touch:min-h-10"
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" />
        All reports
      </Link>
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
        <PrintReport {...{ description, report, reportQuery }} />
      </div>
      <Suspense>
        {saveMode && (
          <SaveDialog
            {...{ description, reportQuery }}
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
