import { clsx } from 'clsx';
import { Link } from 'wouter';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import { Explained } from '../../../../platform/web/ui/Explained.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { changeOf } from '../../contract/figures/change.ts';
import { readFilters } from '../../contract/filters.ts';
import type { Description } from '../../contract/report.ts';
import type { getOverview } from '../../contract.ts';
import { Amount } from '../parts/Amount.tsx';
import { ChangeMark } from '../parts/ChangeMark.tsx';
import { GoalBar } from '../parts/GoalBar.tsx';
import { hrefOf } from '../state/address.ts';
import { labelOf } from '../state/labels.ts';
import { formulaOf } from '../state/measures.ts';

type Overview = ReplyOf<typeof getOverview>;
type Column = Overview['columns'][number];
type Row = Overview['rows'][number];

interface Props {
  overview: Overview;
  reports: readonly Description[];
}

const nameOf = ({ store }: Row) => (store ? storeNames[store] : 'Total');

const grid = 'grid border-b border-border py-1.5 gap-x-2 @3xl:gap-x-4';
/** On a phone the stores use the full width, with the measure above them. */
const multipleStores =
  'grid-cols-[repeat(var(--stores),minmax(0,1fr))] @3xl:grid-cols-[18rem_repeat(var(--stores),minmax(0,1fr))]';
const singleStore = 'max-w-2xl grid-cols-[minmax(0,1fr)_auto]';

/** A row per figure and a column per store, so that stores can be compared. */
export function StoresTable({ overview, reports }: Props) {
  const { columns, rows } = overview;
  // With one store the total adds nothing.
  const shown = rows.length === 2 ? rows.slice(0, 1) : rows;
  const isAlone = shown.length === 1;
  const row = clsx(grid, isAlone ? singleStore : multipleStores);
  const name = isAlone ? undefined : '@max-3xl:col-span-full';
  return (
    <DataTable
      label="This month by store"
      style={{ '--stores': shown.length } as React.CSSProperties}
      className="text-sm tabular-nums"
    >
      <DataRows>
        <DataRow className={clsx(row, 'items-center text-xs text-muted')}>
          <DataHeading className={clsx('font-medium', !isAlone && '@max-3xl:sr-only')}>
            Figure
          </DataHeading>
          {shown.map((one) => (
            <DataHeading
              key={nameOf(one)}
              className="text-right font-medium text-text @3xl:text-sm"
            >
              {one.store ? <StoreMark store={one.store} /> : nameOf(one)}
            </DataHeading>
          ))}
        </DataRow>
      </DataRows>
      <DataRows>
        {columns.map((column, at) => {
          const isFirst = columns[at - 1]?.report !== column.report;
          const report = reports.find(({ id }) => id === column.report);
          // Aligned with the measure name below the report name.
          const below = isFirst && (isAlone ? 'pt-4' : '@3xl:pt-4');
          return (
            <DataRow key={`${column.report}.${column.measure.id}.${column.only}`} className={row}>
              <DataCell role="rowheader" className={name}>
                <Name column={column} report={report} isFirst={isFirst} />
              </DataCell>
              {shown.map((one) => (
                <DataCell key={nameOf(one)} className={clsx('text-right', below)}>
                  <Figure column={column} row={one} />
                </DataCell>
              ))}
            </DataRow>
          );
        })}
      </DataRows>
    </DataTable>
  );
}

interface NameProps {
  column: Column;
  report: Description | undefined;
  /** The first measure of its report. */
  isFirst: boolean;
}

function Name({ column, report, isFirst }: NameProps) {
  return (
    <>
      {isFirst && (
        <span className="block text-xs text-muted">{report?.title ?? column.report}</span>
      )}
      <Explained name={nameOfColumn(column, report)} formula={formulaOf(column.measure)} />
    </>
  );
}

/** The measure and its filters: `Over 60 days, used`. */
function nameOfColumn({ measure, only }: Column, report: Description | undefined): string {
  const filters = (readFilters(only) ?? []).map((one) =>
    report ? labelOf(one, report, undefined).toLowerCase() : one.key,
  );
  return [measure.label, ...filters].join(', ');
}

/** A figure that links to its report, filtered by its store. */
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
      <Link href={href} className="group block rounded-sm hover:no-underline">
        <span className="font-medium text-accent group-hover:underline">
          <Amount unit={measure.unit} value={value} />
        </span>
        <span className="block min-h-5">
          <ChangeMark change={changeOf(measure, value, row.previous[key])} />
        </span>
        <span className="sr-only">{` ${measure.label}, ${nameOf(row)}`}</span>
      </Link>
      {typeof target === 'number' && (
        <span className="mt-1 ml-auto block max-w-48">
          <GoalBar
            measure={measure}
            value={value}
            target={target}
            pace={row.pace[key] ?? null}
            isOver={false}
          />
        </span>
      )}
    </>
  );
}
