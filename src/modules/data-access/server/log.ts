import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import { recordActivity } from '../../activity/server/public.ts';

interface Hour {
  user_id: number;
  first_name: string;
  last_name: string;
  hour: Date;
  records: number;
  rows: number;
  calls: number;
  kinds: Record<string, number>;
}

/** Writes one activity log entry per user and finished hour, and deletes old counts. */
export async function logHours(db: Kysely<AnyTables>, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: hours } = await sql<Hour>`
      with logged as (
        update data_reads set logged_at = now()
        where logged_at is null and hour < date_trunc('hour', ${now}::timestamptz)
        returning *)
      select l.user_id, u.first_name, u.last_name, l.hour, sum(l.records)::bigint as records,
        sum(l.rows)::bigint as rows, sum(l.calls)::bigint as calls, jsonb_object_agg(l.kind, l.records) as kinds
      from logged l join users u on u.id = l.user_id
      group by 1, 2, 3, 4 order by l.hour, l.user_id`.execute(tx);
    const entries = hours.map(({ user_id, first_name, last_name, hour, kinds, ...counts }) => ({
      actor: { userId: user_id, firstName: first_name, lastName: last_name },
      action: 'customer_data.listed',
      subject: {
        type: 'customers',
        id: null,
        name: `${counts.records} ${counts.records === 1 ? 'record' : 'records'} in an hour`,
      },
      after: { hour: hour.toISOString(), ...counts, ...kinds },
      ip: '',
    }));
    await recordActivity(tx, ...entries);
    await sql`delete from data_reads where logged_at is not null
      and hour < ${now}::timestamptz - interval '90 days'`.execute(tx);
  });
}
