import { IdCard } from 'lucide-react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { useAvatar } from '../../../people/web/public.ts';
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
      titleOf={() => 'Credentials'}
      subtitleOf={({ employee }) => employee.name}
      list={{ href: listOf(record.data), label: 'Credentials' }}
      missing={{
        title: 'Credentials not found',
        description: 'This employee doesn’t exist, or isn’t on your team or at your stores.',
      }}
    >
      {(data) => (
        <div className="flex max-w-3xl flex-col gap-6">
          <Person employee={data.employee} />
          <LoadedCredentials data={data} />
        </div>
      )}
    </RecordView>
  );
}

function Person({ employee }: Pick<EmployeeCredentials, 'employee'>) {
  const { id, name } = employee;
  const photo = useAvatar(id);
  return (
    <header className="flex items-center gap-3">
      <Avatar name={name} src={photo} size="lg" />
      <div className="min-w-0">
        <h2 className="truncate text-lg font-semibold text-text">{name}</h2>
        <p className="truncate text-sm text-muted">{subtitleOf({ employee })}</p>
      </div>
    </header>
  );
}

const listOf = (data: EmployeeCredentials | undefined) => {
  if (!data || data.isOwn) return pageHref;
  return `${pageHref}?view=${data.may.verify ? 'all' : 'team'}`;
};

const subtitleOf = ({ employee: { jobTitle, store } }: Pick<EmployeeCredentials, 'employee'>) =>
  [jobTitle, store ? storeNames[store] : 'All stores'].filter(Boolean).join(', ');
