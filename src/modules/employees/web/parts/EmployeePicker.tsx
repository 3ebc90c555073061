import type { Reference } from '../../../../platform/contract/fields.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { ChosenOne } from '../../../../platform/web/ui/ChosenOne.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { listEmployees } from '../../contract.ts';
import { EmployeeAvatar } from './EmployeeAvatar.tsx';

const offeredAtMost = 8;

interface Props {
  label: string;
  hint?: string;
  required?: boolean;
  value: Reference | null;
  error?: string | undefined;
  /** Who can’t be chosen. */
  exceptId?: number;
  /** Others who can be found here, first, with a word on who they are. */
  also?: readonly Reference[];
  alsoDetail?: string;
  onChange: (employee: Reference | null) => void;
}

/** Finds a current employee by name or title. */
export function EmployeePicker(props: Props) {
  const { label, hint, required, value, error, exceptId, onChange } = props;
  const { also = [], alsoDetail = '' } = props;
  const finding = useFinding();
  const search = finding.search.toLowerCase();
  const others = also
    .filter(({ name }) => name.toLowerCase().includes(search))
    .map((one) => ({ ...one, jobTitle: alsoDetail }));
  const found = useFound(
    finding.search,
    {
      ...queryOptionsFor(listEmployees, {
        query: { q: finding.search.slice(0, 100), limit: offeredAtMost, offset: 0 },
      }),
      enabled: value === null && finding.search !== '',
    },
    (employees) => [...others, ...employees.filter(({ id }) => id !== exceptId)],
  );
  if (value) {
    return (
      <ChosenOne label={label} error={error} onChange={() => onChange(null)}>
        <span className="flex items-center gap-2 text-base text-text">
          <EmployeeAvatar userId={value.id} name={value.name} size="sm" />
          <span className="truncate">{value.name}</span>
        </span>
      </ChosenOne>
    );
  }
  return (
    <FindField
      label={label}
      listLabel="Employees"
      hint={hint}
      required={required}
      error={error}
      placeholder="Name or title"
      finding={finding}
      found={found}
      noneHint={(search) => `No employee matches “${search}”.`}
      onChoose={({ id, name }) => onChange({ id, name })}
    >
      {({ id, name, jobTitle }) => (
        <span className="flex min-w-0 items-center gap-2">
          <EmployeeAvatar userId={id} name={name} size="sm" />
          <span className="min-w-0 truncate">
            {name}
            {jobTitle && <span className="text-muted">{` · ${jobTitle}`}</span>}
          </span>
        </span>
      )}
    </FindField>
  );
}
