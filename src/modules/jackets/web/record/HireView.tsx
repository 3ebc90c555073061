import { FolderCheck } from 'lucide-react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { today } from '../../../../platform/web/time/days.ts';
import { UploadTray } from '../../../documents/web/public.ts';
import { getJacket } from '../../contract/jacket.ts';
import { listHref } from '../state/labels.ts';
import { LoadedJacket } from './RecordJacket.tsx';

/**
 * The personnel file of a new hire. Their page does not replace it: that of an employee of several stores opens only for
 * HR of the whole group.
 */
export default function HireView({ employeeId }: { employeeId: number }) {
  const record = useRecord(getJacket, { params: { record: 'employee', recordId: employeeId } });
  return (
    <RecordView
      record={record}
      icon={FolderCheck}
      title="Personnel file"
      titleOf={({ title }) => title}
      subtitleOf={({ since }) => {
        if (since === null) return 'Personnel file';
        return `${since > today() ? 'Starts' : 'Hired'} ${calendarDay(since)}`;
      }}
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
