import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import { blackoutSpans } from '../counting/count.ts';
import type { TimeOffDb } from '../tables.ts';

export interface AwayColleague {
  name: string;
  startsOn: string;
  endsOn: string;
}

interface Span {
  /** Of the request, or of the person who requests. */
  id: number;
  userId: number;
  store: Store | null;
  department: Department | null;
  startsOn: string;
  endsOn: string;
}

/**
 * Colleagues of the same store and department with approved time off in each of these spans, by its id. Two parts of
 * one day are one absence.
 */
export async function findAwayColleagues(
  db: TimeOffDb,
  spans: readonly Span[],
): Promise<Map<number, AwayColleague[]>> {
  if (spans.length === 0) return new Map();
  const { rows } = await sql<AwayColleague & { id: number }>`
    select distinct on (span.id, r.starts_on, u.shown_name, u.id, r.ends_on) span.id, u.shown_name as name,
      r.starts_on::text as "startsOn", r.ends_on::text as "endsOn"
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as span
      (id integer, "userId" integer, store text, department text, "startsOn" date, "endsOn" date)
    join time_off_requests r on r.state = 'approved' and r.starts_on <= span."endsOn"
      and r.ends_on >= span."startsOn" and r.user_id <> span."userId"
    join employees e on e.user_id = r.user_id and e.store is not distinct from span.store
      and e.department is not distinct from span.department
    join users u on u.id = r.user_id
    order by span.id, r.starts_on, u.shown_name, u.id, r.ends_on`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

export interface Blackout {
  name: string;
  startsOn: string;
  endsOn: string | null;
  lastDays: number | null;
  store: Store | null;
  department: Department | null;
  refuses: boolean;
}

export async function findBlackouts(
  db: TimeOffDb,
  from: string,
  to: string,
  where: RawBuilder<unknown> = sql`true`,
): Promise<Blackout[]> {
  const { rows } = await sql<Blackout>`
    select name, starts_on::text as "startsOn", ends_on::text as "endsOn", last_days as "lastDays", store,
      department, refuses
    from time_off_blackouts b where starts_on <= ${to}::date and coalesce(ends_on >= ${from}::date, true)
      and ${where} order by starts_on, id`.execute(db);
  return rows;
}

/** Those that apply to this person on any of these days. */
export const blackoutsOn = (
  blackouts: readonly Blackout[],
  { store, department }: Pick<Span, 'store' | 'department'>,
  days: readonly string[],
): Blackout[] =>
  blackouts.filter(
    (one) =>
      (one.store === null || one.store === store) &&
      (one.department === null || one.department === department) &&
      days.some((day) => blackoutSpans(one, day, day).length > 0),
  );
