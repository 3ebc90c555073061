import { departments, roles, stores } from '../../../../../platform/contract/access.ts';

const acronyms: Record<string, string> = { hr: 'HR', it: 'IT' };

/** `general_manager` → General manager. */
export function readableName(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return acronyms[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const options = (names: readonly string[]) =>
  names.map((value) => ({ value, label: readableName(value) }));

export const storeOptions = options(stores);
export const departmentOptions = options(departments);
export const roleOptions = roles.map((value, rank) => ({
  value,
  label: rank === roles.length - 1 ? readableName(value) : `${readableName(value)} and up`,
}));

interface Team {
  store: string | null;
  department: string | null;
  minRole: string | null;
}

/** “Everyone in Service at Ford, manager and up”: the members of a team channel. */
export function describeTeam({ store, department, minRole }: Team): string {
  const where = [
    department && `in ${readableName(department)}`,
    store && `at ${readableName(store)}`,
  ];
  const who = ['Everyone', ...where].filter(Boolean).join(' ');
  if (minRole === null || minRole === roles[0]) return who;
  return `${who}, ${readableName(minRole).toLowerCase()} and up`;
}

export const countOf = (count: number, noun: string, nouns = `${noun}s`) =>
  `${count} ${count === 1 ? noun : nouns}`;
