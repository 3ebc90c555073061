import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Explained } from '../../../../../platform/web/ui/Explained.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { changeOf } from '../../../contract/figures/change.ts';
import { mostRelevantFirst } from '../../../contract/figures/order.ts';
import type { Measure, Report, Row } from '../../../contract/report.ts';
import { Amount } from '../../parts/Amount.tsx';
import { ChangeMark } from '../../parts/ChangeMark.tsx';
import { formulaOf, groupingLabelOf } from '../../state/measures.ts';
import { columnsOf } from './columns.ts';
import { type ReportTableProps, RowName } from './RowName.tsx';
import { nextSorting, readSorting, type Sorting, sorted } from './sort.ts';

/** The span to compare with; null for no comparison. */
export type Compared = 'previous' | 'yearBefore' | null;

interface Props extends ReportTableProps {
  compared: Compared;
}

const first = 'sticky left-0 z-1 bg-surface text-left font-normal';

/** Columns shown on a phone, besides the sorted one. */
const onPhone = 2;

/** On a phone only the leading columns until expanded; a wide table scrolls under its row names. */
export function FiguresTable(props: Props) {
  const { description, report, compared } = props;
  const { query, setQuery } = useAddress();
  const measures = columnsOf(description, report);
  const ids = measures.map(({ id }) => id);
  const sorting = readSorting(query.get('sort'), ids);
  const sort = (column: string) => setQuery({ sort: nextSorting(sorting, column) });
  const label = groupingLabelOf(description, report.by);
  const [isExpanded, setExpanded] = useState(false);
  const narrow = mostRelevantFirst({ ...description, measures }, report.rows).slice(0, onPhone);
  // Room for the comparison, if there is anything to compare with.
  const height = compared && hasCompared(report, compared) ? 'h-12 align-top' : 'h-9';
  const columns = measures.map((measure) => ({
    measure,
    hidden:
      isExpanded || narrow.includes(measure) || measure.id === sorting?.column
        ? undefined
        : '@max-2xl:hidden',
  }));
  return (
    <>
      <div className="overflow-x-auto pb-1">
        <table className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{`${description.title} by ${label.toLowerCase()}`}</caption>
          <thead>
            <tr className="text-xs text-muted">
              <Heading sorting={sorting} sort={sort} column="label" name={label}>
                {label}
              </Heading>
              {columns.map(({ measure, hidden }) => (
                <Heading
                  key={measure.id}
                  sorting={sorting}
                  sort={sort}
                  hidden={hidden}
                  column={measure.id}
                  name={measure.label}
                >
                  <Explained name={measure.label} formula={formulaOf(measure)} />
                </Heading>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="font-medium">
              <th scope="row" className={clsx(first, cell, height, 'font-medium!')}>
                Total
              </th>
              <Figures row={report.total} columns={columns} compared={compared} height={height} />
            </tr>
            {sorted(report.rows, sorting).map((row) => (
              <tr key={row.key} className="group/row hover:bg-hover">
                <th
                  scope="row"
                  className={clsx(
                    first,
                    cell,
                    height,
                    'max-w-36 group-hover/row:bg-hover @3xl:max-w-64',
                  )}
                >
                  <RowName {...props} row={row} />
                </th>
                <Figures row={row} columns={columns} compared={compared} height={height} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {measures.length > onPhone && (
        <Button
          size="sm"
          className="mt-2 @2xl:hidden"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Fewer columns' : `All ${measures.length} columns`}
        </Button>
      )}
    </>
  );
}

const hasCompared = ({ rows, total }: Report, compared: NonNullable<Compared>): boolean =>
  [total, ...rows].some((row) => Object.values(row[compared]).some((value) => value !== null));

const cell = 'border-b border-border px-2 py-1';

interface FiguresProps {
  row: Pick<Row, 'figures' | 'previous' | 'yearBefore'>;
  columns: readonly { measure: Measure; hidden: string | undefined }[];
  compared: Compared;
  height: string;
}

function Figures({ row, columns, compared, height }: FiguresProps) {
  return columns.map(({ measure, hidden }) => {
    const value = row.figures[measure.id];
    return (
      <td key={measure.id} className={clsx(cell, height, hidden, 'text-right text-text')}>
        <Amount unit={measure.unit} value={value} />
        {compared && (
          <span className="block">
            <ChangeMark change={changeOf(measure, value, row[compared][measure.id])} />
          </span>
        )}
      </td>
    );
  });
}

interface HeadingProps {
  column: string;
  name: string;
  sorting: Sorting | null;
  sort: (column: string) => void;
  hidden?: string | undefined;
  children: React.ReactNode;
}

function Heading({ column, name, sorting, sort, hidden, children }: HeadingProps) {
  const isSorted = sorting?.column === column;
  const isName = column === 'label';
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.isDown ? 'descending' : 'ascending') : 'none'}
      className={clsx(
        'min-w-24 border-b border-border px-2 py-1 align-bottom font-medium',
        hidden,
        isName ? `${first} min-w-32 @3xl:min-w-48 font-medium!` : 'text-right',
      )}
    >
      <span
        className={clsx(
          'group flex items-end gap-0.5 touch:items-center',
          !isName && 'flex-row-reverse [&>button]:text-right',
        )}
      >
        {children}
        <IconButton
          size="sm"
          icon={isSorted && !sorting.isDown ? ArrowUp : ArrowDown}
          label={`Sort by ${name}`}
          className={clsx(
            'h-5! w-5! touch:h-10! touch:w-8!',
            isSorted
              ? 'text-accent!'
              : 'text-muted! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 touch:opacity-100',
          )}
          onClick={() => sort(column)}
        />
      </span>
    </th>
  );
}
