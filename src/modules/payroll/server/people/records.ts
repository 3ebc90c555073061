import { sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Period } from '../../contract/periods.ts';
import type { Adjustment } from '../../contract/statement.ts';
import type { PayrollDb } from '../tables.ts';

interface OfPerson {
  user_id: number;
}

const byPerson = <Row extends OfPerson>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ user_id }) => user_id);

/** What these people are paid for a locked period, as it was locked. */
export async function findLockedTexts(
  db: PayrollDb,
  ids: readonly number[],
  { startsOn }: Period,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('payroll_lines as l')
    .innerJoin('payroll_locked as k', 'k.id', 'l.lock_id')
    .select(['l.user_id', 'l.statement'])
    .where(sql<boolean>`k.period = ${startsOn}::date and l.user_id = any(${ids}::integer[])`)
    .execute();
  return new Map(rows.map(({ user_id, statement }) => [user_id, statement]));
}

interface SignatureRow extends OfPerson {
  id: number;
  kind: 'signed' | 'objected';
  words: string;
  at: Date;
  fingerprint: string;
  statement: string;
  answer: string | null;
  answeredBy: string | null;
  answeredAt: Date | null;
}

/** Latest first. */
export async function findSignatures(db: PayrollDb, ids: readonly number[], { startsOn }: Period) {
  const { rows } = await sql<SignatureRow>`
    select s.id, s.user_id, s.kind, s.words, s.created_at as at, s.fingerprint, s.statement,
      a.words as answer, u.shown_name as "answeredBy", a.answered_at as "answeredAt"
    from payroll_signatures s
    left join payroll_answers a on a.signature_id = s.id left join users u on u.id = a.answered_by
    where s.user_id = any(${ids}::integer[]) and s.period = ${startsOn}::date
    order by s.id desc`.execute(db);
  return byPerson(rows);
}

export interface ApprovalRow extends OfPerson {
  approved: boolean;
  fingerprint: string;
  signed: boolean;
  by: string;
  at: Date;
}

/** The latest decision of each. */
export async function findApprovals(
  db: PayrollDb,
  ids: readonly number[],
  { startsOn }: Period,
): Promise<Map<number, ApprovalRow>> {
  const { rows } = await sql<ApprovalRow>`
    select distinct on (a.user_id) a.user_id, a.approved, a.fingerprint, a.signed,
      u.shown_name as by, a.decided_at as at
    from payroll_approvals a join users u on u.id = a.decided_by
    where a.user_id = any(${ids}::integer[]) and a.period = ${startsOn}::date
    order by a.user_id, a.id desc`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

interface AdjustmentRow extends OfPerson, Omit<Adjustment, 'timeOff'> {
  timeOff: string | null;
  into: CalendarDate;
  intoEnd: CalendarDate;
}

const adjustmentColumns = sql`a.id, a.user_id, a.from_period::text as "from", f.ends_on::text as "to",
  a.into_period::text as "into", i.ends_on::text as "intoEnd", a.store, a.regular_ms::float8 as "regularMs",
  a.overtime_ms::float8 as "overtimeMs", a.double_ms::float8 as "doubleMs", a.premium_hours as "premiumHours",
  a.reason, a.time_off as "timeOff"`;

/** The adjustments that are paid in a period (`into`), or that changed it after it was locked (`from`). */
export async function findAdjustments(
  db: PayrollDb,
  ids: readonly number[],
  { startsOn }: Period,
  side: 'into' | 'from',
) {
  const { rows } = await sql<AdjustmentRow>`
    select ${adjustmentColumns} from payroll_adjustments a
    join payroll_periods f on f.starts_on = a.from_period
    join payroll_periods i on i.starts_on = a.into_period
    where a.user_id = any(${ids}::integer[]) and ${sql.ref(`a.${side}_period`)} = ${startsOn}::date
    order by a.id`.execute(db);
  return byPerson(rows);
}
