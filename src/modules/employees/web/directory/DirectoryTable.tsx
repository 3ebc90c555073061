import { clsx } from 'clsx';
import { Mail, MessageSquare, Phone } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { phoneText } from '../../../../platform/contract/phones.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
} from '../../../../platform/web/records/RecordTable.tsx';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { EmployeeCard } from '../../contract/employee.ts';
import { EmployeeAvatar } from '../parts/EmployeeAvatar.tsx';
import { HomeStore } from '../parts/HomeStore.tsx';
import { dialOf, employeeHref } from '../state/labels.ts';

interface Props {
  rows: readonly EmployeeCard[];
  isStale: boolean;
  statuses: Readonly<Record<number, string>>;
  ownId: number;
  onMessage: (userId: number) => void;
}

export function DirectoryTable(props: Props) {
  const [, navigate] = useLocation();
  return (
    <RecordTable
      label="People"
      columns={columnsOf(props)}
      rows={props.rows}
      isStale={props.isStale}
      isRoomy
      isHeadSticky
      rowKeys={{
        nameOf: ({ name }) => name,
        onEnter: ({ id }) => navigate(employeeHref(id)),
      }}
    />
  );
}

const secondLine = 'block truncate text-xs text-muted';
/** Above the link that fills the row. */
const control = 'relative z-10';

const columnsOf = ({ statuses, ownId, onMessage }: Props): RecordColumn<EmployeeCard>[] => [
  {
    name: 'Employee',
    width: 'minmax(11rem,1.3fr)',
    className: 'flex min-w-0 items-center gap-3 @max-4xl:order-1',
    show: ({ id, name, preferredName, jobTitle }) => (
      <>
        <EmployeeAvatar userId={id} name={name} status={statuses[id]} />
        <span className="min-w-0">
          <Link
            href={employeeHref(id)}
            tabIndex={-1}
            className={clsx('block truncate', rowLinkClasses)}
          >
            {name}
            {preferredName && (
              <span className="font-normal text-muted">{` (${preferredName})`}</span>
            )}
          </Link>
          <span className={secondLine}>{jobTitle ?? 'No job title'}</span>
        </span>
      </>
    ),
  },
  {
    name: 'Store',
    width: 'minmax(6.5rem,7.5rem)',
    className: clsx('min-w-0 @max-4xl:order-3 @max-4xl:pl-11', smallOnCard),
    show: ({ store }) => <HomeStore store={store} />,
  },
  {
    name: 'Department',
    width: 'minmax(6.5rem,7.5rem)',
    className: clsx('truncate @max-4xl:order-4 @max-4xl:text-right', smallOnCard),
    show: ({ department }) =>
      department ? departmentNames[department] : <span className="text-muted">–</span>,
  },
  {
    name: 'Manager',
    width: 'minmax(7rem,1fr)',
    className: 'truncate @max-4xl:hidden',
    show: ({ manager }) => manager?.name ?? <span className="text-muted">–</span>,
  },
  {
    name: 'Work phone',
    width: 'minmax(11rem,12.5rem)',
    className: 'truncate tabular-nums @max-4xl:hidden',
    show: ({ workPhone }) =>
      workPhone ? (
        <a href={dialOf(workPhone)} className={clsx('text-text', control)}>
          {phoneText(workPhone)}
        </a>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    name: 'Contact',
    heading: <span className="sr-only">Contact</span>,
    width: '5.5rem',
    className: clsx('flex justify-end @max-4xl:order-2', control),
    show: ({ id, name, email, workPhone }) => (
      <>
        {workPhone && (
          <a
            href={dialOf(workPhone)}
            aria-label={`Call ${name}`}
            className={clsx(buttonClasses({ variant: 'ghost' }), 'w-row px-0! @4xl:hidden')}
          >
            <Phone aria-hidden="true" />
          </a>
        )}
        <a
          href={`mailto:${email}`}
          title={email}
          aria-label={`Email ${name}`}
          className={clsx(buttonClasses({ variant: 'ghost' }), 'w-row px-0! @max-4xl:hidden')}
        >
          <Mail aria-hidden="true" />
        </a>
        {id !== ownId && (
          <IconButton
            label={`Message ${name}`}
            icon={MessageSquare}
            onClick={() => onMessage(id)}
          />
        )}
      </>
    ),
  },
];
