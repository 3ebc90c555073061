import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { DataCell, DataHeading, DataRow, DataRows, DataTable } from '../ui/DataTable.tsx';
import { type RowKeys, useRowKeys } from './useRowKeys.ts';

interface ColumnSort {
  /** Null if the rows are in another order. */
  direction: 'ascending' | 'descending' | null;
  onSort: () => void;
}

export interface RecordColumn<Row> {
  name: string;
  /** In place of the name, except among cards: a control for the whole column. */
  heading?: ReactNode;
  /** Its track in the grid of the wide table: `6rem`, `minmax(7rem,1fr)`. */
  width: string;
  /** The heading stands on the right, above numbers. */
  isNumber?: boolean;
  /** The heading is a button that sorts; above cards, too. */
  sort?: ColumnSort | undefined;
  /** Of the cell; also its place on the card (`@max-4xl:order-4`). */
  className?: string;
  tooltip?: (row: Row) => string;
  show: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  /** The rows still belong to the previous filters. */
  isStale: boolean;
  /** Rows of two lines, higher, with less space between the columns. */
  isRoomy?: boolean;
  /** The headings stay on the screen while scrolling. */
  isHeadSticky?: boolean;
  /** Many columns: closer together, and cards in containers below 976 px (`@max-[976px]:order-4`). */
  isWide?: boolean;
  rowClassName?: (row: Row) => string | false;
  rowKeys?: RowKeys<Row>;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

// The grid is shared by the header and all rows so that columns line up; as a card, a row has two columns.
const layouts = {
  usual: {
    grid: '@4xl:grid-cols-(--tracks)',
    head: '@max-4xl:sr-only',
    headOnCards: '@max-4xl:flex @max-4xl:h-auto @max-4xl:flex-wrap @max-4xl:gap-x-4',
    stickyHead: '@4xl:sticky @4xl:top-0 @4xl:z-10',
    inTable: '@max-4xl:hidden',
    onCard: '@4xl:hidden',
    row: '@4xl:py-1',
    afterNumber: '@4xl:pl-4',
    low: '@4xl:min-h-11',
    high: '@4xl:min-h-12',
  },
  wide: {
    grid: '@min-[976px]:grid-cols-(--tracks)',
    head: '@max-[976px]:sr-only',
    headOnCards:
      '@max-[976px]:flex @max-[976px]:h-auto @max-[976px]:flex-wrap @max-[976px]:gap-x-4',
    stickyHead: '@min-[976px]:sticky @min-[976px]:top-0 @min-[976px]:z-10',
    inTable: '@max-[976px]:hidden',
    onCard: '@min-[976px]:hidden',
    row: '@min-[976px]:py-1',
    afterNumber: '@min-[976px]:pl-4',
    low: '@min-[976px]:min-h-11',
    high: '@min-[976px]:min-h-12',
  },
};

/**
 * One row per record; a card each in a narrow container. The first column holds the link that fills the row, unless
 * rows take the focus themselves.
 */
export function RecordTable<Row extends { id: number | string }>(props: Props<Row>) {
  const { label, columns, rows, isStale, isRoomy = false, isHeadSticky = false } = props;
  const { isWide = false } = props;
  const layout = isWide ? layouts.wide : layouts.usual;
  const keys = useRowKeys(rows, props.rowKeys);
  const canSort = columns.some(({ sort }) => sort);
  const tracks = columns.map(({ width }) => width).join(' ');
  const tableGrid = clsx(
    'grid grid-cols-[minmax(0,1fr)_auto]',
    layout.grid,
    isWide ? 'gap-x-2' : isRoomy ? 'gap-x-3' : 'gap-x-4',
  );
  return (
    <DataTable
      label={label}
      aria-busy={isStale}
      style={{ '--tracks': tracks } as CSSProperties}
      className={clsx('text-sm transition-opacity', isStale && 'opacity-60')}
      onKeyDown={props.onKeyDown}
      {...keys?.handlers}
    >
      <DataRows className={clsx(!canSort && layout.head, isHeadSticky && layout.stickyHead)}>
        <DataRow
          className={clsx(
            tableGrid,
            'h-row items-center border-b border-border px-2',
            canSort && layout.headOnCards,
            isHeadSticky && 'bg-surface',
          )}
        >
          {columns.map(({ name, heading, isNumber, sort }, at) => (
            <DataHeading
              key={name}
              className={clsx(
                'truncate text-xs font-medium text-muted',
                isNumber && 'text-right',
                isTextAfterNumber(columns, at) && layout.afterNumber,
                canSort && !sort && layout.head,
              )}
              aria-sort={sort && (sort.direction ?? 'none')}
            >
              {sort ? (
                <SortButton name={name} {...sort} />
              ) : heading === undefined ? (
                name
              ) : (
                <>
                  <span className={layout.onCard}>{name}</span>
                  <span className={layout.inTable}>{heading}</span>
                </>
              )}
            </DataHeading>
          ))}
        </DataRow>
      </DataRows>
      <DataRows>
        {rows.map((row) => (
          <DataRow
            key={row.id}
            {...keys?.propsOf(row)}
            className={clsx(
              tableGrid,
              'relative items-center border-b border-border px-2 py-2 hover:bg-hover',
              keys && 'focus-visible:bg-hover focus-visible:-outline-offset-2',
              layout.row,
              isRoomy ? ['gap-y-1', layout.high] : ['gap-y-0.5', layout.low],
              props.rowClassName?.(row),
            )}
          >
            {columns.map(({ name, className, tooltip, show }, at) => (
              <DataCell
                key={name}
                className={clsx(className, isTextAfterNumber(columns, at) && layout.afterNumber)}
                title={tooltip?.(row)}
              >
                {show(row)}
              </DataCell>
            ))}
          </DataRow>
        ))}
      </DataRows>
    </DataTable>
  );
}

/** A text on the left of its column needs more distance from a number on the right of the one before. */
export const isTextAfterNumber = (columns: readonly { isNumber?: boolean }[], at: number) =>
  Boolean(columns[at - 1]?.isNumber && !columns[at]?.isNumber);

function SortButton({ name, direction, onSort }: ColumnSort & { name: string }) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className="inline-flex h-row items-center gap-1 rounded-sm font-medium hover:text-text"
      onClick={onSort}
    >
      {name}
      {direction && <Arrow aria-hidden="true" className="size-3.5" />}
    </button>
  );
}

/** For the link of a row: it fills the whole row. */
export const rowLinkClasses =
  'font-medium text-text after:absolute after:inset-0 hover:no-underline';

/** For cells that a card shows small. */
export const smallOnCard = '@max-4xl:text-xs @max-4xl:text-muted';

/** Moves focus between the links of a table with the arrow keys. */
export function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const next = links[links.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
