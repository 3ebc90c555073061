import { departments, roles, stores } from '../../../../platform/contract/access.ts';
import { departmentNames, roleNames, storeNames } from '../../../../platform/contract/names.ts';
import type { Shortcut } from '../../contract.ts';

const options = <V extends string>(values: readonly V[], names: Record<V, string>) =>
  values.map((value) => ({ value, label: names[value] }));

export const audienceLists = [
  { name: 'roles', label: 'Roles', options: options(roles, roleNames) },
  { name: 'departments', label: 'Departments', options: options(departments, departmentNames) },
  { name: 'stores', label: 'Stores', options: options(stores, storeNames) },
] as const;

/** The audience of a shortcut that is not global: `Manager, Executive · Sales`. */
export function audienceText(shortcut: Pick<Shortcut, 'roles' | 'departments' | 'stores'>): string {
  const parts = [
    shortcut.roles.map((role) => roleNames[role]),
    shortcut.departments.map((department) => departmentNames[department]),
    shortcut.stores.map((store) => storeNames[store]),
  ];
  return (
    parts
      .map((names) => names.join(', '))
      .filter(Boolean)
      .join(' · ') || 'Administrators'
  );
}
