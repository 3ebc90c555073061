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
  asked: ReportQuery;
  me: Person;
}

/** `schedule` saves first what is not saved yet: a mail is of a view. */
type Doing = 'save' | 'schedule' | null;

/** What one does with the whole report. */
export function Actions({ description, report, asked, me }: Props) {
  const { query, setQuery } = useAddress();
  const { data: views } = useViews();
  const [doing, setDoing] = useState<Doing>(null);
  const [chosen, setChosen] = useState<View | null>(null);
  const view = views?.find(({ id }) => id === Number(query.get('view')));
  const opened = view?.report === description.id ? view : undefined;
  const isAsSaved = opened && isSame(opened.question, asked, description.groupings[0]?.id);
  // As it is by now: somebody may change it while the dialog is open.
  const scheduled = views?.find(({ id }) => id === chosen?.id) ?? chosen;
  const schedule = () =>
    opened && isAsSaved && opened.may.change ? setChosen(opened) : setDoing('schedule');
  const saved = (one: View) => {
    setQuery({ view: one.id });
    if (doing === 'schedule') setChosen(one);
    setDoing(null);
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
      {opened && <ViewTitle view={opened} isChanged={!isAsSaved} asked={asked} />}
      <div className="flex flex-wrap items-center gap-2 @3xl:ml-auto">
        <Button onClick={() => setDoing('save')}>
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
        <ExportMenu report={description.id} asked={asked} />
        <PrintReport {...{ description, report, asked }} />
      </div>
      <Suspense>
        {doing && (
          <SaveDialog
            {...{ description, asked }}
            isForMail={doing === 'schedule'}
            onClose={() => setDoing(null)}
            onSaved={saved}
          />
        )}
        {scheduled && <ScheduleDialog view={scheduled} me={me} onClose={() => setChosen(null)} />}
      </Suspense>
    </div>
  );
}
