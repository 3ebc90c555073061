import { type Department, departments, stores } from '../../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import type { PersonRow } from '../../../../people/server/public.ts';
import {
  countHours,
  type HoursWeek,
  listManagedPeople,
} from '../../../../time-clock/server/public.ts';
import type { Grouping, ReadQuery } from '../../report.ts';

export interface Member {
  person: PersonRow;
  weeks: readonly HoursWeek[];
}

export const groupings: readonly Grouping[] = [
  {
    id: 'store',
    label: 'Store',
    choices: stores.map((key) => ({ key, label: storeNames[key] })),
  },
  {
    id: 'department',
    label: 'Department',
    choices: [
      ...departments.map((key) => ({ key, label: departmentNames[key] })),
      { key: '', label: 'No department' },
    ],
  },
  { id: 'person', label: 'Employee', isPersonal: true },
  { id: 'month', label: 'Month' },
];

/** The employees whose hours the reader manages, limited to the requested stores and filters. */
export async function readStaff(db: Db<AnyTables>, query: ReadQuery): Promise<Member[]> {
  if (query.stores.length === 0) return [];
  const kept = await listManagedPeople(db, query.scope.userId);
  const people = kept.filter((person) => isIncluded(person, query));
  const weeks = await countHours(db, people, query.span, query.now.getTime());
  return people.map((person) => ({ person, weeks: weeks.get(person.id) ?? [] }));
}

const isIncluded = (person: PersonRow, query: ReadQuery) =>
  storesOf(person, query).length > 0 &&
  query.only.every(({ by, key }) => by === 'month' || keysOf(person, query, by).includes(key));

/** A group-wide employee counts for every store. */
const storesOf = ({ store_access }: PersonRow, { stores }: ReadQuery) =>
  stores.filter((store) => store_access.some((grant) => grant === store || grant === 'all'));

const departmentOf = ({ department }: { department: Department | null }) => department ?? '';

/** The rows an employee counts in; months depend on their days instead. */
export function keysOf(person: PersonRow, query: ReadQuery, by: string): readonly string[] {
  if (by === 'person') return [String(person.id)];
  if (by === 'department') return [departmentOf(person)];
  return storesOf(person, query);
}

export const nameOf = ({ shown_name }: PersonRow) => shown_name;
