import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { allOf, countUpTo, escapeLike } from '../../../../platform/server/records/queries.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { canWriteHr } from '../../../employees/server/public.ts';
import { type Status, statuses } from '../../contract/credential.ts';
import { statusNames } from '../../contract/labels.ts';
import type * as calls from '../../contract.ts';
import type { CredentialRow, countCredentials as countCall } from '../../contract.ts';
import { getToday } from '../days.ts';
import { asHr, inTeamOf, managedBy } from '../policy.ts';
import type { CredentialsDb } from '../tables.ts';
import { itemsOf, rankOf } from './items.ts';

type Filters = ValidOf<typeof countCall>['query'];

interface Row {
  id: string;
  credential_id: number | null;
  user_id: number;
  name: string;
  job_title: string | null;
  home_store: Store | null;
  kind_id: number;
  kind: string;
  valid_months: number | null;
  must_expire: boolean;
  store: Store | null;
  status: Status;
  issued_on: string | null;
  expires_on: string | null;
  days_left: number | null;
  grace_until: string | null;
  is_pending: boolean;
  version: number;
  is_managed: boolean;
}

/** Those whose credentials this scope shows the actor. */
const whoIn = (actor: Actor, scope: Filters['scope']): RawBuilder<boolean> =>
  scope === 'team' ? inTeamOf(actor) : asHr(actor);

/** The items `i` that match, with employee `e`, account `u` and kind `k`. */
function matching(actor: Actor, filters: Filters, today: CalendarDate): RawBuilder<unknown> {
  const { scope, q, kindId, store, department, status, within } = filters;
  const where = allOf([
    kindId !== undefined && sql`i.kind_id = ${kindId}`,
    store && sql`coalesce(i.store, e.store) = ${store}`,
    department && sql`e.department = ${department}`,
    status === 'pending' && sql`i.is_pending`,
    status === 'attention' && sql`i.status in ('expired', 'revoked', 'missing', 'expiring')`,
    status && status !== 'pending' && status !== 'attention' && sql`i.status = ${status}`,
    within !== undefined &&
      sql`i.status <> 'revoked' and i.expires_on between ${today}::date and ${today}::date + ${within}::integer`,
    ...q
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const pattern = `%${escapeLike(word)}%`;
        return sql`(u.shown_name ilike ${pattern} or e.job_title ilike ${pattern})`;
      }),
  ]);
  return sql`${itemsOf(whoIn(actor, scope), today)}
    join employees e on e.user_id = i.user_id join users u on u.id = i.user_id
    join credential_kinds k on k.id = i.kind_id where ${where}`;
}

/** Credentials that match, what needs attention first. */
export async function listCredentials(
  db: CredentialsDb,
  actor: Actor,
  { offset, limit, ...filters }: Filters & { offset: number; limit: number },
): Promise<CredentialRow[]> {
  const today = await getToday(db);
  const { rows } = await sql<Row>`
    select i.id, i.credential_id, i.user_id, u.shown_name as name, e.job_title, e.store as home_store,
      k.id as kind_id, k.name as kind, k.valid_months, k.must_expire, i.store, i.status,
      i.issued_on::text, i.expires_on::text, i.expires_on - ${today}::date as days_left,
      i.grace_until::text, i.is_pending, i.version, ${managedBy(actor)} as is_managed
    from ${matching(actor, filters, today)}
    order by ${rankOf}, i.expires_on nulls last, u.last_name, u.first_name, u.id, k.position, i.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(toRow);
}

const toRow = (row: Row): CredentialRow => ({
  id: row.id,
  credentialId: row.credential_id,
  employee: {
    id: row.user_id,
    name: row.name,
    jobTitle: row.job_title,
    store: row.home_store,
  },
  kind: {
    id: row.kind_id,
    name: row.kind,
    validMonths: row.valid_months,
    mustExpire: row.must_expire,
  },
  store: row.store,
  status: row.status,
  issuedOn: row.issued_on,
  expiresOn: row.expires_on,
  daysLeft: row.days_left,
  graceUntil: row.grace_until,
  isPending: row.is_pending,
  version: row.version,
  may: {
    renew:
      row.is_managed &&
      row.credential_id !== null &&
      !row.is_pending &&
      row.status !== 'submitted' &&
      row.status !== 'revoked',
  },
});

/** Number of items that match, and of all in the scope by status. */
export async function countCredentials(db: CredentialsDb, actor: Actor, filters: Filters) {
  const today = await getToday(db);
  const [count, items] = await Promise.all([
    countUpTo(db, sql`from ${matching(actor, filters, today)}`),
    countItems(db, whoIn(actor, filters.scope), today),
  ]);
  return { ...count, byStatus: sumByStatus(items) };
}

interface ItemCount {
  /** The home store of the employees; null: the whole group. */
  store: Store | null;
  status: Status;
  count: number;
  pending: number;
}

/** The items of these employees by home store and status. */
export async function countItems(
  db: CredentialsDb,
  who: RawBuilder<unknown>,
  today: CalendarDate,
): Promise<ItemCount[]> {
  const { rows } = await sql<ItemCount>`
    select e.store, i.status, count(*)::integer as count,
      (count(*) filter (where i.is_pending))::integer as pending
    from ${itemsOf(who, today)} join employees e on e.user_id = i.user_id
    group by e.store, i.status`.execute(db);
  return rows;
}

export type StatusCounts = Record<Status | 'pending', number>;

export function sumByStatus(rows: readonly ItemCount[]): StatusCounts {
  const counts: StatusCounts = {
    ...(Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>),
    pending: 0,
  };
  for (const { status, count, pending } of rows) {
    counts[status] += count;
    counts.pending += pending;
  }
  return counts;
}

const maxRows = 20_000;

/** The list as CSV for HR, recorded in the activity log. Numbers are not in it. */
export function exportCredentials(db: CredentialsDb): Handler<typeof calls.exportCredentials> {
  return async ({ actor, body, ip, noteExported }) => {
    if (!canWriteHr(actor)) throw forbidden('Only HR can export credentials.');
    const rows = await listCredentials(db, actor, { ...body, offset: 0, limit: maxRows });
    await recordActivity(db, {
      actor,
      action: 'credentials.exported',
      subject: { type: 'credential', id: null, name: 'Credentials' },
      after: { rows: rows.length, ...body },
      ip,
    });
    noteExported(rows.length);
    return csvFile(`credentials-${await getToday(db)}.csv`, [
      [
        ...['employee', 'job_title', 'home_store', 'credential', 'store', 'status', 'issued_on'],
        ...['expires_on', 'days_left', 'to_verify'],
      ],
      ...rows.map((row) => [
        row.employee.name,
        row.employee.jobTitle ?? '',
        row.employee.store ? storeNames[row.employee.store] : '',
        row.kind.name,
        row.store ? storeNames[row.store] : '',
        statusNames[row.status],
        row.issuedOn ?? '',
        row.expiresOn ?? '',
        row.daysLeft === null ? '' : String(row.daysLeft),
        row.isPending ? 'yes' : 'no',
      ]),
    ]);
  };
}
