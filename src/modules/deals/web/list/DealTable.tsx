import { clsx } from 'clsx';
import { Link } from 'wouter';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { type Deal, typeNames } from '../../contract/deal.ts';
import { statusNames } from '../../contract/status.ts';
import { conditionLabels, dayOf, dealHref, latestStep, shortDayOf, tones } from '../labels.ts';
import { stepByKey } from './stepByKey.ts';
import { TransitAge } from './TransitAge.tsx';

/** Shared by the header and all rows so that columns line up; below this width a row is a card. */
const card = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3';
const plain =
  '@4xl:grid-cols-[6rem_8rem_minmax(7rem,1fr)_minmax(9rem,1.4fr)_minmax(7rem,0.9fr)_5rem_3.5rem]';
const withGross =
  '@4xl:grid-cols-[5.5rem_8rem_minmax(6rem,1fr)_minmax(8rem,1.4fr)_minmax(6rem,0.9fr)_4.5rem_4rem_4rem_3.25rem]';

const names = ['Number', 'Status', 'Customer', 'Vehicle', 'Salesperson'];
const figures = ['Price', 'Front', 'Back'];

interface Props {
  rows: readonly Deal[];
  canSeeGross: boolean;
  /** The rows belong to the previous filters. */
  stale: boolean;
}

/** One row per deal; cards on narrow screens. */
export function DealTable({ rows, canSeeGross, stale }: Props) {
  const columns = clsx(card, canSeeGross ? withGross : plain);
  const amounts = canSeeGross ? figures : figures.slice(0, 1);
  return (
    <DataTable
      label="Deals"
      aria-busy={stale}
      className={clsx('text-sm transition-opacity', stale && 'opacity-60')}
      onKeyDown={stepByKey}
    >
      <DataRows className="@max-4xl:sr-only">
        <DataRow className={clsx(columns, 'h-row items-center border-b border-border px-2')}>
          {[...names, ...amounts, 'Due bills'].map((name, at) => (
            <DataHeading
              key={name}
              className={clsx(
                'truncate text-xs font-medium text-muted',
                at >= names.length && 'text-right',
              )}
            >
              {name}
            </DataHeading>
          ))}
        </DataRow>
      </DataRows>
      <DataRows>
        {rows.map((row) => (
          <DealLine key={row.id} row={row} columns={columns} canSeeGross={canSeeGross} />
        ))}
      </DataRows>
    </DataTable>
  );
}

const small = '@max-4xl:text-xs @max-4xl:text-muted';
const under = 'truncate text-xs text-muted';

interface LineProps {
  row: Deal;
  columns: string;
  canSeeGross: boolean;
}

/** Cells in column order; on a card the price is beside the customer and the vehicle below. */
function DealLine({ row, columns, canSeeGross }: LineProps) {
  return (
    <DataRow
      className={clsx(
        columns,
        'relative items-center gap-y-1 border-b border-border px-2 py-2 hover:bg-hover @4xl:min-h-12 @4xl:py-1',
      )}
    >
      <DataCell className="min-w-0 @max-4xl:order-1">
        <Link
          href={dealHref(row.id)}
          className="block font-mono font-medium text-text after:absolute after:inset-0 hover:no-underline"
        >
          {row.number}
        </Link>
        <span className={clsx(under, 'block')}>
          {`${typeNames[row.type]}, ${conditionLabels[row.condition]}`}
        </span>
      </DataCell>
      <DataCell className="min-w-0 @max-4xl:order-2 @max-4xl:text-right">
        <Badge tone={tones[row.status]}>{statusNames[row.status]}</Badge>
        <Since row={row} />
      </DataCell>
      <DataCell className="truncate @max-4xl:order-3">{row.customer.name}</DataCell>
      <DataCell className="min-w-0 @max-4xl:order-5 @max-4xl:col-span-2 @max-4xl:flex @max-4xl:justify-between @max-4xl:gap-3">
        <span className="block truncate">{row.vehicle}</span>
        <span className={clsx(under, 'block shrink-0 font-mono')}>{row.stockNumber}</span>
      </DataCell>
      <DataCell className="min-w-0 @max-4xl:order-6 @max-4xl:flex @max-4xl:flex-wrap @max-4xl:gap-x-3">
        <span className={clsx(small, 'block truncate')}>{row.salesperson.name}</span>
        <StoreMark store={row.store} className="text-xs text-muted" />
      </DataCell>
      <Amount cents={row.priceCents} className="font-medium @max-4xl:order-4" />
      {canSeeGross && (
        <>
          <Amount
            name="Front"
            cents={row.gross?.frontCents}
            className={clsx('@max-4xl:order-8 @max-4xl:text-left', small)}
          />
          <Amount
            name="Back"
            cents={row.gross?.backCents}
            className={clsx('@max-4xl:order-9', small)}
          />
        </>
      )}
      <DataCell className="text-right tabular-nums @max-4xl:order-7">
        {row.dueBillCount > 0 ? (
          <Badge tone="warning">
            <span className="@4xl:sr-only">Due bills</span>
            {row.dueBillCount}
          </Badge>
        ) : (
          <span className="text-muted @max-4xl:hidden">–</span>
        )}
      </DataCell>
    </DataRow>
  );
}

interface AmountProps {
  cents: number | undefined;
  /** Shown with the amount on cards, which have no column header. */
  name?: string;
  className: string;
}

function Amount({ cents, name, className }: AmountProps) {
  return (
    <DataCell className={clsx('text-right tabular-nums', className)}>
      {name && <span className="@4xl:hidden">{`${name} `}</span>}
      {cents === undefined ? '–' : dollarsOf(cents)}
    </DataCell>
  );
}

function Since({ row }: Pick<LineProps, 'row'>) {
  const { what, day } = latestStep(row);
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted tabular-nums @max-4xl:justify-end">
      <time dateTime={day} title={`${what} ${dayOf(day)}`}>
        {shortDayOf(day)}
      </time>
      <TransitAge deal={row} brief />
    </span>
  );
}
