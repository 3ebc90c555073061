import { type RawBuilder, sql } from 'kysely';
import { type Role, roles } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Side, SqlPerson } from './person.ts';
import type { Team } from './policy.ts';

interface TeamColumns {
  type: string;
  store: string | null;
  department: string | null;
  min_role: Role | null;
}

/** The team of a channel row. */
export function teamOf({ type, store, department, min_role }: TeamColumns): Team | undefined {
  return type === 'team' ? { store, department, minRole: min_role } : undefined;
}

const ranks = sql`array[${sql.join(roles.map((role) => sql.lit(role)))}]`;
const rank = (role: RawBuilder<unknown>) => sql`array_position(${ranks}, ${role})`;
const manager = sql`'manager'`;

const columns = (table: string) => ({
  store: sql.ref(`${table}.store`),
  department: sql.ref(`${table}.department`),
  minRole: sql.ref(`${table}.min_role`),
});

/** The SQL form of the policy's `isOfTeam`: the person, the team, or both may be columns. */
function belongs(
  person: Side<Pick<Actor, 'department' | 'storeAccess' | 'role'>>,
  { store, department, minRole }: Side<Team>,
): RawBuilder<boolean> {
  return sql<boolean>`((${store} is null or ${person.storeAccess} && array[${store}, 'all'])
    and (${department} is null or ${person.department} = ${department})
    and (${minRole} is null or ${rank(person.role)} >= ${rank(minRole)}))`;
}

const people = {
  department: sql.ref('u.department'),
  storeAccess: sql.ref('u.store_access'),
  role: sql.ref('u.role'),
};

/** Restricts users `u` to the team of channel `c`. */
export const isOfItsTeam = belongs(people, columns('c'));

/** Restricts users `u` to managers and above. */
export const leads = sql<boolean>`${rank(people.role)} >= ${rank(manager)}`;

/** Restricts team channels `t` to the teams the person belongs to. */
export const inTeam = (person: SqlPerson) => belongs(person, columns('t'));
