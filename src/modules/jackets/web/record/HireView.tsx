import { FolderCheck } from 'lucide-react';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { calendarDay } from '../../../../platform/web/time/calendar.ts';
import { UploadTray } from '../../../documents/web/public.ts';
import { getJacket } from '../../contract/jacket.ts';
import { listHref } from '../state/labels.ts';
import { LoadedJacket } from './RecordJacket.tsx';

/** The personnel file of a new hire, which has no page of its own yet. */
export default function HireView({ employeeId }: { employeeId: number }) {
  const record = useRecord(getJacket, { params: { record: 'employee', recordId: employeeId } });
  return (
    <RecordView
      record={record}
      icon={FolderCheck}
      title="Personnel file"
      titleOf={({ title }) => title}
      subtitleOf={({ since }) => (since ? `Hired ${calendarDay(since)}` : 'Personnel file')}
      list={{ href: `${listHref}?view=hires`, label: 'All new hires' }}
      missing={{
        title: 'Personnel file not found',
        description: 'It doesn’t exist, or it isn’t yours to read. Personnel files are for HR.',
      }}
    >
      {(jacket) => (
        <>
          <LoadedJacket jacket={jacket} />
          <UploadTray />
        </>
      )}
    </RecordView>
  );
}
