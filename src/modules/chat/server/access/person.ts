import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChannelType } from '../tables.ts';
import { canRead } from './policy.ts';

/** A side of a comparison: columns, or values as parameters. */
export type Side<T> = { [Field in keyof T]: RawBuilder<unknown> };

/** What decides about a person's channels, in SQL: the values of one actor, or columns of a list of actors. */
export interface SqlPerson {
  userId: RawBuilder<number>;
  department: RawBuilder<string | null>;
  role: RawBuilder<string>;
  storeAccess: RawBuilder<string[]>;
  pagePermissions: RawBuilder<string[]>;
  featurePermissions: RawBuilder<string[]>;
  /** The ids of the fixed channels they can read. */
  fixedIds: RawBuilder<string[]>;
}

/** The fixed channels' types by id. */
type FixedTypes = ReadonlyMap<string, ChannelType>;

export const valuesOf = (actor: Actor, types: FixedTypes): SqlPerson => ({
  userId: sql`${actor.userId}::int`,
  department: sql`${actor.department}::text`,
  role: sql`${actor.role}::text`,
  storeAccess: sql`${actor.storeAccess}::text[]`,
  pagePermissions: sql`${actor.pagePermissions}::text[]`,
  featurePermissions: sql`${actor.featurePermissions}::text[]`,
  // Selected, so that the planner does not see how many there are: that would be a plan for each person.
  fixedIds: sql`(select ${fixedIdsOf(actor, types)}::text[])`,
});

/** The columns of `actorTable`. */
export const actorColumns: SqlPerson = {
  userId: sql.ref('p.userId'),
  department: sql.ref('p.department'),
  role: sql.ref('p.role'),
  storeAccess: sql.ref('p.storeAccess'),
  pagePermissions: sql.ref('p.pagePermissions'),
  featurePermissions: sql.ref('p.featurePermissions'),
  fixedIds: sql.ref('p.fixedIds'),
};

/** Actors as a table `p`, with their place in the list and what the caller adds to each as `extra`. */
export function actorTable(
  actors: readonly { actor: Actor; extra?: unknown }[],
  types: FixedTypes,
): RawBuilder<unknown> {
  const rows = actors.map(({ actor, extra }, place) => ({
    place,
    userId: actor.userId,
    department: actor.department,
    role: actor.role,
    storeAccess: actor.storeAccess,
    pagePermissions: actor.pagePermissions,
    featurePermissions: actor.featurePermissions,
    fixedIds: fixedIdsOf(actor, types),
    extra,
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as p (place int, "userId" int,
    department text, role text, "storeAccess" text[], "pagePermissions" text[],
    "featurePermissions" text[], "fixedIds" text[], extra json)`;
}

const fixedIdsOf = (actor: Actor, types: FixedTypes): string[] =>
  [...types].filter(([, type]) => canRead(actor, { type, people: [] })).map(([id]) => id);
