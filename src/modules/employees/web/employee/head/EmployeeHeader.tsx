import { Mail, MessageSquare, Phone } from 'lucide-react';
import { Link } from 'wouter';
import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { departmentNames } from '../../../../../platform/contract/names.ts';
import { phoneText } from '../../../../../platform/contract/phones.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../../platform/web/ui/Button.tsx';
import type { EmployeePage } from '../../../contract/employee.ts';
import { EmployeeAvatar } from '../../parts/EmployeeAvatar.tsx';
import { HomeStore } from '../../parts/HomeStore.tsx';
import { dialOf, employeeHref } from '../../state/labels.ts';
import { useStatuses } from '../../state/useStatuses.ts';

interface Props {
  employee: EmployeePage;
  isOwn: boolean;
  onMessage: (userId: number) => void;
}

/** Who it is, where they work and for whom, and how to reach them. */
export function EmployeeHeader({ employee, isOwn, onMessage }: Props) {
  const { id, name, preferredName, jobTitle, store, department, manager } = employee;
  const status = useStatuses()[id];
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 items-center gap-4">
        <EmployeeAvatar userId={id} name={name} size="xl" status={status} />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold text-text">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <StateBadges employee={employee} />
          </h2>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm text-muted">
            <span className="text-text">{jobTitle ?? 'No job title'}</span>
            {department && <span>{departmentNames[department]}</span>}
            <HomeStore store={store} />
            {preferredName && <span>{`Goes by ${preferredName}`}</span>}
          </p>
          {manager && (
            <p className="text-sm text-muted">
              {'Reports to '}
              <Link href={employeeHref(manager.id)} className="text-text underline">
                {manager.name}
              </Link>
            </p>
          )}
        </div>
      </div>
      {!isOwn && <Reach employee={employee} onMessage={onMessage} />}
    </header>
  );
}

function Reach({ employee: { id, email, workPhone }, onMessage }: Omit<Props, 'isOwn'>) {
  return (
    <div className="flex flex-wrap gap-2">
      {workPhone && (
        <a href={dialOf(workPhone)} title={phoneText(workPhone)} className={buttonClasses()}>
          <Phone aria-hidden="true" />
          Call
        </a>
      )}
      <a href={`mailto:${email}`} title={email} className={buttonClasses()}>
        <Mail aria-hidden="true" />
        Email
      </a>
      <Button variant="primary" onClick={() => onMessage(id)}>
        <MessageSquare aria-hidden="true" />
        Message
      </Button>
    </div>
  );
}

function StateBadges({ employee: { file, isActive } }: Pick<Props, 'employee'>) {
  return (
    <>
      {file?.status === 'leaving' && file.leftOn && (
        <Badge tone="warning">{`Last day ${calendarDay(file.leftOn)}`}</Badge>
      )}
      {file?.status === 'former' && (
        <Badge>{file.leftOn ? `Left ${calendarDay(file.leftOn)}` : 'Left'}</Badge>
      )}
      {!isActive && <Badge>Account disabled</Badge>}
    </>
  );
}
