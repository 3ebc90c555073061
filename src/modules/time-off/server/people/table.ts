import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { allOf, countUpTo, escapeLike } from '../../../../platform/server/records/queries.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { readableByHr } from '../../../employees/server/public.ts';
import type * as calls from '../../contract/balances.ts';
import type { PeopleBalance } from '../../contract/balances.ts';
import { findKinds } from '../kinds.ts';
import { findToday } from '../policy.ts';
import type { Services } from '../services.ts';
import type { TimeOffDb } from '../tables.ts';

type Filters = ValidOf<typeof calls.countPeopleBalances>['query'];

const matching = (actor: Actor, { q, store, department }: Filters): RawBuilder<unknown> =>
  sql`from employees e join users u on u.id = e.user_id where ${allOf([
    readableByHr(actor),
    sql`u.is_active and not u.pending and u.deleted_at is null`,
    store && sql`e.store = ${store}`,
    department && sql`e.department = ${department}`,
    ...q
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const pattern = `%${escapeLike(word)}%`;
        return sql`u.shown_name ilike ${pattern} or e.job_title ilike ${pattern}`;
      }),
  ])}`;

type ListQuery = Filters & { limit: number; offset: number };

export async function listPeopleBalances(
  db: TimeOffDb,
  actor: Actor,
  { limit, offset, ...filters }: ListQuery,
): Promise<PeopleBalance[]> {
  const today = await findToday(db);
  const { rows } = await sql<PeopleBalance>`
    select e.user_id as id, u.shown_name as name, coalesce(e.job_title, '') as "jobTitle", e.store, e.department,
      (select coalesce(jsonb_agg(jsonb_build_object('kindId', k.id,
          'minutes', coalesce((select sum(l.minutes) from time_off_ledger l where l.user_id = e.user_id
            and l.kind_id = k.id and l.day <= ${today}::date), 0),
          'scheduledMinutes', coalesce((select sum(d.minutes) from time_off_requests r
            join time_off_days d on d.request_id = r.id where r.user_id = e.user_id and r.kind_id = k.id
              and r.state = 'approved' and d.day > ${today}::date), 0)) order by k.position, k.id), '[]')
        from time_off_kinds k where k.has_balance and k.is_active) as balances
    ${matching(actor, filters)}
    order by u.last_name, u.first_name, u.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export const countPeopleBalances = (db: TimeOffDb, actor: Actor, filters: Filters) =>
  countUpTo(db, sql`${matching(actor, filters)}`);

const maxExported = 10_000;

export function exportBalances({ db, writes }: Services): Handler<typeof calls.exportBalances> {
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const [kinds, today] = await Promise.all([findKinds(db), findToday(db)]);
    const shown = kinds.filter(({ hasBalance, isActive }) => hasBalance && isActive);
    const query = { ...body, limit: maxExported, offset: 0 };
    const people = await listPeopleBalances(db, actor, query);
    await recordActivity(db, {
      actor,
      action: 'time_off.balances_exported',
      subject: { type: 'time_off', id: null, name: `Balances of ${today}` },
      after: { people: people.length, ...body },
      ip,
    });
    const hours = (minutes: number) => (minutes / 60).toFixed(2);
    const header = ['Employee', 'Job title', 'Store', 'Department'].concat(
      shown.flatMap(({ name }) => [`${name} hours`, `${name} hours scheduled`]),
    );
    const lines = people.map(({ name, jobTitle, store, department, balances }) => [
      name,
      jobTitle,
      store === null ? 'All stores' : storeNames[store],
      department === null ? '' : departmentNames[department],
      ...shown.flatMap(({ id }) => {
        const balance = balances.find(({ kindId }) => kindId === id);
        return [hours(balance?.minutes ?? 0), hours(balance?.scheduledMinutes ?? 0)];
      }),
    ]);
    return csvFile(`time-off-${today}.csv`, [header, ...lines]);
  };
}
