import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { scheduleNotice } from '../notices.ts';
import { publishSchedule } from '../publish.ts';
import type { ScheduleServices } from '../services.ts';
import { intervalOf, spanText } from '../shifts.ts';

interface Expired {
  id: number;
  owner: number;
  taker: number | null;
  store: Store;
  starts_at: Date;
  ends_at: Date;
}

/** Offers whose shift, or the one wanted in exchange, has begun: everyone works their own. */
export async function expireOffers({
  platform,
  db,
}: Pick<ScheduleServices, 'platform' | 'db'>): Promise<void> {
  const timezone = await getTimezone(db);
  const { rows, stored } = await db.transaction().execute(async (tx) => {
    const expired = await sql<Expired>`
      update shift_offers o set state = 'expired', ended_at = now()
      from work_shifts s where s.id = o.shift_id and o.state in ('open', 'taken')
        and (s.starts_at <= now() or exists (
          select from work_shifts w where w.id = o.wanted_shift_id and w.starts_at <= now()))
      returning o.id, o.created_by as owner, o.taken_by as taker, s.store, s.starts_at, s.ends_at`.execute(
      tx,
    );
    const notices = expired.rows.flatMap((row) => {
      const span = spanText(timezone, intervalOf(row));
      const key = `shift-offer:${row.id}:expired`;
      const toOwner = {
        title: 'Your offered shift is still yours',
        message: `${span}: the offer expired.`,
      };
      const toTaker = {
        title: 'The shift you took was not approved',
        message: `${span}: the offer expired, so you don’t work it.`,
      };
      return [
        scheduleNotice([row.owner], toOwner, key),
        ...(row.taker === null ? [] : [scheduleNotice([row.taker], toTaker, key)]),
      ].map((notice) => ({
        ...notice,
        type: 'warning' as const,
        deliver: { push: true, digest: false },
      }));
    });
    return { rows: expired.rows, stored: await notify(tx, ...notices) };
  });
  await publishNotifications(platform, stored);
  for (const [store, own] of Map.groupBy(rows, (row) => row.store)) {
    publishSchedule(
      platform,
      store,
      own.flatMap(({ owner, taker }) => [owner, taker]).filter((id) => id !== null),
    );
  }
}
