import { ContactRound } from 'lucide-react';
import { Suspense } from 'react';
import { departmentNames, homeStoreName } from '../../../../platform/contract/names.ts';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { type EmployeePage, getEmployee } from '../../contract/employee.ts';
import type { EmployeeExtension } from '../state/extension.ts';
import { peopleHref } from '../state/labels.ts';
import { type EmployeeFile, fileOf } from '../state/useEmployees.ts';
import { ContactSection } from './ContactSection.tsx';
import { EquipmentSection } from './equipment/EquipmentSection.tsx';
import { History } from './History.tsx';
import { EmployeeHeader } from './head/EmployeeHeader.tsx';
import { JobSection } from './job/JobSection.tsx';
import { ProposalList } from './personal/ProposalList.tsx';
import { PrivateSection } from './private/PrivateSection.tsx';
import { ReportingSection } from './ReportingSection.tsx';

interface Props {
  employeeId: number;
  user: CurrentUser;
  extensions: readonly EmployeeExtension[];
  onMessage: (userId: number) => void;
}

/** One employee: for colleagues the facts of the directory, for themselves, managers and HR the file. */
export default function EmployeeView({ employeeId, ...props }: Props) {
  const record = useRecord(getEmployee, { params: { employeeId } });
  return (
    <RecordView
      record={record}
      icon={ContactRound}
      title="Employee"
      titleOf={({ name }) => name}
      subtitleOf={({ jobTitle, store, department }) =>
        [jobTitle, homeStoreName(store), department && departmentNames[department]]
          .filter(Boolean)
          .join(' · ')
      }
      list={{ href: peopleHref, label: 'All people' }}
      missing={{
        title: 'Employee not found',
        description: 'This person doesn’t work here, or no longer does.',
      }}
    >
      {(employee) => <LoadedEmployee employee={employee} {...props} />}
    </RecordView>
  );
}

type LoadedProps = Omit<Props, 'employeeId'> & { employee: EmployeePage };

function LoadedEmployee({ employee, user, extensions, onMessage }: LoadedProps) {
  const file = fileOf(employee);
  const isOwn = employee.id === user.id;
  return (
    <div className="flex flex-col gap-5">
      <EmployeeHeader employee={employee} isOwn={isOwn} onMessage={onMessage} />
      {file ? (
        <FileTabs file={file} isOwn={isOwn} user={user} extensions={extensions} />
      ) : (
        <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
          <ContactSection employee={employee} isOwn={isOwn} />
          <ReportingSection employee={employee} />
        </div>
      )}
    </div>
  );
}

interface FileProps extends Pick<Props, 'user' | 'extensions'> {
  file: EmployeeFile;
  isOwn: boolean;
}

function FileTabs({ file, isOwn, user, extensions }: FileProps) {
  const { query, setQuery } = useAddress();
  const { may } = file;
  const others = extensions.filter(({ isFor }) => isFor(user, file));
  const offered = [
    'overview',
    'equipment',
    ...others.map(({ id }) => id),
    ...(may.seePrivate ? ['private'] : []),
    ...(may.seeHistory ? ['history'] : []),
  ];
  const tab = offered.find((one) => one === query.get('tab')) ?? 'overview';
  const out = file.file.equipment.filter(({ returned }) => returned === null).length;
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setQuery({ tab: next === 'overview' ? null : next })}
    >
      <TabList aria-label={`File of ${file.name}`}>
        <Tab value="overview">
          Overview
          <CountBadge count={file.file.proposals.length} label="open changes" />
        </Tab>
        <Tab value="equipment">
          Equipment
          <CountBadge count={out} label="out" tone="quiet" />
        </Tab>
        {others.map(({ id, label }) => (
          <Tab key={id} value={id}>
            {label}
          </Tab>
        ))}
        {may.seePrivate && <Tab value="private">Private</Tab>}
        {may.seeHistory && <Tab value="history">History</Tab>}
      </TabList>
      <TabPanel value="overview" tabIndex={-1}>
        <Overview file={file} isOwn={isOwn} />
      </TabPanel>
      <TabPanel value="equipment" tabIndex={-1}>
        <EquipmentSection file={file} />
      </TabPanel>
      {others.map(({ id, Part }) => (
        <TabPanel key={id} value={id} tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-48" />}>
            <Part employee={file} isOwn={isOwn} />
          </Suspense>
        </TabPanel>
      ))}
      <TabPanel value="private" tabIndex={-1}>
        <PrivateSection file={file} isOwn={isOwn} />
      </TabPanel>
      <TabPanel value="history" tabIndex={-1}>
        <History employeeId={file.id} />
      </TabPanel>
    </Tabs>
  );
}

function Overview({ file, isOwn }: Pick<FileProps, 'file' | 'isOwn'>) {
  const { proposals, decisions } = file.file;
  return (
    <div className="flex flex-col gap-8">
      {(proposals.length > 0 || decisions.length > 0) && (
        <ProposalList proposals={proposals} decisions={decisions} isOwn={isOwn} />
      )}
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <JobSection file={file} />
          <ContactSection employee={file} file={file} isOwn={isOwn} />
        </div>
        <ReportingSection employee={file} />
      </div>
    </div>
  );
}
