import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { type CustomerImport, type ImportField, importFields } from '../../contract/importing.ts';

const names: Record<ImportField, string> = {
  kind: 'Person or business',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  suffix: 'Suffix',
  company: 'Company',
  mobile: 'Mobile phone',
  homePhone: 'Home phone',
  workPhone: 'Work phone',
  email: 'E-mail',
  email2: 'Second e-mail',
  line1: 'Street',
  line2: 'Apartment',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  tags: 'Tags',
  preferredChannel: 'Prefers',
  preferredLanguage: 'Language',
  doNotContact: 'Do not contact',
};

interface Props {
  file: CustomerImport;
  mapping: readonly (ImportField | null)[];
  onChange: (mapping: (ImportField | null)[]) => void;
}

/** What each column of the file is, with what stands in it. */
export function MappingTable({ file, mapping, onChange }: Props) {
  const set = (at: number, field: ImportField | null) =>
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
              { value: '', label: 'Left out' },
              ...importFields.map((field) => ({ value: field, label: names[field] })),
            ]}
            value={mapping[at] ?? ''}
            onChange={(event) => set(at, (event.target.value || null) as ImportField | null)}
          />
        </div>
      ))}
    </section>
  );
}
