import { clsx } from 'clsx';
import { Link } from 'wouter';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { Explained } from '../../../../platform/web/ui/Explained.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { changeOf } from '../../contract/figures/change.ts';
import { readNarrowings } from '../../contract/narrowing.ts';
import type { Description } from '../../contract/report.ts';
import type { getOverview } from '../../contract.ts';
import { hrefOf } from '../address.ts';
import { Amount } from '../figures/Amount.tsx';
import { ChangeMark } from '../figures/ChangeMark.tsx';
import { GoalBar } from '../figures/GoalBar.tsx';
import { formulaOf } from '../figures/measures.ts';
import { labelOf } from '../report/filters/labels.ts';

type Overview = ReplyOf<typeof getOverview>;
type Column = Overview['columns'][number];
type Row = Overview['rows'][number];

interface Props {
  overview: Overview;
  reports: readonly Description[];
}

const name = 'sticky left-0 z-1 bg-surface text-left font-normal';
const nameOf = ({ store }: Row) => (store ? storeNames[store] : 'All together');

/** A line for each figure, a column for each store: what one compares stands side by side. */
export function StoresTable({ overview, reports }: Props) {
  const { columns, rows } = overview;
  // Of one store all of them together say nothing more.
  const shown = rows.length === 2 ? rows.slice(0, 1) : rows;
  return (
    <div className="overflow-x-auto pb-1">
      <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
        <caption className="sr-only">This month by store</caption>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className={clsx(name, line, 'min-w-32 font-medium @3xl:w-72')}>
              Figure
            </th>
            {shown.map((row) => (
              <th
                key={nameOf(row)}
                scope="col"
                className={clsx(line, 'min-w-26 text-right text-sm font-medium text-text')}
              >
                {row.store ? <StoreMark store={row.store} /> : nameOf(row)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => {
            const isFirst = columns[at - 1]?.report !== column.report;
            const report = reports.find(({ id }) => id === column.report);
            return (
              <tr key={`${column.report}.${column.measure.id}.${column.only}`}>
                <th scope="row" className={clsx(name, line)}>
                  {isFirst && (
                    <span className="block text-xs text-muted">
                      {report?.title ?? column.report}
                    </span>
                  )}
                  <Explained
                    name={nameOfColumn(column, report)}
                    formula={formulaOf(column.measure)}
                  />
                </th>
                {shown.map((row) => (
                  <td key={nameOf(row)} className={clsx(line, 'text-right', isFirst && 'pt-5')}>
                    <Figure column={column} row={row} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** What a figure is called, and what it is narrowed to: `Over 60 days, used`. */
function nameOfColumn({ measure, only }: Column, report: Description | undefined): string {
  const words = (readNarrowings(only) ?? []).map((one) =>
    report ? labelOf(one, report, undefined).toLowerCase() : one.key,
  );
  return [measure.label, ...words].join(', ');
}

const line = 'border-b border-border px-2 py-1.5 align-top';

/** A figure that leads to the report it is of, narrowed to its store. */
function Figure({ column, row }: { column: Column; row: Row }) {
  const { report, measure, only } = column;
  const key = `${report}.${measure.id}`;
  const value = row.figures[key];
  const target = row.targets[key];
  const href = hrefOf(
    report,
    { store: row.store ?? undefined, only: only || undefined },
    { measure: measure.id },
  );
  return (
    <>
      <Link
        href={href}
        className="font-medium text-accent hover:underline touch:inline-flex touch:min-h-10 touch:items-center"
      >
        <Amount unit={measure.unit} value={value} />
        <span className="sr-only">{` ${measure.label}, ${nameOf(row)}`}</span>
      </Link>
      <span className="block">
        <ChangeMark change={changeOf(measure, value, row.previous[key])} />
      </span>
      {typeof target === 'number' && (
        <span className="mt-1 ml-auto block max-w-48">
          <GoalBar measure={measure} value={value} target={target} pace={row.pace[key] ?? null} />
        </span>
      )}
    </>
  );
}
