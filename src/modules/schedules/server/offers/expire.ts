import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { publishSchedule } from '../publish.ts';
import type { ScheduleServices } from '../services.ts';
import { spanText } from '../shifts.ts';

interface Expired {
  id: number;
  owner: number;
  store: Store;
  starts_at: Date;
  ends_at: Date;
}

/** Offers of shifts that have begun: the owner works them. */
export async function expireOffers({
  platform,
  db,
}: Pick<ScheduleServices, 'platform' | 'db'>): Promise<void> {
  const timezone = await getTimezone(db);
  const { rows, stored } = await db.transaction().execute(async (tx) => {
    const expired = await sql<Expired>`
      update shift_offers o set state = 'expired', ended_at = now()
      from work_shifts s where s.id = o.shift_id and o.state in ('open', 'taken')
        and s.starts_at <= now()
      returning o.id, o.created_by as owner, s.store, s.starts_at, s.ends_at`.execute(tx);
    const notices = expired.rows.map((row) => ({
      userIds: [row.owner],
      title: 'Your offered shift is still yours',
      message: `${spanText(timezone, { start: row.starts_at.getTime(), end: row.ends_at.getTime() })}: the offer expired.`,
      type: 'warning' as const,
      actionUrl: '/people/schedule',
      actionLabel: 'View schedule',
      key: `shift-offer:${row.id}:expired`,
      deliver: { push: true, digest: false },
    }));
    return { rows: expired.rows, stored: await notify(tx, ...notices) };
  });
  await publishNotifications(platform, stored);
  for (const [store, own] of Map.groupBy(rows, (row) => row.store)) {
    publishSchedule(
      platform,
      store,
      own.map(({ owner }) => owner),
    );
  }
}
