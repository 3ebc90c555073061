import type { ImportedFile } from '../../../contract.ts';

/** Focusable, so that keyboard users can scroll. */
const scrollableByKeys = { tabIndex: 0 };

interface Props {
  label: string;
  /** Heading of the message column. */
  heading: string;
  file: ImportedFile;
  lines: readonly { row: number; field: string; message: string }[];
}

/** Messages by row and field. */
export function RowTable({ label, heading, file, lines }: Props) {
  const labels = new Map(file.fields.map((field) => [field.name, field.label]));
  return (
    <section
      aria-label={label}
      className="max-h-64 overflow-auto rounded-md border border-border"
      {...scrollableByKeys}
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-sunken text-left text-xs text-muted">
          <tr>
            <th className="w-16 px-3 py-1.5 text-right font-medium">Row</th>
            <th className="w-28 px-3 py-1.5 font-medium">Field</th>
            <th className="px-3 py-1.5 font-medium">{heading}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {lines.map(({ row, field, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages never move
            <tr key={at} className="align-top">
              <td className="px-3 py-1.5 text-right">{row}</td>
              <td className="px-3 py-1.5">{labels.get(field) ?? field}</td>
              <td className="px-3 py-1.5">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
