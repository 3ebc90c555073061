import type { Person } from '../../people/contract.ts';

/** `general_manager` in readable form. */
export function roleName(role: string): string {
  const text = role.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Department and role: `Service · Manager`. */
export function workOf({ role, department }: Pick<Person, 'role' | 'department'>): string {
  if (!department) return roleName(role);
  const name = department.length === 2 ? department.toUpperCase() : roleName(department);
  return `${name} · ${roleName(role)}`;
}
