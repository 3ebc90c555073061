import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import { Link } from 'wouter';
import type { Column, ReportRecord } from '../../../contract/report.ts';
import { cellOf, isNumber } from './cells.ts';

interface Props {
  columns: readonly Column[];
  records: readonly ReportRecord[];
  timezone: string;
}

/** A table of records; cards on a phone. */
export function RecordTable(props: Props) {
  return (
    <div className="@container">
      <div className="overflow-x-auto @max-2xl:hidden">
        <Lines {...props} />
      </div>
      <Cards {...props} />
    </div>
  );
}

function Lines({ columns, records, timezone }: Props) {
  const nameAt = nameIn(columns);
  return (
    <table className="w-full text-sm" onKeyDown={stepByKey}>
      <caption className="sr-only">Records</caption>
      <thead>
        <tr className="text-xs text-muted">
          {columns.map(({ label, kind }) => (
            <th
              key={label}
              scope="col"
              className={clsx(
                'border-b border-border px-2 py-1.5 font-medium whitespace-nowrap',
                isNumber(kind) ? 'text-right' : 'text-left',
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record.id} className="hover:bg-hover">
            {columns.map((column, at) => (
              <td
                key={column.label}
                className={clsx(
                  'h-9 max-w-72 border-b border-border px-2 text-text',
                  // Text wraps, so that the last columns are not beyond the edge.
                  column.kind === 'text' ? 'wrap-break-word' : 'whitespace-nowrap',
                  isNumber(column.kind) && 'text-right tabular-nums',
                )}
              >
                <Cell
                  record={record}
                  timezone={timezone}
                  column={column}
                  at={at}
                  isName={at === nameAt}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first text column names the record. */
const nameIn = (columns: readonly Column[]) =>
  Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'text'),
  );

interface CellProps {
  record: ReportRecord;
  column: Column;
  at: number;
  isName: boolean;
  timezone: string;
}

/** The name links to the record. */
function Cell({ record, column, isName, at, timezone }: CellProps) {
  const text = cellOf(column.kind, record.cells[at] ?? null, timezone);
  if (!isName || !record.href) return text;
  return (
    <Link
      href={record.href}
      className="font-medium text-accent hover:underline touch:inline-flex touch:min-h-10 touch:items-center"
    >
      {text}
    </Link>
  );
}

function Cards({ columns, records, timezone }: Props) {
  const nameAt = nameIn(columns);
  return (
    <ul aria-label="Records" className="flex flex-col divide-y divide-border @2xl:hidden">
      {records.map((record) => (
        <li key={record.id} className="flex flex-col gap-1 py-3">
          {columns.map((column, at) => (
            <span
              key={column.label}
              className={clsx(
                'flex items-center justify-between gap-4',
                at === 0 ? 'text-base' : 'text-sm',
              )}
            >
              <span className="text-muted">{column.label}</span>
              <span className="min-w-0 truncate text-right text-text tabular-nums">
                <Cell
                  record={record}
                  timezone={timezone}
                  column={column}
                  at={at}
                  isName={at === nameAt}
                />
              </span>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Arrow keys move between records. */
function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const next = links[links.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
