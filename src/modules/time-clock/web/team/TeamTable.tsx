import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { TeamRow } from '../../contract/sheets.ts';
import { ApprovalBadge, Flags } from '../parts/Flags.tsx';
import { Hours } from '../parts/Hours.tsx';
import { statusNames, titled } from '../state/labels.ts';
import { useDecideWeek } from './useDecideWeek.ts';

interface Props {
  rows: readonly TeamRow[];
  /** Row count before filtering. */
  total: number;
  week: string;
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 @4xl:grid-cols-[minmax(0,1fr)_7rem_6rem_6rem_minmax(0,14rem)_9rem]';

/** One row per employee. */
export function TeamTable({ rows, total, week }: Props) {
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
        <p role="status" className="text-sm text-muted tabular-nums">
          {rows.length === total ? `${total} employees` : `${rows.length} of ${total} employees`}
        </p>
        <ApproveAll rows={rows} week={week} />
      </div>
      <DataTable label="Team timesheets" className="border-y border-border text-sm">
        <DataRows className="@max-4xl:sr-only">
          <DataRow className={clsx(columns, 'border-b border-border py-2 text-xs text-muted')}>
            <DataHeading>Employee</DataHeading>
            <DataHeading>Now</DataHeading>
            <DataHeading className="text-right">Paid</DataHeading>
            <DataHeading className="text-right">Overtime</DataHeading>
            <DataHeading>Flags</DataHeading>
            <DataHeading>Week</DataHeading>
          </DataRow>
        </DataRows>
        <DataRows className="divide-y divide-border">
          {rows.map((row) => (
            <TeamLine key={row.person.id} row={row} week={week} />
          ))}
        </DataRows>
      </DataTable>
    </div>
  );
}

function TeamLine({ row, week }: { row: TeamRow; week: string }) {
  const { person, status, totals, flags, approval, waiting } = row;
  const overtime = totals.overtimeMs + totals.doubleMs;
  return (
    <DataRow className={clsx(columns, 'items-center py-2 hover:bg-hover')}>
      <DataCell className="min-w-0">
        <Link
          href={`/utilities/timesheets?view=team&person=${person.id}&week=${week}`}
          className="font-medium text-text hover:underline"
        >
          {`${person.firstName} ${person.lastName}`}
        </Link>
        <span className="block truncate text-xs text-muted">
          {[person.department, ...person.stores]
            .filter(Boolean)
            .map((name) => titled(String(name)))
            .join(' · ')}
        </span>
      </DataCell>
      <DataCell
        className={clsx(
          status === 'clocked_out' ? 'text-muted' : 'text-text',
          '@max-4xl:text-right',
        )}
      >
        {statusNames[status]}
      </DataCell>
      <DataCell className="font-medium text-text @4xl:text-right">
        <Hours ms={totals.paidMs} />
      </DataCell>
      <DataCell className={clsx('text-right text-text', overtime === 0 && '@max-4xl:invisible')}>
        {overtime > 0 ? <Hours ms={overtime} /> : <span className="text-muted">–</span>}
        {overtime > 0 && <span className="ml-1 text-xs text-muted @4xl:hidden">overtime</span>}
      </DataCell>
      <DataCell className="flex flex-wrap gap-1">
        <Flags flags={flags.filter((flag) => flag !== 'open' && flag !== 'overtime')} />
        {waiting > 0 && <span className="text-xs text-warning-text">Request pending</span>}
      </DataCell>
      <DataCell className="@max-4xl:text-right">
        {totals.paidMs > 0 || approval !== 'open' ? (
          <ApprovalBadge state={approval} />
        ) : (
          <span className="text-muted">No hours</span>
        )}
      </DataCell>
    </DataRow>
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
