import { sql } from 'kysely';
import { stores as allStores } from '../../../../platform/contract/access.ts';
import { type CalendarDate, weekStartOf } from '../../../../platform/contract/wallTime.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import type { Notice } from '../../../notifications/server/public.ts';
import { keepsCredentials } from '../keepers.ts';
import { countItems, type StatusCounts, sumByStatus } from '../reading/list.ts';
import type { CredentialsDb } from '../tables.ts';

const monday = 1;

/** A summary of everything open for each HR employee, once a week; none if nothing is open. */
export async function digestsOf(tx: CredentialsDb, today: CalendarDate): Promise<Notice[]> {
  const key = `credentials:week:${weekStartOf(today, monday)}`;
  const { rows } = await sql<{ id: number; store_access: string[] }>`
    select u.id, u.store_access from users u where ${keepsCredentials}
      and not exists (select from notifications n where n.user_id = u.id and n.key = ${key})
    order by u.id`.execute(tx);
  if (rows.length === 0) return [];
  const counts = await countItems(tx, sql`true`, today);
  return rows.flatMap(({ id, store_access }): Notice[] => {
    const stores = ownStores({ storeAccess: store_access });
    const isOfGroup = stores.length === allStores.length;
    const theirs = counts.filter(({ store }) => (store ? stores.includes(store) : isOfGroup));
    const message = summaryOf(sumByStatus(theirs));
    if (message === '') return [];
    return [
      {
        userIds: [id],
        title: 'Credentials this week',
        message,
        type: 'info',
        actionUrl: '/people/credentials?view=all&status=attention',
        actionLabel: 'Open credentials',
        key,
        deliver: { push: false, digest: true },
      },
    ];
  });
}

/** `2 expired, 5 expiring, 1 missing, 3 to verify.` */
export function summaryOf(counts: StatusCounts): string {
  const parts = [
    [counts.expired, 'expired'],
    [counts.revoked, 'revoked'],
    [counts.expiring, 'expiring within 90 days'],
    [counts.missing, 'missing'],
    [counts.pending, 'to verify'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return shown.length > 0 ? `${shown.join(', ')}.` : '';
}
