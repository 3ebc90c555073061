import type { Store } from '../../contract/access.ts';
import { problemAt, type StaffProblem } from '../../contract/staff.ts';
import type { SelectOption } from '../ui/SelectField.tsx';

interface Employee {
  id: number;
  name: string;
  problems?: readonly StaffProblem[] | undefined;
}

/** An employee in a select of a store’s staff, with what speaks against choosing them. */
export function staffOption(employee: Employee, store: Store | undefined): SelectOption {
  const { id, name } = employee;
  const problem = problemAt(employee, store);
  return {
    value: String(id),
    label: problem ? `${name} (${problem.reason})` : name,
    ...(problem?.isRefused && { disabled: true }),
  };
}
