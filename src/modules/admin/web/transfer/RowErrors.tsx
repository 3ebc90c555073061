/** Makes the table scrollable with the arrow keys. */
const scrollableByKeys = { tabIndex: 0 };

interface Props {
  errors: readonly { row: number; field: string; error: string }[];
}

/** The errors of the rows. */
export function RowErrors({ errors }: Props) {
  if (errors.length === 0) return null;
  return (
    <section
      aria-label="Rows with errors"
      className="max-h-64 overflow-auto rounded-md border border-border"
      {...scrollableByKeys}
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-sunken text-left text-xs text-muted">
          <tr>
            <th className="w-16 px-3 py-1.5 text-right font-medium">Row</th>
            <th className="w-24 px-3 py-1.5 font-medium sm:w-40">Field</th>
            <th className="px-3 py-1.5 font-medium">Error</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {errors.map(({ row, field, error }) => (
            <tr key={`${row} ${field} ${error}`}>
              <td className="px-3 py-1.5 text-right">{row}</td>
              <td className="px-3 py-1.5">{field}</td>
              <td className="px-3 py-1.5">{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
