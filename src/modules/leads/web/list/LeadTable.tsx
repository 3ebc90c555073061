import { clsx } from 'clsx';
import { Link } from 'wouter';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { type Lead, typeNames } from '../../contract/lead.ts';
import { lostReasonNames, statusNames } from '../../contract/status.ts';
import { ResponseClock } from '../clock/ResponseClock.tsx';
import { exactTimeOf, shortTimeOf, tones } from '../labels.ts';

/** Shared by the header and all rows so that columns line up; below this width a row is a card. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 @4xl:grid-cols-[minmax(9rem,1.1fr)_8.5rem_minmax(9rem,1.3fr)_minmax(7rem,0.9fr)_minmax(7rem,0.9fr)_6rem_8.5rem_10rem]';
const names = [
  'Customer',
  'Status',
  'Vehicle',
  'Source',
  'Assigned to',
  'Store',
  'Received',
  'First response',
];

interface Props {
  rows: readonly Lead[];
  /** The rows belong to the previous filters. */
  stale: boolean;
}

/** One row per lead; cards on narrow screens. */
export function LeadTable({ rows, stale }: Props) {
  return (
    <DataTable
      label="Leads"
      aria-busy={stale}
      className={clsx('text-sm transition-opacity', stale && 'opacity-60')}
    >
      <DataRows className="@max-4xl:sr-only">
        <DataRow className={clsx(columns, 'h-row items-center border-b border-border px-2')}>
          {names.map((name) => (
            <DataHeading key={name} className="truncate text-xs font-medium text-muted">
              {name}
            </DataHeading>
          ))}
        </DataRow>
      </DataRows>
      <DataRows>
        {rows.map((row) => (
          <LeadLine key={row.id} row={row} />
        ))}
      </DataRows>
    </DataTable>
  );
}

const small = '@max-4xl:text-xs @max-4xl:text-muted';
const right = '@max-4xl:text-right';

function LeadLine({ row }: { row: Lead }) {
  const { query } = useAddress();
  const params = new URLSearchParams(query);
  params.set('lead', String(row.id));
  return (
    <DataRow
      className={clsx(
        columns,
        'relative items-center gap-y-0.5 border-b border-border px-2 py-2 hover:bg-hover @4xl:min-h-11 @4xl:py-1',
      )}
    >
      <DataCell className="min-w-0">
        <Link
          href={`/customers/leads?${params}`}
          className="block truncate font-medium text-text after:absolute after:inset-0 hover:no-underline"
        >
          {row.customer.name}
        </Link>
      </DataCell>
      <DataCell className={clsx('flex', '@max-4xl:justify-end')}>
        <Badge
          tone={tones[row.status]}
          title={row.lostReason ? lostReasonNames[row.lostReason] : undefined}
        >
          {statusNames[row.status]}
        </Badge>
      </DataCell>
      <DataCell className="truncate">
        {row.interest || <span className="text-muted">–</span>}
      </DataCell>
      <DataCell className={clsx('truncate', small, right)}>
        {row.source?.name ?? typeNames[row.type]}
      </DataCell>
      <DataCell className={clsx('truncate', small)}>
        {row.assignee?.name ?? <span className="text-muted">Unassigned</span>}
      </DataCell>
      <DataCell className={clsx(small, right)}>
        <StoreMark store={row.store} />
      </DataCell>
      <DataCell className={clsx('truncate tabular-nums', small)}>
        <time dateTime={row.receivedAt} title={exactTimeOf(row.receivedAt)}>
          {shortTimeOf(row.receivedAt)}
        </time>
      </DataCell>
      <DataCell className="flex @max-4xl:justify-end">
        <ResponseClock lead={row} />
      </DataCell>
    </DataRow>
  );
}
