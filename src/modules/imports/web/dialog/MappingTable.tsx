import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import type { ImportedFile } from '../../contract.ts';

interface Props {
  file: ImportedFile;
  mapping: readonly (string | null)[];
  onChange: (mapping: (string | null)[]) => void;
}

/** The field of each column, with sample values. */
export function MappingTable({ file, mapping, onChange }: Props) {
  const set = (at: number, field: string | null) =>
    onChange(
      mapping.map((now, index) => (index === at ? field : now === field && field ? null : now)),
    );
  return (
    <section aria-label="Columns" className="divide-y divide-border border-y border-border">
      {file.header.map((heading, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file never move
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3 py-1.5"
        >
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">
              {heading || `Column ${at + 1}`}
            </span>
            <span className="block truncate text-xs text-muted">
              {file.sample
                .map((row) => row[at])
                .filter(Boolean)
                .slice(0, 3)
                .join(' · ')}
            </span>
          </span>
          <SelectField
            label={`Column ${heading || at + 1} is`}
            labelHidden
            options={[
              { value: '', label: 'Skip' },
              ...file.fields.map(({ name, label }) => ({ value: name, label })),
            ]}
            value={mapping[at] ?? ''}
            onChange={(event) => set(at, event.target.value || null)}
          />
        </div>
      ))}
    </section>
  );
}
