import { departments, roles, stores } from '../../../../platform/contract/access.ts';
import type { Shortcut } from '../../contract.ts';

/** `general_manager` and `hr` as a person reads them. */
export function wordOf(value: string): string {
  if (value.length === 2) return value.toUpperCase();
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const options = (values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(value) }));

export const audienceLists = [
  { name: 'roles', label: 'Roles', options: options(roles) },
  { name: 'departments', label: 'Departments', options: options(departments) },
  { name: 'stores', label: 'Stores', options: options(stores) },
] as const;

/** Whom a shortcut that is not for everybody is for: `Manager, Executive · Sales`. */
export function audienceText(shortcut: Pick<Shortcut, 'roles' | 'departments' | 'stores'>): string {
  const parts = audienceLists
    .map(({ name }) => shortcut[name].map(wordOf).join(', '))
    .filter(Boolean);
  return parts.join(' · ') || 'Administrators';
}
