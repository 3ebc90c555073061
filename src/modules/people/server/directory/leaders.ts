import type { Kysely } from 'kysely';
import { roles } from '../../../../platform/contract/access.ts';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { type PersonRow, people } from '../tables.ts';

/** The fields that decide who a person reports to. */
export type Employee = Pick<PersonRow, 'id' | 'role' | 'department' | 'store_access'>;

const columns = [
  'id',
  'role',
  'department',
  'store_access',
  'is_active',
  'pending',
  'deleted_at',
  'protection',
] as const;
/** A possible leader, with the fields that decide whether they can sign in and are a person. */
export type Leader = Pick<PersonRow, (typeof columns)[number]>;

const rank = ({ role }: Employee) => roles.indexOf(role);

const canLead = ({ is_active, pending, deleted_at, protection }: Leader) =>
  is_active && !pending && deleted_at === null && protection !== 'system_bot';

/** People with all stores belong to each. */
function shareStore({ store_access: one }: Employee, { store_access: other }: Employee): boolean {
  if (one.length === 0 || other.length === 0) return false;
  if (one.includes('all') || other.includes('all')) return true;
  return one.some((store) => other.includes(store));
}

type IsLeader = (person: Employee, leader: Employee) => boolean;

/** From the nearest level up; the first level with a leader decides. */
const levels: readonly IsLeader[] = [
  (person, leader) =>
    leader.role === 'manager' &&
    person.department !== null &&
    leader.department === person.department &&
    shareStore(person, leader),
  (person, leader) => leader.role === 'general_manager' && shareStore(person, leader),
  (_, leader) => leader.role === 'executive',
  (_, leader) => leader.role === 'admin',
];

/**
 * Who of these a person reports to, by id in their order: the managers of their store and department, or else
 * the nearest level above. Never the person, no one of their own rank or below, no bots, and no one who cannot
 * sign in.
 */
export function leadersOf(person: Employee, among: readonly Leader[]): number[] {
  const above = among.filter(
    (leader) => leader.id !== person.id && rank(leader) > rank(person) && canLead(leader),
  );
  for (const isLeader of levels) {
    const found = above.filter((leader) => isLeader(person, leader));
    if (found.length > 0) return found.map(({ id }) => id);
  }
  return [];
}

/** All possible leaders, by id; `leadersOf` decides who leads whom. */
export function listLeaders(db: Kysely<AnyTables>): Promise<Leader[]> {
  return people(db)
    .selectFrom('users')
    .select(columns)
    .where('role', '<>', 'employee')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
