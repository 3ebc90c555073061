import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import { changedFields } from './changed-fields.ts';
import type { ActivityTables } from './tables.ts';

/** Who acts: an `Actor` of the platform is one. */
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

/** Somebody's row as the one who acts, and as the one it is done to. */
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
  /** Null where nobody was signed in. */
  actor: Doer | null;
  /** What was done, past tense: `user.created`. */
  action: string;
  subject: { type: string; id: number | string | null; name: string };
  /** The subject before and after, in as many fields as one likes: only the changed ones are kept. */
  before?: object | null;
  after?: object | null;
  ip: string;
}

/**
 * Adds to the log, in the transaction of the act itself: neither exists without the other. Fields that
 * are named like a secret are left out, but better not handed in.
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

/** A text column takes half a surrogate pair as an unknown sign; JSON refuses it, and with it the act. */
const toJson = (fields: object) =>
  JSON.stringify(fields, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
