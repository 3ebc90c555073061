import { clsx } from 'clsx';
import type { ComponentProps, CSSProperties, FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { DataCell, DataHeading, DataRow, DataRows, DataTable } from '../ui/DataTable.tsx';

export interface RecordColumn<Row> {
  name: string;
  /** Its track in the grid of the wide table: `6rem`, `minmax(7rem,1fr)`. */
  width: string;
  /** The heading stands on the right, above numbers. */
  isNumber?: boolean;
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
  /** For rows that take the focus themselves. */
  rowProps?: (row: Row) => Omit<ComponentProps<'div'>, 'children'>;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
}

// Shared by the header and all rows so that columns line up; in a narrow container a row is a card of two columns.
const grid = 'grid grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-(--tracks)';

/** One row per record; a card each in a narrow container. The first column holds the link that fills the row. */
export function RecordTable<Row extends { id: number | string }>(props: Props<Row>) {
  const { label, columns, rows, isStale, isRoomy = false, isHeadSticky = false } = props;
  const tracks = columns.map(({ width }) => width).join(' ');
  const tableGrid = clsx(grid, isRoomy ? 'gap-x-3' : 'gap-x-4');
  return (
    <DataTable
      label={label}
      aria-busy={isStale}
      style={{ '--tracks': tracks } as CSSProperties}
      className={clsx('text-sm transition-opacity', isStale && 'opacity-60')}
      onKeyDown={props.onKeyDown}
      onFocus={props.onFocus}
    >
      <DataRows
        className={clsx('@max-4xl:sr-only', isHeadSticky && '@4xl:sticky @4xl:top-0 @4xl:z-10')}
      >
        <DataRow
          className={clsx(
            tableGrid,
            'h-row items-center border-b border-border px-2',
            isHeadSticky && 'bg-surface',
          )}
        >
          {columns.map(({ name, isNumber }) => (
            <DataHeading
              key={name}
              className={clsx('truncate text-xs font-medium text-muted', isNumber && 'text-right')}
            >
              {name}
            </DataHeading>
          ))}
        </DataRow>
      </DataRows>
      <DataRows>
        {rows.map((row) => {
          const { className: rowClassName, ...rowProps } = props.rowProps?.(row) ?? {};
          return (
            <DataRow
              key={row.id}
              {...rowProps}
              className={clsx(
                tableGrid,
                'relative items-center border-b border-border px-2 py-2 hover:bg-hover @4xl:py-1',
                isRoomy ? 'gap-y-1 @4xl:min-h-12' : 'gap-y-0.5 @4xl:min-h-11',
                rowClassName,
              )}
            >
              {columns.map(({ name, className, tooltip, show }) => (
                <DataCell key={name} className={className} title={tooltip?.(row)}>
                  {show(row)}
                </DataCell>
              ))}
            </DataRow>
          );
        })}
      </DataRows>
    </DataTable>
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
