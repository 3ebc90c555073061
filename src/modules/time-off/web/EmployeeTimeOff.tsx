import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { RecordSection } from '../../../platform/web/records/RecordSection.tsx';
import { timeOffChanged } from '../contract.ts';
import { PersonTimeOff } from './mine/PersonTimeOff.tsx';
import { queries } from './state/useTimeOff.ts';

/** On an employee’s page, for those who see their balances: balances and requests. */
export default function EmployeeTimeOff({
  employee,
  isOwn,
}: {
  employee: { id: number };
  isOwn: boolean;
}) {
  useLiveQueries([['api', queries]], [timeOffChanged]);
  return (
    <RecordSection label="Time off">
      {isOwn ? <PersonTimeOff /> : <PersonTimeOff userId={employee.id} />}
    </RecordSection>
  );
}
