import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { type PersonRow, updateUser } from '../../../people/server/public.ts';
import { type Doer, findRefusal } from '../rules/policy.ts';
import { getTarget, lockKey, toTarget } from './act.ts';
import { publishUserChange } from './publish.ts';
import { namedChanges } from './record.ts';

/** Whether this account was never active. One that an administrator suspended is not new. */
const isNewAccount = (row: PersonRow): boolean =>
  !row.is_active &&
  !row.was_active &&
  row.last_login_at === null &&
  !row.pending &&
  row.deleted_at === null &&
  row.protection === null;

/** Whether the actor may plan that this account starts: it is new, and they could enable it by hand. */
export const canPlanStart = (actor: Doer, row: PersonRow): boolean =>
  isNewAccount(row) && findRefusal(actor, 'status', toTarget(row)) === null;

interface Starting {
  userId: number;
  /** Why, for the activity log. */
  reason: Record<string, number | string>;
  /** Further work in the transaction, before the account is enabled. */
  also(tx: Kysely<AnyTables>): Promise<void>;
}

/**
 * Enables a new account at the time that was planned, in the name of the system; the caller has checked who planned it.
 * Throws 409 for an account that is not new anymore.
 */
export async function startAccount(
  platform: Platform,
  { userId, reason, also }: Starting,
): Promise<void> {
  const { before, after } = await platform.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    const row = await getTarget(tx, userId);
    if (!isNewAccount(row)) throw conflict('This account was active before.');
    await also(tx);
    const changed = await updateUser(tx, userId, { isActive: true });
    await recordActivity(
      tx,
      ...namedChanges(row, changed).map((act) => ({
        ...act,
        after: { ...act.after, ...reason },
        actor: null,
        subject: userSubject(changed),
        ip: '',
      })),
    );
    return { before: row, after: changed };
  });
  await publishUserChange(platform, before, after, []);
}
