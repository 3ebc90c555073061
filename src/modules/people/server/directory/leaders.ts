import type { Kysely } from 'kysely';
import { roles } from '../../../../platform/contract/access.ts';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { type PersonRow, people } from '../tables.ts';

/** Somebody as far as it matters whom they answer to. */
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
/** Somebody whom others may answer to, as far as they can sign in and are a person. */
export type Leader = Pick<PersonRow, (typeof columns)[number]>;

const rank = ({ role }: Employee) => roles.indexOf(role);

const isHere = ({ is_active, pending, deleted_at, protection }: Leader) =>
  is_active && !pending && deleted_at === null && protection !== 'system_bot';

/** Who is of all stores is of each. */
function shareStore({ store_access: one }: Employee, { store_access: other }: Employee): boolean {
  if (one.length === 0 || other.length === 0) return false;
  if (one.includes('all') || other.includes('all')) return true;
  return one.some((store) => other.includes(store));
}

type Near = (person: Employee, leader: Employee) => boolean;

/** From the nearest on; the first that anybody answers to decides. */
const circles: readonly Near[] = [
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
 * Whom a person answers to, of these, by id in their order: the managers of their store and department, or
 * else the nearest above. Never the person, nobody of their own rank or below, no bots, and nobody who
 * cannot sign in.
 */
export function leadersOf(person: Employee, among: readonly Leader[]): number[] {
  const above = among.filter(
    (leader) => leader.id !== person.id && rank(leader) > rank(person) && isHere(leader),
  );
  for (const isNear of circles) {
    const found = above.filter((leader) => isNear(person, leader));
    if (found.length > 0) return found.map(({ id }) => id);
  }
  return [];
}

/** Everybody that anybody may answer to, by id: who of them leads whom, `leadersOf` says. */
export function listLeaders(db: Kysely<AnyTables>): Promise<Leader[]> {
  return people(db)
    .selectFrom('users')
    .select(columns)
    .where('role', '<>', 'employee')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
