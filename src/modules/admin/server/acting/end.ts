import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { endSessions } from '../../../access/server/public.ts';
import { type Doer, recordActivity, userSubject } from '../../../activity/server/public.ts';
import { type PersonRow, updateUser } from '../../../people/server/public.ts';
import { assertAdministratorLeft, assertNoRefusal, getTarget, lockKey } from './act.ts';
import { publishUserChange } from './publish.ts';
import { namedChanges } from './record.ts';

interface Ending {
  userId: number;
  /** Null: the system, at the time that was planned. */
  actor: Doer | null;
  ip: string;
  /** Further work in the transaction. */
  also(tx: Kysely<AnyTables>): Promise<void>;
}

/**
 * Disables the account of someone who leaves and ends all their sessions; the caller has checked who decided that. An
 * account that is disabled already stays so. Throws 403 for a protected account, 409 for the last administrator.
 */
export async function endAccount(
  platform: Platform,
  { userId, actor, ip, also }: Ending,
): Promise<void> {
  const { before, after, ended } = await platform.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    const row = await getTarget(tx, userId);
    assertNoRefusal(row.protection && 'Cannot change the status of protected accounts');
    const changed: PersonRow = row.is_active
      ? await updateUser(tx, userId, { isActive: false })
      : row;
    if (row.role === 'admin' && row.is_active) await assertAdministratorLeft(tx);
    await recordActivity(
      tx,
      ...namedChanges(row, changed).map((act) => ({
        ...act,
        actor,
        subject: userSubject(changed),
        ip,
      })),
    );
    const sessions = await endSessions(tx, userId);
    await also(tx);
    return { before: row, after: changed, ended: sessions };
  });
  await publishUserChange(platform, before, after, ended);
}
