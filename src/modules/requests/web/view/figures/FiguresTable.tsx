import { clsx } from 'clsx';
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

export function FiguresTable({ of, figures: { total, rows } }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label="Response times" tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-border text-left text-xs text-muted">
            <th scope="col" className="min-w-16 py-2 pr-2 align-top font-medium">
              {of}
            </th>
            {columns.map(({ name, hint }) => (
              <th
                key={name}
                scope="col"
                className="py-2 pl-2 text-right align-top font-medium whitespace-nowrap"
              >
                {name}
                {hint && <span className="block font-normal whitespace-normal">{hint}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} name={row.name} row={row} />
          ))}
          <Row name="Total" row={total} strong />
        </tbody>
      </table>
    </section>
  );
}

function Row({ name, row, strong = false }: { name: string; row: Values; strong?: boolean }) {
  return (
    <tr className={clsx('border-b border-border last:border-b-0', strong && 'font-semibold')}>
      <th
        scope="row"
        className="max-w-48 truncate py-2 pr-2 text-left align-top font-[inherit] text-text"
      >
        {name}
      </th>
      {columns.map((column) => (
        <td
          key={column.name}
          className={clsx(
            'py-2 pl-2 text-right align-top whitespace-nowrap tabular-nums',
            column.warns && row.overdue > 0 ? 'text-danger' : 'text-text',
          )}
        >
          {column.value(row)}
          {column.second && (
            <span className="block text-xs font-normal text-muted">{column.second(row)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}
