import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import { addDays, type CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { jobAt } from '../../../employees/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type { Payee } from '../../contract/review.ts';
import type { Unit } from '../../contract/rights.ts';
import type { PayrollDb } from '../tables.ts';

/** An employee as payroll needs them, also a former one. */
export interface PayeeRow extends Payee {
  store_access: string[];
  firstName: string;
  lastName: string;
  /** Belongs to the payroll between these days, as far as is known. */
  employedFrom: CalendarDate;
  employedThrough: CalendarDate | null;
  isHourManaged: boolean;
  isReviewed: boolean;
}

interface Conditions {
  /** On `employees e` and `users u`: who is asked for. */
  who: RawBuilder<boolean>;
  /** On the same: whose hours the actor corrects. */
  corrects?: RawBuilder<unknown>;
  /** On the same: whom the actor approves. */
  reviews?: RawBuilder<unknown>;
}

/** How long someone who left is listed without adjustments: hours that come late are still paid. */
const formerForDays = 62;

/**
 * Expression on `employees e`: where they are paid for a period. It is where they are locked, or else their home store
 * on the last day, so that a move never puts anyone in two units or in none.
 */
export const unitIn = ({ startsOn, endsOn }: Period): RawBuilder<Unit> => sql<Unit>`coalesce(
  (select k.unit from payroll_locked k join payroll_lines l on l.lock_id = k.id
    where k.period = ${startsOn}::date and l.user_id = e.user_id),
  ${homeUnitOn(sql`${endsOn}::date`)})`;

/** Expression on `employees e`: where they work on a day. */
const homeUnitOn = (day: RawBuilder<unknown>) => sql<Unit>`coalesce(
  (select coalesce(j.store, 'group') from ${jobAt(day)} j), e.store, 'group')`;

/** By name. Those who left long before the period are left out, unless they are locked in it or an adjustment is paid. */
export async function findPayees(
  db: PayrollDb,
  period: Period,
  { who, corrects = sql`false`, reviews = sql`false` }: Conditions,
): Promise<PayeeRow[]> {
  const { startsOn, endsOn } = period;
  const { rows } = await sql<PayeeRow & { department: Department | null; store: Store | null }>`
    select u.id, u.shown_name as name, u.first_name as "firstName", u.last_name as "lastName",
      u.store_access, e.employee_number as "employeeNumber", e.job_title as "jobTitle",
      nullif(${unitIn(period)}, 'group') as store, e.department,
      -- Someone who gets a salary later is still paid by the hour for this period.
      coalesce((select p.basis from employee_pay p where p.user_id = e.user_id
        and p.removed_at is null and p.effective_on <= ${endsOn}::date
        order by p.effective_on desc, p.id desc limit 1), e.pay_basis) as "payBasis",
      coalesce(e.hired_on, u.created_at::date)::text as "employedFrom",
      coalesce(e.left_on, u.deleted_at::date)::text as "employedThrough",
      ${corrects} as "isHourManaged", ${reviews} as "isReviewed"
    from employees e join users u on u.id = e.user_id
    where ${who}
      and (coalesce(e.left_on, u.deleted_at::date, 'infinity') >= ${addDays(startsOn, -formerForDays)}::date
        or exists (select from payroll_adjustments a
          where a.user_id = e.user_id and a.into_period = ${startsOn}::date)
        or exists (select from payroll_locked k join payroll_lines l on l.lock_id = k.id
          where k.period = ${startsOn}::date and l.user_id = e.user_id))
    order by lower(u.last_name), lower(u.first_name), u.id`.execute(db);
  return rows;
}

export const worksIn = (
  { employedFrom, employedThrough }: PayeeRow,
  { startsOn, endsOn }: Period,
): boolean => employedFrom <= endsOn && (employedThrough === null || employedThrough >= startsOn);

/** The units that have employees in each of these periods, by its first day. */
export async function findUnitsWithEmployees(
  db: PayrollDb,
  periods: readonly Period[],
): Promise<Map<CalendarDate, Set<Unit>>> {
  const { rows } = await sql<{ startsOn: CalendarDate; unit: Unit }>`
    select distinct p.starts_on::text as "startsOn", ${homeUnitOn(sql`p.ends_on`)} as unit
    from unnest(${periods.map(({ startsOn }) => startsOn)}::date[],
      ${periods.map(({ endsOn }) => endsOn)}::date[]) as p (starts_on, ends_on)
    join (employees e join users u on u.id = e.user_id)
      on coalesce(e.hired_on, u.created_at::date) <= p.ends_on
      and coalesce(e.left_on, u.deleted_at::date, 'infinity') >= p.starts_on`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ startsOn }) => startsOn)].map(([startsOn, own]) => [
      startsOn,
      new Set(own.map(({ unit }) => unit)),
    ]),
  );
}

export const toPayee = (row: PayeeRow): Payee => ({
  id: row.id,
  name: row.name,
  employeeNumber: row.employeeNumber,
  jobTitle: row.jobTitle,
  store: row.store,
  department: row.department,
  payBasis: row.payBasis,
});
