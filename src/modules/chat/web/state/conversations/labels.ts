import {
  type Department,
  departments,
  type Role,
  roles,
  type Store,
  stores,
} from '../../../../../platform/contract/access.ts';
import { departmentNames, roleNames, storeNames } from '../../../../../platform/contract/names.ts';

export const storeOptions = stores.map((value) => ({ value, label: storeNames[value] }));
export const departmentOptions = departments.map((value) => ({
  value,
  label: departmentNames[value],
}));
export const roleOptions = roles.map((value, rank) => ({
  value,
  label: rank === roles.length - 1 ? roleNames[value] : `${roleNames[value]} and up`,
}));

interface Team {
  store: Store | null;
  department: Department | null;
  minRole: Role | null;
}

/** “Everyone in Service at Ford, manager and up”: the members of a team channel. */
export function describeTeam({ store, department, minRole }: Team): string {
  const where = [
    department && `in ${departmentNames[department]}`,
    store && `at ${storeNames[store]}`,
  ];
  const who = ['Everyone', ...where].filter(Boolean).join(' ');
  if (minRole === null || minRole === roles[0]) return who;
  return `${who}, ${roleNames[minRole].toLowerCase()} and up`;
}
