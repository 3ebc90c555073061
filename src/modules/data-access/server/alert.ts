import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { notify, publishNotifications } from '../../notifications/server/public.ts';
import {
  findPeopleByIds,
  findPersonById,
  leadersOf,
  listLeaders,
} from '../../people/server/public.ts';

/** This many different records in an hour are unusual for anyone. */
const unusualRecords = 1_000;
/** Or this many times the user's average hour, if it is at least `unusualMinimum`. */
const unusualTimes = 5;
const unusualMinimum = 200;
/** Hours with reads in the last 30 days that are needed for an average. */
const habitHours = 5;

type AlertServices = Pick<Platform, 'db' | 'realtime' | 'log' | 'mail' | 'publicUrl'>;
interface Alert {
  title: string;
  message: string;
  /** Identifies the alert, at most 100 characters: each recipient gets it once. */
  key: string;
}

/** Alerts the administrators and the user's managers, once per user and hour. */
export async function alertIfUnusual(
  platform: AlertServices,
  { actor, hour, records }: { actor: Actor; hour: Date; records: number },
): Promise<void> {
  const { db } = platform;
  if (records < unusualMinimum) return;
  if (records < unusualRecords && !(await isAboveHabit(db, actor.userId, hour, records))) return;
  const who = `${actor.firstName} ${actor.lastName}`;
  const count = records.toLocaleString('en-US');
  const alert = {
    title: `${who} read ${count} customer records`,
    message: `${who} (${actor.username}) has listed or exported ${count} different customer records within an hour, which is unusual. If there is no reason for it, disable the account.`,
    key: `data-reads:${actor.userId}:${hour.toISOString()}`,
  };
  const unpublished = await db.transaction().execute(async (tx) => {
    const { rows } = await sql`insert into data_read_alerts (user_id, hour, records)
      values (${actor.userId}, ${hour}, ${records}) on conflict do nothing returning 1`.execute(tx);
    if (rows.length === 0) return null;
    const subject = { type: 'user', id: actor.userId, name: who };
    const after = { records, hour: hour.toISOString() };
    await recordActivity(tx, { actor, action: 'customer_data.unusual', subject, after, ip: '' });
    const person = await findPersonById(tx, actor.userId);
    const leaders = person ? leadersOf(person, await listLeaders(tx)) : [];
    return notifyAdministrators(platform, tx, alert, leaders.concat(await findAdministrators(tx)));
  });
  if (unpublished) await publishNotifications(platform, unpublished);
}

/** Alerts every administrator by notification and email. */
export async function alertAdministrators(platform: AlertServices, alert: Alert): Promise<void> {
  const unpublished = await platform.db
    .transaction()
    .execute(async (tx) => notifyAdministrators(platform, tx, alert, await findAdministrators(tx)));
  await publishNotifications(platform, unpublished);
}

async function notifyAdministrators(
  { mail, publicUrl }: AlertServices,
  tx: Kysely<AnyTables>,
  alert: Alert,
  to: number[],
) {
  const userIds = [...new Set(to)];
  const unpublished = await notify(tx, {
    ...alert,
    userIds,
    type: 'warning',
    actionUrl: '/admin-tools',
    actionLabel: 'Open the activity log',
    urgent: true,
    deliver: { push: true, digest: false },
  });
  // Anyone notified earlier already has the email.
  const fresh = new Set(unpublished.added.map(({ user_id }) => user_id));
  const people = await findPeopleByIds(
    tx,
    userIds.filter((id) => fresh.has(id)),
  );
  for (const { email } of people) {
    const text = `${alert.message}\n\n${publicUrl()}/admin-tools`;
    await mail.send(tx, { to: email, subject: alert.title, text, category: 'security' });
  }
  return unpublished;
}

async function findAdministrators(db: Kysely<AnyTables>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from users
    where role = 'admin' and is_active and not pending and deleted_at is null
      and protection is distinct from 'system_bot' order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function isAboveHabit(
  db: Kysely<AnyTables>,
  userId: number,
  hour: Date,
  records: number,
): Promise<boolean> {
  const { rows } = await sql<{ usual: number | null; hours: number }>`
    select avg(records)::float8 as usual, count(*) as hours from (
      select sum(records + exported) as records from data_reads
      where user_id = ${userId} and hour < ${hour} and hour > ${hour}::timestamptz - interval '30 days'
      group by hour) past`.execute(db);
  const { usual = null, hours = 0 } = rows[0] ?? {};
  return usual !== null && hours >= habitHours && records >= unusualTimes * usual;
}
