import { departments, roles, stores } from '../../../../platform/contract/access.ts';
import type { Shortcut } from '../../contract.ts';

/** `general_manager` becomes `General manager`, `hr` becomes `HR`. */
export function labelOf(value: string): string {
  if (value.length === 2) return value.toUpperCase();
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const options = (values: readonly string[]) =>
  values.map((value) => ({ value, label: labelOf(value) }));

export const audienceLists = [
  { name: 'roles', label: 'Roles', options: options(roles) },
  { name: 'departments', label: 'Departments', options: options(departments) },
  { name: 'stores', label: 'Stores', options: options(stores) },
] as const;

/** The audience of a shortcut that is not global: `Manager, Executive · Sales`. */
export function audienceText(shortcut: Pick<Shortcut, 'roles' | 'departments' | 'stores'>): string {
  const parts = audienceLists
    .map(({ name }) => shortcut[name].map(labelOf).join(', '))
    .filter(Boolean);
  return parts.join(' · ') || 'Administrators';
}
