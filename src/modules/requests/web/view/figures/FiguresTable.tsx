import { clsx } from 'clsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../../platform/web/ui/DataTable.tsx';
import type { FigureRow, Figures } from '../../../contract.ts';
import { span } from '../../state/times.ts';

interface Props {
  /** The heading of the first column. */
  of: string;
  figures: Figures;
}

type Values = Omit<FigureRow, 'id' | 'name'>;

const time = (seconds: number | null) => (seconds === null ? '–' : span(seconds * 1_000));
const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);

interface Column {
  name: string;
  hint?: string;
  value: (row: Values) => string;
  /** Shown below the value. */
  second?: (row: Values) => string;
  warns?: boolean;
}

const columns: Column[] = [
  { name: 'Open', value: ({ open }) => String(open) },
  { name: 'Overdue', value: ({ overdue }) => String(overdue), warns: true },
  {
    name: 'Claimed in',
    hint: 'median, p90',
    value: (row) => time(row.medianClaimSeconds),
    second: (row) => time(row.p90ClaimSeconds),
  },
  { name: 'Done', value: ({ done }) => String(done) },
  {
    name: 'Done in',
    hint: 'median, p90',
    value: (row) => time(row.medianDoneSeconds),
    second: (row) => time(row.p90DoneSeconds),
  },
  { name: 'On time', value: ({ inTime }) => percent(inTime) },
];

const rowClasses = clsx(
  'grid grid-cols-3 gap-x-2 border-b border-border py-2',
  '@lg:grid-cols-[minmax(0,1fr)_3rem_3.75rem_5.25rem_3rem_5.25rem_3.75rem]',
);

/** A table; on a phone each row is a card whose values have their headings above them. */
export function FiguresTable({ of, figures: { total, rows } }: Props) {
  return (
    <div className="@container">
      <DataTable label="Response times" className="text-sm">
        <DataRows className="@max-lg:sr-only">
          <DataRow className={clsx(rowClasses, 'text-xs text-muted')}>
            <DataHeading className="font-medium">{of}</DataHeading>
            {columns.map(({ name, hint }) => (
              <DataHeading key={name} className="text-right font-medium">
                {name}
                {hint && <span className="block font-normal">{hint}</span>}
              </DataHeading>
            ))}
          </DataRow>
        </DataRows>
        <DataRows>
          {rows.map((row) => (
            <Row key={row.id} name={row.name} row={row} />
          ))}
          <Row name="Total" row={total} strong />
        </DataRows>
      </DataTable>
    </div>
  );
}

function Row({ name, row, strong = false }: { name: string; row: Values; strong?: boolean }) {
  return (
    <DataRow className={clsx(rowClasses, 'gap-y-2 last:border-b-0', strong && '@lg:font-semibold')}>
      <DataCell
        className={clsx(
          'truncate text-text @max-lg:col-span-full',
          strong ? 'font-semibold' : '@max-lg:font-medium',
        )}
        role="rowheader"
        title={name}
      >
        {name}
      </DataCell>
      {columns.map((column) => (
        <DataCell
          key={column.name}
          className={clsx(
            'tabular-nums @lg:text-right',
            column.warns && row.overdue > 0 ? 'text-danger' : 'text-text',
          )}
        >
          <span aria-hidden="true" className="block text-xs font-normal text-muted @lg:hidden">
            {column.name}
          </span>
          {column.value(row)}
          {column.second && (
            <span className="block text-xs font-normal text-muted">
              <span aria-hidden="true" className="@lg:hidden">
                p90{' '}
              </span>
              {column.second(row)}
            </span>
          )}
        </DataCell>
      ))}
    </DataRow>
  );
}
