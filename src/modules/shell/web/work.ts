import type { Person } from '../../people/contract.ts';

/** `general_manager` as a person reads it. */
export function roleName(role: string): string {
  const words = role.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What somebody does in the group: `Service · Manager`. */
export function workOf({ role, department }: Pick<Person, 'role' | 'department'>): string {
  if (!department) return roleName(role);
  const name = department.length === 2 ? department.toUpperCase() : roleName(department);
  return `${name} · ${roleName(role)}`;
}
