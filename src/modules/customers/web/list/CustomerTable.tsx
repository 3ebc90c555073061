import { clsx } from 'clsx';
import { Building2, PhoneOff } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { CustomerRow } from '../../contract/finding.ts';
import { phoneText } from '../../contract/phones.ts';
import { customerHref } from '../../contract.ts';
import { agoOf, momentOf } from '../labels.ts';
import { useRowKeys } from './useRowKeys.ts';

/** Shared by the header and every row so that columns line up; a row is a card on narrow screens. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 @4xl:grid-cols-[minmax(12rem,1.5fr)_8.5rem_minmax(8rem,1.3fr)_minmax(6rem,0.8fr)_minmax(7rem,0.9fr)_minmax(7rem,0.9fr)_7rem]';
const names = ['Customer', 'Phone', 'Email', 'City', 'Stores', 'Assigned to', 'Last activity'];

interface Props {
  rows: readonly CustomerRow[];
  /** The rows still belong to the previous filters. */
  stale: boolean;
}

export function CustomerTable({ rows, stale }: Props) {
  const [, navigate] = useLocation();
  const { currentId, handlers } = useRowKeys((id) => navigate(customerHref(id)));
  const current = rows.some(({ id }) => id === currentId) ? currentId : rows[0]?.id;
  return (
    <DataTable
      label="Customers"
      aria-busy={stale}
      className={clsx('text-sm transition-opacity', stale && 'opacity-60')}
      {...handlers}
    >
      <DataRows className="@max-4xl:sr-only @4xl:sticky @4xl:top-0 @4xl:z-10">
        <DataRow
          className={clsx(columns, 'h-row items-center border-b border-border bg-surface px-2')}
        >
          {names.map((name) => (
            <DataHeading key={name} className="truncate text-xs font-medium text-muted">
              {name}
            </DataHeading>
          ))}
        </DataRow>
      </DataRows>
      <DataRows>
        {rows.map((row) => (
          <CustomerLine key={row.id} row={row} current={row.id === current} />
        ))}
      </DataRows>
    </DataTable>
  );
}

interface LineProps {
  row: CustomerRow;
  /** The one row the Tab key stops at. */
  current: boolean;
}

const secondary = '@max-4xl:text-xs @max-4xl:text-muted';

function CustomerLine({ row, current }: LineProps) {
  return (
    <DataRow
      tabIndex={current ? 0 : -1}
      data-row={row.id}
      aria-label={row.name}
      className={clsx(
        columns,
        'relative items-center gap-y-0.5 border-b border-border px-2 py-2 @4xl:min-h-11 @4xl:py-1',
        'hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2',
      )}
    >
      <DataCell className="flex min-w-0 items-center gap-x-2 gap-y-0.5 overflow-hidden @max-4xl:flex-wrap">
        <Link
          href={customerHref(row.id)}
          tabIndex={-1}
          className="min-w-16 max-w-full shrink truncate text-base font-medium text-text after:absolute after:inset-0 hover:no-underline"
        >
          {row.name}
        </Link>
        {row.kind === 'business' && (
          <Building2 aria-label="Business" className="size-3.5 text-muted" />
        )}
        {row.doNotContact && (
          <Badge tone="warning" icon={PhoneOff} className="shrink-0">
            Do not contact
          </Badge>
        )}
        {row.tags.slice(0, 1).map((tag) => (
          <Badge key={tag} title={tag} className="min-w-10 shrink-[9]">
            <span className="truncate">{tag}</span>
          </Badge>
        ))}
        {row.tags.length > 1 && (
          <Badge
            title={row.tags.slice(1).join(', ')}
            className="shrink-0"
          >{`+${row.tags.length - 1}`}</Badge>
        )}
      </DataCell>
      <DataCell className="tabular-nums @max-4xl:text-right">
        {row.phone ? phoneText(row.phone) : <span className="text-muted">–</span>}
      </DataCell>
      <DataCell className={clsx('truncate', secondary)}>{row.email ?? ''}</DataCell>
      <DataCell className="truncate @max-4xl:hidden">{row.city}</DataCell>
      <DataCell className={clsx('flex flex-wrap gap-x-2 @max-4xl:justify-end', secondary)}>
        {row.stores.map((store) => (
          <StoreMark key={store} store={store} />
        ))}
      </DataCell>
      <DataCell className={clsx('truncate', secondary)}>
        {row.owners.map(({ name }) => name).join(', ') || (
          <span className="text-muted">Unassigned</span>
        )}
      </DataCell>
      <DataCell className={clsx('text-muted @max-4xl:text-right', secondary)}>
        <time dateTime={row.lastActivityAt} title={momentOf(row.lastActivityAt)}>
          {agoOf(row.lastActivityAt)}
        </time>
      </DataCell>
    </DataRow>
  );
}
