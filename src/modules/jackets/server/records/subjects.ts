import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { ChecklistKind, Condition, RecordKind } from '../../contract/kinds.ts';
import { filedTypes } from './documents.ts';

/** A record that has a jacket. */
export interface Subject {
  id: number;
  title: string;
  /** Null: an employee of several stores. */
  store: Store | null;
  /** Those whose readers hear of a change. */
  stores: Store[];
  kind: ChecklistKind;
  customer: string | null;
  vehicle: string | null;
  employee: string | null;
  /** Signed, closed or hired on; null before. */
  since: string | null;
  delivered_on: string | null;
  /** The conditions that hold. */
  facts: Condition[];
}

/** What the buyer pays, apart from what is financed; without signs of how, all of it may be cash. */
const paidByBuyer = sql`(d.down_cents::bigint + case d.method when 'cash' then d.price_cents::bigint + d.fees_cents
  + d.tax_cents + d.products_cents - d.rebate_cents - d.down_cents - coalesce(d.trade_allowance_cents, 0)
  + coalesce(d.trade_payoff_cents, 0) else 0 end)`;

const dealSubjects = (where: RawBuilder<unknown>) => sql`
  select d.id, d.number as title, d.store, array[d.store] as stores,
    case when d.type in ('wholesale', 'dealer_trade') then d.type
      when d.type = 'lease' or d.method = 'lease' then 'lease'
      when d.method = 'finance' then 'finance' else 'cash' end as kind,
    c.name as customer, d.vehicle, s.shown_name as employee,
    d.signed_on as since, d.delivered_on,
    array_remove(array['always', case d.condition when 'new' then 'new' else 'used' end,
      case when d.trade_vehicle is not null then 'trade' end,
      case when d.trade_payoff_cents > 0 then 'trade_payoff' end,
      case when ${paidByBuyer} > 1000000 then 'cash_over_10000' end,
      case when d.product_count > 0 then 'products' end,
      case when exists (select from deal_due_bills b where b.deal_id = d.id) then 'due_bills' end
    ], null) as facts
  from deals d
  join customers named on named.id = d.customer_id
  join customers c on c.id = named.root_id
  left join users s on s.id = d.salesperson_id
  where ${where}`;

const hasLine = (payType: RawBuilder<unknown>) => sql`exists (select from repair_order_lines l
  where l.repair_order_id = r.id and l.pay_type = ${payType} and not l.declined)`;

const orderSubjects = (where: RawBuilder<unknown>, timezone: string) => sql`
  select r.id, r.number as title, r.store, array[r.store] as stores, 'repair_order' as kind,
    c.name as customer, r.vehicle, a.shown_name as employee,
    (r.closed_at at time zone ${timezone})::date as since, null::date as delivered_on,
    array_remove(array['always',
      case when ${hasLine(sql`'customer'`)} then 'customer_pay' end,
      case when ${hasLine(sql`'warranty'`)} then 'warranty' end], null) as facts
  from repair_orders r
  join customers named on named.id = r.customer_id
  join customers c on c.id = named.root_id
  join users a on a.id = r.advisor_id
  where ${where}`;

/** When an employee `e` with the account `u` was hired; until HR has said so, when the account was created. */
export const hiredOn = (timezone: string) =>
  sql`coalesce(e.hired_on, (u.created_at at time zone ${timezone})::date)`;

const employeeSubjects = (where: RawBuilder<unknown>, timezone: string) => sql`
  select u.id, u.shown_name as title,
    case when cardinality(u.store_access) = 1 and u.store_access[1] <> 'all'
      then u.store_access[1] end as store,
    case when 'all' = any(u.store_access) then array['ford', 'hyundai', 'chevrolet']
      else u.store_access end as stores, 'new_hire' as kind,
    null::text as customer, null::text as vehicle, null::text as employee,
    ${hiredOn(timezone)} as since, null::date as delivered_on,
    array_remove(array['always',
      case when u.department in ('sales', 'service', 'parts') then 'drives' end], null) as facts
  from users u left join employees e on e.user_id = u.id
  where ${where}`;

/**
 * Selects subjects; `where` is a condition on `deals d`, `repair_orders r`, or `users u` with their `employees e`.
 */
export function selectSubjects(
  record: RecordKind,
  where: RawBuilder<unknown>,
  timezone: string,
): RawBuilder<unknown> {
  switch (record) {
    case 'deal':
      return dealSubjects(where);
    case 'repair_order':
      return orderSubjects(where, timezone);
    case 'employee':
      return employeeSubjects(where, timezone);
  }
}

/** Unlike `worksAt`, also before the account starts: a personnel file is completed before the first day. */
const isEmployedAt = (stores: readonly Store[], today: CalendarDate) => sql<boolean>`
  (not u.pending and u.deleted_at is null and u.protection is distinct from 'system_bot'
    and coalesce(e.left_on >= ${today}::date, true) and u.store_access && ${[...stores, 'all']}::text[])`;

/** The records of these stores, as a condition for `selectSubjects`; former employees are not among them. */
export function subjectsAt(
  record: RecordKind,
  stores: readonly Store[],
  today: CalendarDate,
): RawBuilder<boolean> {
  switch (record) {
    case 'deal':
      return inStores('d.store', stores);
    case 'repair_order':
      return inStores('r.store', stores);
    case 'employee':
      return stores.length > 0 ? isEmployedAt(stores, today) : sql<boolean>`false`;
  }
}

/** The columns of a `Subject`. */
export const subjectColumns = sql`s.id, s.title, s.store, s.stores, s.kind, s.customer, s.vehicle, s.employee,
  s.since::text as since, s.delivered_on::text as delivered_on, s.facts`;

/** The checklist’s requirements `r` for a subject `s`; before it is due, those of today. */
export const requirementsOf = (today: string) => sql`jacket_requirements r
  where r.kind = s.kind and r.condition = any(s.facts)
    and r.since <= coalesce(s.since, ${today}::date)`;

/** Waivers `w` in force of a record. */
export const waiversOf = (record: RecordKind, id: RawBuilder<unknown>) => sql`jacket_waivers w
  where w.record_kind = ${record} and w.record_id = ${id} and w.undone_at is null`;

/** Joins subjects `s` with `needs`: how many documents each needs, and which are missing, if any are. */
export const joinNeeds = (record: RecordKind, today: string) => sql`
  cross join lateral (select ${filedTypes(record, sql`s.id`)}
    || array(select w.document_type from ${waiversOf(record, sql`s.id`)}) as types) have
  cross join lateral (select count(*)::integer as needed, array_agg(r.document_type order by r.position)
    filter (where r.document_type <> all (have.types)) as missing from ${requirementsOf(today)}) needs`;

/** Their names in the activity log. */
export const subjectTypes: Record<RecordKind, string> = {
  deal: 'deal',
  repair_order: 'repair_order',
  employee: 'user',
};
