import { fullMonthOf } from './months.ts';

interface Props {
  caption: string;
  months: readonly string[];
  /** A formatted value per month; null: from before there were any records. */
  lines: readonly { name: string; values: readonly (string | number | null)[] }[];
}

/** The values of a chart for screen readers. */
export function MonthTable({ caption, months, lines }: Props) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month, at) => (
            <tr key={month}>
              <th scope="row">{fullMonthOf(month)}</th>
              {lines.map(({ name, values }) => (
                <td key={name}>{values[at] ?? 'No data'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
