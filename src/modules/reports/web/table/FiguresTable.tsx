import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Explained } from '../../../../platform/web/ui/Explained.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { Measure, Row } from '../../contract/report.ts';
import { Amount } from '../figures/Amount.tsx';
import { ChangeMark } from '../figures/ChangeMark.tsx';
import { changeOf } from '../figures/change.ts';
import { formulaOf, groupingLabelOf, orderedOf } from '../figures/measures.ts';
import { RowName } from './RowName.tsx';
import type { Compared, Tabled } from './shown.ts';
import { nextSorting, readSorting, type Sorting, sorted } from './sort.ts';

interface Props extends Tabled {
  compared: Compared;
}

const first = 'sticky left-0 z-1 bg-surface text-left font-normal';

/** Wider than the window it moves beneath the names of its rows. */
export function FiguresTable(props: Props) {
  const { description, report, compared } = props;
  const { query, setQuery } = useAddress();
  const measures = orderedOf(description);
  const ids = measures.map(({ id }) => id);
  const sorting = readSorting(query.get('sort'), ids);
  const sort = (column: string) => setQuery({ sort: nextSorting(sorting, column) });
  const label = groupingLabelOf(description, report.by);
  return (
    <div className="overflow-x-auto pb-1">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{`${description.title} by ${label.toLowerCase()}`}</caption>
        <thead>
          <tr className="text-xs text-muted">
            <Heading {...{ sorting, sort }} column="label" name={label}>
              {label}
            </Heading>
            {measures.map((measure) => (
              <Heading
                key={measure.id}
                {...{ sorting, sort }}
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
            <th scope="row" className={clsx(first, cell, 'font-medium!')}>
              All together
            </th>
            <Figures row={report.total} {...{ measures, compared }} />
          </tr>
          {sorted(report.rows, sorting).map((row) => (
            <tr key={row.key} className="hover:bg-hover">
              <th scope="row" className={clsx(first, cell, 'max-w-36 @3xl:max-w-64')}>
                <RowName {...props} row={row} />
              </th>
              <Figures row={row} {...{ measures, compared }} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = 'h-12 border-b border-border px-2 py-1 align-top';

interface FiguresProps {
  row: Pick<Row, 'figures' | 'previous' | 'yearBefore'>;
  measures: readonly Measure[];
  compared: Compared;
}

function Figures({ row, measures, compared }: FiguresProps) {
  return measures.map((measure) => {
    const value = row.figures[measure.id];
    return (
      <td key={measure.id} className={clsx(cell, 'text-right text-text')}>
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
  children: React.ReactNode;
}

function Heading({ column, name, sorting, sort, children }: HeadingProps) {
  const isSorted = sorting?.column === column;
  const isName = column === 'label';
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.isDown ? 'descending' : 'ascending') : 'none'}
      className={clsx(
        'min-w-26 border-b border-border px-2 py-1 align-bottom font-medium',
        isName ? `${first} min-w-28 @3xl:min-w-40 font-medium!` : 'text-right',
      )}
    >
      <span className={clsx('group flex items-end gap-0.5', !isName && 'flex-row-reverse')}>
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
