import { departmentNames, roleNames } from '../../../platform/contract/names.ts';
import type { Person } from '../../people/contract.ts';

/** Department and role: `Service · Manager`. */
export function workOf({ role, department }: Pick<Person, 'role' | 'department'>): string {
  return department ? `${departmentNames[department]} · ${roleNames[role]}` : roleNames[role];
}
