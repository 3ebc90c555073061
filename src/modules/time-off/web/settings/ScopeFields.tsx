import { departments, type Store } from '../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';

/** What the user may change. */
export interface Scope {
  stores: readonly Store[];
  /** Also what holds for every store. */
  seesGroup: boolean;
}

interface Props extends Scope {
  store: string;
  onStore: (store: string) => void;
  /** Without it there is no field for the department. */
  department?: string;
  onDepartment?: (department: string) => void;
}

/** For which store, and department. */
export function ScopeFields({
  stores,
  seesGroup,
  store,
  onStore,
  department,
  onDepartment,
}: Props) {
  return (
    <>
      <SelectField
        label="Store"
        options={[
          ...(seesGroup ? [{ value: '', label: 'Every store' }] : []),
          ...stores.map((value) => ({ value, label: storeNames[value] })),
        ]}
        value={store}
        onChange={({ target }) => onStore(target.value)}
      />
      {onDepartment && (
        <SelectField
          label="Department"
          options={[
            { value: '', label: 'Every department' },
            ...departments.map((value) => ({ value, label: departmentNames[value] })),
          ]}
          value={department ?? ''}
          onChange={({ target }) => onDepartment(target.value)}
        />
      )}
    </>
  );
}

/** The first choice. */
export const firstStore = ({ stores, seesGroup }: Scope): string =>
  seesGroup ? '' : (stores[0] ?? '');
