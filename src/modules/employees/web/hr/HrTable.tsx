import { clsx } from 'clsx';
import { FilePen, Package } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
} from '../../../../platform/web/records/RecordTable.tsx';
import { today } from '../../../../platform/web/time/days.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { payBasisNames } from '../../contract/fields.ts';
import type { HrEmployee } from '../../contract.ts';
import { EmployeeAvatar } from '../parts/EmployeeAvatar.tsx';
import { HomeStore } from '../parts/HomeStore.tsx';
import { employeeHref } from '../state/labels.ts';

interface Props {
  rows: readonly HrEmployee[];
  isStale: boolean;
}

export function HrTable({ rows, isStale }: Props) {
  const [, navigate] = useLocation();
  return (
    <RecordTable
      label="Employees"
      columns={columns}
      rows={rows}
      isStale={isStale}
      isRoomy
      isHeadSticky
      rowKeys={{
        nameOf: ({ name }) => name,
        onEnter: ({ id }) => navigate(employeeHref(id)),
      }}
    />
  );
}

const none = <span className="text-muted">–</span>;
const secondLine = 'block truncate text-xs text-muted';

const columns: RecordColumn<HrEmployee>[] = [
  {
    name: 'Employee',
    width: 'minmax(9.5rem,1.4fr)',
    className: 'flex min-w-0 items-center gap-3 @max-4xl:order-1',
    show: ({ id, name, jobTitle }) => (
      <>
        <EmployeeAvatar userId={id} name={name} />
        <span className="min-w-0">
          <Link
            href={employeeHref(id)}
            tabIndex={-1}
            className={clsx('block truncate', rowLinkClasses)}
          >
            {name}
          </Link>
          <span className={secondLine}>{jobTitle ?? 'No job title'}</span>
        </span>
      </>
    ),
  },
  {
    name: 'Number',
    width: 'minmax(3.25rem,6rem)',
    className: clsx('truncate tabular-nums @max-4xl:hidden', smallOnCard),
    show: ({ employeeNumber }) => employeeNumber ?? none,
  },
  {
    name: 'Store',
    width: 'minmax(6rem,0.8fr)',
    className: clsx('min-w-0 @max-4xl:order-3 @max-4xl:pl-11', smallOnCard),
    show: ({ store, department }) => (
      <>
        <HomeStore store={store} />
        <span className={secondLine}>{department && departmentNames[department]}</span>
      </>
    ),
  },
  {
    name: 'Manager',
    width: 'minmax(6rem,0.9fr)',
    className: 'truncate @max-4xl:hidden',
    show: ({ manager }) => manager?.name ?? none,
  },
  {
    name: 'Pay basis',
    width: 'minmax(5rem,6rem)',
    className: clsx('truncate @max-4xl:hidden', smallOnCard),
    show: ({ payBasis }) => (payBasis ? payBasisNames[payBasis] : none),
  },
  {
    name: 'Hired',
    width: 'minmax(5.75rem,7rem)',
    className: clsx('tabular-nums @max-4xl:order-4 @max-4xl:text-right', smallOnCard),
    show: ({ hiredOn }) =>
      hiredOn ? (
        <time dateTime={hiredOn}>
          <span className="@4xl:hidden">Hired </span>
          {calendarDay(hiredOn)}
        </time>
      ) : (
        none
      ),
  },
  {
    name: 'Next review',
    width: 'minmax(5.75rem,7rem)',
    className: 'tabular-nums @max-4xl:hidden',
    show: ({ reviewOn }) =>
      reviewOn ? (
        <time dateTime={reviewOn} className={clsx(reviewOn < today() && 'text-danger-text')}>
          {calendarDay(reviewOn)}
          {reviewOn < today() && <span className="block text-xs">Overdue</span>}
        </time>
      ) : (
        none
      ),
  },
  {
    name: 'Status',
    width: 'minmax(8.5rem,9rem)',
    className: 'flex flex-wrap gap-1 @max-4xl:order-2 @max-4xl:justify-end',
    show: (employee) => <States employee={employee} />,
  },
];

function States({ employee }: { employee: HrEmployee }) {
  const { status, leftOn, isActive, openProposals, equipmentOut } = employee;
  const isGone = status === 'former';
  if (status === 'active' && isActive && openProposals === 0)
    return <span className="text-muted @max-4xl:text-xs">Active</span>;
  return (
    <>
      {status === 'leaving' && leftOn && (
        <Badge tone="warning">{`Leaves ${calendarDay(leftOn)}`}</Badge>
      )}
      {isGone && <Badge>{leftOn ? `Left ${calendarDay(leftOn)}` : 'Left'}</Badge>}
      {!isActive && !isGone && <Badge>Account disabled</Badge>}
      {openProposals > 0 && (
        <Badge tone="info" icon={FilePen}>
          {plural(openProposals, 'change')}
        </Badge>
      )}
      {isGone && equipmentOut > 0 && (
        <Badge tone="danger" icon={Package}>
          {`${equipmentOut} not returned`}
        </Badge>
      )}
    </>
  );
}
