import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { isAtTheirStores } from '../../../employees/server/public.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import { inSentence } from '../../contract/labels.ts';
import { keepsCredentials } from '../keepers.ts';
import type { CredentialsDb } from '../tables.ts';

interface Waiting {
  /** Of the credential. */
  id: number;
  userId: number;
  employee: string;
  kind: string;
  /** Who submitted it. */
  by: number;
}

/** Notifies HR of a submission; returns what to call after COMMIT. */
export async function notifyHr(
  platform: Platform,
  tx: CredentialsDb,
  { id, userId, employee, kind, by }: Waiting,
): Promise<() => Promise<void>> {
  const { rows } = await sql<{ id: number; terms: number }>`
    select u.id, (select count(*)::integer from credential_terms t where t.credential_id = ${id}) as terms
    from users u join employees e on e.user_id = ${userId}
    where ${keepsCredentials} and ${isAtTheirStores(sql`e.store`)} and u.id <> ${by} order by u.id`.execute(
    tx,
  );
  const stored = await notify(tx, {
    userIds: rows.map((row) => row.id),
    title: `${employee} submitted a ${inSentence(kind)}`,
    message: 'It counts once you verify it.',
    type: 'info',
    actionUrl: '/people/credentials?view=submissions',
    actionLabel: 'Verify',
    key: `credential:${id}:submitted:${rows[0]?.terms ?? 0}`,
    deliver: { push: false, digest: true },
  });
  return () => publishNotifications(platform, stored);
}

interface Decision {
  termId: number;
  userId: number;
  kind: string;
  isVerified: boolean;
}

/** Notifies the employee of what HR decided. */
export async function notifyDecided(
  platform: Platform,
  tx: CredentialsDb,
  { termId, userId, kind, isVerified }: Decision,
): Promise<() => Promise<void>> {
  const stored = await notify(tx, {
    userIds: [userId],
    title: isVerified
      ? `Your ${inSentence(kind)} was verified`
      : `Your ${inSentence(kind)} was returned`,
    message: isVerified ? 'It counts from now on.' : 'See the reason, and submit it again.',
    type: isVerified ? 'success' : 'warning',
    actionUrl: '/people/credentials',
    actionLabel: 'Open credentials',
    key: `credential:term:${termId}:decided`,
    deliver: { push: true, digest: true },
  });
  return () => publishNotifications(platform, stored);
}
