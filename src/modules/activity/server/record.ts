import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { ActivityTables } from './tables.ts';

/** Who acts; an `Actor` of the platform qualifies. */
export interface Doer {
  userId: number;
  firstName: string;
  lastName: string;
}

interface Named {
  id: number;
  first_name: string;
  last_name: string;
}

/** A user row as the actor or the subject of an entry. */
export const doerOf = ({ id, first_name, last_name }: Named): Doer => ({
  userId: id,
  firstName: first_name,
  lastName: last_name,
});
export const userSubject = ({ id, first_name, last_name }: Named) => ({
  type: 'user',
  id,
  name: `${first_name} ${last_name}`,
});

export interface Act {
  /** Null if no one was signed in. */
  actor: Doer | null;
  /** What was done, in the past tense: `user.created`. */
  action: string;
  subject: { type: string; id: number | string | null; name: string };
  /** The subject before and after, with any fields: only the changed ones are stored. */
  before?: object | null;
  after?: object | null;
  ip: string;
}

/**
 * Adds entries to the log, in the transaction of the change itself: neither exists without the other. Fields
 * with secret-like names are dropped, but should not be passed in.
 */
export async function recordActivity(
  anyTx: Kysely<AnyTables>,
  ...acts: readonly Act[]
): Promise<void> {
  if (acts.length === 0) return;
  const tx: Kysely<ActivityTables> = anyTx;
  await tx.insertInto('activity_log').values(acts.map(toRow)).execute();
}

function toRow({ actor, action, subject, before = null, after = null, ip }: Act) {
  const changed = changedFields(before, after);
  return {
    actor_id: actor?.userId ?? null,
    actor_name: actor ? `${actor.firstName} ${actor.lastName}` : '',
    action,
    subject_type: subject.type,
    subject_id: subject.id === null ? null : String(subject.id),
    subject_name: subject.name,
    before: changed.before && toJson(changed.before),
    after: changed.after && toJson(changed.after),
    ip,
  };
}

/** A text column accepts a lone surrogate; JSON rejects it, and the change with it. */
const toJson = (fields: object) =>
  JSON.stringify(fields, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));

type Fields = Record<string, unknown>;

const secret = /password|token|secret|hash|cookie/i;

/** The fields that differ, on both sides; null for a side that does not exist. */
function changedFields(
  before: object | null,
  after: object | null,
): { before: Fields | null; after: Fields | null } {
  const old = { ...before } as Fields;
  const fresh = { ...after } as Fields;
  const changed = (name: string) =>
    !secret.test(name) && !isDeepStrictEqual(old[name], fresh[name]);
  return { before: before && pick(old, changed), after: after && pick(fresh, changed) };
}

function pick(fields: Fields, matches: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => matches(name)));
}
