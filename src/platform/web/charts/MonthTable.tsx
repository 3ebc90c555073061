import { fullMonthOf } from './months.ts';

interface Props {
  caption: string;
  months: readonly string[];
  /** A value per month, as it is said; null: from before there were any records. */
  lines: readonly { name: string; values: readonly (string | number | null)[] }[];
}

/** What a chart shows, for who reads rather than sees it. */
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
