import { type Department, departments, stores } from '../../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import type { PersonRow } from '../../../../people/server/public.ts';
import { countHours, type HoursWeek, listKept } from '../../../../time-clock/server/public.ts';
import type { Grouping, ReportQuery } from '../../report.ts';

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
  { id: 'person', label: 'Person', isPersonal: true },
  { id: 'month', label: 'Month' },
];

/** Of those whose hours whoever asks keeps, the ones of the stores and of what it is narrowed to. */
export async function readStaff(db: Db<AnyTables>, asked: ReportQuery): Promise<Member[]> {
  if (asked.stores.length === 0) return [];
  const kept = await listKept(db, asked.sight.userId);
  const people = kept.filter((person) => isIncluded(person, asked));
  const weeks = await countHours(db, people, asked.span, asked.now.getTime());
  return people.map((person) => ({ person, weeks: weeks.get(person.id) ?? [] }));
}

const isIncluded = (person: PersonRow, asked: ReportQuery) =>
  storesOf(person, asked).length > 0 &&
  asked.only.every(({ by, key }) => by === 'month' || keysOf(person, asked, by).includes(key));

/** Somebody of the whole group works for each of its stores. */
const storesOf = ({ store_access }: PersonRow, { stores }: ReportQuery) =>
  stores.filter((store) => store_access.some((held) => held === store || held === 'all'));

const departmentOf = ({ department }: { department: Department | null }) => department ?? '';

/** Where somebody counts; of months that is said by their days. */
export function keysOf(person: PersonRow, asked: ReportQuery, by: string): readonly string[] {
  if (by === 'person') return [String(person.id)];
  if (by === 'department') return [departmentOf(person)];
  return storesOf(person, asked);
}

export const nameOf = ({ shown_name }: PersonRow) => shown_name;
