import {
  type Department,
  departments,
  type Store,
  stores,
} from '../../../../../platform/contract/access.ts';
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
  // Who has hours at which store is known once they are counted; the rest is known before.
  const people = kept.filter((person) => isPerson(person, query));
  const weeks = await countHours(db, people, query.span, query.now.getTime());
  return people
    .map((person) => ({ person, weeks: weeks.get(person.id) ?? [] }))
    .filter((member) => isIncluded(member, query));
}

const isPerson = (person: PersonRow, { only }: ReadQuery) =>
  only.every(
    ({ by, key }) =>
      (by !== 'person' || String(person.id) === key) &&
      (by !== 'department' || departmentOf(person) === key),
  );

const isIncluded = (member: Member, query: ReadQuery) => {
  const stores = keysOf(member, query, 'store');
  return (
    stores.length > 0 && query.only.every(({ by, key }) => by !== 'store' || stores.includes(key))
  );
};

/** The stores of the query that an employee works at; a group-wide employee works at every one. */
export const worksAt = (
  { store_access }: PersonRow,
  { stores: among }: Pick<ReadQuery, 'stores'>,
): Store[] =>
  among.filter((store) => store_access.some((grant) => grant === store || grant === 'all'));

/**
 * Whether hours at a store count: it is one of the query’s and passes its filters. Hours from before stores were
 * recorded count at each store of the employee, as they did then: a past month keeps its figures.
 */
export function countsStore({ person }: Member, query: ReadQuery, store: Store | null): boolean {
  const at = store === null ? worksAt(person, query) : query.stores.filter((one) => one === store);
  return at.some((one) => query.only.every(({ by, key }) => by !== 'store' || key === one));
}

const departmentOf = ({ department }: { department: Department | null }) => department ?? '';

/** The rows an employee counts in: stores by where they work and worked; months depend on their days instead. */
export function keysOf(member: Member, query: ReadQuery, by: string): readonly string[] {
  const { person, weeks } = member;
  if (by === 'person') return [String(person.id)];
  if (by === 'department') return [departmentOf(person)];
  const worked = weeks.flatMap(({ days }) =>
    days.flatMap(({ byStore }) => byStore.map(({ store }) => store)),
  );
  const found = new Set([...worksAt(person, query), ...worked]);
  return query.stores.filter((store) => found.has(store));
}

/** A day’s hours at the stores that count; what was missed belongs to the store the day began at. */
export function dayAt(member: Member, day: HoursWeek['days'][number], query: ReadQuery) {
  const { date, byStore, intervals, flags } = day;
  const counted = byStore.filter(({ store }) => countsStore(member, query, store));
  const isHere = countsStore(member, query, intervals[0]?.store ?? null);
  return {
    date,
    paidMs: counted.reduce((sum, { paidMs }) => sum + paidMs, 0),
    /** At time and a half or double time. */
    overtimeMs: counted.reduce((sum, { overtimeMs, doubleMs }) => sum + overtimeMs + doubleMs, 0),
    missedBreak: isHere && flags.includes('missed_break'),
    noClockOut: isHere && flags.includes('no_clock_out'),
    stores: counted.map(({ store }) => store),
  };
}

export const nameOf = ({ shown_name }: PersonRow) => shown_name;
