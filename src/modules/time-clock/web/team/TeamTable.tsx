import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'wouter';
import { workedStoreName } from '../../../../platform/contract/names.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
} from '../../../../platform/web/records/RecordTable.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import { clockHours } from '../../contract/duration.ts';
import type { TeamRow } from '../../contract/sheets.ts';
import { ApprovalBadge, Flags } from '../parts/Flags.tsx';
import { Hours } from '../parts/Hours.tsx';
import { statusNames, workplaceOf } from '../state/labels.ts';
import { useDecideWeek } from './useDecideWeek.ts';

interface Props {
  rows: readonly TeamRow[];
  /** Row count before filtering. */
  total: number;
  week: string;
  /** The rows still belong to the previous week or filters. */
  isStale: boolean;
}

/** One row per employee. */
export function TeamTable({ rows, total, week, isStale }: Props) {
  if (rows.length === 0) {
    return (
      <EmptyState
        title={total === 0 ? 'No one at your stores has clocked in yet' : 'No matching employees'}
        description={
          total === 0
            ? 'Employees appear here once they clock in under Utilities.'
            : 'Try another store, department or status.'
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListCount count={{ count: rows.length, isMore: false }} one="employee" of={total} />
        <ApproveAll rows={rows} week={week} />
      </div>
      <RecordTable
        label="Team timesheets"
        columns={columnsOf(week)}
        rows={rows.map((row) => ({ ...row, id: row.person.id }))}
        isStale={isStale}
        isRoomy
      />
    </div>
  );
}

const columnsOf = (week: string): RecordColumn<TeamRow & { id: number }>[] => [
  {
    name: 'Employee',
    width: 'minmax(0,1fr)',
    className: 'min-w-0',
    show: ({ person }) => (
      <>
        <Link
          href={`/utilities/timesheets?view=team&person=${person.id}&week=${week}`}
          className={rowLinkClasses}
        >
          {`${person.firstName} ${person.lastName}`}
        </Link>
        <span className="block truncate text-xs text-muted">{workplaceOf(person)}</span>
      </>
    ),
  },
  {
    name: 'Now',
    width: '7rem',
    className: '@max-4xl:text-right',
    show: ({ status }) => (
      <span className={clsx(status === 'clocked_out' && 'text-muted')}>{statusNames[status]}</span>
    ),
  },
  {
    name: 'Paid',
    width: '8rem',
    isNumber: true,
    className: 'font-medium @4xl:text-right',
    show: ({ totals, byStore, timeOffMs }) => (
      <>
        <Hours ms={totals.paidMs} />
        {byStore.length > 1 && <ByStore byStore={byStore} />}
        {timeOffMs > 0 && (
          <span className="block text-xs font-normal text-muted tabular-nums">
            {`Time off ${clockHours(timeOffMs)}`}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Overtime',
    width: '6rem',
    isNumber: true,
    className: 'text-right',
    show: ({ totals }) => <Overtime ms={totals.overtimeMs + totals.doubleMs} />,
  },
  {
    name: 'Flags',
    width: 'minmax(0,14rem)',
    className: 'flex flex-wrap gap-1',
    show: ({ flags, waiting }) => (
      <>
        <Flags flags={flags.filter((flag) => flag !== 'open' && flag !== 'overtime')} />
        {waiting > 0 && <span className="text-xs text-warning-text">Request pending</span>}
      </>
    ),
  },
  {
    name: 'Week',
    width: '9rem',
    className: '@max-4xl:text-right',
    show: ({ totals, approval }) =>
      totals.paidMs > 0 || approval !== 'open' ? (
        <ApprovalBadge state={approval} />
      ) : (
        <span className="text-muted">No hours</span>
      ),
  },
];

/** Of someone who worked at several stores this week. */
function ByStore({ byStore }: Pick<TeamRow, 'byStore'>) {
  return (
    <span className="block text-xs font-normal text-muted tabular-nums">
      {byStore.map(({ store, paidMs }) => (
        <span key={store ?? ''} className="block">
          {`${workedStoreName(store)} ${clockHours(paidMs)}`}
        </span>
      ))}
    </span>
  );
}

function Overtime({ ms }: { ms: number }) {
  if (ms === 0) return <span className="text-muted @max-4xl:invisible">–</span>;
  return (
    <>
      <Hours ms={ms} />
      <span className="ml-1 text-xs text-muted @4xl:hidden">overtime</span>
    </>
  );
}

function ApproveAll({ rows, week }: Pick<Props, 'rows' | 'week'>) {
  const [confirming, setConfirming] = useState(false);
  const { decide, isPending } = useDecideWeek(week);
  const ready = approvable(rows);
  if (ready.length === 0) return null;
  const reviewed = ready.map(({ person, fingerprint }) => ({ id: person.id, fingerprint }));
  return (
    <>
      <Button variant="primary" onClick={() => setConfirming(true)}>
        {`Approve ${ready.length === 1 ? '1 week' : `${ready.length} weeks`}`}
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Approve these weeks?"
        description="Weeks shown here with hours and no open issues will be approved. A later correction reopens a week."
        confirmLabel="Approve"
        pending={isPending}
        onConfirm={() =>
          decide({ reviewed, approved: true }, { onSettled: () => setConfirming(false) })
        }
      />
    </>
  );
}

/** The rows whose week can be approved now. */
const approvable = (rows: readonly TeamRow[]): TeamRow[] =>
  rows.filter(
    ({ approval, approvalWaitsFor, totals }) =>
      approval !== 'approved' && approvalWaitsFor === null && totals.paidMs > 0,
  );
