import { IdCard } from 'lucide-react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import type { EmployeeCredentials } from '../../contract/credential.ts';
import { getEmployeeCredentials } from '../../contract.ts';
import { pageHref } from '../state/labels.ts';
import { LoadedCredentials } from './EmployeeSection.tsx';

/** The credentials of one employee, for their managers and HR. */
export default function EmployeeView({ userId }: { userId: number }) {
  const record = useRecord(getEmployeeCredentials, { params: { userId } });
  return (
    <RecordView
      record={record}
      icon={IdCard}
      title="Credentials"
      titleOf={({ employee }) => employee.name}
      subtitleOf={subtitleOf}
      list={{ href: listOf(record.data), label: 'Credentials' }}
      missing={{
        title: 'Credentials not found',
        description: 'This employee doesn’t exist, or isn’t in your team or stores.',
      }}
    >
      {(data) => (
        <div className="max-w-3xl">
          <LoadedCredentials data={data} />
        </div>
      )}
    </RecordView>
  );
}

const listOf = (data: EmployeeCredentials | undefined) => {
  if (!data || data.isOwn) return pageHref;
  return `${pageHref}?view=${data.may.verify ? 'all' : 'team'}`;
};

const subtitleOf = ({ employee: { jobTitle, store } }: EmployeeCredentials) =>
  [jobTitle, store && storeNames[store]].filter(Boolean).join(', ') || 'Credentials';
