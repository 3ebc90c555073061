import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { addDays, type CalendarDate, dayStart } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

/** The content of the brief: counts and times only, no names and no amounts. */
export interface Morning {
  /** Since the last open day: retail and lease deliveries, and repair orders closed. */
  delivered: number;
  closed: number;
  /** Deliveries this month to date. */
  units: number;
  /** Today’s upcoming appointments. */
  sales: Date[];
  service: Date[];
  /** Signed but not delivered. */
  toDeliver: number;
  /** Leads with no response, and how many of them are overdue. */
  leads: number;
  lateLeads: number;
  /** Open requests in the team channels of the store or its departments, and how many are overdue. */
  requests: number;
  overdue: number;
  /** Repair orders past the promised time. */
  lateOrders: number;
  /** Vehicles over the time limit of their recon stage. */
  slowVehicles: number;
  /** Vehicles that reach 60 and 90 days in stock within the next seven days. */
  reach60: number;
  reach90: number;
  /** Checked-out vehicles that are overdue. */
  lateOutings: number;
}

export interface When {
  timezone: string;
  today: CalendarDate;
  /** The last open day; the brief covers what happened since then. */
  since: CalendarDate;
  now: Date;
}

const week = 7;

export async function readMorning(
  db: Db<AnyTables>,
  store: Store,
  { timezone, today, since, now }: When,
): Promise<Morning> {
  const [from, start, end] = [since, today, addDays(today, 1)].map((date) =>
    new Date(dayStart(timezone, date)).toISOString(),
  );
  const appointments = (kind: string) => sql`
    (select coalesce(json_agg(starts_at order by starts_at), '[]') from customer_appointments
      where store = ${store} and kind = ${kind} and status in ('set', 'confirmed')
        and starts_at >= ${start}::timestamptz and starts_at < ${end}::timestamptz)`;
  const reaches = (mark: number) => sql`
    (select count(*) from stock_units where store = ${store} and in_stock and counted_as = 'on_ground'
      and acquired_on >= ${today}::date - ${mark}::integer
      and acquired_on < ${today}::date - ${mark}::integer + ${week}::integer)`;
  const { rows } = await sql<Row>`
    select deals.*, leads.*, requests.*,
      (select count(*) from repair_orders where store = ${store} and status = 'closed'
        and closed_at >= ${from}::timestamptz and closed_at < ${start}::timestamptz) as closed,
      ${appointments('sales')} as sales, ${appointments('service')} as service,
      (select count(*) from deals where store = ${store} and status = 'signed'
        and is_retail) as "toDeliver",
      (select count(*) from repair_orders where store = ${store} and is_open
        and promised_at < ${now}) as "lateOrders",
      (select count(*) from vehicle_recon_steps s join stock_vehicles v on v.id = s.unit_id
        join recon_limits l on l.store = v.store
        where v.store = ${store} and s.left_at is null and s.entered_at < ${now}::timestamptz
          - make_interval(hours => (l.hours->>s.stage)::integer)) as "slowVehicles",
      ${reaches(60)} as "reach60", ${reaches(90)} as "reach90",
      (select count(*) from vehicle_outings where store = ${store} and in_at is null
        and due_at < ${now}) as "lateOutings"
    from (select count(*) filter (where delivered_on >= ${since}::date
          and delivered_on < ${today}::date) as delivered,
        count(*) filter (where delivered_on >= date_trunc('month', ${today}::date)) as units
      from deals where store = ${store} and is_retail and delivered_on <= ${today}::date
        and delivered_on >= least(${since}::date, date_trunc('month', ${today}::date))) deals,
      (select count(*) as leads, count(*) filter (where due_at < ${now}) as "lateLeads"
        from leads where store = ${store} and is_waiting) leads,
      (select count(*) as requests, count(*) filter (where r.due_at < ${now}) as overdue
        from chat_requests r join chat_channels c on c.id = r.channel_id
        join chat_messages m on m.id = r.message_id and m.deleted_at is null
        where c.type = 'team' and c.store = ${store} and c.archived_at is null and c.min_role is null
          and r.status in ('open', 'claimed')) requests`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The brief query returned no row');
  const times = (list: readonly string[]) => list.map((at) => new Date(at));
  return { ...row, sales: times(row.sales), service: times(row.service) };
}

type Row = Omit<Morning, 'sales' | 'service'> & { sales: string[]; service: string[] };
